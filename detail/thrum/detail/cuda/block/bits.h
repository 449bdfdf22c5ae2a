// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Bits of 32-bit words.

#include <thrum/detail/config/config.h>

#include <cstdint>
#include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// How many bits are set.
THRUM_DEVICE inline int count_bits(std::uint32_t word)
{
#if defined(__CUDA_ARCH__)
  return __popc(word);
#else
  return __builtin_popcount(word);
#endif
}

/// The highest bit that is set, of a word that is not 0.
THRUM_DEVICE inline int highest_bit(std::uint32_t word)
{
#if defined(__CUDA_ARCH__)
  return 31 - __clz(static_cast<int>(word));
#else
  return 31 - __builtin_clz(word);
#endif
}

/// The bits up to `bit`, itself among them.
THRUM_DEVICE inline std::uint32_t bits_up_to(int bit)
{
  return 0xffffffffu >> (31 - bit);
}

/// `word`, shifted to the left by `bits`, and as many of the top bits of `next` after it; 1 to 31.
THRUM_DEVICE inline std::uint32_t shift_in(std::uint32_t word, std::uint32_t next, int bits)
{
#if defined(__CUDA_ARCH__)
  return __funnelshift_l(next, word, static_cast<unsigned>(bits));
#else
  return word << bits | next >> (32 - bits);
#endif
}

/// `word`, shifted to the left by any number of bits: 0 from 32 on. One instruction.
THRUM_DEVICE inline std::uint32_t shift_out(std::uint32_t word, std::uint32_t bits)
{
#if defined(__CUDA_ARCH__)
  std::uint32_t shifted;
  asm("shl.b32 %0, %1, %2;" : "=r"(shifted) : "r"(word), "r"(bits));
  return shifted;
#else
  return bits < 32 ? word << bits : 0;
#endif
}

/// Adds `Step` to x if a < b: by one instruction under a predicate, for which the compiler takes two.
template <std::uint32_t Step>
THRUM_DEVICE void add_if_less(std::uint32_t& x, std::uint32_t a, std::uint32_t b)
{
#if defined(__CUDA_ARCH__)
  asm("{\n.reg .pred p;\nsetp.lt.u32 p, %1, %2;\n@p add.u32 %0, %0, %3;\n}"
      : "+r"(x)
      : "r"(a), "r"(b), "n"(Step));
#else
  x += a < b ? Step : 0;
#endif
}

/// Four of the bytes of two words, from the lowest on: those that the digits of `which` name, 0 to 3 in `a`, 4 to 7 in `b`.
THRUM_DEVICE inline std::uint32_t choose_bytes(std::uint32_t a, std::uint32_t b, std::uint32_t which)
{
#if defined(__CUDA_ARCH__)
  return __byte_perm(a, b, which);
#else
  std::uint64_t const all = std::uint64_t{b} << 32 | a;
  std::uint32_t chosen    = 0;
  for (int i = 0; i < 4; ++i)
  {
    chosen |= static_cast<std::uint32_t>(all >> (which >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  }
  return chosen;
#endif
}

/// The greatest, or least, of the lower halves of two words, and of the upper ones. One instruction from sm_90 on.
template <bool Greatest, bool Signed>
THRUM_DEVICE std::uint32_t extremes_of_halves(std::uint32_t a, std::uint32_t b)
{
#if defined(__CUDA_ARCH__)
  if constexpr (Signed)
  {
    return Greatest ? __vmaxs2(a, b) : __vmins2(a, b);
  }
  else
  {
    return Greatest ? __vmaxu2(a, b) : __vminu2(a, b);
  }
#else
  using half             = std::conditional_t<Signed, std::int16_t, std::uint16_t>;
  std::uint32_t extremes = 0;
  for (int at = 0; at < 32; at += 16)
  {
    auto const x    = static_cast<half>(a >> at);
    auto const y    = static_cast<half>(b >> at);
    bool const is_x = Greatest ? y < x : x < y;
    extremes |= static_cast<std::uint32_t>(static_cast<std::uint16_t>(is_x ? x : y)) << at;
  }
  return extremes;
#endif
}

/// The sum of a word's bytes, and of `sum`: the lowest byte is right for signed ones as well. One instruction.
THRUM_DEVICE inline std::uint32_t add_bytes(std::uint32_t word, std::uint32_t sum)
{
#if defined(__CUDA_ARCH__)
  return __dp4a(word, 0x01010101u, sum);
#else
  return sum + (word & 0xff) + (word >> 8 & 0xff) + (word >> 16 & 0xff) + (word >> 24);
#endif
}

/// Which bit of a word is its lowest that is set.
THRUM_DEVICE inline int lowest_bit(std::uint32_t bits)
{
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
