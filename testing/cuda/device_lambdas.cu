// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device lambdas as operators, predicates and transforms of every algorithm.
#define BOOST_TEST_MODULE cuda_device_lambdas
#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <thrust/iterator/discard_iterator.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include <cuda/functional>

#include "by_key.h"
#include "compare.h"
#include "encode.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 300'007;

std::vector<int> numbers()
{
  return random_source(1).integers<int>(size, -1'000, 1'000);
}
std::vector<int> runs()
{
  return random_source(2).keys<int>(size, 20);
}
std::vector<int> halves(std::vector<int> keys)
{
  for (int& key : keys)
  {
    key /= 2;
  }
  return keys;
}
std::vector<int> doubled(std::vector<int> items)
{
  for (int& item : items)
  {
    item *= 2;
  }
  return items;
}
} // namespace

BOOST_AUTO_TEST_CASE(b69_reduce)
{
  auto const items = numbers();
  device_buffer<int> const in(items, 0);
  device_buffer<int> out(1, -1, output_margin);
  int const factor = 1;
  auto const op    = [factor] __device__(int a, int b) { return factor * a + b; };
  BOOST_TEST(thrum::reduce(thrust::device, in.begin(), in.end(), 5, op)
             == serial::reduce(items, 5, std::plus<>()));
  BOOST_TEST(thrum::reduce(thrust::device, in.begin(), in.end(), 5, thrum::commutative(op))
             == serial::reduce(items, 5, std::plus<>()));
  thrum::reduce_into(thrust::device, in.begin(), in.end(), out.begin(), 6, op);
  BOOST_TEST(same_items(out.items(), {serial::reduce(items, 6, std::plus<>())}));
}

BOOST_AUTO_TEST_CASE(b69_transform_reduce)
{
  auto const items = numbers();
  device_buffer<int> const in(items, 0);
  auto const twice = [] __device__(int x) { return 2 * x; };
  BOOST_TEST(thrum::transform_reduce(thrust::device, in.begin(), in.end(), twice, 5, thrust::plus<>())
             == serial::reduce(doubled(items), 5, std::plus<>()));
}

BOOST_AUTO_TEST_CASE(b69_scans)
{
  auto const items = numbers();
  device_buffer<int> const in(items, 0);
  device_buffer<int> out(size, -1, output_margin);
  auto const op = [] __device__(int a, int b) { return a < b ? b : a; };
  thrum::inclusive_scan(thrust::device, in.begin(), in.end(), out.begin(), op);
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, thrust::maximum<>())));
  thrum::inclusive_scan(thrust::device, in.begin(), in.end(), out.begin(), 7, op);
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, std::optional<int>(7), thrust::maximum<>())));
  thrum::exclusive_scan(thrust::device, in.begin(), in.end(), out.begin(), -999, op);
  BOOST_TEST(same_items(out.items(), serial::exclusive(items, -999, thrust::maximum<>())));
}

BOOST_AUTO_TEST_CASE(b69_transform_scans)
{
  auto const items = numbers();
  device_buffer<int> const in(items, 0);
  device_buffer<int> out(size, -1, output_margin);
  auto const op    = [] __device__(int a, int b) { return a + b; };
  auto const twice = cuda::proclaim_return_type<int>([] __device__(int x) { return 2 * x; });
  thrum::transform_inclusive_scan(thrust::device, in.begin(), in.end(), out.begin(), twice, op);
  BOOST_TEST(same_items(out.items(), serial::inclusive(doubled(items), std::plus<>())));
  thrum::transform_exclusive_scan(thrust::device, in.begin(), in.end(), out.begin(), twice, 9, op);
  BOOST_TEST(same_items(out.items(), serial::exclusive(doubled(items), 9, std::plus<>())));
}

BOOST_AUTO_TEST_CASE(b69_scans_by_key)
{
  auto const items = numbers();
  auto const keys  = runs();
  device_buffer<int> const in(items, 0), k(keys, 0);
  device_buffer<int> out(size, -1, output_margin);
  auto const same = [] __device__(int a, int b) { return a / 2 == b / 2; };
  auto const op   = [] __device__(int a, int b) { return a + b; };
  thrum::inclusive_scan_by_key(thrust::device, k.begin(), k.end(), in.begin(), out.begin(), same, op);
  BOOST_TEST(
    same_items(out.items(), serial::inclusive_by_key(halves(keys), items, std::equal_to<>(), std::plus<>())));
  thrum::exclusive_scan_by_key(thrust::device, k.begin(), k.end(), in.begin(), out.begin(), 4, same, op);
  BOOST_TEST(same_items(out.items(),
                        serial::exclusive_by_key(halves(keys), items, 4, std::equal_to<>(), std::plus<>())));
}

BOOST_AUTO_TEST_CASE(b69_reduce_by_key)
{
  auto const items    = numbers();
  auto const keys     = halves(runs());
  auto const expected = serial::reduce_by_key(keys, items, std::equal_to<>(), std::plus<>());
  auto const same     = [] __device__(int a, int b) { return a == b; };
  auto const op       = [] __device__(int a, int b) { return a + b; };
  check_reduce_by_key(cuda_system(), keys, items, expected, same, op);

  device_buffer<int> const in(items, 0), k(keys, 0);
  device_buffer<int> sums(expected.first.size(), -1, output_margin), count(1, -1, output_margin);
  thrum::reduce_by_key_into(thrust::device, k.begin(), k.end(), in.begin(), thrust::make_discard_iterator(),
                            sums.begin(), count.begin(), same, op);
  BOOST_TEST(same_items(sums.items(), expected.second));
  BOOST_TEST(same_items(count.items(), {static_cast<int>(expected.first.size())}));
}

BOOST_AUTO_TEST_CASE(b69_run_length_encode)
{
  auto const items    = halves(runs());
  auto const expected = serial::encode(items, std::equal_to<>());
  auto const same     = [] __device__(int a, int b) { return a == b; };
  check_encode(cuda_system(), items, expected, same);

  device_buffer<int> const in(items, 0);
  device_buffer<int> lengths(expected.lengths.size(), -1, output_margin), count(1, -1, output_margin);
  auto const none = thrust::make_discard_iterator();
  thrum::run_length_encode_into(thrust::device, in.begin(), in.end(), none, lengths.begin(), count.begin(),
                                same);
  BOOST_TEST(same_items(lengths.items(), converted<int>(expected.lengths)));
  BOOST_TEST(same_items(count.items(), {static_cast<int>(expected.lengths.size())}));
  auto const ends   = thrum::run_length_encode_non_trivial(thrust::device, in.begin(), in.end(), none, none,
                                                           same);
  auto const longer = std::count_if(expected.lengths.begin(), expected.lengths.end(),
                                    [](std::int64_t length) { return length >= 2; });
  BOOST_TEST((ends.first - none) == longer);
}

BOOST_AUTO_TEST_CASE(b69_load_balanced_for_each)
{
  auto const sizes    = random_source(3).integers<int>(20'000, 0, 30);
  auto const ends     = serial::ends<std::int64_t>(sizes);
  auto const expected = serial::decode(sizes, sizes).ranks;
  device_buffer<int> const in(sizes, 0);
  device_buffer<std::int64_t> const ends_in(ends, 0);
  device_buffer<std::int64_t> out(expected.size(), -1, output_margin);
  std::int64_t const* const end_of = ends_in.begin();
  std::int64_t* const ranks        = out.begin();
  thrum::load_balanced_for_each(thrust::device, in.begin(), in.end(),
                                [=] __device__(std::int64_t segment, std::int64_t rank) {
                                  ranks[(segment > 0 ? end_of[segment - 1] : 0) + rank] = rank;
                                });
  BOOST_TEST(same_items(out.items(), expected));
}
