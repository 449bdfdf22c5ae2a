// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Floating-point results are the same bits on every system and for every number of threads: those of the
// replay.
#define BOOST_TEST_MODULE scan_by_key_order
#include <thrum/scan.h>

#include <functional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "replay_by_key.h"
#include "sizes.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class T, class Key>
void check_bits(std::vector<Key> const& keys, std::vector<T> const& items)
{
  auto const plus      = thrust::plus<T>();
  auto const equal     = standard::equal_to<>();
  auto const inclusive = replay::inclusive_by_key(keys, items, equal, plus);
  auto const exclusive = replay::exclusive_by_key(keys, items, T(0.3), equal, plus);
  for_each_system<bit_systems>([&](auto const& system) {
    auto const k  = make_input(system, keys);
    auto const in = make_input(system, items);
    auto out      = make_output(system, items.size(), T(-1));
    auto data     = make_output(system, items);
    thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), in.begin(), out.begin());
    BOOST_TEST(same_bits(out.items(), inclusive));
    thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), data.begin(), data.begin());
    BOOST_TEST(same_bits(data.items(), inclusive));
    thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), in.begin(), out.begin(), T(0.3));
    BOOST_TEST(same_bits(out.items(), exclusive));
  });
}

template <class T, class Key>
void check_sizes(std::vector<std::size_t> const& sizes)
{
  random_source random;
  for (std::size_t const size : sizes)
  {
    for (std::int64_t const mean_run : {2, 40, 3'000, 100'000'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        check_bits(random.keys<Key>(size, mean_run), random.mixed_floats<T>(size));
      }
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b49_float_sums_within_tiles)
{
  check_sizes<float, int>(sizes_within_tiles<float>());
}

BOOST_AUTO_TEST_CASE(b49_double_sums_within_tiles)
{
  check_sizes<double, char>(sizes_within_tiles<double>());
}

BOOST_AUTO_TEST_CASE(b49_float_sums_over_groups)
{
  auto const o = replay::order_of(sizeof(float));
  check_sizes<float, int>({7 * o.tile() + 1, o.group() + 3 * o.tile() + 5});
}

BOOST_AUTO_TEST_CASE(b49_segments_that_begin_at_internal_boundaries)
{
  random_source random;
  for (std::size_t const length : run_lengths_at_boundaries<float>())
  {
    BOOST_TEST_CONTEXT("length " << length)
    {
      check_bits(keys_in_runs_of(length, 200'003), random.mixed_floats<float>(200'003));
    }
  }
}

BOOST_AUTO_TEST_CASE(b49_one_third_under_one_key)
{
  check_bits(std::vector<int>(300'007, 4), std::vector<double>(300'007, 1.0 / 3.0));
}
