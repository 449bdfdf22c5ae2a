// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE transform_scan
#include <thrum/transform_scan.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "bounds_checked_iterator.h"
#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "throwing.h"
#include "trap_operator.h"
#include "types.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct square
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T x) const
  {
    return x * x;
  }
};

/// Each call counts.
struct counted_square
{
  THRUM_HOST_DEVICE int operator()(int x) const
  {
    trap::expect(false);
    return x * x;
  }
};

struct same
{
  THRUM_HOST_DEVICE std::int8_t operator()(std::int8_t x) const { return x; }
};

struct doubled_map
{
  THRUM_HOST_DEVICE affine operator()(affine const& a) const { return a + a; }
};

/// Converts to nothing.
struct parcel
{
  std::uint64_t weight;
  char label[3];
};

struct weight_of
{
  THRUM_HOST_DEVICE std::uint64_t operator()(parcel const& p) const { return p.weight; }
};

struct weight_in_place
{
  THRUM_HOST_DEVICE std::uint64_t const& operator()(parcel const& p) const { return p.weight; }
};

template <class T>
std::vector<T> squares(std::vector<T> items)
{
  for (T& item : items)
  {
    item = square{}(item);
  }
  return items;
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  auto const& policy = system.policy();
  auto const in      = make_input<System>(std::vector<int>{4, -7, 1, 9});
  auto out           = make_output<System>(4, -1);
  auto const begin = in.begin(), end = in.end();
  auto const op = thrust::plus<int>();

  BOOST_TEST(thrum::transform_inclusive_scan(policy, begin, end, out.begin(), square{}, op) == out.end());
  BOOST_TEST(same_items(out.items(), {16, 65, 66, 147}));
  BOOST_TEST(thrum::transform_inclusive_scan(policy, begin, end, out.begin(), square{}, 100, op)
             == out.end());
  BOOST_TEST(same_items(out.items(), {116, 165, 166, 247}));
  BOOST_TEST(thrum::transform_exclusive_scan(policy, begin, end, out.begin(), square{}, 100, op)
             == out.end());
  BOOST_TEST(same_items(out.items(), {100, 116, 165, 166}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, vectors<int>)
{
  auto const in = make_vector<Vector>(std::vector<int>{4, -7, 1, 9});
  Vector out(4, -1);
  auto const begin = in.begin(), end = in.end();
  auto const op = thrust::plus<int>();

  BOOST_TEST((thrum::transform_inclusive_scan(begin, end, out.begin(), square{}, op) == out.end()));
  BOOST_TEST(same_items(items_of(out), {16, 65, 66, 147}));
  BOOST_TEST((thrum::transform_inclusive_scan(begin, end, out.begin(), square{}, 100, op) == out.end()));
  BOOST_TEST(same_items(items_of(out), {116, 165, 166, 247}));
  BOOST_TEST((thrum::transform_exclusive_scan(begin, end, out.begin(), square{}, 100, op) == out.end()));
  BOOST_TEST(same_items(items_of(out), {100, 116, 165, 166}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_of_nothing, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>{});
  auto out      = make_output<System>(1, -1);
  auto const at = out.begin();
  auto const op = thrust::plus<int>();
  BOOST_TEST(thrum::transform_inclusive_scan(system.policy(), in.begin(), in.end(), at, square{}, op) == at);
  BOOST_TEST(thrum::transform_exclusive_scan(system.policy(), in.begin(), in.end(), at, square{}, 1, op)
             == at);
  BOOST_TEST(same_items(out.items(), {-1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  auto const op = thrust::plus<>();
  for (std::size_t const size : sizes_within_tiles<std::int64_t>())
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000, 1'000'000);
      auto const in    = make_input<System>(items);
      auto out         = make_output<System>(size, std::int64_t{-1});
      auto const begin = in.begin(), end = in.end();
      thrum::transform_inclusive_scan(system.policy(), begin, end, out.begin(), square{}, op);
      BOOST_TEST(same_items(out.items(), serial::inclusive(squares(items), op)));
      thrum::transform_exclusive_scan(system.policy(), begin, end, out.begin(), square{}, std::int64_t{7},
                                      op);
      BOOST_TEST(same_items(out.items(), serial::exclusive(squares(items), std::int64_t{7}, op)));
    }
  }
}

BOOST_AUTO_TEST_CASE(b49_float_sums_have_the_same_bits)
{
  random_source random;
  auto const items     = random.mixed_floats<float>(1'200'007);
  auto const op        = thrust::plus<float>();
  auto const inclusive = replay::inclusive(squares(items), std::optional<float>(), op);
  auto const exclusive = replay::exclusive(squares(items), 0.3F, op);
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    auto out      = make_output(system, items.size(), -1.0F);
    thrum::transform_inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), square{}, op);
    BOOST_TEST(same_bits(out.items(), inclusive));
    thrum::transform_exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), square{}, 0.3F, op);
    BOOST_TEST(same_bits(out.items(), exclusive));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b35_accumulates_the_transformed_type, System, thread_systems)
{
  System const system;
  random_source random;
  std::vector<parcel> parcels;
  std::vector<std::uint64_t> weights;
  for (std::size_t i = 0; i < 20'000; ++i)
  {
    weights.push_back(random.bits() >> 20);
    parcels.push_back({weights.back(), {'a', 'b', 'c'}});
  }
  auto const in       = make_input<System>(parcels);
  auto out            = make_output<System>(weights.size(), std::uint64_t{0});
  auto const expected = serial::inclusive(weights, thrust::plus<>());
  auto const begin = in.begin(), end = in.end();
  auto const op = thrust::plus<>();
  thrum::transform_inclusive_scan(system.policy(), begin, end, out.begin(), weight_of{}, op);
  BOOST_TEST(same_items(out.items(), expected));
  thrum::transform_inclusive_scan(system.policy(), begin, end, out.begin(), weight_in_place{}, op);
  BOOST_TEST(same_items(out.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(init_type_accumulates, System, thread_systems)
{
  System const system;
  auto const in  = make_input<System>(std::vector<std::int8_t>(1'000, std::int8_t{100}));
  auto out       = make_output<System>(1'000, std::int64_t{-1});
  auto const op  = thrust::plus<>();
  auto const get = same{};
  thrum::transform_inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), get, 5, op);
  BOOST_TEST(out.items().back() == 100'005);
  thrum::transform_exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), get,
                                  std::int64_t{1} << 40, op);
  BOOST_TEST(out.items().back() == (std::int64_t{1} << 40) + 99'900);
  thrum::transform_inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), get, op);
  BOOST_TEST(out.items().back() == static_cast<std::int8_t>(100'000));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_and_transformed_once, System, thread_systems)
{
  System const system;
  for (std::size_t const size : {std::size_t{1}, std::size_t{1'000}, std::size_t{100'003}})
  {
    std::vector<int> const items(size, 2);
    checked_input<int> inclusive(items), exclusive(items);
    checked_output<int> out(size, -1);
    trap::reset();
    thrum::transform_inclusive_scan(system.policy(), inclusive.begin(), inclusive.end(), out.begin(),
                                    counted_square{}, thrust::plus<>());
    BOOST_TEST(trap::violations() == static_cast<long>(size));
    BOOST_TEST(inclusive.least_reads() == 1);
    BOOST_TEST(inclusive.most_reads() == 1);
    BOOST_TEST(out.least_writes() == 1);
    BOOST_TEST(out.most_writes() == 1);
    BOOST_TEST(same_items(out.items(), serial::inclusive(squares(items), thrust::plus<>())));

    thrum::transform_exclusive_scan(system.policy(), exclusive.begin(), exclusive.end(), out.begin(),
                                    square{}, 0, thrust::plus<>());
    BOOST_TEST(exclusive.most_reads() <= 1);
    BOOST_TEST(exclusive.reads_of(static_cast<std::ptrdiff_t>(size) - 1) == 0);
    BOOST_TEST(inclusive.faults() + exclusive.faults() + out.faults() == 0);
  }
}

// Several times, since grids on the GPU are now of few blocks, now of many.
BOOST_AUTO_TEST_CASE_TEMPLATE(in_place_without_commuting, System, thread_systems)
{
  System const system;
  random_source random;
  auto const items = make_values<affine>(random.integers<int>(50'001, 0, 1'000'000));
  auto const twice = doubled_map{};
  std::vector<affine> doubled;
  for (affine const& item : items)
  {
    doubled.push_back(twice(item));
  }
  auto const inclusive = serial::inclusive(doubled, add{});
  auto const exclusive = serial::exclusive(doubled, items.front(), add{});
  for (int round = 0; round < 6; ++round)
  {
    auto data = make_output<System>(items);
    thrum::transform_inclusive_scan(system.policy(), data.begin(), data.end(), data.begin(), twice, add{});
    BOOST_TEST(same_items(data.items(), inclusive));
    auto again = make_output<System>(items);
    thrum::transform_exclusive_scan(system.policy(), again.begin(), again.end(), again.begin(), twice,
                                    items.front(), add{});
    BOOST_TEST(same_items(again.items(), exclusive));
  }
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_the_transform_reach_the_caller, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>(30'001, 1));
  auto out      = make_output<System>(30'001, -1);
  for (long const call : {1L, 20'000L, 30'001L})
  {
    countdown calls(call);
    BOOST_CHECK_THROW(thrum::transform_inclusive_scan(system.policy(), in.begin(), in.end(), out.begin(),
                                                      throwing(calls, square{}), thrust::plus<>()),
                      bomb);
  }
}
#endif
