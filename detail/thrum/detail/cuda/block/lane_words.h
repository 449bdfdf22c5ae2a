// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// From registers to shared memory, a lane's V items in front of the next one's: by wide stores that never have two
/// lanes wait for one bank where V and the size of an item are powers of two.

#include <thrum/detail/cuda/block/lane_items.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, int V>
struct lane_words
{
  static constexpr int bytes = V * static_cast<int>(sizeof(T));

  /// Whole words, of items that are parts of words or made of them.
  static constexpr bool suits = std::is_trivially_copyable_v<T> && !is_wide_integer_v<T> && bytes % 4 == 0
                                && (sizeof(T) % 4 == 0 || sizeof(T) <= 2) && bytes <= 256;

  static constexpr int words  = bytes / 4;
  static constexpr int pieces = words % 4 == 0 ? words / 4 : 0; ///< of 16 bytes

  /// `to` is where lane 0 begins, at a multiple of 16 bytes.
  THRUM_DEVICE static void store(std::uint32_t lane, T const (&items)[V], void* to)
  {
    std::uint32_t word[words];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words; ++i)
    {
      word[i] = word_of(items, i);
    }
    if constexpr (pieces > 0)
    {
      store_pieces(lane, word, static_cast<piece*>(to) + lane * pieces);
    }
    else if constexpr (words % 2 == 0)
    {
      auto* const out = static_cast<half_piece*>(to) + lane * (words / 2);
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words / 2; ++i)
      {
        out[i] = half_piece{{word[2 * i], word[2 * i + 1]}};
      }
    }
    else
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words; ++i)
      {
        static_cast<std::uint32_t*>(to)[lane * words + i] = word[i];
      }
    }
  }

private:
  THRUM_DEVICE static std::uint32_t word_of(T const (&items)[V], int i)
  {
    std::uint32_t word = 0;
    if constexpr (sizeof(T) >= 4)
    {
      constexpr int in_item = static_cast<int>(sizeof(T) / 4);
      std::uint32_t all[in_item];
      std::memcpy(all, &items[i / in_item], sizeof(T));
      word = all[i % in_item];
    }
    else
    {
      constexpr int in_word = static_cast<int>(4 / sizeof(T));
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < in_word; ++j)
      {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &items[i * in_word + j], sizeof(T));
        word |= bits << (j * static_cast<int>(8 * sizeof(T)));
      }
    }
    return word;
  }

  /// Eight lanes store a piece each at a time. Where an even number of pieces lies from lane to lane, each begins with
  /// another one of its own: the i-th store of a lane is of piece i ^ m, and no two of the eight have the same i ^ m.
  THRUM_DEVICE static void store_pieces(std::uint32_t lane, std::uint32_t (&word)[words], piece* to)
  {
    constexpr bool turns  = pieces > 1 && (pieces & (pieces - 1)) == 0;
    std::uint32_t const m = turns ? lane / (pieces < 8 ? 8 / pieces : 1) % (pieces < 8 ? pieces : 8) : 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int b = 1; b < (turns ? pieces < 8 ? pieces : 8 : 1); b *= 2)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < words; ++i)
      {
        int const other = i ^ (4 * b);
        if (i < other)
        {
          std::uint32_t const x = word[i], y = word[other];
          word[i]     = (m & b) != 0 ? y : x;
          word[other] = (m & b) != 0 ? x : y;
        }
      }
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < pieces; ++i)
    {
      to[static_cast<std::uint32_t>(i) ^ m] = piece{
        {word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]}};
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
