// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Aggregates of tiles in memory that all blocks reach, published by one block and awaited by others. Groups of 128
/// tiles, 4 to a lane: a warp looks at a group at once.
/// D. Merrill, M. Garland: Single-pass parallel prefix scan with decoupled look-back, NVIDIA Technical
/// Report NVR-2016-002.

#include <thrum/detail/cuda/block/warp.h>

#include <cuda/atomic>
#include <cuda/std/memory>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
inline constexpr int fan   = association::tiles_per_lane;
inline constexpr int group = association::tiles_per_group;

/// Values that are published inside the very words that say they are there.
template <class A>
inline constexpr bool fits_words_v = std::is_trivially_copyable_v<A> && sizeof(A) <= 16;

/// An aggregate is a value and a small count, of heads where there are segments. Memory is all zero before.
///
/// Small values: each 8-byte word carries 4 bytes of the value and a tag, the count plus one, and is written at
/// once. So no fences are needed: whoever sees a tag sees the bytes beside it. The lane is the fastest index,
/// so a warp that looks at a group reads whole sectors.
template <class A, bool = fits_words_v<A>>
class tile_states
{
  using word                 = std::uint64_t;
  using strong_word          = ::cuda::atomic_ref<word, ::cuda::thread_scope_device>;
  static constexpr int words = static_cast<int>((sizeof(A) + 3) / 4);

public:
  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    return detail::round_up(static_cast<std::size_t>(tiles), group) * words * sizeof(word);
  }

  /// `tiles` as for bytes().
  THRUM_DEVICE tile_states(void* memory, std::ptrdiff_t /*tiles*/) : memory_(static_cast<word*>(memory)) {}

  THRUM_DEVICE void publish(std::ptrdiff_t tile, A const& value, int count) const
  {
    std::uint32_t part[words];
    part[words - 1] = 0;
    std::memcpy(part, ::cuda::std::addressof(value), sizeof(A));
    auto const tag = static_cast<word>(count) + 1;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words; ++i)
    {
      store(word_of(tile, i), tag << 32 | part[i]);
    }
  }

  /// One tile's, if it is there.
  THRUM_DEVICE bool get(std::ptrdiff_t tile, A& value, int& count) const
  {
    std::uint32_t part[words];
    std::uint32_t tag = 0;
    for (int i = 0; i < words; ++i)
    {
      word const seen = load(word_of(tile, i));
      part[i]         = static_cast<std::uint32_t>(seen);
      tag             = static_cast<std::uint32_t>(seen >> 32);
      if (tag == 0)
      {
        return false;
      }
    }
    std::memcpy(static_cast<void*>(::cuda::std::addressof(value)), part, sizeof(A));
    count = static_cast<int>(tag) - 1;
    return true;
  }

  /// What a lane has seen of its tiles of one group.
  class view
  {
  public:
    THRUM_DEVICE void look(tile_states const& states, std::ptrdiff_t g, int lane, int count)
    {
      word* const from = states.memory_ + g * (group * words);
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < fan * words; ++i)
      {
        if (i < count * words)
        {
          word const seen = load(from + place(lane, i));
          part_[i]        = static_cast<std::uint32_t>(seen);
          tag_[i]         = static_cast<std::uint32_t>(seen >> 32);
        }
      }
    }
    /// Whether the first `count` of the lane's tiles are there.
    THRUM_DEVICE bool ready(int count) const
    {
      bool all = true;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < fan * words; ++i)
      {
        all = all && (i >= count * words || tag_[i] != 0);
      }
      return all;
    }
    THRUM_DEVICE void value(int i, raw<A>& x) const
    {
      if constexpr (is_wide_integer_v<A>)
      {
        x.value = gpu::wide_integer<A>(part_ + i * words);
      }
      else
      {
        std::memcpy(static_cast<void*>(&x), part_ + i * words, sizeof(A));
      }
    }
    THRUM_DEVICE int count(int i) const { return static_cast<int>(tag_[i * words]) - 1; }

  private:
    std::uint32_t part_[fan * words];
    std::uint32_t tag_[fan * words];
  };

private:
  /// In shared memory, compute-sanitizer's racecheck takes strong loads and stores for plain ones, of which two that
  /// meet were a race: for it, they are of the kind that reads and writes at once.
  THRUM_DEVICE static void store(word* to, word x)
  {
#if defined(THRUM_TEST_FOR_RACECHECK)
    strong_word(*to).exchange(x, ::cuda::memory_order_relaxed);
#else
    strong_word(*to).store(x, ::cuda::memory_order_relaxed);
#endif
  }
  THRUM_DEVICE static word load(word* from)
  {
#if defined(THRUM_TEST_FOR_RACECHECK)
    return strong_word(*from).fetch_add(0, ::cuda::memory_order_relaxed);
#else
    return strong_word(*from).load(::cuda::memory_order_relaxed);
#endif
  }

  THRUM_DEVICE word* word_of(std::ptrdiff_t tile, int i) const
  {
    return memory_ + tile / group * (group * words)
           + place(static_cast<int>(tile % group) / fan, static_cast<int>(tile % fan) * words + i);
  }
  THRUM_DEVICE static int place(int lane, int i)
  {
    return (i / 2 * lanes + lane) * 2 + i % 2; // two words, 16 bytes, of each lane side by side
  }

  word* memory_;
};

/// Other values lie beside a flag, the count plus one, that is released after and acquired before them.
template <class A>
class tile_states<A, false>
{
  using flag                           = std::uint32_t;
  using strong_flag                    = ::cuda::atomic_ref<flag, ::cuda::thread_scope_device>;
  static constexpr std::size_t granule = alignof(A) > 128 ? alignof(A) : 128;

public:
  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    auto const places = detail::round_up(static_cast<std::size_t>(tiles), group);
    return places * sizeof(flag) + granule + places * sizeof(A);
  }

  THRUM_DEVICE tile_states(void* memory, std::ptrdiff_t tiles) : flags_(static_cast<flag*>(memory))
  {
    // As a number: a single tile has no memory, and a null pointer has no place behind it.
    auto const places = detail::round_up(static_cast<std::size_t>(tiles), group);
    auto const end    = reinterpret_cast<std::uintptr_t>(memory) + places * sizeof(flag);
    values_           = reinterpret_cast<A*>(detail::round_up(end, granule));
  }

  THRUM_DEVICE void publish(std::ptrdiff_t tile, A const& value, int count) const
  {
    gpu::set(values_[tile], value);
    strong_flag(flags_[tile]).store(static_cast<flag>(count) + 1, ::cuda::memory_order_release);
  }

  /// One tile's, if it is there.
  THRUM_DEVICE bool get(std::ptrdiff_t tile, A& value, int& count) const
  {
    flag const seen = strong_flag(flags_[tile]).load(::cuda::memory_order_acquire);
    if (seen != 0)
    {
      gpu::set(value, values_[tile]);
      count = static_cast<int>(seen) - 1;
    }
    return seen != 0;
  }

  class view
  {
  public:
    THRUM_DEVICE void look(tile_states const& states, std::ptrdiff_t g, int lane, int count)
    {
      first_ = states.values_ + g * group + lane * fan;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < fan; ++i)
      {
        if (i < count)
        {
          flag_[i] =
            strong_flag(states.flags_[g * group + lane * fan + i]).load(::cuda::memory_order_acquire);
        }
      }
    }
    THRUM_DEVICE bool ready(int count) const
    {
      bool all = true;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < fan; ++i)
      {
        all = all && (i >= count || flag_[i] != 0);
      }
      return all;
    }
    THRUM_DEVICE void value(int i, raw<A>& x) const { gpu::set(x.value, first_[i]); }
    THRUM_DEVICE int count(int i) const { return static_cast<int>(flag_[i]) - 1; }

  private:
    A const* first_;
    flag flag_[fan];
  };

private:
  flag* flags_;
  A* values_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
