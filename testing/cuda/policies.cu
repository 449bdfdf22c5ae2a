// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every policy of Thrust's CUDA system that has no allocator: results, and streams.
#define BOOST_TEST_MODULE cuda_policies
#include "grids.h" // first

#include "cuda_calls.h"
#include "streams.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Makes check(call) with one tile, a few, and several groups of tiles: in the form for few tiles, and in the
/// one for many, which few are where there are few processors.
template <class Check>
void for_each_size(Check check)
{
  for (int const processors : {0, 1})
  {
    grid_of const grid(processors);
    for (std::size_t const size : {100, 5'000, 700'001})
    {
      cuda_calls calls(size);
      calls.visit([&](char const*, auto, auto call) {
        check(call);
        BOOST_TEST(calls.right(), "size " << size << ", processors " << processors);
      });
    }
  }
}

template <class Policy>
void check_policy(Policy const& policy, cudaStream_t stream)
{
  for_each_size([&](auto call) {
    call(policy);
    check_cuda(cudaStreamSynchronize(stream));
  });
}

/// The same without waiting for the stream: the call has.
template <class Policy>
void check_waiting_policy(Policy const& policy)
{
  for_each_size([&](auto call) { call(policy); });
}
} // namespace

BOOST_AUTO_TEST_CASE(device)
{
  check_waiting_policy(thrust::device);
}

BOOST_AUTO_TEST_CASE(par)
{
  check_waiting_policy(thrust::cuda::par);
}

BOOST_AUTO_TEST_CASE(par_on_a_stream)
{
  stream const s;
  check_waiting_policy(thrust::cuda::par.on(s.get()));
}

BOOST_AUTO_TEST_CASE(par_nosync)
{
  check_policy(thrust::cuda::par_nosync, nullptr);
}

BOOST_AUTO_TEST_CASE(par_nosync_on_a_stream)
{
  stream const s;
  check_policy(thrust::cuda::par_nosync.on(s.get()), s.get());
}

BOOST_AUTO_TEST_CASE(no_policy_and_a_device_vector)
{
  auto const in = make_vector<thrust::device_vector<int>>(std::vector<int>{4, 7, 1, 9});
  thrust::device_vector<int> out(4, -1), keys(4, -1), count(1, -1);
  BOOST_TEST(thrum::reduce(in.begin(), in.end()) == 21);
  BOOST_TEST((thrum::inclusive_scan(in.begin(), in.end(), out.begin()) == out.end()));
  BOOST_TEST(same_items(items_of(out), {4, 11, 12, 21}));
  BOOST_TEST((thrum::exclusive_scan(in.begin(), in.end(), out.begin(), 5) == out.end()));
  BOOST_TEST(same_items(items_of(out), {5, 9, 16, 17}));
  auto const ends = thrum::reduce_by_key(in.begin(), in.end(), in.begin(), keys.begin(), out.begin());
  BOOST_TEST((ends.second == out.end()));
  BOOST_TEST(same_items(items_of(keys), {4, 7, 1, 9}));
  thrum::run_length_encode_into(in.begin(), in.end(), keys.begin(), out.begin(), count.begin());
  BOOST_TEST(same_items(items_of(count), {4}));
  BOOST_TEST(same_items(items_of(out), {1, 1, 1, 1}));
}

// Two streams at once: each call's scratch, or its stream's memory, is its own.
BOOST_AUTO_TEST_CASE(streams_side_by_side)
{
  grid_of const few(20);
  stream const one, two;
  std::vector<std::int64_t> const items = random_source().integers<std::int64_t>(300'001, -9, 9);
  device_buffer<std::int64_t> const in(items, 0);
  device_buffer<std::int64_t> sums(items.size(), -1, output_margin);
  cuda_calls calls(300'001);
  calls.visit([&](char const* name, auto, auto call) {
    for (int round = 0; round < 20; ++round)
    {
      thrum::exclusive_scan(thrust::cuda::par_nosync.on(two.get()), in.begin(), in.end(), sums.begin(),
                            std::int64_t{round}, add());
      call(thrust::cuda::par_nosync.on(one.get()));
    }
    one.wait();
    two.wait();
    BOOST_TEST(calls.right(), name);
    BOOST_TEST(same_items(sums.items(), serial::exclusive(items, std::int64_t{19}, add())), name);
  });
}
