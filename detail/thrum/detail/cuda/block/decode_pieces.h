// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Items of runs in 16-byte pieces, for outputs in memory.

#include <thrum/detail/cuda/block/run_length_decode.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <std::size_t Bytes>
struct word_of_bytes;
template <>
struct word_of_bytes<1>
{
  using type = std::uint8_t;
};
template <>
struct word_of_bytes<2>
{
  using type = std::uint16_t;
};
template <>
struct word_of_bytes<4>
{
  using type = std::uint32_t;
};
template <>
struct word_of_bytes<8>
{
  using type = std::uint64_t;
};
template <>
struct word_of_bytes<16>
{
  using type = piece;
};

/// Items that fill 16-byte pieces.
template <class T>
inline constexpr bool fills_pieces_v =
  std::is_trivially_copyable_v<T>&& std::is_trivially_destructible_v<
    T> && (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);

/// A piece of output: its first item is value[0], and bit i > 0 of `starts` says that the i-th begins a run.
template <class Word>
THRUM_HOST_DEVICE piece gather_piece(Word const* value, std::uint32_t starts)
{
  constexpr int items = 16 / sizeof(Word);
  if constexpr (items == 1)
  {
    return *value;
  }
  else if constexpr (items == 2)
  {
    std::uint64_t const a = value[0];
    std::uint64_t const b = value[starts >> 1 & 1];
    return piece{{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32),
                  static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(b >> 32)}};
  }
  else if constexpr (items == 4)
  {
    std::uint32_t const b = starts >> 1 & 1, c = b + (starts >> 2 & 1), d = c + (starts >> 3 & 1);
    return piece{{value[0], value[b], value[c], value[d]}};
  }
  else
  {
    constexpr int width           = 8 * sizeof(Word);
    constexpr int in_word         = 32 / width;
    constexpr std::uint32_t every = sizeof(Word) == 1 ? 0x01010101u : 0x00010001u;
    starts &= (1u << items) - 2;
    piece p;
    if ((starts & (starts - 1)) == 0) // at most one run begins within the piece
    {
      std::uint32_t const a = value[0] * every;
      std::uint32_t const b = value[starts != 0 ? 1 : 0] * every;
      int const first       = starts != 0 ? gpu::highest_bit(starts) * width : 128; // bit where b begins
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < 4; ++i)
      {
        int const bit            = first - 32 * i;
        std::uint32_t const mask = bit <= 0 ? 0xffffffffu : bit >= 32 ? 0 : 0xffffffffu << bit;
        p.word[i]                = (a & ~mask) | (b & mask);
      }
      return p;
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < 4; ++i)
    {
      p.word[i] = 0;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < in_word; ++j)
      {
        value += starts >> (i * in_word + j) & 1;
        p.word[i] |= static_cast<std::uint32_t>(*value) << (j * width);
      }
    }
    return p;
  }
}

/// Writes places [first, count) of a window to `out`, which holds place 0 and begins a piece; `value` are those
/// of a row's runs that are not empty.
template <class Cta, class Window, class T>
THRUM_HOST_DEVICE void emit_pieces(
  Cta const& cta, Window const& window, T const* value, T* out, std::uint32_t first, std::uint32_t count)
{
  using word          = typename word_of_bytes<sizeof(T)>::type;
  constexpr auto K    = static_cast<std::uint32_t>(16 / sizeof(T));
  constexpr int batch = sizeof(T) < 4 ? 2 : 4; // loads of several pieces before their stores
  static_assert(Window::items % (batch * lanes * K) == 0);
  auto const* const values = reinterpret_cast<word const*>(value);
  for (auto v = static_cast<std::uint32_t>(cta.lane()); (v - cta.lane()) * K < count; v += batch * lanes)
  {
    piece p[batch];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int u = 0; u < batch; ++u)
    {
      std::uint32_t const at  = (v + u * lanes) * K;
      start_word const w      = window.word[at / 32];
      std::uint32_t const run = w.rank_at(at % 32);
      p[u]                    = gpu::gather_piece(values + (run > 0 ? run - 1 : 0), w.starts >> at % 32);
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int u = 0; u < batch; ++u)
    {
      std::uint32_t const at = (v + u * lanes) * K;
      if (at >= first && at + K <= count)
      {
        *reinterpret_cast<piece*>(out + at) = p[u];
      }
      else // where the stretch begins or ends inside a piece
      {
        for (std::uint32_t i = at < first ? first : at; i < at + K && i < count; ++i)
        {
          reinterpret_cast<word*>(out)[i] = values[window.word[i / 32].rank_at(i % 32) - 1];
        }
      }
    }
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
