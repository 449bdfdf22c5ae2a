// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE transform_reduce
#include <thrum/transform_reduce.h>

#include <cstdint>
#include <vector>

#include "bounds_checked_iterator.h"
#include "compare.h"
#include "random.h"
#include "replay_commuting.h"
#include "sizes.h"
#include "systems.h"
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

template <class T>
std::vector<T> squares(std::vector<T> items)
{
  for (T& item : items)
  {
    item = square{}(item);
  }
  return items;
}

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
  THRUM_HOST_DEVICE std::uint8_t operator()(std::uint8_t x) const { return x; }
};

/// Converts to nothing.
struct parcel
{
  std::uint64_t weight;
  char label[3];
};

struct weight_in_place
{
  THRUM_HOST_DEVICE std::uint64_t const& operator()(parcel const& p) const { return p.weight; }
};

struct interval_of
{
  THRUM_HOST_DEVICE interval operator()(int i) const { return {i, i}; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  auto const in    = make_input<System>(std::vector<int>{4, -7, 1, 9});
  auto const first = in.begin(), last = in.end();
  BOOST_TEST(thrum::transform_reduce(system.policy(), first, last, square{}, 100, thrust::plus<int>())
             == 247);
  BOOST_TEST(thrum::transform_reduce(system.policy(), first, last, square{}, 0, thrust::maximum<>()) == 81);
  BOOST_TEST(thrum::transform_reduce(system.policy(), first, first, square{}, 7, thrust::plus<>()) == 7);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, vectors<int>)
{
  auto const in = make_vector<Vector>(std::vector<int>{4, -7, 1, 9});
  BOOST_TEST(thrum::transform_reduce(in.begin(), in.end(), square{}, 100, thrust::plus<int>()) == 247);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  auto sizes = sizes_within_tiles<std::int64_t>();
  for (std::size_t const size : sizes_of_commuting_reduce<std::int64_t>())
  {
    sizes.push_back(size);
  }
  for (std::size_t const size : sizes)
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const items = random.integers<std::int64_t>(size, -1'000'000, 1'000'000);
      auto const in    = make_input<System>(items);
      auto const first = in.begin(), last = in.end();
      std::int64_t const init = 3;
      auto const expected     = serial::reduce(squares(items), init, add{});
      BOOST_TEST(thrum::transform_reduce(system.policy(), first, last, square{}, init, thrust::plus<>())
                 == expected);
      BOOST_TEST(thrum::transform_reduce(system.policy(), first, last, square{}, init, add{}) == expected);
    }
  }
}

BOOST_AUTO_TEST_CASE(b49_float_sums_have_the_same_bits)
{
  random_source random;
  auto const items     = random.mixed_floats<float>(1'200'007);
  auto const ordered   = replay::ordered_reduce(squares(items), 0.3F, add{});
  auto const commuting = replay::commuting_reduce(squares(items), 0.3F, add{});
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in    = make_input(system, items);
    auto const first = in.begin(), last = in.end();
    auto const& policy = system.policy();
    BOOST_TEST(same_bits(thrum::transform_reduce(policy, first, last, square{}, 0.3F, add{}), ordered));
    BOOST_TEST(
      same_bits(thrum::transform_reduce(policy, first, last, square{}, 0.3F, thrust::plus<>()), commuting));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_operator_sees_only_transformed_items, System, thread_systems)
{
  System const system;
  for (int const size : {1, 2, 33, 1'000, 60'007})
  {
    trap::reset();
    std::vector<int> items(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i)
    {
      items[static_cast<std::size_t>(i)] = i;
    }
    auto const in    = make_input<System>(items);
    auto const total = thrum::transform_reduce(system.policy(), in.begin(), in.end(), interval_of{},
                                               interval(-1, -1), join_neighbours{});
    BOOST_TEST((total == interval(-1, size - 1)));
    BOOST_TEST(trap::violations() == 0);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_and_transformed_once, System, thread_systems)
{
  System const system;
  std::vector<int> const items(100'003, 3);
  checked_input<int> in(items);
  trap::reset();
  auto const sum = thrum::transform_reduce(system.policy(), in.begin(), in.end(), counted_square{}, 1,
                                           thrust::plus<>());
  BOOST_TEST(sum == 900'028);
  BOOST_TEST(trap::violations() == 100'003);
  BOOST_TEST(in.least_reads() == 1);
  BOOST_TEST(in.most_reads() == 1);
  BOOST_TEST(in.faults() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b32_init_type_accumulates, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::uint8_t>(1'000'000, 255));
  BOOST_TEST(
    thrum::transform_reduce(system.policy(), in.begin(), in.end(), same{}, std::int64_t{0}, thrust::plus<>())
    == 255'000'000);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b35_items_that_convert_to_nothing, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<parcel>(1'000, {std::uint64_t{1} << 40, {'a', 'b', 'c'}}));
  auto const total = thrum::transform_reduce(system.policy(), in.begin(), in.end(), weight_in_place{},
                                             std::uint64_t{7}, thrust::plus<>());
  BOOST_TEST(total == (std::uint64_t{1'000} << 40) + 7);
}
