// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Faults of other encoders.
#define BOOST_TEST_MODULE run_length_encode_cases
#include <thrum/run_length.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "encode.h"
#include "trap_operator.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
float const no_number = std::numeric_limits<float>::quiet_NaN();

/// Where an encoder may cut its input: blocks and tiles of every size of item.
std::vector<std::size_t> const edges{32,    64,    112,   256,    896,    1'024, 3'584,
                                     4'096, 7'168, 8'192, 16'384, 32'768, 65'536};

template <class System>
std::vector<std::int64_t> lengths_of(System const& system, std::vector<float> const& items, std::size_t runs)
{
  auto const in   = make_input<System>(items);
  auto lengths    = make_output<System>(runs, std::int64_t{-7});
  auto const none = thrust::make_discard_iterator();
  auto const ends = thrum::run_length_encode(system.policy(), in.begin(), in.end(), none, lengths.begin());
  BOOST_TEST((ends.second == lengths.end()));
  return lengths.items();
}

/// Items 0, 1, 2, ... in runs of `run`; asked about anything but (previous, current) it counts a violation.
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

BOOST_AUTO_TEST_CASE_TEMPLATE(b01_nan_keys, System, systems)
{
  System const system;
  using lengths = std::vector<std::int64_t>;
  BOOST_TEST(same_items(lengths_of(system, {no_number}, 1), lengths{1}));
  BOOST_TEST(same_items(lengths_of(system, {no_number, no_number, 1, 1}, 3), lengths{1, 1, 2}));
  BOOST_TEST(same_items(lengths_of(system, {1, 1, no_number}, 2), lengths{2, 1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b01_nan_at_the_edges, System, systems)
{
  System const system;
  for (std::size_t const edge : edges)
  {
    std::vector<float> items(edge + 40, 2.0f);
    items[edge - 1] = items[edge] = no_number; // last of one tile and first of the next
    std::vector<std::int64_t> const expected{static_cast<std::int64_t>(edge) - 1, 1, 1, 39};
    BOOST_TEST(same_items(lengths_of(system, items, 4), expected));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b02_the_last_run_is_as_long_as_it_is, System, systems)
{
  System const system;
  for (std::size_t const edge : edges)
    for (std::size_t size = edge - 3; size <= edge + 3; ++size)
    {
      std::vector<int> items;
      for (std::size_t i = 0; i < size; ++i)
        items.push_back(static_cast<int>(i / 2));
      auto const expected = serial::encode(items, standard::equal_to<>());
      BOOST_TEST(expected.lengths.back() == (size % 2 == 0 ? 2 : 1));
      check_encode(system, items, expected);
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b03_a_run_is_named_by_its_last_item, System, systems)
{
  System const system;
  auto const check = [&](std::vector<float> const& items) {
    auto const in = make_input<System>(items);
    auto value    = make_output<System>(1, 9.0f);
    auto length   = make_output<System>(1, -1);
    thrum::run_length_encode(system.policy(), in.begin(), in.end(), value.begin(), length.begin());
    BOOST_TEST(same_bits(value.items(), {items.back()}));
    BOOST_TEST(same_items(length.items(), {static_cast<int>(items.size())}));
  };
  check({+0.0f, -0.0f, +0.0f});
  check({-0.0f, +0.0f, -0.0f});
  for (std::size_t const edge : edges)
  {
    std::vector<float> items(edge + 1, +0.0f); // the last item alone lies beyond the edge
    items.back() = -0.0f;
    check(items);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b04_distinct_items_then_runs_of_three, System, systems)
{
  System const system;
  for (std::size_t const edge : edges)
  {
    std::vector<int> items;
    for (std::size_t i = 0; i < edge; ++i)
      items.push_back(static_cast<int>(i));
    for (std::size_t i = 0; i < 3 * edge; ++i)
      items.push_back(-1 - static_cast<int>(i / 3));
    compare_encode(system, items, standard::equal_to<>());
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b04_heads_exactly_at_every_edge, System, systems)
{
  System const system;
  for (std::size_t const edge : edges)
    for (std::size_t shift = 0; shift < 2; ++shift)
    {
      std::vector<int> items;
      for (std::size_t i = 0; i < 3 * edge; ++i)
        items.push_back(static_cast<int>((i + shift) / 2));
      compare_encode(system, items, standard::equal_to<>());
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b05_an_empty_input_has_no_runs_and_says_so, System, systems)
{
  System const system;
  auto const in   = make_input<System>(std::vector<int>{});
  auto values     = make_output<System>(1, -7);
  auto lengths    = make_output<System>(1, -7);
  auto count      = make_output<System>(1, -7);
  auto const ends = thrum::run_length_encode(system.policy(), in.begin(), in.end(), values.begin(),
                                             lengths.begin());
  BOOST_TEST((ends.first == values.begin()));
  BOOST_TEST((ends.second == lengths.begin()));
  thrum::run_length_encode_into(system.policy(), in.begin(), in.end(), values.begin(), lengths.begin(),
                                count.begin());
  auto const found = thrum::run_length_encode_non_trivial(system.policy(), in.begin(), in.end(),
                                                          values.begin(), lengths.begin());
  BOOST_TEST((found.first == values.begin()));
  BOOST_TEST((found.second == lengths.begin()));
  BOOST_TEST(same_items(count.items(), {0}));
  BOOST_TEST(same_items(values.items(), {-7}));
  BOOST_TEST(same_items(lengths.items(), {-7}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b06_only_lengths_are_wanted, System, systems)
{
  System const system;
  auto const in   = make_input<System>(std::vector<int>{5, 5, 5, 6, 7, 7});
  auto counts     = make_output<System>(3, -7);
  auto const none = thrust::make_discard_iterator();
  auto const ends = thrum::run_length_encode(system.policy(), in.begin(), in.end(), none, counts.begin());
  BOOST_TEST((ends.first - none) == 3);
  BOOST_TEST(same_items(counts.items(), {3, 1, 2}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b15_the_predicate_is_asked_about_previous_and_current, System, systems)
{
  System const system;
  for (std::int64_t const run : {1, 2, 100, 1'000'000})
    for (std::size_t const size : {1, 2, 33, 8'193, 100'000})
    {
      std::vector<std::int64_t> items(size);
      std::iota(items.begin(), items.end(), 0);
      trap::reset();
      compare_encode(system, items, neighbours_in_order{run});
      auto const counting = thrust::make_counting_iterator(std::int64_t{0}); // items that are not in memory
      auto const none     = thrust::make_discard_iterator();
      auto const last     = counting + static_cast<std::ptrdiff_t>(size);
      thrum::run_length_encode(system.policy(), counting, last, none, none, neighbours_in_order{run});
      thrum::run_length_encode_non_trivial(system.policy(), counting, last, none, none,
                                           neighbours_in_order{run});
      BOOST_TEST(trap::violations() == 0, "run " << run << ", size " << size);
    }
}
