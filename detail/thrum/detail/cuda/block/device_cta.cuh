// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The Cta concept on the device: this thread's block. Barriers in shared memory and bulk copies need sm_90.

#include <thrum/detail/config/config.h>

#include <cstdint>
#include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
struct device_cta
{
  static constexpr std::uint32_t all = 0xffffffffu;

  __device__ int block() const { return static_cast<int>(blockIdx.x); }
  __device__ int blocks() const { return static_cast<int>(gridDim.x); }
  __device__ int threads() const { return static_cast<int>(blockDim.x); }
  __device__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ int lane() const { return static_cast<int>(threadIdx.x % 32); }
  __device__ int warp() const { return static_cast<int>(threadIdx.x / 32); }

  __device__ void sync() const { __syncthreads(); }
  __device__ bool sync_or(bool bit) const { return __syncthreads_or(bit ? 1 : 0) != 0; }
  __device__ void sync_warp() const { __syncwarp(); }
  __device__ void pause() const { __nanosleep(40); }

  __device__ std::uint32_t shuffle(std::uint32_t word, int lane) const
  {
    return __shfl_sync(all, word, lane);
  }
  __device__ std::uint32_t shuffle_up(std::uint32_t word, int lanes) const
  {
    return __shfl_up_sync(all, word, static_cast<unsigned>(lanes));
  }
  __device__ std::uint32_t shuffle_down(std::uint32_t word, int lanes) const
  {
    return __shfl_down_sync(all, word, static_cast<unsigned>(lanes));
  }
  /// One instruction from sm_80 on.
  __device__ std::uint32_t sum_words(std::uint32_t word) const
  {
#if __CUDA_ARCH__ >= 800
    return __reduce_add_sync(all, word);
#else
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int d = 16; d > 0; d /= 2)
    {
      word += __shfl_xor_sync(all, word, d);
    }
    return word;
#endif
  }
  /// What a shuffle says of whether there is such a lane decides on the addition. (From an `if`, the compiler makes a
  /// choice between the word and 0, and an addition in all lanes.)
  __device__ std::uint32_t scan_words(std::uint32_t word) const
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int d = 1; d < 32; d *= 2)
    {
      asm volatile("{ .reg .u32 below; .reg .pred there;\n"
                   "shfl.sync.up.b32 below|there, %0, %1, 0, 0xffffffff;\n@there add.u32 %0, %0, below; }"
                   : "+r"(word)
                   : "r"(d));
    }
    return word;
  }
  __device__ std::uint32_t ballot(bool bit) const
  {
    return __ballot_sync(all, bit);
  }
  __device__ void set_bits(std::uint32_t& word, std::uint32_t bits) const
  {
    atomicOr(&word, bits);
  }

#if __CUDA_ARCH__ >= 800
  static constexpr bool copies_later = true;

  template <int W>
  __device__ void copy_later(void* to, void const* from) const
  {
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared(to)), "l"(from), "n"(W) : "memory");
  }
#else
  static constexpr bool copies_later = false;
#endif
  __device__ void copies_done() const
  {
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
  }

protected:
  __device__ static std::uint32_t shared(void const* p)
  {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(p));
  }
};

/// Where slots may lie in global memory, and such copies do not go there. (Asking where a slot lies is no way: that
/// breaks CUDA 13.0's compiler where a pointer may be either.)
struct beyond_shared_cta : device_cta
{
  static constexpr bool copies_later = false;
};

/// With barriers in shared memory and bulk copies, which sm_90 brought.
struct ring_cta : device_cta
{
  using barrier = std::uint64_t;

  /// One lane arrives for its warp. compute-sanitizer's racecheck does not follow that: for it, all lanes do.
#if defined(THRUM_TEST_FOR_RACECHECK)
  static constexpr int warp_arrivals = 32;
#else
  static constexpr int warp_arrivals = 1;
#endif

  __device__ void barrier_init(barrier& b, int arrivals) const
  {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(&b)), "r"(arrivals) : "memory");
  }
  __device__ void arrive(barrier& b) const
  {
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared(&b)) : "memory");
  }
  __device__ void arrive_warp(barrier& b) const
  {
    sync_warp();
    if (warp_arrivals == 32 || lane() == 0)
    {
      arrive(b);
    }
  }
  __device__ void wait(barrier& b, std::uint32_t parity) const
  {
    std::uint32_t done = 0;
    while (done == 0)
    {
      asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                   : "=r"(done)
                   : "r"(shared(&b)), "r"(parity)
                   : "memory");
    }
  }
  __device__ bool passed(barrier& b, std::uint32_t parity) const
  {
    std::uint32_t done = 0;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                 : "=r"(done)
                 : "r"(shared(&b)), "r"(parity)
                 : "memory");
    return ballot(done == 0) == 0;
  }
  __device__ void expect(barrier& b, std::uint32_t bytes) const
  {
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared(&b)), "r"(bytes)
                 : "memory");
  }
  __device__ void bulk_load(void* to, void const* from, std::uint32_t bytes, barrier& b) const
  {
    asm volatile(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
        shared(to)),
      "l"(from), "r"(bytes), "r"(shared(&b))
      : "memory");
  }
  __device__ void fetch_ahead(void const* from, std::uint32_t bytes) const
  {
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(from), "r"(bytes) : "memory");
  }
  __device__ void bulk_store(void* to, void const* from, std::uint32_t bytes) const
  {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared(from)),
                 "r"(bytes)
                 : "memory");
  }
  __device__ void bulk_stores_read() const
  {
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __device__ void bulk_stores_done() const
  {
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
  __device__ void fence_async() const
  {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
