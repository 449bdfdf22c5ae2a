// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// States of tiles, other than the library's tile_states, as the look-back takes them: what a tile publishes, and what a
// lane sees of its tiles of a group. Memory is all zero before.
#include <thrum/detail/cuda/block/tile_state.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <cuda/atomic>

namespace thrum_benchmark
{
namespace gpu = thrum::detail::gpu;

constexpr __host__ __device__ std::size_t places(std::ptrdiff_t tiles)
{
  return thrum::detail::round_up(static_cast<std::size_t>(tiles), gpu::group);
}

/// The library's narrow words, 4 bytes of the value beside a tag, but those of each tile in `Bytes` of their own.
template <class A, int Bytes>
class spaced_states
{
  using word                 = std::uint64_t;
  using strong_word          = ::cuda::atomic_ref<word, ::cuda::thread_scope_device>;
  static constexpr int words = static_cast<int>((sizeof(A) + 3) / 4);
  static_assert(words * sizeof(word) <= Bytes);

public:
  static constexpr __host__ __device__ std::size_t bytes(std::ptrdiff_t tiles)
  {
    return places(tiles) * Bytes;
  }
  __device__ spaced_states(void* memory, std::ptrdiff_t) : memory_(static_cast<unsigned char*>(memory)) {}

  __device__ void publish(std::ptrdiff_t tile, A const& value, int count) const
  {
    std::uint32_t part[words] = {};
    std::memcpy(part, &value, sizeof(A));
    for (int i = 0; i < words; ++i)
    {
      word const all = (static_cast<word>(count) + 1) << 32 | part[i];
      strong_word(at(tile)[i]).store(all, ::cuda::memory_order_relaxed);
    }
  }

  class view
  {
  public:
    __device__ void look(spaced_states const& states, std::ptrdiff_t g, int lane, int count)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < gpu::fan * words; ++i)
      {
        if (i < count * words)
        {
          word* const of_tile = states.at(g * gpu::group + lane * gpu::fan + i / words);
          word const seen     = strong_word(of_tile[i % words]).load(::cuda::memory_order_relaxed);
          part_[i]            = static_cast<std::uint32_t>(seen);
          tag_[i]             = static_cast<std::uint32_t>(seen >> 32);
        }
      }
    }
    __device__ bool ready(int count) const
    {
      bool all = true;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < gpu::fan * words; ++i)
      {
        all = all && (i >= count * words || tag_[i] != 0);
      }
      return all;
    }
    __device__ void value(int i, gpu::raw<A>& x) const
    {
      std::memcpy(static_cast<void*>(&x), part_ + i * words, sizeof(A));
    }
    __device__ int count(int i) const { return static_cast<int>(tag_[i * words]) - 1; }

  private:
    std::uint32_t part_[gpu::fan * words];
    std::uint32_t tag_[gpu::fan * words];
  };

private:
  __device__ word* at(std::ptrdiff_t tile) const { return reinterpret_cast<word*>(memory_ + tile * Bytes); }

  unsigned char* memory_;
};

/// Values beside flags, as the library has those that fit no words, but looked at by relaxed loads: a lane acquires once,
/// when all of its flags are there.
template <class A>
class fenced_states : public gpu::tile_states<A, void>
{
  using base        = gpu::tile_states<A, void>;
  using flag        = std::uint32_t;
  using strong_flag = ::cuda::atomic_ref<flag, ::cuda::thread_scope_device>;

public:
  __device__ fenced_states(void* memory, std::ptrdiff_t tiles)
      : base(memory, tiles)
      , flags_(static_cast<flag*>(memory))
      , values_(reinterpret_cast<A const*>(flags_ + places(tiles)))
  {}

  class view
  {
  public:
    __device__ void look(fenced_states const& states, std::ptrdiff_t g, int lane, int count)
    {
      first_    = states.values_ + g * gpu::group + lane * gpu::fan;
      acquired_ = false;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < gpu::fan; ++i)
      {
        if (i < count)
        {
          strong_flag const f(states.flags_[g * gpu::group + lane * gpu::fan + i]);
          flag_[i] = f.load(::cuda::memory_order_relaxed);
        }
      }
    }
    __device__ bool ready(int count)
    {
      bool all = true;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < gpu::fan; ++i)
      {
        all = all && (i >= count || flag_[i] != 0);
      }
      if (all && count > 0 && !acquired_)
      {
        ::cuda::atomic_thread_fence(::cuda::memory_order_acquire, ::cuda::thread_scope_device);
        acquired_ = true;
      }
      return all;
    }
    __device__ void value(int i, gpu::raw<A>& x) const { gpu::set(x.value, first_[i]); }
    __device__ int count(int i) const { return static_cast<int>(flag_[i]) - 1; }

  private:
    A const* first_;
    flag flag_[gpu::fan];
    bool acquired_;
  };

private:
  flag* flags_;
  A const* values_;
};
} // namespace thrum_benchmark
