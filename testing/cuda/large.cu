// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Counts around 2^31 and beyond 2^32, of items that are in no memory.
#define BOOST_TEST_MODULE cuda_large
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <vector>

#include "compare.h"
#include "systems.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
constexpr std::int64_t two_to_31 = std::int64_t{1} << 31;

std::int64_t const sizes[] = {two_to_31 - 2, two_to_31 - 1, two_to_31, 2 * two_to_31 + 1};

/// Runs of 2^24 + 1 items.
constexpr std::int64_t run = (1 << 24) + 1;
struct number_of_run
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t i) const { return i / run; }
};

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

std::vector<std::int64_t> lengths_of_runs(std::int64_t size)
{
  std::vector<std::int64_t> result(static_cast<std::size_t>(size / run), run);
  if (size % run != 0)
  {
    result.push_back(size % run);
  }
  return result;
}
std::vector<std::int64_t> numbers_of_runs(std::int64_t size)
{
  std::vector<std::int64_t> result;
  for (std::int64_t i = 0; i * run < size; ++i)
  {
    result.push_back(i);
  }
  return result;
}
auto const counting    = thrust::make_counting_iterator(std::int64_t{0});
auto const runs_of_all = thrust::make_transform_iterator(counting, number_of_run());
auto const none        = thrust::make_discard_iterator();
} // namespace

BOOST_AUTO_TEST_CASE(b24_reduce)
{
  for (std::int64_t const size : sizes)
  {
    auto const sum = static_cast<std::uint64_t>(size % 2 == 0 ? size / 2 : size)
                     * static_cast<std::uint64_t>(size % 2 == 0 ? size - 1 : (size - 1) / 2);
    thrust::counting_iterator<std::uint64_t> const first(0);
    BOOST_TEST(thrum::reduce(thrust::device, first, first + size) == sum);
    BOOST_TEST(thrum::reduce(thrust::device, first, first + size, std::uint64_t{0}, add()) == sum);
    BOOST_TEST(thrum::reduce(thrust::device, counting, counting + size, std::int64_t{0}, thrust::maximum<>())
               == size - 1);
  }
}

BOOST_AUTO_TEST_CASE(b24_scans)
{
  thrust::constant_iterator<std::int64_t> const ones(1);
  for (std::int64_t const size : sizes)
  {
    BOOST_TEST((thrum::inclusive_scan(thrust::device, counting, counting + size, none) - none) == size);

    trap::reset();
    auto const from_one = thrust::make_tabulate_output_iterator(expects_index<1>());
    thrum::inclusive_scan(thrust::device, ones, ones + size, from_one);
    auto const from_zero = thrust::make_tabulate_output_iterator(expects_index<0>());
    thrum::exclusive_scan(thrust::device, ones, ones + size, from_zero, std::int64_t{0}, add());
    thrust::constant_iterator<char> const key('k');
    thrum::inclusive_scan_by_key(thrust::device, key, key + size, ones, from_one);
    thrum::exclusive_scan_by_key(thrust::device, key, key + size, ones, from_zero, std::int64_t{0});
    BOOST_TEST(trap::violations() == 0, "size " << size);
  }
}

BOOST_AUTO_TEST_CASE(b23_reduce_by_key)
{
  thrust::constant_iterator<std::int64_t> const ones(1);
  for (std::int64_t const size : sizes)
  {
    auto const expected = lengths_of_runs(size);
    device_buffer<std::int64_t> keys_out(expected.size(), -1, output_margin);
    device_buffer<std::int64_t> counts(expected.size(), -1, output_margin);
    auto const ends = thrum::reduce_by_key(thrust::device, runs_of_all, runs_of_all + size, ones,
                                           keys_out.begin(), counts.begin());
    BOOST_TEST((ends.second == counts.end()));
    BOOST_TEST(same_items(keys_out.items(), numbers_of_runs(size)));
    BOOST_TEST(same_items(counts.items(), expected));
    auto const singles = thrum::reduce_by_key(thrust::device, counting, counting + size, ones, none, none);
    BOOST_TEST((singles.first - none) == size);
  }
}

BOOST_AUTO_TEST_CASE(b23_run_length_encode)
{
  for (std::int64_t const size : sizes)
  {
    auto const expected = lengths_of_runs(size);
    device_buffer<std::int64_t> values(expected.size(), -1, output_margin);
    device_buffer<std::int64_t> lengths(expected.size(), -1, output_margin);
    device_buffer<std::int64_t> count(1, -1, output_margin);
    thrum::run_length_encode_into(thrust::device, runs_of_all, runs_of_all + size, values.begin(),
                                  lengths.begin(), count.begin());
    BOOST_TEST(same_items(count.items(), {static_cast<std::int64_t>(expected.size())}));
    BOOST_TEST(same_items(values.items(), numbers_of_runs(size)));
    BOOST_TEST(same_items(lengths.items(), expected));
    auto const singles = thrum::run_length_encode(thrust::device, counting, counting + size, none, none);
    BOOST_TEST((singles.first - none) == size);
    auto const one_run = thrust::make_constant_iterator('c');
    auto const ends    = thrum::run_length_encode_non_trivial(thrust::device, one_run, one_run + size, none,
                                                              lengths.begin());
    BOOST_TEST((ends.second - lengths.begin()) == 1);
    BOOST_TEST(lengths.items().front() == size);
  }
}
