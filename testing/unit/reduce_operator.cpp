// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// The operator of a reduce sees items, init and what it made of them, in their order unless it is known to
// commute.
#define BOOST_TEST_MODULE reduce_operator
#include <thrum/reduce.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "allocator.h"
#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::vector<std::size_t> const many_sizes{1,   2,   31,  32,    33,    127,   128,    129,
                                          511, 512, 513, 8'191, 8'192, 8'193, 65'537, 200'001};

/// The index of the smallest item of a table of exactly `size` items.
struct argmin
{
  double const* table;
  int size;
  THRUM_HOST_DEVICE int operator()(int a, int b) const
  {
    bool const inside = a >= 0 && a < size && b >= 0 && b < size;
    trap::expect(inside);
    return inside && table[b] < table[a] ? b : a;
  }
};

struct never_called
{
  THRUM_HOST_DEVICE int operator()(int a, int) const
  {
    trap::expect(false);
    return a;
  }
};

/// Changes when called.
struct counting_add
{
  int calls = 0;
  THRUM_HOST_DEVICE int operator()(int a, int b) { return ++calls, a + b; }
};

std::vector<sealed_sum> sealed(std::vector<std::uint64_t> const& values)
{
  std::vector<sealed_sum> result;
  for (std::uint64_t const value : values)
  {
    result.emplace_back(value, 1);
  }
  return result;
}

template <class T>
void check_extremum(T item)
{
  for_each_system<systems>([&](auto const& system) {
    for (std::size_t const size : {1, 33, 100'000})
    {
      auto const in = make_input(system, std::vector<T>(size, item));
      BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), item, thrust::minimum<T>()) == item);
      BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), item, thrust::maximum<>()) == item);
    }
  });
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_operator_sees_only_items, System, thread_systems)
{
  System const system;
  for (std::size_t const size : many_sizes)
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      auto const in       = make_input<System>(unit_intervals(size));
      interval const init = {-3, -1};
      auto const total    = thrum::reduce(system.policy(), in.begin(), in.end(), init, join_neighbours{});
      BOOST_TEST((total == interval(-3, static_cast<std::int64_t>(size) - 1)));
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_argmin_over_a_table, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : many_sizes)
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      auto const table = random.mixed_floats<double>(size);
      std::vector<int> indices(size);
      std::iota(indices.begin(), indices.end(), 0);
      auto const in    = make_input<System>(indices);
      auto const there = make_input<System>(table);
      auto const op    = argmin{there.begin(), static_cast<int>(size)};
      auto const first = in.begin();
      auto const place = std::min_element(table.begin(), table.end()) - table.begin();
      BOOST_TEST(thrum::reduce(system.policy(), first, in.end(), 0, op) == place);
      BOOST_TEST(table[static_cast<std::size_t>(
                   thrum::reduce(system.policy(), first, in.end(), 0, thrum::commutative(op)))]
                 == table[static_cast<std::size_t>(place)]);
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(commuting_operators_see_each_item_once, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_of_commuting_reduce<sealed_sum>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      trap::reset();
      std::vector<std::uint64_t> values(size);
      std::uint64_t sum = 5;
      for (std::uint64_t& value : values)
      {
        sum += value = random.bits();
      }
      auto const in    = make_input<System>(sealed(values));
      auto const total = thrum::reduce(system.policy(), in.begin(), in.end(), sealed_sum(5, 1),
                                       thrum::commutative(add_sealed{}));
      BOOST_TEST(total.sum() == sum);
      BOOST_TEST(total.items() == size + 1);
      BOOST_TEST(trap::violations() == 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_items_are_no_call, System, thread_systems)
{
  System const system;
  trap::reset();
  auto const in = make_input<System>(std::vector<int>{});
  BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), 4, never_called{}) == 4);
  BOOST_TEST(thrum::reduce(system.policy(), in.begin(), in.end(), 4, thrum::commutative(never_called{}))
             == 4);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b72a_operators_need_not_commute, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {std::size_t{10'007}, std::size_t{700'001}})
  {
    auto const items = make_values<affine>(random.integers<int>(size, 0, 1'000'000));
    auto const in    = make_input<System>(items);
    auto const first = in.begin(), last = in.end();
    affine const expected = serial::reduce(items, affine(77), add{});
    BOOST_TEST((thrum::reduce(system.policy(), first, last, affine(77), add{}) == expected));
    // Known functors are known to commute on numbers alone.
    BOOST_TEST((thrum::reduce(system.policy(), first, last, affine(77), thrust::plus<>()) == expected));
    BOOST_TEST((thrum::reduce(system.policy(), first, last, affine(77)) == expected));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b21_stale_scratch_reaches_nobody, System, thread_systems)
{
  System const system;
  scratch_allocator scratch;
  scratch.hand_out_dirty_memory();
  trap::reset();
  for (std::size_t const size : {200'000, 1'000, 150'001, 3})
  {
    auto const in    = make_input<System>(unit_intervals(size));
    auto const total = thrum::reduce(system.policy(scratch), in.begin(), in.end(), interval(-1, -1),
                                     join_neighbours{});
    BOOST_TEST((total == interval(-1, static_cast<std::int64_t>(size) - 1)));

    auto const sums = make_input<System>(sealed(std::vector<std::uint64_t>(size, 3)));
    auto const sum  = thrum::reduce(system.policy(scratch), sums.begin(), sums.end(), sealed_sum(1, 1),
                                    thrum::commutative(add_sealed{}));
    BOOST_TEST(sum.sum() == 3 * size + 1);
  }
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(scratch.live_blocks() == 0);
  BOOST_TEST(scratch.wrong_frees() == 0);
}

// The answer is in the data: no identity of the operator may leak into it.
BOOST_AUTO_TEST_CASE(b47_extrema_of_extreme_data)
{
  check_extremum(std::numeric_limits<float>::infinity());
  check_extremum(-std::numeric_limits<float>::infinity());
  check_extremum(std::numeric_limits<double>::infinity());
  check_extremum(-std::numeric_limits<double>::infinity());
  check_extremum(std::numeric_limits<int>::max());
  check_extremum(std::numeric_limits<int>::min());
  check_extremum(std::numeric_limits<std::uint8_t>::max());
  check_extremum(std::numeric_limits<std::int64_t>::min());
}

// Thrust takes function objects that change when called; so do reductions.
BOOST_AUTO_TEST_CASE_TEMPLATE(operators_need_not_be_const, System, thread_systems)
{
  System const system;
  auto const in    = make_input<System>(std::vector<int>{3, 1, 2});
  auto const first = in.begin(), last = in.end();
  counting_add const op;
  BOOST_TEST(thrum::reduce(system.policy(), first, last, 1, op) == 7);
  BOOST_TEST(thrum::reduce(system.policy(), first, last, 1, thrum::commutative(op)) == 7);
}
