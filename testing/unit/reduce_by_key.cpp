// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE reduce_by_key
#include <thrum/reduce.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "sizes.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::vector<int> const some_keys{3, 3, 8, 1, 1, 1};
std::vector<int> const some_values{1, 2, 4, 8, 16, 32};
groups<int, int> const their_sums{{3, 8, 1}, {3, 4, 56}};
groups<int, int> const their_maxima{{3, 8, 1}, {2, 4, 32}};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  check_reduce_by_key(system, some_keys, some_values, their_sums);
  check_reduce_by_key(system, some_keys, some_values, their_sums, standard::equal_to<int>());
  check_reduce_by_key(system, some_keys, some_values, their_maxima, standard::equal_to<int>(),
                      thrust::maximum<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, int_vectors)
{
  Vector const keys(some_keys.begin(), some_keys.end());
  Vector const values(some_values.begin(), some_values.end());
  auto const check = [&](groups<int, int> const& expected, auto... extra) {
    Vector keys_out(3, -1);
    Vector values_out(3, -1);
    auto const ends = thrum::reduce_by_key(keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                                           values_out.begin(), extra...);
    BOOST_TEST((ends.first == keys_out.end()));
    BOOST_TEST((ends.second == values_out.end()));
    BOOST_TEST(same_items(std::vector<int>(keys_out.begin(), keys_out.end()), expected.first));
    BOOST_TEST(same_items(std::vector<int>(values_out.begin(), values_out.end()), expected.second));
  };
  check(their_sums);
  check(their_sums, standard::equal_to<int>());
  check(their_maxima, standard::equal_to<int>(), thrust::maximum<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_of_nothing, System, systems)
{
  System const system;
  check_reduce_by_key(system, std::vector<int>{}, std::vector<int>{}, groups<int, int>{});
  check_reduce_by_key(system, std::vector<int>{}, std::vector<int>{}, groups<int, int>{},
                      standard::equal_to<>(), thrust::minimum<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_item_is_a_group, System, systems)
{
  System const system;
  check_reduce_by_key(system, std::vector<int>{7}, std::vector<int>{-9}, groups<int, int>{{7}, {-9}});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b18_equal_keys_apart_stay_apart, System, systems)
{
  System const system;
  check_reduce_by_key(system, std::vector<int>{1, 2, 1}, std::vector<int>{10, 20, 30},
                      groups<int, int>{{1, 2, 1}, {10, 20, 30}});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<std::int64_t>())
    for (std::int64_t const mean_run : {1, 2, 16, 256})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        auto const keys   = random.keys<int>(size, mean_run);
        auto const values = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
        compare_reduce_by_key(system, keys, values, standard::equal_to<>(), thrust::plus<>());
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_powers_of_two, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t power = 4; power <= std::size_t{1} << 17; power *= 2)
    for (std::size_t const size : {power - 1, power, power + 1})
    {
      BOOST_TEST_CONTEXT("size " << size)
      {
        compare_reduce_by_key(system, random.keys<int>(size, 3), random.integers<int>(size, -1000, 1000),
                              standard::equal_to<>(), thrust::plus<>());
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_in_one_group, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {2, 100, 3'583, 3'584, 3'585, 50'000, 1'000'003})
    compare_reduce_by_key(system, std::vector<char>(size, 'k'), random.integers<int>(size, -1000, 1000),
                          standard::equal_to<>(), thrust::plus<>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_in_a_group_of_its_own, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {2, 100, 3'583, 3'584, 3'585, 50'000, 1'000'003})
    compare_reduce_by_key(system, ascending<int>(size), random.integers<int>(size, -1000, 1000),
                          standard::equal_to<>(), thrust::plus<>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_boundary_anywhere, System, few_systems)
{
  System const system;
  random_source random;
  std::size_t const size = 9'000;
  auto const values      = random.integers<int>(size, -1000, 1000);
  for (std::size_t boundary = 1; boundary < size; boundary += boundary < 300 ? 1 : 89)
  {
    std::vector<int> keys(size, 5);
    std::fill(keys.begin() + static_cast<std::ptrdiff_t>(boundary), keys.end(), 6);
    BOOST_TEST_CONTEXT("boundary at " << boundary)
    {
      compare_reduce_by_key(system, keys, values, standard::equal_to<>(), thrust::plus<>());
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(several_groups_of_tiles, System, systems)
{
  System const system;
  random_source random;
  for (std::int64_t const mean_run : {1, 7, 5'000, 400'000})
  {
    std::size_t const size = 2'500'007;
    BOOST_TEST_CONTEXT("mean run " << mean_run)
    {
      compare_reduce_by_key(system, random.keys<int>(size, mean_run), random.integers<int>(size, -1000, 1000),
                            standard::equal_to<>(), thrust::plus<>());
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_groups, System, systems)
{
  System const system;
  random_source random;
  for (int round = 0; round < 60; ++round)
  {
    auto const size     = static_cast<std::size_t>(random.integer(0, 30'000));
    auto const mean_run = random.integer(1, random.integer(1, 4'000));
    BOOST_TEST_CONTEXT("round " << round << ", size " << size << ", mean run " << mean_run)
    {
      auto const keys   = random.keys<std::int16_t>(size, mean_run);
      auto const values = random.integers<std::uint32_t>(size, 0, 0xFFFFFFFF);
      compare_reduce_by_key(system, keys, values, standard::equal_to<>(), standard::bit_xor<>());
    }
  }
}
