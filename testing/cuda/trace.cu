// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The trace of CUDA's runtime, which other tests go by, sees every call that it has a name for. Compiled a
// second time with a default stream for each thread.
#define BOOST_TEST_MODULE cuda_trace
#include "cuda_trace.h"
#include "streams.h"

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
__global__ void traced_kernel(int* place)
{
  *place = 7;
}

struct device_place
{
  device_place() { check_cuda(cudaMalloc(reinterpret_cast<void**>(&memory), sizeof(int))); }
  ~device_place() { cudaFree(memory); }
  int* memory = nullptr;
};

/// Whether the call that `ask` makes is seen, once, and on the stream that it names.
template <class Ask>
void check_seen(char const* function, Ask ask, cudaStream_t stream = nullptr)
{
  cuda_trace trace;
  ask();
  trace.stop();
  BOOST_TEST(trace.count(function) == 1, function);
  if (stream != nullptr)
  {
    BOOST_TEST(trace.is_only_on(stream), trace);
    BOOST_TEST(!trace.is_only_on(cudaStreamPerThread), function);
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(kernels_have_names_and_streams)
{
  stream const s;
  device_place const place;
  int* memory = place.memory;
  void* args[]{&memory};
  cudaLaunchConfig_t config{};
  config.gridDim  = dim3(1);
  config.blockDim = dim3(1);
  config.stream   = s.get();

  cuda_trace trace;
  traced_kernel<<<1, 1, 0, s.get()>>>(memory);
  check_cuda(cudaLaunchKernelEx(&config, traced_kernel, memory));
  check_cuda(cudaLaunchKernel(traced_kernel, dim3(1), dim3(1), args, 0, s.get()));
  trace.stop();
  traced_kernel<<<1, 1, 0, s.get()>>>(memory);
  s.wait();

  BOOST_TEST(trace.kernels().size() == 3U);
  for (auto const& name : trace.kernels())
  {
    BOOST_TEST(name.find("traced_kernel(int*)") != std::string::npos, name);
  }
  BOOST_TEST(trace.is_only_on(s.get()), trace);
  BOOST_TEST(!trace.is_only_on(default_stream()));
}

BOOST_AUTO_TEST_CASE(no_stream_is_the_default_stream)
{
  device_place const place;
  cuda_trace trace;
  traced_kernel<<<1, 1>>>(place.memory);
  check_cuda(cudaMemsetAsync(place.memory, 0, sizeof(int), nullptr));
  trace.stop();
  BOOST_TEST(trace.is_only_on(default_stream()), trace);
  check_cuda(cudaDeviceSynchronize());
}

BOOST_AUTO_TEST_CASE(memory_is_seen)
{
  stream const s;
  void* memory       = nullptr;
  cudaMemPool_t pool = nullptr;
  check_cuda(cudaDeviceGetDefaultMemPool(&pool, 0));
  check_seen("cudaMalloc", [&] { check_cuda(cudaMalloc(&memory, 8)); });
  check_seen("cudaFree", [&] { check_cuda(cudaFree(memory)); });
  check_seen("cudaMallocManaged", [&] { check_cuda(cudaMallocManaged(&memory, 8)); });
  check_cuda(cudaFree(memory));
  check_seen("cudaHostAlloc", [&] { check_cuda(cudaHostAlloc(&memory, 8, cudaHostAllocDefault)); });
  check_cuda(cudaFreeHost(memory));
  check_seen("cudaMallocHost", [&] { check_cuda(cudaMallocHost(&memory, 8)); });
  check_cuda(cudaFreeHost(memory));
  check_seen(
    "cudaMallocAsync", [&] { check_cuda(cudaMallocAsync(&memory, 8, s.get())); }, s.get());
  check_seen(
    "cudaFreeAsync", [&] { check_cuda(cudaFreeAsync(memory, s.get())); }, s.get());
  check_seen(
    "cudaMallocFromPoolAsync", [&] { check_cuda(cudaMallocFromPoolAsync(&memory, 8, pool, s.get())); },
    s.get());

  check_cuda(cudaFreeAsync(memory, s.get()));
  s.wait();
}

BOOST_AUTO_TEST_CASE(memory_runs_out_when_told_to)
{
  stream const s;
  void *first = nullptr, *second = nullptr;
  cudaMemPool_t pool = nullptr;
  check_cuda(cudaDeviceGetDefaultMemPool(&pool, 0));
  cuda_trace::fail_allocation(2);
  BOOST_TEST(cudaMallocFromPoolAsync(&first, 8, pool, s.get()) == cudaSuccess);
  BOOST_TEST(cudaMallocFromPoolAsync(&second, 8, pool, s.get()) == cudaErrorMemoryAllocation);
  BOOST_TEST(cudaGetLastError() == cudaErrorMemoryAllocation);
  BOOST_TEST(cudaMallocFromPoolAsync(&second, 8, pool, s.get()) == cudaSuccess);
  check_cuda(cudaFreeAsync(first, s.get()));
  check_cuda(cudaFreeAsync(second, s.get()));
  s.wait();

  cuda_trace::fail_allocation(1);
  BOOST_TEST(cudaMalloc(&first, 8) == cudaErrorMemoryAllocation);
  BOOST_TEST(cudaGetLastError() == cudaErrorMemoryAllocation);
  BOOST_TEST(cudaMalloc(&first, 8) == cudaSuccess);
  check_cuda(cudaFree(first));

  cuda_trace::fail_allocation(1);
  BOOST_TEST(cudaHostAlloc(&first, 8, cudaHostAllocDefault) != cudaSuccess);
  BOOST_TEST(cudaGetLastError() != cudaSuccess);
}

BOOST_AUTO_TEST_CASE(copies_and_waits_are_seen)
{
  stream const s;
  device_place const place;
  int value = 0;
  check_seen("cudaMemcpy", [&] { check_cuda(cudaMemcpy(&value, place.memory, 4, cudaMemcpyDeviceToHost)); });
  check_seen("cudaMemset", [&] { check_cuda(cudaMemset(place.memory, 0, 4)); });
  check_seen(
    "cudaMemcpyAsync",
    [&] { check_cuda(cudaMemcpyAsync(&value, place.memory, 4, cudaMemcpyDeviceToHost, s.get())); }, s.get());
  check_seen(
    "cudaMemsetAsync", [&] { check_cuda(cudaMemsetAsync(place.memory, 0, 4, s.get())); }, s.get());
  check_seen(
    "cudaStreamSynchronize", [&] { check_cuda(cudaStreamSynchronize(s.get())); }, s.get());
  check_seen(
    "cudaStreamQuery", [&] { check_cuda(cudaStreamQuery(s.get())); }, s.get());
  check_seen("cudaDeviceSynchronize", [&] { check_cuda(cudaDeviceSynchronize()); });
  cudaEvent_t event = nullptr;
  check_cuda(cudaEventCreate(&event));
  check_seen("cudaEventSynchronize", [&] { check_cuda(cudaEventSynchronize(event)); });
  check_cuda(cudaEventDestroy(event));
}
