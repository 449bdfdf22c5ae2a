// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Floating-point results are those of a sequential call to the bit, however much of the device others occupy
// and in whatever order its blocks therefore run.
#define BOOST_TEST_MODULE cuda_bits
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/iterator/discard_iterator.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compare.h"
#include "random.h"
#include "sizes.h"
#include "streams.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class T>
struct results
{
  T commuting = 0, ordered = 0;
  std::vector<T> inclusive, exclusive, inclusive_by_key, exclusive_by_key, groups;
};

template <class T>
void check_same(results<T> const& got, results<T> const& expected)
{
  BOOST_TEST(same_bits(got.commuting, expected.commuting));
  BOOST_TEST(same_bits(got.ordered, expected.ordered));
  BOOST_TEST(same_bits(got.inclusive, expected.inclusive));
  BOOST_TEST(same_bits(got.exclusive, expected.exclusive));
  BOOST_TEST(same_bits(got.inclusive_by_key, expected.inclusive_by_key));
  BOOST_TEST(same_bits(got.exclusive_by_key, expected.exclusive_by_key));
  BOOST_TEST(same_bits(got.groups, expected.groups));
}

/// Everything that has to be allocated, since memory cannot be while another kernel occupies the device.
template <class System, class T>
class memory
{
public:
  memory(std::vector<int> const& keys, std::vector<T> const& items)
      : keys_(keys, 0)
      , items_(items, 0)
      , out_(items.size(), T(-1), output_margin)
  {}

  template <class Policy>
  results<T> run(Policy const& policy)
  {
    results<T> result;
    auto const first = items_.begin(), last = items_.end();
    auto const k = keys_.begin(), k_last = keys_.end();
    auto const out   = out_.begin();
    result.commuting = thrum::reduce(policy, first, last, T(0.3));
    result.ordered   = thrum::reduce(policy, first, last, T(0.3), add());
    thrum::inclusive_scan(policy, first, last, out);
    result.inclusive = out_.items();
    thrum::exclusive_scan(policy, first, last, out, T(0.3), add());
    result.exclusive = out_.items();
    thrum::inclusive_scan_by_key(policy, k, k_last, first, out);
    result.inclusive_by_key = out_.items();
    thrum::exclusive_scan_by_key(policy, k, k_last, first, out, T(0.3));
    result.exclusive_by_key = out_.items();
    auto const nowhere      = thrust::make_discard_iterator();
    auto const ends         = thrum::reduce_by_key(policy, k, k_last, first, nowhere, out);
    result.groups           = serial::slice(out_.items(), 0, static_cast<std::size_t>(ends.second - out));
    return result;
  }

private:
  using data = typename System::template buffer<T>;
  typename System::template buffer<int> keys_;
  data items_;
  data out_;
};

template <class T>
void check_size(std::size_t size, std::int64_t mean_run)
{
  random_source random;
  auto const keys  = random.keys<int>(size, mean_run);
  auto const items = random.mixed_floats<T>(size);
  memory<seq_system, T> on_host(keys, items);
  memory<cuda_system, T> on_device(keys, items);
  auto const expected  = on_host.run(thrust::seq);
  int const processors = busy_kernel::device_attribute(cudaDevAttrMultiProcessorCount);
  stream const ours, others;
  auto const policy = thrust::cuda::par.on(ours.get());
  for (int const free : {processors, 1, 2, processors / 3})
  {
    BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run << ", " << free << " of " << processors
                               << " multiprocessors are free")
    {
      if (free == processors)
      {
        check_same(on_device.run(policy), expected);
        continue;
      }
      busy_kernel const occupation(others.get(), processors - free);
      for (int round = 0; round < 2; ++round)
      {
        check_same(on_device.run(policy), expected);
      }
      BOOST_TEST(!others.is_idle());
    }
  }
}

template <class T>
void check_sizes(std::vector<std::size_t> const& sizes)
{
  for (std::size_t const size : sizes)
  {
    for (std::int64_t const mean_run : {3, 2'000})
    {
      check_size<T>(size, mean_run);
    }
  }
}

template <class T>
std::vector<std::size_t> sizes_within_chunks()
{
  auto sizes = sizes_of_commuting_reduce<T>();
  sizes.erase(std::remove(sizes.begin(), sizes.end(), std::size_t{0}), sizes.end());
  return sizes;
}
} // namespace

BOOST_AUTO_TEST_CASE(b49_floats_within_tiles)
{
  auto sizes = sizes_within_tiles<float>();
  sizes.erase(sizes.begin()); // no items
  check_sizes<float>(sizes);
}

BOOST_AUTO_TEST_CASE(b49_doubles_within_tiles)
{
  auto sizes = sizes_within_tiles<double>();
  sizes.erase(sizes.begin());
  check_sizes<double>(sizes);
}

BOOST_AUTO_TEST_CASE(b49_floats_within_chunks)
{
  check_sizes<float>(sizes_within_chunks<float>());
}

BOOST_AUTO_TEST_CASE(b49_floats_around_groups)
{
  check_sizes<float>(sizes_around_groups<float>());
}

BOOST_AUTO_TEST_CASE(b49_again_and_again)
{
  for (int round = 0; round < 10; ++round)
  {
    check_size<float>(1'000'003, 700);
  }
}
