// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// What reaches the operator, and how often iterators are dereferenced.
#define BOOST_TEST_MODULE reduce_by_key_operator
#include <thrum/reduce.h>

#include <thrust/functional.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "bounds_checked_iterator.h"
#include "by_key.h"
#include "random.h"
#include "sizes.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// The index of the smallest of table[0 .. size); an index that is none counts a violation.
struct argmin
{
  double const* table;
  int size;
  THRUM_HOST_DEVICE int operator()(int a, int b) const
  {
    bool const real = a >= 0 && a < size && b >= 0 && b < size;
    trap::expect(real);
    return real && table[b] < table[a] ? b : a;
  }
};

struct only_sevens
{
  THRUM_HOST_DEVICE int operator()(int a, int b) const
  {
    trap::expect(a == 7 && b == 7);
    return a < b ? a : b;
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

std::vector<std::size_t> const sizes{1,     2,     31,    32,    33,     500,      2'305,
                                     3'583, 3'584, 3'585, 7'169, 70'000, 1'000'000};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_only_neighbours_of_one_group_meet, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes)
    for (std::int64_t const mean_run : {1, 3, 40, 5'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        auto const keys = random.keys<int>(size, mean_run);
        trap::reset();
        compare_reduce_by_key(system, keys, unit_intervals_of(keys), standard::equal_to<>(),
                              join_neighbours());
        BOOST_TEST(trap::violations() == 0);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_the_operator_sees_values_of_the_input_alone, System, systems)
{
  System const system;
  for (std::size_t const size : sizes)
  {
    trap::reset();
    auto const keys = equal_groups(size, 5);
    auto const each = static_cast<std::size_t>(keys.back()) + 1;
    check_reduce_by_key(system, keys, std::vector<int>(size, 7),
                        groups<int, int>{ascending<int>(each), std::vector<int>(each, 7)},
                        standard::equal_to<>(), only_sevens());
    BOOST_TEST(trap::violations() == 0, "size " << size);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b16_argmin_over_a_table, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes)
  {
    trap::reset();
    auto const table    = random.mixed_floats<double>(size);
    auto const there    = make_input<System>(table);
    auto const keys     = equal_groups(size, 5);
    auto const indices  = ascending<int>(size);
    auto const same     = standard::equal_to<>();
    int const last      = static_cast<int>(size);
    auto const expected = serial::reduce_by_key(keys, indices, same, argmin{table.data(), last});
    check_reduce_by_key(system, keys, indices, expected, same, argmin{there.begin(), last});
    BOOST_TEST(trap::violations() == 0, "size " << size);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(operators_need_not_commute, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<affine>())
    for (std::int64_t const mean_run : {2, 300, 1'000'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        auto const values = make_values<affine>(random.integers<int>(size, 0, 1'000'000));
        compare_reduce_by_key(system, random.keys<int>(size, mean_run), values, standard::equal_to<>(),
                              add());
      }
    }
}

// The library may call an operator that it knows where nothing comes of it, and may not let that show.
BOOST_AUTO_TEST_CASE_TEMPLATE(operators_that_the_library_knows, System, few_systems)
{
  System const system;
  random_source random;
  standard::equal_to<> const same;
  for (std::size_t const size : sizes)
    for (std::int64_t const mean_run : {1, 3, 40, 5'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        auto const keys = random.keys<std::int16_t>(size, mean_run);
        auto const ints = random.integers<int>(size, -1'000'000'000, 1'000'000'000);
        compare_reduce_by_key(system, keys, ints, same, thrust::minimum<int>());
        compare_reduce_by_key(system, keys, ints, same, thrust::maximum<>());
        compare_reduce_by_key(system, keys, ints, same, standard::bit_and<int>());
        compare_reduce_by_key(system, keys, random.integers<std::uint32_t>(size, 0, 9), same,
                              standard::multiplies<std::uint32_t>());
        auto const floats = random.mixed_floats<float>(size);
        compare_reduce_by_key(system, keys, floats, same, thrust::minimum<float>());
        compare_reduce_by_key(system, keys, floats, same, thrust::maximum<>());
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_item_alone_meets_no_operator, System, systems)
{
  System const system;
  trap::reset();
  for (std::size_t const size : sizes)
    check_reduce_by_key(system, ascending<int>(size), std::vector<int>(size, 3),
                        groups<int, int>{ascending<int>(size), std::vector<int>(size, 3)},
                        standard::equal_to<>(), never_called());
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_once_and_each_result_written_once, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes)
    for (std::int64_t const mean_run : {1, 40})
    {
      auto const keys     = random.keys<int>(size, mean_run);
      auto const values   = random.integers<int>(size, -9, 9);
      auto const expected = serial::reduce_by_key(keys, values, standard::equal_to<>(), standard::plus<>());
      checked_input<int> keys_in(keys), values_in(values);
      checked_output<int> keys_out(expected.first.size(), -99), values_out(expected.first.size(), -99);
      auto const ends = thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(),
                                             values_in.begin(), keys_out.begin(), values_out.begin());
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        BOOST_TEST((ends.first == keys_out.end()));
        BOOST_TEST((ends.second == values_out.end()));
        BOOST_TEST(same_items(keys_out.items(), expected.first));
        BOOST_TEST(same_items(values_out.items(), expected.second));
        for (auto const* in : {&keys_in, &values_in})
        {
          BOOST_TEST(in->faults() == 0);
          BOOST_TEST(in->least_reads() == 1);
          BOOST_TEST(in->most_reads() == 1);
        }
        for (auto const* out : {&keys_out, &values_out})
        {
          BOOST_TEST(out->faults() == 0);
          BOOST_TEST(out->least_writes() == 1);
          BOOST_TEST(out->most_writes() == 1);
        }
      }
    }
}
