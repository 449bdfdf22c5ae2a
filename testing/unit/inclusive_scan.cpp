// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE inclusive_scan
#include <thrum/scan.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct first_plus_thrice_second
{
  THRUM_HOST_DEVICE int operator()(int a, int b) const { return a + 3 * b; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{4, 7, 1, 9});
  auto out      = make_output<System>(4, -1);

  BOOST_TEST(thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin()) == out.end());
  BOOST_TEST(same_items(out.items(), {4, 11, 12, 21}));

  auto const op = thrust::maximum<int>();
  BOOST_TEST(thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), op) == out.end());
  BOOST_TEST(same_items(out.items(), {4, 7, 7, 9}));

  auto const end = thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 5, op);
  BOOST_TEST(end == out.end());
  BOOST_TEST(same_items(out.items(), {5, 7, 7, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, vectors<int>)
{
  auto const in = make_vector<Vector>(std::vector<int>{4, 7, 1, 9});
  Vector out(4, -1);

  BOOST_TEST((thrum::inclusive_scan(in.begin(), in.end(), out.begin()) == out.end()));
  BOOST_TEST(same_items(items_of(out), {4, 11, 12, 21}));
  BOOST_TEST((thrum::inclusive_scan(in.begin(), in.end(), out.begin(), thrust::maximum<int>()) == out.end()));
  BOOST_TEST(same_items(items_of(out), {4, 7, 7, 9}));
  BOOST_TEST(
    (thrum::inclusive_scan(in.begin(), in.end(), out.begin(), 5, thrust::maximum<int>()) == out.end()));
  BOOST_TEST(same_items(items_of(out), {5, 7, 7, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_of_nothing, System, systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{});
  auto out      = make_output<System>(1, -1);
  BOOST_TEST(thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin()) == out.begin());
  auto const end = thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 5,
                                         thrust::plus<>());
  BOOST_TEST(end == out.begin());
  BOOST_TEST(same_items(out.items(), {-1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<std::int64_t>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
      auto const in    = make_input<System>(items);
      auto out         = make_output<System>(size, std::int64_t{-1});
      thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
      BOOST_TEST(same_items(out.items(), serial::inclusive(items, thrust::plus<>())));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(several_groups_of_tiles, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_around_groups<std::int64_t>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
      auto const in    = make_input<System>(items);
      auto out         = make_output<System>(size, std::int64_t{-1});
      thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), std::int64_t{17},
                            thrust::plus<>());
      std::optional<std::int64_t> const init = 17;
      BOOST_TEST(same_items(out.items(), serial::inclusive(items, init, thrust::plus<>())));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(in_place, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size :
       {std::size_t{1}, std::size_t{33}, std::size_t{20'000}, std::size_t{1'000'003}})
  {
    auto const items = random.integers<int>(size, -1000, 1000);
    auto data        = make_output<System>(items);
    BOOST_TEST(thrum::inclusive_scan(system.policy(), data.begin(), data.end(), data.begin()) == data.end());
    BOOST_TEST(same_items(data.items(), serial::inclusive(items, thrust::plus<>())));
  }
}

// What follows the output is an init or an operator by the number of arguments alone, never by what can be
// called.
BOOST_AUTO_TEST_CASE_TEMPLATE(b71_operator_or_init_by_position, System, few_systems)
{
  using namespace thrust::placeholders;
  System const system;
  auto const in = make_input<System>(std::vector<int>{1, 2, 3});
  auto out      = make_output<System>(3, -1);
  auto const of = [&](auto... extra) {
    thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), extra...);
    return out.items();
  };
  BOOST_TEST(same_items(of(first_plus_thrice_second{}), {1, 7, 16}));
  BOOST_TEST(same_items(of(_1 * _2), {1, 2, 6}));
  BOOST_TEST(same_items(of(10, first_plus_thrice_second{}), {13, 19, 28}));
  BOOST_TEST(same_items(of(10, _1 * _2), {10, 20, 60}));

  if constexpr (System::takes_host_functions)
  {
    int (*const function)(int, int) = [](int a, int b) { return a * b; };
    auto const generic              = [](auto a, auto b) { return a * b; };
    BOOST_TEST(same_items(of(generic), {1, 2, 6}));
    BOOST_TEST(same_items(of(function), {1, 2, 6}));
    BOOST_TEST(same_items(of(10, generic), {10, 20, 60}));
    BOOST_TEST(same_items(of(10, function), {10, 20, 60}));
    BOOST_TEST(same_items(of(true, generic), {1, 1, 1}));
  }
}
