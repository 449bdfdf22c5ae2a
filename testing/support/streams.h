// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Streams for tests of the CUDA system, and kernels that stay on the device until they are told to leave:
//
//   stream s;
//   {
//     busy_kernel const before(s.get());  // s does not get past it
//     call(thrust::cuda::par_nosync.on(s.get()));
//     BOOST_TEST(!s.is_idle());           // the call did not wait
//   }                                     // the kernel leaves
//   s.wait();
//
// Whatever is called while such a kernel runs has to have run before: CUDA loads kernels when they are first
// used, and may wait for the device then. So do cudaMalloc and cudaFree.
#include "cuda_system.h"

namespace thrum_test
{
/// Waits for no other stream, nor is it waited for.
class stream
{
public:
  stream() { check_cuda(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
  stream(stream const&)            = delete;
  stream& operator=(stream const&) = delete;
  ~stream() { cudaStreamDestroy(stream_); }

  cudaStream_t get() const { return stream_; }
  void wait() const { check_cuda(cudaStreamSynchronize(stream_)); }
  bool is_idle() const
  {
    cudaError_t const status = cudaStreamQuery(stream_);
    if (status != cudaErrorNotReady)
    {
      check_cuda(status);
    }
    return status == cudaSuccess;
  }

private:
  cudaStream_t stream_ = nullptr;
};

/// Ends by itself after a while, so that a call that waits for it makes a test fail rather than hang. One thread of
/// a block looks, and seldom: reads of the host's memory by all threads would hold up whatever else goes there.
static __global__ void wait_in_kernel(int const volatile* leave, unsigned long long nanoseconds)
{
  if (threadIdx.x == 0)
  {
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    do
    {
      __nanosleep(20'000);
      asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    } while (*leave == 0 && now - start < nanoseconds);
  }
  __syncthreads();
}

/// A kernel that runs on the stream while this lives, in one thread or in more blocks, each of which fills a
/// multiprocessor.
class busy_kernel
{
public:
  explicit busy_kernel(cudaStream_t stream, int full_processors = 0, double seconds = 20) : stream_(stream)
  {
    check_cuda(cudaHostAlloc(reinterpret_cast<void**>(&leave_), sizeof(int), cudaHostAllocMapped));
    *leave_          = 0;
    auto const limit = static_cast<unsigned long long>(seconds * 1e9);
    if (full_processors == 0)
    {
      wait_in_kernel<<<1, 1, 0, stream>>>(leave_, limit);
    }
    else
    {
      int const bytes = device_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
      check_cuda(cudaFuncSetAttribute(wait_in_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
      wait_in_kernel<<<static_cast<unsigned>(full_processors), 1024, static_cast<std::size_t>(bytes),
                       stream>>>(leave_, limit);
    }
    check_cuda(cudaGetLastError());
  }
  busy_kernel(busy_kernel const&)            = delete;
  busy_kernel& operator=(busy_kernel const&) = delete;
  ~busy_kernel()
  {
    *static_cast<int volatile*>(leave_) = 1;
    cudaStreamSynchronize(stream_);
    cudaFreeHost(leave_);
  }

  static int device_attribute(cudaDeviceAttr attribute)
  {
    int device = 0, value = 0;
    check_cuda(cudaGetDevice(&device));
    check_cuda(cudaDeviceGetAttribute(&value, attribute, device));
    return value;
  }

private:
  cudaStream_t stream_;
  int* leave_ = nullptr;
};
} // namespace thrum_test
