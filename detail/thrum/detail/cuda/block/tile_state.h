// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Aggregates of tiles in memory that all blocks reach, published by one block and awaited by others. Groups of 128
/// tiles, 4 to a lane: a warp looks at a group at once.
/// D. Merrill, M. Garland: Single-pass parallel prefix scan with decoupled look-back, NVIDIA Technical
/// Report NVR-2016-002.

#include <thrum/detail/cuda/block/state_words.h>
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
inline constexpr bool fits_words_v = std::is_trivially_copyable_v<A> && sizeof(A) <= 32;

/// The words of a value, or void for one that lies beside a flag.
template <class A>
using word_of =
  std::conditional_t<fits_words_v<A>, std::conditional_t<sizeof(A) <= 4, narrow_word, wide_word>, void>;

/// An aggregate is a value and a small count, of heads where there are segments. Memory is all zero before.
///
/// Small values, in words whose tag is the count plus one. The lane is the fastest index, so a warp that looks
/// at a group reads whole sectors.
template <class A, class Word = word_of<A>>
class tile_states
{
  static constexpr int parts = static_cast<int>((sizeof(A) + 3) / 4);
  static constexpr int words = (parts + Word::parts - 1) / Word::parts;

public:
  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    return detail::round_up(static_cast<std::size_t>(tiles), group) * words * sizeof(Word);
  }

  /// `tiles` as for bytes().
  THRUM_DEVICE tile_states(void* memory, std::ptrdiff_t /*tiles*/) : memory_(static_cast<Word*>(memory)) {}

  THRUM_DEVICE void publish(std::ptrdiff_t tile, A const& value, int count) const
  {
    std::uint32_t part[words * Word::parts] = {};
    std::memcpy(part, ::cuda::std::addressof(value), sizeof(A));
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words; ++i)
    {
      Word(part + i * Word::parts, static_cast<std::uint32_t>(count) + 1).store(word_of_tile(tile, i));
    }
  }

  /// One tile's, if it is there.
  THRUM_DEVICE bool get(std::ptrdiff_t tile, A& value, int& count) const
  {
    Word seen[words];
    for (int i = 0; i < words; ++i)
    {
      seen[i] = Word::load(word_of_tile(tile, i));
      if (!seen[i].is_there())
      {
        return false;
      }
    }
    raw<A> x;
    make(seen, x);
    gpu::set(value, x.value);
    count = static_cast<int>(seen[0].tag()) - 1;
    return true;
  }

  /// What a lane has seen of its tiles of one group.
  class view
  {
  public:
    THRUM_DEVICE void look(tile_states const& states, std::ptrdiff_t g, int lane, int count)
    {
      Word* const from = states.memory_ + g * (group * words);
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < fan * words; ++i)
      {
        if (i < count * words)
        {
          seen_[i] = Word::load(from[place(lane, i)]);
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
        all = all && (i >= count * words || seen_[i].is_there());
      }
      return all;
    }
    THRUM_DEVICE void value(int i, raw<A>& x) const { make(seen_ + i * words, x); }
    THRUM_DEVICE int count(int i) const { return static_cast<int>(seen_[i * words].tag()) - 1; }

  private:
    Word seen_[fan * words];
  };

private:
  THRUM_DEVICE static void make(Word const* seen, raw<A>& x)
  {
    std::uint32_t part[words * Word::parts];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words * Word::parts; ++i)
    {
      part[i] = seen[i / Word::parts].part(i % Word::parts);
    }
    if constexpr (is_wide_integer_v<A>)
    {
      x.value = gpu::wide_integer<A>(part);
    }
    else
    {
      std::memcpy(static_cast<void*>(&x), part, sizeof(A));
    }
  }

  THRUM_DEVICE Word& word_of_tile(std::ptrdiff_t tile, int i) const
  {
    return memory_[tile / group * (group * words)
                   + place(static_cast<int>(tile % group) / fan, static_cast<int>(tile % fan) * words + i)];
  }
  /// 16 bytes of each lane side by side.
  THRUM_DEVICE static int place(int lane, int i)
  {
    constexpr int beside = static_cast<int>(16 / sizeof(Word));
    return (i / beside * lanes + lane) * beside + i % beside;
  }

  Word* memory_;
};

/// Other values lie beside a flag, the count plus one, that is released after and acquired before them.
template <class A>
class tile_states<A, void>
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
