// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE reduce
#include <thrum/reduce.h>

#include <cstdint>
#include <vector>

#include "bounds_checked_iterator.h"
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
struct add_longs
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};

std::vector<std::size_t> sizes()
{
  auto result = sizes_within_tiles<std::int64_t>();
  for (std::size_t const size : sizes_of_commuting_reduce<std::int64_t>())
  {
    result.push_back(size);
  }
  return result;
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{4, 7, 1, 9});
  BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end()) == 21);
  BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), 100) == 121);
  BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), 5, thrust::maximum<int>()) == 9);
  BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), 50, thrust::maximum<int>()) == 50);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, vectors<int>)
{
  auto const in = make_vector<Vector>(std::vector<int>{4, 7, 1, 9});
  BOOST_TEST(thrum::reduce(in.begin(), in.end()) == 21);
  BOOST_TEST(thrum::reduce(in.begin(), in.end(), 100) == 121);
  BOOST_TEST(thrum::reduce(in.begin(), in.end(), 5, thrust::maximum<int>()) == 9);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_into_an_output_with_a_policy, System, systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{4, 7, 1, 9});
  auto out      = make_output<System>(1, -1);
  thrum::reduce_into(system.policy(), in.begin(), in.end(), out.begin());
  BOOST_TEST(same_items(out.items(), {21}));
  thrum::reduce_into(system.policy(), in.begin(), in.end(), out.begin(), 100);
  BOOST_TEST(same_items(out.items(), {121}));
  thrum::reduce_into(system.policy(), in.begin(), in.end(), out.begin(), 5, thrust::maximum<int>());
  BOOST_TEST(same_items(out.items(), {9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_into_an_output_without_a_policy, Vector, vectors<int>)
{
  auto const in = make_vector<Vector>(std::vector<int>{4, 7, 1, 9});
  Vector out(1, -1);
  thrum::reduce_into(in.begin(), in.end(), out.begin());
  BOOST_TEST(same_items(items_of(out), {21}));
  thrum::reduce_into(in.begin(), in.end(), out.begin(), 100);
  BOOST_TEST(same_items(items_of(out), {121}));
  thrum::reduce_into(in.begin(), in.end(), out.begin(), 5, thrust::maximum<int>());
  BOOST_TEST(same_items(items_of(out), {9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_reduces_to_init, System, systems)
{
  System const system;
  auto const none  = make_input<System>(std::vector<int>{});
  auto out         = make_output<System>(1, -1);
  auto const begin = none.begin();
  BOOST_TEST(thrum::reduce(system.policy(), begin, begin) == 0);
  BOOST_TEST(thrum::reduce(system.policy(), begin, begin, 7) == 7);
  BOOST_TEST(thrum::reduce(system.policy(), begin, begin, 7L, add_longs{}) == 7);
  thrum::reduce_into(system.policy(), begin, begin, out.begin());
  BOOST_TEST(same_items(out.items(), {0}));
  thrum::reduce_into(system.policy(), begin, begin, out.begin(), 7);
  BOOST_TEST(same_items(out.items(), {7}));
  thrum::reduce_into(system.policy(), begin, begin, out.begin(), 8, thrust::minimum<>());
  BOOST_TEST(same_items(out.items(), {8}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
      auto const in    = make_input<System>(items);
      auto const begin = in.begin(), end = in.end();
      std::int64_t const init = 17;
      BOOST_TEST(thrum::reduce(system.policy(), begin, end, init)
                 == serial::reduce(items, init, add_longs{}));
      BOOST_TEST(thrum::reduce(system.policy(), begin, end, init, add_longs{})
                 == serial::reduce(items, init, add_longs{}));
      BOOST_TEST(thrum::reduce(system.policy(), begin, end, init, thrust::minimum<>())
                 == serial::reduce(items, init, thrust::minimum<>()));
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
      auto const items        = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
      auto const in           = make_input<System>(items);
      std::int64_t const init = 17;
      BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), init, add_longs{})
                 == serial::reduce(items, init, add_longs{}));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_once, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {std::size_t{1}, std::size_t{1'000}, std::size_t{200'003}})
  {
    auto const items = random.integers<std::int64_t>(size, -1'000, 1'000);
    checked_input<std::int64_t> commuting(items), ordered(items);
    checked_output<std::int64_t> out(1, -1);
    auto const expected = serial::reduce(items, std::int64_t{0}, add_longs{});
    BOOST_TEST(thrum::reduce(system.policy(), commuting.begin(), commuting.end()) == expected);
    thrum::reduce_into(system.policy(), ordered.begin(), ordered.end(), out.begin(), std::int64_t{0},
                       add_longs{});
    BOOST_TEST(same_items(out.items(), {expected}));
    for (auto const* in : {&commuting, &ordered})
    {
      BOOST_TEST(in->least_reads() == 1);
      BOOST_TEST(in->most_reads() == 1);
      BOOST_TEST(in->faults() == 0);
    }
    BOOST_TEST(out.most_writes() == 1);
    BOOST_TEST(out.faults() == 0);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(reduce_into_the_input, System, systems)
{
  System const system;
  auto data = make_output<System>(std::vector<int>(100'000, 3));
  thrum::reduce_into(system.policy(), data.begin(), data.end(), data.begin(), 1);
  auto expected = std::vector<int>(100'000, 3);
  expected[0]   = 300'001;
  BOOST_TEST(same_items(data.items(), expected));
}
