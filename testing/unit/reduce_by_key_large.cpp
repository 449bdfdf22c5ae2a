// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: counts of billions would take hours
// More items than 32 bits can count; no memory holds them.
#define BOOST_TEST_MODULE reduce_by_key_large
#include <thrum/reduce.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "by_key.h"
#include "large.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct shifted_by_30
{
  THRUM_HOST_DEVICE std::int32_t operator()(std::int64_t i) const
  {
    return static_cast<std::int32_t>(i >> 30);
  }
};

std::int64_t const quarter = std::int64_t{1} << 30;

template <class System>
void count_items(System const& system, std::int64_t size, groups<int, std::int64_t> const& expected)
{
  auto const keys = thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}),
                                                    shifted_by_30());
  auto const ones = thrust::make_constant_iterator(std::int64_t{1});
  auto keys_out   = make_output<System>(poison_like(expected.first));
  auto counts     = make_output<System>(poison_like(expected.second));
  auto const ends = thrum::reduce_by_key(system.policy(), keys, keys + size, ones, keys_out.begin(),
                                         counts.begin());
  BOOST_TEST((ends.first == keys_out.end()));
  BOOST_TEST((ends.second == counts.end()));
  BOOST_TEST(same_items(keys_out.items(), expected.first));
  BOOST_TEST(same_items(counts.items(), expected.second));
}
} // namespace

BOOST_AUTO_TEST_CASE(b23_two_to_the_31, *boost::unit_test::precondition(fast_enough))
{
  count_items(seq_system(), 2 * quarter, {{0, 1}, {quarter, quarter}});
  count_items(parallel_system(), 2 * quarter, {{0, 1}, {quarter, quarter}});
}

BOOST_AUTO_TEST_CASE(b23_two_to_the_32_and_one, *boost::unit_test::precondition(fast_enough))
{
  count_items(parallel_system(), 4 * quarter + 1, {{0, 1, 2, 3, 4}, {quarter, quarter, quarter, quarter, 1}});
}

BOOST_AUTO_TEST_CASE(b23_more_groups_than_31_bits_count, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  std::int64_t const size = 2 * quarter + 3;
  auto const keys         = thrust::make_counting_iterator(std::int64_t{0});
  auto const ones         = thrust::make_constant_iterator(std::int8_t{1});
  auto const none         = thrust::make_discard_iterator();
  auto const ends         = thrum::reduce_by_key(system.policy(), keys, keys + size, ones, none, none);
  BOOST_TEST((ends.first - none) == size);
  BOOST_TEST((ends.second - none) == size);
}
