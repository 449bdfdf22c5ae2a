// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// For cuda_trace.h alone: the functions that the linker puts in the place of CUDA's.
#include "cuda_trace.h"

// CUDA's headers make macros of the functions' names where each thread has its own default stream.
#define THRUM_TEST_JOINED(a, b) a##b
#define THRUM_TEST_WRAP(function) THRUM_TEST_JOINED(__wrap_, function)
#define THRUM_TEST_REAL(function) THRUM_TEST_JOINED(__real_, function)
#if defined(CUDA_API_PER_THREAD_DEFAULT_STREAM)
#  define THRUM_TEST_LAUNCH __cudaLaunchKernel_ptsz
#else
#  define THRUM_TEST_LAUNCH __cudaLaunchKernel
#endif

extern "C"
{
  cudaError_t THRUM_TEST_REAL(cudaLaunchKernel)(void const*, dim3, dim3, void**, std::size_t, cudaStream_t);
  cudaError_t THRUM_TEST_REAL(cudaLaunchKernelExC)(cudaLaunchConfig_t const*, void const*, void**);
  cudaError_t THRUM_TEST_REAL(THRUM_TEST_LAUNCH)(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t);
  cudaError_t __real___cudaGetKernel(cudaKernel_t*, void const*);

  cudaError_t THRUM_TEST_WRAP(cudaLaunchKernel)(
    void const* kernel, dim3 blocks, dim3 threads, void** args, std::size_t shared_bytes, cudaStream_t stream)
  {
    thrum_test::cuda_trace::note_kernel(kernel, stream);
    return THRUM_TEST_REAL(cudaLaunchKernel)(kernel, blocks, threads, args, shared_bytes, stream);
  }
  cudaError_t THRUM_TEST_WRAP(cudaLaunchKernelExC)(cudaLaunchConfig_t const* config,
                                                   void const* kernel,
                                                   void** args)
  {
    thrum_test::cuda_trace::note_kernel(kernel, config->stream);
    return THRUM_TEST_REAL(cudaLaunchKernelExC)(config, kernel, args);
  }
  cudaError_t THRUM_TEST_WRAP(THRUM_TEST_LAUNCH)(cudaKernel_t kernel,
                                                 dim3 blocks,
                                                 dim3 threads,
                                                 void** args,
                                                 std::size_t shared_bytes,
                                                 cudaStream_t stream)
  {
    thrum_test::cuda_trace::note_kernel(thrum_test::cuda_trace::kernels_of_handles()[kernel], stream);
    return THRUM_TEST_REAL(THRUM_TEST_LAUNCH)(kernel, blocks, threads, args, shared_bytes, stream);
  }
  cudaError_t __wrap___cudaGetKernel(cudaKernel_t* handle, void const* kernel)
  {
    cudaError_t const status                              = __real___cudaGetKernel(handle, kernel);
    thrum_test::cuda_trace::kernels_of_handles()[*handle] = kernel;
    return status;
  }

  // Memory.

  cudaError_t __real_cudaMalloc(void**, std::size_t);
  cudaError_t __real_cudaFree(void*);
  cudaError_t __real_cudaMallocManaged(void**, std::size_t, unsigned);
  cudaError_t __real_cudaHostAlloc(void**, std::size_t, unsigned);
  cudaError_t __real_cudaMallocHost(void**, std::size_t);
  cudaError_t THRUM_TEST_REAL(cudaMallocAsync)(void**, std::size_t, cudaStream_t);
  cudaError_t THRUM_TEST_REAL(cudaMallocFromPoolAsync)(void**, std::size_t, cudaMemPool_t, cudaStream_t);
  cudaError_t THRUM_TEST_REAL(cudaFreeAsync)(void*, cudaStream_t);

  cudaError_t __wrap_cudaMalloc(void** memory, std::size_t bytes)
  {
    thrum_test::cuda_trace::note("cudaMalloc");
    return __real_cudaMalloc(memory, thrum_test::cuda_trace::asked(bytes));
  }
  cudaError_t __wrap_cudaFree(void* memory)
  {
    thrum_test::cuda_trace::note("cudaFree");
    return __real_cudaFree(memory);
  }
  cudaError_t __wrap_cudaMallocManaged(void** memory, std::size_t bytes, unsigned flags)
  {
    thrum_test::cuda_trace::note("cudaMallocManaged");
    return __real_cudaMallocManaged(memory, bytes, flags);
  }
  cudaError_t __wrap_cudaHostAlloc(void** memory, std::size_t bytes, unsigned flags)
  {
    thrum_test::cuda_trace::note("cudaHostAlloc");
    return __real_cudaHostAlloc(memory, thrum_test::cuda_trace::asked(bytes), flags);
  }
  cudaError_t __wrap_cudaMallocHost(void** memory, std::size_t bytes)
  {
    thrum_test::cuda_trace::note("cudaMallocHost");
    return __real_cudaMallocHost(memory, bytes);
  }
  cudaError_t THRUM_TEST_WRAP(cudaMallocAsync)(void** memory, std::size_t bytes, cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaMallocAsync", stream);
    return THRUM_TEST_REAL(cudaMallocAsync)(memory, bytes, stream);
  }
  cudaError_t THRUM_TEST_WRAP(cudaMallocFromPoolAsync)(void** memory,
                                                       std::size_t bytes,
                                                       cudaMemPool_t pool,
                                                       cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaMallocFromPoolAsync", stream);
    return THRUM_TEST_REAL(cudaMallocFromPoolAsync)(memory, thrum_test::cuda_trace::asked(bytes), pool,
                                                    stream);
  }
  cudaError_t THRUM_TEST_WRAP(cudaFreeAsync)(void* memory, cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaFreeAsync", stream);
    return THRUM_TEST_REAL(cudaFreeAsync)(memory, stream);
  }

  cudaError_t __real_cudaDeviceGetAttribute(int*, cudaDeviceAttr, int);
  cudaError_t __wrap_cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device)
  {
    cudaError_t const status = __real_cudaDeviceGetAttribute(value, attribute, device);
    *value                   = thrum_test::cuda_trace::is_hidden(attribute) ? 0 : *value;
    return status;
  }

  // Copies and waits.

  cudaError_t THRUM_TEST_REAL(cudaMemcpy)(void*, void const*, std::size_t, cudaMemcpyKind);
  cudaError_t THRUM_TEST_REAL(cudaMemset)(void*, int, std::size_t);
  cudaError_t THRUM_TEST_REAL(cudaMemcpyAsync)(void*, void const*, std::size_t, cudaMemcpyKind, cudaStream_t);
  cudaError_t THRUM_TEST_REAL(cudaMemsetAsync)(void*, int, std::size_t, cudaStream_t);
  cudaError_t THRUM_TEST_REAL(cudaStreamSynchronize)(cudaStream_t);
  cudaError_t THRUM_TEST_REAL(cudaStreamQuery)(cudaStream_t);
  cudaError_t __real_cudaDeviceSynchronize();
  cudaError_t __real_cudaEventSynchronize(cudaEvent_t);

  cudaError_t THRUM_TEST_WRAP(cudaMemcpy)(void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind)
  {
    thrum_test::cuda_trace::note("cudaMemcpy", nullptr);
    return THRUM_TEST_REAL(cudaMemcpy)(to, from, bytes, kind);
  }
  cudaError_t THRUM_TEST_WRAP(cudaMemset)(void* to, int byte, std::size_t bytes)
  {
    thrum_test::cuda_trace::note("cudaMemset", nullptr);
    return THRUM_TEST_REAL(cudaMemset)(to, byte, bytes);
  }
  cudaError_t THRUM_TEST_WRAP(cudaMemcpyAsync)(
    void* to, void const* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaMemcpyAsync", stream);
    return THRUM_TEST_REAL(cudaMemcpyAsync)(to, from, bytes, kind, stream);
  }
  cudaError_t THRUM_TEST_WRAP(cudaMemsetAsync)(void* to, int byte, std::size_t bytes, cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaMemsetAsync", stream);
    return THRUM_TEST_REAL(cudaMemsetAsync)(to, byte, bytes, stream);
  }
  cudaError_t THRUM_TEST_WRAP(cudaStreamSynchronize)(cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaStreamSynchronize", stream);
    return THRUM_TEST_REAL(cudaStreamSynchronize)(stream);
  }
  cudaError_t THRUM_TEST_WRAP(cudaStreamQuery)(cudaStream_t stream)
  {
    thrum_test::cuda_trace::note("cudaStreamQuery", stream);
    return THRUM_TEST_REAL(cudaStreamQuery)(stream);
  }
  cudaError_t __wrap_cudaDeviceSynchronize()
  {
    thrum_test::cuda_trace::note("cudaDeviceSynchronize");
    return __real_cudaDeviceSynchronize();
  }
  cudaError_t __wrap_cudaEventSynchronize(cudaEvent_t event)
  {
    thrum_test::cuda_trace::note("cudaEventSynchronize");
    return __real_cudaEventSynchronize(event);
  }
}

#undef THRUM_TEST_JOINED
#undef THRUM_TEST_WRAP
#undef THRUM_TEST_REAL
#undef THRUM_TEST_LAUNCH
