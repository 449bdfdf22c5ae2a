// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What one lane does with its V consecutive items in shared memory: the left fold, and the scan in place.
/// V items are an odd number of 16-byte pieces, so lanes that read a piece each hit different banks.

#include <thrum/detail/core/association_order.h>
#include <thrum/detail/cuda/block/raw.h>

#include <cstdint>
#include <cstring>

#include <cuda/std/memory>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// V items move in pieces of 16 bytes, and a word holds whole items or an item whole words.
template <class T, int V>
inline constexpr bool in_pieces_v = std::is_trivially_copyable_v<T>&& std::is_trivially_destructible_v<T>&& V
                                        * sizeof(T) % 16
                                      == 0
                                    && (sizeof(T) % 4 == 0 || sizeof(T) == 1 || sizeof(T) == 2);

struct alignas(16) piece
{
  std::uint32_t word[4];
};
struct alignas(8) half_piece
{
  std::uint32_t word[2];
};

/// V items fit registers, whole words of them.
template <class T, int V>
inline constexpr bool in_words_v = std::is_trivially_copyable_v<T>&& std::is_trivially_destructible_v<T>&& V
                                       * sizeof(T) % 4
                                     == 0
                                   && V * sizeof(T) <= association::lane_bytes
                                   && (sizeof(T) % 4 == 0 || sizeof(T) == 1 || sizeof(T) == 2);

/// Items in registers. Narrow ones go through them 16 bytes at a time, where they come in such pieces: all at
/// once, their unpacked forms would not fit.
template <class T, int V>
struct item_words
{
  static constexpr bool whole = V * sizeof(T) % 16 == 0;
  static constexpr int step = sizeof(T) < 4 && whole ? static_cast<int>(16 / sizeof(T)) : V; ///< held at once
  static constexpr int words = step * static_cast<int>(sizeof(T)) / 4;

  std::uint32_t word[words];

  THRUM_DEVICE void load(T const* from)
  {
    if constexpr (whole)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words / 4; ++i)
      {
        piece const p = reinterpret_cast<piece const*>(from)[i];
        _CCCL_PRAGMA_UNROLL_FULL()
        for (int j = 0; j < 4; ++j)
        {
          word[4 * i + j] = p.word[j];
        }
      }
    }
    else
    {
      load_words(from);
    }
  }
  THRUM_DEVICE void store(T* to) const
  {
    if constexpr (whole)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words / 4; ++i)
      {
        reinterpret_cast<piece*>(to)[i] = piece{
          {word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]}};
      }
    }
    else
    {
      store_words(to);
    }
  }
  THRUM_DEVICE void get(int i, raw<T>& x) const
  {
    if constexpr (is_wide_integer_v<T>)
    {
      x.value = gpu::wide_integer<T>(word + 4 * i);
    }
    else if constexpr (sizeof(T) >= 4)
    {
      std::memcpy(static_cast<void*>(&x), word + i * (sizeof(T) / 4), sizeof(T));
    }
    else
    {
      constexpr int in_word    = static_cast<int>(4 / sizeof(T));
      std::uint32_t const bits = word[i / in_word] >> (i % in_word * static_cast<int>(8 * sizeof(T)));
      std::memcpy(static_cast<void*>(&x), &bits, sizeof(T));
    }
  }
  THRUM_DEVICE void put(int i, T const& x)
  {
    if constexpr (is_wide_integer_v<T>)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < 4; ++j)
      {
        word[4 * i + j] = static_cast<std::uint32_t>(x >> (32 * j));
      }
    }
    else if constexpr (sizeof(T) >= 4)
    {
      std::memcpy(word + i * (sizeof(T) / 4), ::cuda::std::addressof(x), sizeof(T));
    }
    else
    {
      constexpr int in_word = static_cast<int>(4 / sizeof(T));
      constexpr int width   = static_cast<int>(8 * sizeof(T));
      constexpr auto mask   = (std::uint32_t{1} << width) - 1;
      int const at          = i % in_word * width;
      std::uint32_t bits    = 0;
      std::memcpy(&bits, ::cuda::std::addressof(x), sizeof(T));
      word[i / in_word] = (word[i / in_word] & ~(mask << at)) | (bits << at);
    }
  }

private:
  /// The widest words that a lane's items begin at.
  THRUM_DEVICE void load_words(T const* from)
  {
    if constexpr (words % 2 == 0)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words / 2; ++i)
      {
        half_piece const p = reinterpret_cast<half_piece const*>(from)[i];
        word[2 * i]        = p.word[0];
        word[2 * i + 1]    = p.word[1];
      }
    }
    else
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words; ++i)
      {
        word[i] = reinterpret_cast<std::uint32_t const*>(from)[i];
      }
    }
  }
  THRUM_DEVICE void store_words(T* to) const
  {
    if constexpr (words % 2 == 0)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words / 2; ++i)
      {
        reinterpret_cast<half_piece*>(to)[i] = half_piece{{word[2 * i], word[2 * i + 1]}};
      }
    }
    else
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words; ++i)
      {
        reinterpret_cast<std::uint32_t*>(to)[i] = word[i];
      }
    }
  }
};

/// Calls f(x, is_head, is_first) for each of a lane's V items, from left to right. If it writes, what it leaves in x
/// takes the item's place. `flags(i, n)` are the head flags of n items from i on.
template <bool Writes, int V, class Item, class Flags, class F>
THRUM_DEVICE void for_items_of_lane(Item* items, Flags const& flags, F const& f)
{
  using T = std::remove_const_t<Item>;
  if constexpr (in_pieces_v<T, V>)
  {
    using words = item_words<T, V>;
    _CCCL_PRAGMA_NOUNROLL()
    for (int at = 0; at < V; at += words::step)
    {
      words w;
      w.load(items + at);
      std::uint32_t const heads = flags(at, words::step);
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words::step; ++i)
      {
        raw<T> x;
        w.get(i, x);
        f(x.value, (heads >> i & 1) != 0, i == 0 && at == 0);
        if constexpr (Writes)
        {
          w.put(i, x.value);
        }
      }
      if constexpr (Writes)
      {
        w.store(items + at);
      }
    }
  }
  else
  {
    for (int i = 0; i < V; ++i)
    {
      f(items[i], flags(i, 1) != 0, i == 0);
    }
  }
}

/// Of items that are all of one segment.
struct no_heads
{
  THRUM_DEVICE constexpr std::uint32_t operator()(int, int) const { return 0; }
};

/// Folds V items, from the last head on if there is one.
template <int V, class T, class Op, class Flags = no_heads>
THRUM_DEVICE void fold_lane(T const* items, raw<T>& sum, Op const& op, Flags const& flags = {})
{
  gpu::for_items_of_lane<false, V>(items, flags, [&](T const& x, bool head, bool first) {
    if (head || first)
    {
      gpu::set(sum.value, x);
    }
    else
    {
      gpu::set_joined(sum.value, sum.value, x, op);
    }
  });
}

/// One step of a scan: the item x becomes its output, and `run` what stands before the next. An exclusive scan always
/// has something before.
template <bool Inclusive, class T, class Op>
THRUM_DEVICE void scan_step(T& x, maybe_raw<T>& run, Op const& op)
{
  if constexpr (Inclusive)
  {
    run.join(x, op);
    gpu::set(x, run.place.value);
  }
  else
  {
    raw<T> next;
    gpu::set_joined(next.value, run.place.value, x, op);
    gpu::set(x, run.place.value);
    gpu::set(run.place.value, next.value);
  }
}

/// Scans `count` items in place, from what stands before them.
template <bool Inclusive, class T, class Op>
THRUM_DEVICE void scan_some(T* items, int count, maybe_raw<T>& run, Op const& op)
{
  for (int i = 0; i < count; ++i)
  {
    gpu::scan_step<Inclusive>(items[i], run, op);
  }
}
/// The same of V items.
template <bool Inclusive, int V, class T, class Op>
THRUM_DEVICE void scan_lane(T* items, maybe_raw<T>& run, Op const& op)
{
  gpu::for_items_of_lane<true, V>(items, no_heads{},
                                  [&](T& x, bool, bool) { gpu::scan_step<Inclusive>(x, run, op); });
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
