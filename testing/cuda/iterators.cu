// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Raw pointers of cudaMalloc, Thrust's pointers, and fancy iterators, in one call of each kind of algorithm.
#define BOOST_TEST_MODULE cuda_iterators
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/device_malloc.h>
#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "read_items.h"
#include "reference.h"
#include "run_length.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 200'003;

struct shrunk
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t i) const { return i / 7; }
};

/// Reduce, scan, reduce by key and encode of what an iterator gives.
template <class It>
void check_input(It first)
{
  using value      = typename std::iterator_traits<It>::value_type;
  auto const items = read_items(cuda_system(), first, size);
  auto const last  = first + static_cast<std::ptrdiff_t>(size);
  auto const same  = std::equal_to<>();
  device_buffer<value> out(size, value(), output_margin), keys_out(size, value(), output_margin);
  device_buffer<std::int64_t> lengths(size, -1, output_margin);

  BOOST_TEST(thrum::reduce(thrust::device, first, last, value(3)) == serial::reduce(items, value(3), add()));
  BOOST_TEST(thrum::reduce(thrust::device, first, last, value(3), add())
             == serial::reduce(items, value(3), add()));
  thrum::inclusive_scan(thrust::device, first, last, out.begin());
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, add())));
  thrum::exclusive_scan(thrust::device, first, last, out.begin(), value(2), add());
  BOOST_TEST(same_items(out.items(), serial::exclusive(items, value(2), add())));
  thrum::inclusive_scan_by_key(thrust::device, first, last, first, out.begin());
  BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(items, items, same, add())));

  auto const groups = serial::reduce_by_key(items, items, same, add());
  auto const count  = groups.first.size();
  auto const ends   = thrum::reduce_by_key(thrust::device, first, last, first, keys_out.begin(), out.begin());
  BOOST_TEST(static_cast<std::size_t>(ends.first - keys_out.begin()) == count);
  BOOST_TEST(same_items(serial::slice(keys_out.items(), 0, count), groups.first));
  BOOST_TEST(same_items(serial::slice(out.items(), 0, count), groups.second));

  thrum::run_length_encode(thrust::device, first, last, keys_out.begin(), lengths.begin());
  BOOST_TEST(same_items(serial::slice(keys_out.items(), 0, count), groups.first));
  BOOST_TEST(same_items(serial::slice(lengths.items(), 0, count), serial::encode(items, same).lengths));
}
} // namespace

BOOST_AUTO_TEST_CASE(b42_raw_pointers)
{
  auto const items = random_source().keys<int>(size, 8);
  int* memory      = nullptr;
  check_cuda(cudaMalloc(reinterpret_cast<void**>(&memory), (size + 1) * sizeof(int)));
  for (std::ptrdiff_t const offset : {0, 1}) // aligned to 256 bytes, and to an int
  {
    check_cuda(cudaMemcpy(memory + offset, items.data(), size * sizeof(int), cudaMemcpyHostToDevice));
    check_input(static_cast<int const*>(memory) + offset);
  }
  check_cuda(cudaFree(memory));
}

BOOST_AUTO_TEST_CASE(pointers_of_thrust)
{
  auto const items = random_source().keys<std::int64_t>(size, 8);
  thrust::device_vector<std::int64_t> const vector(items.begin(), items.end());
  check_input(vector.begin());
  check_input(vector.data());
}

BOOST_AUTO_TEST_CASE(generated_items)
{
  check_input(thrust::make_counting_iterator(std::int64_t{-5}));
  check_input(thrust::make_constant_iterator(std::int64_t{4}));
  check_input(thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}), shrunk()));
}

BOOST_AUTO_TEST_CASE(b41_reversed_and_permuted_items)
{
  random_source random;
  device_buffer<int> const in(random.keys<int>(size, 8), 0);
  device_buffer<int> const places(random.integers<int>(size, 0, static_cast<std::int64_t>(size) - 1), 0);
  check_input(thrust::make_reverse_iterator(in.end()));
  check_input(thrust::make_permutation_iterator(in.begin(), places.begin()));
}

BOOST_AUTO_TEST_CASE(b38_zipped_keys)
{
  random_source random;
  auto const major = random.keys<int>(size, 50);
  auto const minor = random.keys<short>(size, 6);
  std::vector<std::int64_t> both;
  for (std::size_t i = 0; i < size; ++i)
  {
    both.push_back(std::int64_t{major[i]} * 1'000 + minor[i]);
  }
  device_buffer<int> const a(major, 0);
  device_buffer<short> const b(minor, 0);
  auto const expected = serial::reduce_by_key(both, std::vector<int>(size, 1), std::equal_to<>(), add());
  device_buffer<int> major_out(expected.first.size(), -1, output_margin);
  device_buffer<short> minor_out(expected.first.size(), -1, output_margin);
  device_buffer<int> counts(expected.first.size(), -1, output_margin);
  auto const first = thrust::make_zip_iterator(a.begin(), b.begin());
  thrum::reduce_by_key(thrust::device, first, first + static_cast<std::ptrdiff_t>(size),
                       thrust::make_constant_iterator(1),
                       thrust::make_zip_iterator(major_out.begin(), minor_out.begin()), counts.begin());
  BOOST_TEST(same_items(counts.items(), expected.second));
  auto const majors = major_out.items();
  auto const minors = minor_out.items();
  std::vector<std::int64_t> joined;
  for (std::size_t i = 0; i < majors.size(); ++i)
  {
    joined.push_back(std::int64_t{majors[i]} * 1'000 + minors[i]);
  }
  BOOST_TEST(same_items(joined, expected.first));
}

BOOST_AUTO_TEST_CASE(outputs_of_every_kind)
{
  auto const items = random_source().integers<int>(size, -99, 99);
  device_buffer<int> const in(items, 0);
  device_buffer<int> const places(
    [] {
      std::vector<int> result;
      for (std::size_t i = 0; i < size; ++i)
      {
        result.push_back(static_cast<int>(2 * i));
      }
      return result;
    }(),
    0);
  auto const expected = serial::inclusive(items, add());
  auto const n        = static_cast<std::ptrdiff_t>(size);
  auto const scan     = [&](auto out) {
    BOOST_TEST((thrum::inclusive_scan(thrust::device, in.begin(), in.end(), out) - out) == n);
  };

  scan(thrust::make_discard_iterator());

  device_buffer<int> negative(size, 0, output_margin);
  scan(thrust::make_transform_output_iterator(negative.begin(), thrust::negate<int>()));
  auto negated = negative.items();
  for (int& item : negated)
  {
    item = -item;
  }
  BOOST_TEST(same_items(negated, expected));

  device_buffer<int> backwards(size, 0, output_margin);
  scan(thrust::make_reverse_iterator(backwards.end()));
  auto const reversed = backwards.items();
  BOOST_TEST(same_items(std::vector<int>(reversed.rbegin(), reversed.rend()), expected));

  device_buffer<int> spread(2 * size, -7, output_margin);
  scan(thrust::make_permutation_iterator(spread.begin(), places.begin()));
  auto const spread_items = spread.items();
  for (std::size_t i = 0; i < size; ++i)
  {
    BOOST_REQUIRE(spread_items[2 * i] == expected[i]);
    BOOST_REQUIRE(spread_items[2 * i + 1] == -7);
  }
}
