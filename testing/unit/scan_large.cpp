// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: counts of billions would take hours
// More items than an int can count.
#define BOOST_TEST_MODULE scan_large
#include <thrum/scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>

#include <cstddef>
#include <cstdint>

#include "large.h"
#include "systems.h"
#include "trap_operator.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
constexpr std::ptrdiff_t count = (std::ptrdiff_t{1} << 31) + 3;

/// Takes the place of an output: item i must be i + Offset.
template <int Offset>
struct expects_index
{
  THRUM_HOST_DEVICE void operator()(std::ptrdiff_t index, std::int64_t value) const
  {
    if (value != index + Offset)
    {
      trap::expect(false);
    }
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(b24_inclusive_scan_beyond_two_to_31, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  trap::reset();
  thrust::constant_iterator<std::int64_t> const ones(1);
  auto const out = thrust::make_tabulate_output_iterator(expects_index<1>{});
  BOOST_TEST((thrum::inclusive_scan(system.policy(), ones, ones + count, out) - out) == count);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE(b24_exclusive_scan_by_key_beyond_two_to_31, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  trap::reset();
  thrust::constant_iterator<char> const key('k');
  thrust::constant_iterator<char> const ones(1);
  auto const out = thrust::make_tabulate_output_iterator(expects_index<0>{});
  auto const end = thrum::exclusive_scan_by_key(system.policy(), key, key + count, ones, out,
                                                std::int64_t{0});
  BOOST_TEST((end - out) == count);
  BOOST_TEST(trap::violations() == 0);
}
