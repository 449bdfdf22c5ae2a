// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// A scan accumulates in init's type where there is an init, else in the input's value type; the output's
// type is converted to and decides nothing.
#define BOOST_TEST_MODULE scan_accumulator
#include <thrum/scan.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include "trap_operator.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Adds, and insists on the type of both operands.
template <class T>
struct add_exactly
{
  template <class A, class B>
  THRUM_HOST_DEVICE T operator()(A const& a, B const& b) const
  {
    static_assert(std::is_same_v<A, T> && std::is_same_v<B, T>);
    return static_cast<T>(a + b);
  }
};

/// Returns more than it takes: nobody may accumulate in what it returns.
struct add_widely
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};

template <class Item>
std::vector<std::int64_t> widened(std::vector<Item> const& items)
{
  return std::vector<std::int64_t>(items.begin(), items.end());
}

/// Sums of `items` written as Output: those of wrapping arithmetic in Item.
template <class Item, class Output, class System>
void check_narrow(System const& system, std::vector<Item> const& items)
{
  auto const in = make_input<System>(items);
  auto out      = make_output<System>(items.size(), Output{});
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin());

  std::vector<Output> expected;
  std::int64_t sum = 0;
  for (Item const item : items)
  {
    Item const in_item_type = static_cast<Item>(sum += item);
    sum                     = in_item_type;
    expected.push_back(static_cast<Output>(in_item_type));
  }
  BOOST_TEST(same_items(out.items(), expected));
}

template <class Item, class System>
void check_narrow_into_each(System const& system, std::int64_t low, std::int64_t high)
{
  random_source random;
  auto const items = random.integers<Item>(100'003, low, high);
  check_narrow<Item, std::int8_t>(system, items);
  check_narrow<Item, std::uint8_t>(system, items);
  check_narrow<Item, std::int16_t>(system, items);
  check_narrow<Item, std::int32_t>(system, items);
  check_narrow<Item, std::int64_t>(system, items);
  check_narrow<Item, float>(system, items);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b29_int_init_narrows_64_bit_items, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::int64_t>{5'000'000'000, 7, 0});
  auto out      = make_output<System>(3, std::int64_t{-1});
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 0);
  BOOST_TEST(same_items(out.items(), {0, 705'032'704, 705'032'711}));
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 0, thrust::plus<>());
  BOOST_TEST(same_items(out.items(), {0, 705'032'704, 705'032'711}));
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), std::int64_t{0});
  BOOST_TEST(same_items(out.items(), {0, 5'000'000'000, 5'000'000'007}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b30_value_type_accumulates_without_init, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::int8_t>(200, 1));
  auto out      = make_output<System>(200, 0);
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
  BOOST_TEST(out.items()[126] == 127);
  BOOST_TEST(out.items().back() == -56);
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), add_widely{});
  BOOST_TEST(out.items().back() == -56);
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
  BOOST_TEST(out.items().back() == -57);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b30_init_type_accumulates, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::int8_t>(200, 1));
  auto out      = make_output<System>(200, std::int64_t{-1});
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 1000, thrust::plus<>());
  BOOST_TEST(out.items().back() == 1200);
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 1000);
  BOOST_TEST(out.items().back() == 1199);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b32_partial_sums_keep_init_type, System, thread_systems)
{
  System const system;
  random_source random;
  auto const items = random.integers<std::int32_t>(300'007, 0, 2'147'483'647);
  auto const in    = make_input<System>(items);
  auto out         = make_output<System>(items.size(), std::int64_t{-1});
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), std::int64_t{0});
  BOOST_TEST(same_items(out.items(), serial::exclusive(widened(items), std::int64_t{0}, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(operands_have_the_accumulator_type, System, thread_systems)
{
  System const system;
  std::vector<short> const items(5'000, short{3});
  auto const in = make_input<System>(items);
  auto out      = make_output<System>(items.size(), std::int64_t{-1});
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), add_exactly<short>{});
  BOOST_TEST(out.items().back() == 15'000);
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 2L, add_exactly<long>{});
  BOOST_TEST(out.items().back() == 15'002);
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 2L, add_exactly<long>{});
  BOOST_TEST(out.items().back() == 14'999);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b33_narrow_items_in_every_output_type, System, few_systems)
{
  System const system;
  check_narrow_into_each<std::int8_t>(system, -128, 127);
  check_narrow_into_each<std::uint8_t>(system, 0, 255);
  check_narrow_into_each<std::int16_t>(system, -32'768, 32'767);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b33_flags_count_in_init_type, System, thread_systems)
{
  System const system;
  random_source random;
  auto const flags    = random.integers<char>(1'000'000, 0, 1);
  auto const bools    = make_input<System>(std::vector<bool>(flags.begin(), flags.end()));
  auto const expected = serial::exclusive(flags, 0, thrust::plus<>());

  auto const in = make_input<System>(flags);
  auto out      = make_output<System>(flags.size(), -1);
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 0);
  BOOST_TEST(same_items(out.items(), expected));
  thrum::exclusive_scan(system.policy(), bools.begin(), bools.end(), out.begin(), 0);
  BOOST_TEST(same_items(out.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b33_bool_accumulates_as_bool_without_init, System, thread_systems)
{
  System const system;
  auto const flags = make_input<System>(std::vector<bool>{false, true, false, true, true});
  auto out         = make_output<System>(5, -1);
  thrum::inclusive_scan(system.policy(), flags.begin(), flags.end(), out.begin());
  BOOST_TEST(same_items(out.items(), {0, 1, 1, 1, 1}));
}

// Overlap of different item types is not allowed and cannot be detected; what is promised is that equal
// begin with equal type works, whatever the accumulator.
BOOST_AUTO_TEST_CASE_TEMPLATE(in_place_with_another_accumulator, System, thread_systems)
{
  System const system;
  random_source random;
  auto const items = random.integers<char>(100'003, 0, 1);
  auto data        = make_output<System>(items);
  thrum::inclusive_scan(system.policy(), data.begin(), data.end(), data.begin(), std::int64_t{0},
                        thrust::plus<>());
  std::vector<char> expected;
  for (std::int64_t const sum : serial::inclusive(widened(items), thrust::plus<>()))
  {
    expected.push_back(static_cast<char>(sum));
  }
  BOOST_TEST(same_items(data.items(), expected));
}
