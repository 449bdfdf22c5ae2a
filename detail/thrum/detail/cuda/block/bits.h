// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Bits of 32-bit words.

#include <thrum/detail/config/config.h>

#include <cstdint>

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
