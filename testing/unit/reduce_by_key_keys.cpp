// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Which items form a group, and which key the group gets.
#define BOOST_TEST_MODULE reduce_by_key_keys
#include <thrum/reduce.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "trap_operator.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct same_modulo_10
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a % 10 == b % 10; }
};

struct at_most_one_apart
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a - b <= 1 && b - a <= 1; }
};

/// Items 0, 1, 2, ... in groups of `run`; asked about anything but (previous, current) it counts a violation.
struct neighbours_in_order
{
  std::int64_t run;
  THRUM_HOST_DEVICE bool operator()(std::int64_t previous, std::int64_t current) const
  {
    trap::expect(previous + 1 == current);
    return previous / run == current / run;
  }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b14_a_group_is_named_by_its_last_key, System, systems)
{
  System const system;
  check_reduce_by_key(system, std::vector<int>{11, 21, 31, 42, 52, 13}, std::vector<int>{1, 2, 3, 4, 5, 6},
                      groups<int, int>{{31, 52, 13}, {6, 9, 6}}, same_modulo_10());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b14_across_tiles, System, systems)
{
  System const system;
  random_source random;
  for (std::int64_t const mean_run : {1, 2, 16, 256, 20'000})
  {
    std::size_t const size = 100'003;
    auto keys              = random.keys<int>(size, mean_run);
    for (int& key : keys)
      key = key % 10
            + 10 * static_cast<int>(random.integer(0, 1'000'000)); // the same class, another representative
    BOOST_TEST_CONTEXT("mean run " << mean_run)
    {
      compare_reduce_by_key(system, keys, random.integers<int>(size, 0, 99), same_modulo_10(),
                            standard::plus<>());
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b15_neighbours_are_compared, System, systems)
{
  System const system;
  check_reduce_by_key(system, std::vector<int>{1, 2, 3, 4, 9, 10}, std::vector<int>{1, 2, 3, 4, 5, 6},
                      groups<int, int>{{4, 10}, {10, 11}}, at_most_one_apart());

  std::size_t const size = 200'001; // a slope is one group, however long
  auto slope             = ascending<int>(size);
  slope.back() += 5;
  check_reduce_by_key(system, slope, std::vector<int>(size, 1),
                      groups<int, int>{{slope[size - 2], slope[size - 1]}, {200'000, 1}},
                      at_most_one_apart());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b15_the_predicate_is_asked_about_previous_and_current, System, systems)
{
  System const system;
  for (std::int64_t const run : {1, 2, 100, 4'096, 1'000'000})
    for (std::size_t const size : {1, 2, 33, 3'585, 60'000})
    {
      trap::reset();
      neighbours_in_order const pred{run};
      compare_reduce_by_key(system, ascending<std::int64_t>(size), std::vector<int>(size, 1), pred,
                            standard::plus<>());
      auto const counting = thrust::make_counting_iterator(std::int64_t{0}); // keys that are not in memory
      auto const none     = thrust::make_discard_iterator();
      thrum::reduce_by_key(system.policy(), counting, counting + static_cast<std::ptrdiff_t>(size), counting,
                           none, none, pred);
      BOOST_TEST(trap::violations() == 0, "run " << run << ", size " << size);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b01_a_nan_is_a_group_of_its_own, System, systems)
{
  System const system;
  float const nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t const size : {1, 4, 100, 3'583, 3'584, 3'585, 50'000})
    for (std::size_t const every : {1, 2, 3, 7})
    {
      std::vector<float> keys(size, 1.0f);
      for (std::size_t i = 0; i < size; i += every)
        keys[i] = nan;
      auto const expected = serial::reduce_by_key(keys, std::vector<int>(size, 1), standard::equal_to<>(),
                                                  standard::plus<>())
                              .second;
      auto const keys_in   = make_input<System>(keys);
      auto const values_in = make_input<System>(std::vector<int>(size, 1));
      auto keys_out        = make_output<System>(expected.size(), 0.0f);
      auto sums            = make_output<System>(expected.size(), -1);
      auto const ends      = thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(),
                                                  values_in.begin(), keys_out.begin(), sums.begin());
      BOOST_TEST((ends.second == sums.end()));
      BOOST_TEST(same_items(sums.items(), expected));
      BOOST_TEST(std::isnan(keys_out.items().front()));
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b03_of_equal_keys_the_last_is_written, System, systems)
{
  System const system;
  auto const check = [&](std::vector<float> const& keys) {
    auto const keys_in   = make_input<System>(keys);
    auto const values_in = make_input<System>(std::vector<int>(keys.size(), 1));
    auto keys_out        = make_output<System>(1, 9.0f);
    auto sums            = make_output<System>(1, -1);
    thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(), values_in.begin(), keys_out.begin(),
                         sums.begin());
    BOOST_TEST(same_bits(keys_out.items(), {keys.back()}));
    BOOST_TEST(same_items(sums.items(), {static_cast<int>(keys.size())}));
  };
  check({+0.0f, -0.0f});
  check({-0.0f, +0.0f});
  std::vector<float> many(70'001, +0.0f);
  many.back() = -0.0f;
  check(many);
}
