// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Policies of the GPU under which Thrust's calls run thrum's algorithms: on the policy's stream, with its memory.
#define BOOST_TEST_MODULE cuda_accelerate
#include <thrum/execution_policy.h>

#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "compare.h"
#include "random.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Device memory, and how often it was asked for.
struct counting_memory
{
  using value_type = char;

  int calls = 0;

  char* allocate(std::size_t bytes)
  {
    ++calls;
    void* place = nullptr;
    check_cuda(cudaMalloc(&place, bytes));
    return static_cast<char*>(place);
  }
  void deallocate(char* place, std::size_t) { cudaFree(place); }
};

/// Whether a call of thrum's gets its scratch memory from the policy's allocator, or else from the library's pool.
template <class Policy>
constexpr bool brings_memory(Policy const&)
{
  return thrum::detail::brings_memory_v<Policy>;
}

/// Sums whose bits tell whose they are: Thrust's own order is another.
template <class Policy>
void check_sums(Policy const& policy)
{
  random_source random;
  auto const items = random.mixed_floats<float>(1'000'000);
  device_buffer<float> const in(items, 0);
  device_buffer<float> out(items.size(), -1.0F, output_margin);
  std::vector<float> expected(items.size());
  thrum::inclusive_scan(thrust::seq, items.begin(), items.end(), expected.begin());

  auto const accelerated = thrum::accelerate(policy);
  BOOST_TEST(same_bits(thrust::reduce(accelerated, in.begin(), in.end()),
                       thrum::reduce(thrust::seq, items.begin(), items.end())));
  thrust::inclusive_scan(accelerated, in.begin(), in.end(), out.begin());
  check_cuda(cudaDeviceSynchronize());
  BOOST_TEST(same_bits(out.items(), expected));
}

template <class Policy>
cudaStream_t stream_of(Policy policy)
{
  return thrust::cuda_cub::stream(policy);
}
template <class Policy>
bool waits(Policy policy)
{
  return thrust::cuda_cub::must_perform_optional_synchronization(policy);
}
} // namespace

BOOST_AUTO_TEST_CASE(sums_are_thrum_s)
{
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  counting_memory memory;
  check_sums(thrust::device);
  check_sums(thrust::cuda::par.on(stream));
  check_sums(thrust::cuda::par_nosync.on(stream));
  check_sums(thrust::cuda::par(memory).on(stream));
  BOOST_TEST(memory.calls > 0);
  check_cuda(cudaStreamDestroy(stream));
}

BOOST_AUTO_TEST_CASE(stream_and_waiting_are_the_policy_s)
{
  cudaStream_t stream = nullptr;
  check_cuda(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  BOOST_TEST(stream_of(thrum::accelerate(thrust::cuda::par.on(stream))) == stream);
  BOOST_TEST(stream_of(thrum::accelerate(thrust::cuda::par_nosync.on(stream))) == stream);
  BOOST_TEST(stream_of(thrum::accelerate(thrust::device)) == stream_of(thrust::device));
  BOOST_TEST(waits(thrum::accelerate(thrust::cuda::par.on(stream))));
  BOOST_TEST(!waits(thrum::accelerate(thrust::cuda::par_nosync)));
  BOOST_TEST(!waits(thrum::accelerate(thrust::cuda::par_nosync.on(stream))));
  check_cuda(cudaStreamDestroy(stream));
}

BOOST_AUTO_TEST_CASE(what_stays_thrust_s_takes_the_policy_s_memory)
{
  random_source random;
  auto keys = random.integers<int>(100'000, 0, 1'000'000);
  device_buffer<int> on_gpu(keys, 0);
  counting_memory memory;
  thrust::sort(thrum::accelerate(thrust::cuda::par(memory)), on_gpu.begin(), on_gpu.end());
  std::sort(keys.begin(), keys.end());
  BOOST_TEST(same_items(on_gpu.items(), keys));
  BOOST_TEST(memory.calls > 0);
}

BOOST_AUTO_TEST_CASE(scratch_is_as_with_the_policy_itself)
{
  counting_memory memory;
  BOOST_TEST(brings_memory(thrust::cuda::par(memory)));
  BOOST_TEST(brings_memory(thrum::accelerate(thrust::cuda::par(memory))));
  BOOST_TEST(!brings_memory(thrum::accelerate(thrust::cuda::par)));
  BOOST_TEST(!brings_memory(thrum::accelerate(thrust::cuda::par.on(cudaStreamPerThread))));
  BOOST_TEST(!brings_memory(thrum::accelerate(thrust::cuda::par_nosync)));
  BOOST_TEST(!brings_memory(thrum::accelerate(thrust::device)));
}
