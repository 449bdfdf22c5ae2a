// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Floating-point sums of groups have the same bits on every system and with any number of threads.
#define BOOST_TEST_MODULE reduce_by_key_bits
#include <thrum/reduce.h>

#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "replay_by_key.h"
#include "sizes.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct as_it_is
{
  template <class It>
  It operator()(It it) const
  {
    return it;
  }
};

struct identity
{
  THRUM_HOST_DEVICE float operator()(float x) const { return x; }
};

/// `wrap` makes the iterator that the algorithm gets of one to the values.
template <class System, class Key, class Value, class Op = standard::plus<>, class Wrap = as_it_is>
std::vector<Value> sums_of(System const& system,
                           std::vector<Key> const& keys,
                           std::vector<Value> const& values,
                           Op op     = {},
                           Wrap wrap = {})
{
  auto const keys_in   = make_input<System>(keys);
  auto const values_in = make_input<System>(values);
  auto sums            = make_output<System>(values.size(), Value());
  auto const ends      = thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(),
                                              wrap(values_in.begin()), thrust::make_discard_iterator(),
                                              sums.begin(), standard::equal_to<>(), op);
  return serial::slice(sums.items(), 0, static_cast<std::size_t>(ends.second - sums.begin()));
}

template <class System, class Value>
void same_sums_as_in_sequence(std::vector<std::size_t> const& sizes)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes)
    for (std::int64_t const mean_run : {1, 2, 16, 256, 5'000'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        auto const keys       = random.keys<int>(size, mean_run);
        auto const values     = random.mixed_floats<Value>(size);
        auto const sequential = sums_of(seq_system(), keys, values);
        BOOST_TEST(same_bits(sums_of(system, keys, values), sequential));
      }
    }
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b49_floats_within_tiles, System, bit_systems)
{
  same_sums_as_in_sequence<System, float>(sizes_within_tiles<float>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b49_floats_across_groups_of_tiles, System, bit_systems)
{
  same_sums_as_in_sequence<System, float>({100'003, 1'000'003});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b49_doubles, System, bit_systems)
{
  same_sums_as_in_sequence<System, double>({1'000, 7'169, 100'003, 1'000'003});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b49_one_third_over_and_over, System, bit_systems)
{
  System const system;
  std::vector<char> const keys(300'007, 'k');
  std::vector<double> const thirds(300'007, 1.0 / 3.0);
  auto const first = sums_of(system, keys, thirds);
  BOOST_TEST(same_bits(first, sums_of(seq_system(), keys, thirds)));
  for (int round = 0; round < 30; ++round)
    BOOST_TEST(same_bits(sums_of(system, keys, thirds), first));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_kind_of_iterator_changes_nothing, System, bit_systems)
{
  System const system;
  random_source random;
  auto const keys   = random.keys<int>(200'003, 700);
  auto const values = random.mixed_floats<float>(200'003);
  auto const fancy  = [](auto it) { return thrust::make_transform_iterator(it, identity()); };
  BOOST_TEST(
    same_bits(sums_of(system, keys, values, standard::plus<>(), fancy), sums_of(seq_system(), keys, values)));
}

// The constants of reduce by key follow from the larger of key and value.
BOOST_AUTO_TEST_CASE_TEMPLATE(the_documented_order, System, few_systems)
{
  System const system;
  random_source random;
  auto const check = [&](auto key, auto value, std::size_t size, std::int64_t mean_run) {
    using Key         = decltype(key);
    using Value       = decltype(value);
    auto const keys   = random.keys<Key>(size, mean_run);
    auto const values = random.mixed_floats<Value>(size);
    auto const order  = replay::order_of(std::max(sizeof(Key), sizeof(Value)));
    auto const sums   = replay::reduce_by_key(keys, values, standard::equal_to<>(), add(), order).second;
    BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
    {
      BOOST_TEST(same_bits(sums_of(system, keys, values), sums));
      BOOST_TEST(same_bits(sums_of(system, keys, values, add()), sums)); // an operator that it does not know
    }
  };
  for (std::size_t const size : {1, 29, 900, 7'169, 50'000, 1'000'003})
    for (std::int64_t const mean_run : {2, 40, 3'000, 5'000'000})
    {
      check(int(), float(), size, mean_run);
      check(char(), double(), size, mean_run);
      check(std::int64_t(), float(), size, mean_run);
    }
}
