// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms that a kernel calls run in the calling thread, as left folds.
#define BOOST_TEST_MODULE cuda_in_kernels
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <cstdint>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "run_length.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
int const threads = 64;

/// What each thread has for itself: `each` keys and items, and as much room.
struct slices
{
  int const* keys;
  float const* items;
  int* keys_out;
  float* out;
  std::int64_t* counts;
  std::ptrdiff_t each;
};

struct sums
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    *s.out = thrum::reduce(thrust::seq, s.items, s.items + s.each, 0.5F);
  }
};
struct sums_in_order
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    thrum::reduce_into(thrust::seq, s.items, s.items + s.each, s.out, 0.5F, add());
  }
};
struct sums_on_device
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    *s.out = thrum::reduce(thrust::device, s.items, s.items + s.each, 0.5F);
  }
};
struct inclusive
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    thrum::inclusive_scan(thrust::seq, s.items, s.items + s.each, s.out);
  }
};
struct exclusive
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    thrum::exclusive_scan(thrust::seq, s.items, s.items + s.each, s.out, 0.25F, add());
  }
};
struct inclusive_by_key
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    thrum::inclusive_scan_by_key(thrust::seq, s.keys, s.keys + s.each, s.items, s.out);
  }
};
struct exclusive_by_key
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    thrum::exclusive_scan_by_key(thrust::seq, s.keys, s.keys + s.each, s.items, s.out, 0.25F);
  }
};
struct groups
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    *s.counts = thrum::reduce_by_key(thrust::seq, s.keys, s.keys + s.each, s.items, s.keys_out, s.out).first
                - s.keys_out;
  }
};
struct runs
{
  THRUM_HOST_DEVICE void operator()(slices const& s) const
  {
    thrum::run_length_encode_into(thrust::seq, s.keys, s.keys + s.each, s.keys_out, s.out, s.counts);
  }
};

template <class Task>
__global__ void run_each(Task const task, slices const all)
{
  std::ptrdiff_t const thread = blockIdx.x * blockDim.x + threadIdx.x;
  std::ptrdiff_t const first  = thread * all.each;
  task(slices{all.keys + first, all.items + first, all.keys_out + first, all.out + first, all.counts + thread,
              all.each});
}

struct results
{
  std::vector<int> keys_out;
  std::vector<float> out;
  std::int64_t count;
};

/// Runs the task in each of the threads and calls check(keys, items, results) for each.
template <class Task, class Check>
void check_task(Task task, Check check)
{
  for (std::ptrdiff_t const each : {1, 2, 33, 900, 8'000})
  {
    random_source random;
    auto const total = static_cast<std::size_t>(threads * each);
    auto const keys  = random.keys<int>(total, 9);
    auto const items = random.mixed_floats<float>(total);
    device_buffer<int> const k(keys, 0);
    device_buffer<float> const in(items, 0);
    device_buffer<int> keys_out(total, -1, output_margin);
    device_buffer<float> out(total, -1.0F, output_margin);
    device_buffer<std::int64_t> counts(threads, -1, output_margin);
    run_each<<<2, threads / 2>>>(
      task, slices{k.begin(), in.begin(), keys_out.begin(), out.begin(), counts.begin(), each});
    check_cuda(cudaGetLastError());
    check_cuda(cudaDeviceSynchronize());
    auto const got_keys = keys_out.items();
    auto const got      = out.items();
    auto const numbers  = counts.items();
    for (std::size_t thread = 0; thread < threads; ++thread)
    {
      std::size_t const first = thread * static_cast<std::size_t>(each);
      std::size_t const last  = first + static_cast<std::size_t>(each);
      BOOST_TEST_CONTEXT("thread " << thread << ", " << each << " items")
      {
        check(
          serial::slice(keys, first, last), serial::slice(items, first, last),
          results{serial::slice(got_keys, first, last), serial::slice(got, first, last), numbers[thread]});
      }
    }
  }
}

using ints       = std::vector<int>;
using real_items = std::vector<float>;
} // namespace

BOOST_AUTO_TEST_CASE(b72b_reduce)
{
  auto const check = [](ints const&, real_items const& items, results const& got) {
    BOOST_TEST(same_bits(got.out.front(), serial::reduce(items, 0.5F, add())));
  };
  check_task(sums(), check);
  check_task(sums_on_device(), check);
}

BOOST_AUTO_TEST_CASE(b72b_reduce_in_order)
{
  check_task(sums_in_order(), [](ints const&, real_items const& items, results const& got) {
    BOOST_TEST(same_bits(got.out.front(), serial::reduce(items, 0.5F, add())));
  });
}

BOOST_AUTO_TEST_CASE(b72b_scans)
{
  check_task(inclusive(), [](ints const&, real_items const& items, results const& got) {
    BOOST_TEST(same_bits(got.out, serial::inclusive(items, add())));
  });
  check_task(exclusive(), [](ints const&, real_items const& items, results const& got) {
    BOOST_TEST(same_bits(got.out, serial::exclusive(items, 0.25F, add())));
  });
}

BOOST_AUTO_TEST_CASE(b72b_scans_by_key)
{
  auto const same = std::equal_to<>();
  check_task(inclusive_by_key(), [&](ints const& keys, real_items const& items, results const& got) {
    BOOST_TEST(same_bits(got.out, serial::inclusive_by_key(keys, items, same, add())));
  });
  check_task(exclusive_by_key(), [&](ints const& keys, real_items const& items, results const& got) {
    BOOST_TEST(same_bits(got.out, serial::exclusive_by_key(keys, items, 0.25F, same, add())));
  });
}

BOOST_AUTO_TEST_CASE(b72b_reduce_by_key)
{
  check_task(groups(), [](ints const& keys, real_items const& items, results const& got) {
    auto const expected = serial::reduce_by_key(keys, items, std::equal_to<>(), add());
    auto const count    = expected.first.size();
    BOOST_TEST(got.count == static_cast<std::int64_t>(count));
    BOOST_TEST(same_items(serial::slice(got.keys_out, 0, count), expected.first));
    BOOST_TEST(same_bits(serial::slice(got.out, 0, count), expected.second));
  });
}

BOOST_AUTO_TEST_CASE(b72b_run_length_encode)
{
  check_task(runs(), [](ints const& keys, real_items const&, results const& got) {
    auto const expected = serial::encode(keys, std::equal_to<>());
    auto const count    = expected.values.size();
    BOOST_TEST(got.count == static_cast<std::int64_t>(count));
    BOOST_TEST(same_items(serial::slice(got.keys_out, 0, count), expected.values));
    BOOST_TEST(same_items(serial::slice(got.out, 0, count), converted<float>(expected.lengths)));
  });
}
