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

/// Sixteen bytes: bit i > 0 of `starts` says that the i-th is of a further run. How many runs begin up to
/// each of four items is the sum of their bits up to it: a digit of their product with 0x1111, which chooses among
/// eight bytes.
THRUM_DEVICE inline piece gather_by_fours(std::uint8_t const* value, std::uint32_t starts)
{
  auto run         = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(value) & 3);
  auto const* word = reinterpret_cast<std::uint32_t const*>(value - run); // still known to be shared memory
  piece p;
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 0; i < 4; ++i)
  {
    std::uint32_t const bits   = starts >> (4 * i) & 0xf;
    std::uint32_t const digits = (bits | bits << 3 | bits << 6 | bits << 9) & 0x1111;
    std::uint32_t const which  = (digits + run) * 0x1111;
    p.word[i]                  = gpu::choose_bytes(word[0], word[1], which);
    run                        = which >> 12 & 0xf;
    word += run >> 2;
    run &= 3;
  }
  return p;
}

/// Sixteen bytes. All lanes of a warp take the same way.
template <class Cta>
THRUM_DEVICE piece gather_bytes(Cta const& cta, std::uint8_t const* value, std::uint32_t starts)
{
  if (cta.ballot((starts & (starts - 1)) != 0) != 0)
  {
    return gpu::gather_by_fours(value, starts);
  }
  std::uint32_t const a     = value[0] * 0x01010101u;
  std::uint32_t const other = a ^ value[1] * 0x01010101u;
  int const first           = gpu::lowest_bit(starts | 1u << 16) * 8; // bit where the other run begins
  piece p;
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 0; i < 4; ++i)
  {
    int const bit = first - 32 * i;
    p.word[i]     = a ^ (other & gpu::shift_out(0xffffffffu, static_cast<std::uint32_t>(bit < 0 ? 0 : bit)));
  }
  return p;
}

/// A piece of output: its first item is value[0], and bit i > 0 of `starts` says that the i-th begins a run.
template <class Cta, class Word>
THRUM_DEVICE piece gather_piece([[maybe_unused]] Cta const& cta, Word const* value, std::uint32_t starts)
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
  else if constexpr (items == 8)
  {
    piece p;
    std::uint32_t run = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < 4; ++i)
    {
      run += i > 0 ? starts >> (2 * i) & 1 : 0;
      std::uint32_t const next = run + (starts >> (2 * i + 1) & 1);
      p.word[i]                = gpu::choose_bytes(value[run], value[next], 0x5410);
      run                      = next;
    }
    return p;
  }
  else
  {
    return gpu::gather_bytes(cta, value, starts & 0xfffe);
  }
}

/// What a warp stores at a time should begin a line of the second-level cache: one more would be touched each time.
template <class T>
inline constexpr auto line_items = static_cast<std::uint32_t>(128 / sizeof(T));

/// Writes places [first, count) of a window to `out`, which holds place 0 and begins a piece, or better a line;
/// `value` are those of a row's runs that are not empty. What lies beside them may be read.
template <class Cta, class Window, class T>
THRUM_DEVICE void emit_pieces(
  Cta const& cta, Window const& window, T const* value, T* out, std::uint32_t first, std::uint32_t count)
{
  using word               = typename word_of_bytes<sizeof(T)>::type;
  constexpr auto K         = static_cast<std::uint32_t>(16 / sizeof(T));
  constexpr int batch      = sizeof(T) < 4 ? 2 : 4; // loads of several pieces before their stores
  constexpr int per_word   = static_cast<int>(32 / K);
  auto const* const before = reinterpret_cast<word const*>(value) - 1; // the run of rank 0
  auto const lane          = static_cast<std::uint32_t>(cta.lane());
  int const bit = cta.lane() % per_word * static_cast<int>(K); // of a piece's first item in its word
  std::uint32_t const whole     = (first + K - 1) / K;
  std::uint32_t const whole_end = count / K;
  start_word const* w           = window.word + cta.lane() / per_word;
  static_assert(Window::chunk_items % (batch * lanes * K) == 0, "no batch leaves what is counted");
  for (std::uint32_t begin = 0; begin < whole_end; begin += batch * lanes, w += batch * K)
  {
    piece p[batch];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int u = 0; u < batch; ++u)
    {
      start_word const s = w[u * static_cast<int>(K)];
      p[u]               = gpu::gather_piece(cta, before + s.rank_at(bit), s.starts >> bit);
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int u = 0; u < batch; ++u)
    {
      std::uint32_t const v = begin + u * lanes + lane;
      if (v >= whole && v < whole_end)
      {
        reinterpret_cast<piece*>(out)[v] = p[u];
      }
    }
  }
  if constexpr (K > 1) // where the stretch begins or ends inside a piece: half a warp for each
  {
    std::uint32_t const edge = lane < lanes / 2 ? whole - 1
                                                : whole_end; // a piece, of which there may be none
    std::uint32_t const i    = edge * K + lane % (lanes / 2);
    bool const is_edge       = lane % (lanes / 2) < K
                         && (lane < lanes / 2 ? whole * K > first : whole <= whole_end);
    if (is_edge && i >= first && i < count)
    {
      reinterpret_cast<word*>(out)[i] = before[window.word[i / 32].rank_at(static_cast<int>(i % 32))];
    }
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
