// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: counts of billions would take hours
// Counts around 2^31 and 2^32: more items than an int can count, and just fewer, where rounding up must not
// overflow.
#define BOOST_TEST_MODULE reduce_large
#include <thrum/reduce.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>

#include <cstddef>
#include <cstdint>

#include "large.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
constexpr std::ptrdiff_t two_to_31 = std::ptrdiff_t{1} << 31;

template <class System>
std::size_t largest_below(System const& system, std::ptrdiff_t count)
{
  thrust::counting_iterator<std::size_t> const first(0);
  return thrum::reduce(system.policy(), first, first + count, std::size_t{0}, thrust::maximum<>());
}
} // namespace

BOOST_AUTO_TEST_CASE(b24_maximum_in_parallel, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  for (std::ptrdiff_t const count : {two_to_31 - 2, two_to_31 - 1, two_to_31, 2 * two_to_31})
  {
    BOOST_TEST(largest_below(system, count) == static_cast<std::size_t>(count - 1));
  }
}

BOOST_AUTO_TEST_CASE(b24_maximum_in_sequence, *boost::unit_test::precondition(fast_enough))
{
  BOOST_TEST(largest_below(seq_system(), two_to_31 - 1) == static_cast<std::size_t>(two_to_31 - 2));
}

// An operator that the library does not know takes the order of a scan, with other counters.
BOOST_AUTO_TEST_CASE(b24_ordered_count_in_parallel, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  thrust::constant_iterator<char> const ones(1);
  std::ptrdiff_t const count = two_to_31 + 1;
  BOOST_TEST(thrum::reduce(system.policy(), ones, ones + count, std::int64_t{5}, add{}) == count + 5);
}
