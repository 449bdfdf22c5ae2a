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
THRUM_HOST_DEVICE inline int count_bits(std::uint32_t word)
{
#if defined(__CUDA_ARCH__)
  return __popc(word);
#else
  return __builtin_popcount(word);
#endif
}

/// The highest bit that is set, of a word that is not 0.
THRUM_HOST_DEVICE inline int highest_bit(std::uint32_t word)
{
#if defined(__CUDA_ARCH__)
  return 31 - __clz(static_cast<int>(word));
#else
  return 31 - __builtin_clz(word);
#endif
}

/// The bits up to `bit`, itself among them.
THRUM_HOST_DEVICE inline std::uint32_t bits_up_to(int bit)
{
  return 0xffffffffu >> (31 - bit);
}

/// Which bit of a word is its lowest that is set.
THRUM_HOST_DEVICE inline int lowest_bit(std::uint32_t bits)
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
