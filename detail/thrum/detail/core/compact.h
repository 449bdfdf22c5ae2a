// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Brings those of 64 neighbouring items together whose bit in a mask is set.

#include <thrum/detail/config/config.h>

#include <cstdint>
#include <type_traits>

#include <cuda/std/bit>
#if defined(__AVX512F__)
#  include <immintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Room that `place_bits` wants behind the places it returns.
inline constexpr int spare_places = 7;

/// The places of set bits, in ascending order, from `offset` on; returns their end. Eight at a time, and eight
/// at least: where the number of bits is not foreseen, it is so for most words that it is not above 8.
template <class Place>
Place* place_bits(std::uint64_t mask, Place offset, Place* place)
{
  int const count = ::cuda::std::popcount(mask);
  int i           = 0;
  do
  {
    for (int j = 0; j < 8; ++j, mask &= mask - 1)
    {
      place[i + j] = static_cast<Place>(offset + ::cuda::std::countr_zero(mask));
    }
    i += 8;
  } while (i < count);
  return place + count;
}

/// Writes from[j], j in [0, count), for each set bit j of `mask`, and then some more: to `count` places at most.
/// count <= 64.
template <class T>
void compact(T const* from, int count, std::uint64_t mask, T* to)
{
#if defined(__AVX512F__)
  if constexpr (std::is_trivially_copyable_v<T> && (sizeof(T) == 4 || sizeof(T) == 8))
  {
    constexpr int size = 64 / static_cast<int>(sizeof(T));
    for (; count >= size; count -= size, mask >>= size, from += size)
    {
      __m512i const items = _mm512_loadu_si512(from);
      if constexpr (sizeof(T) == 4)
      {
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(static_cast<__mmask16>(mask), items));
        to += ::cuda::std::popcount(static_cast<std::uint16_t>(mask));
      }
      else
      {
        _mm512_storeu_si512(to, _mm512_maskz_compress_epi64(static_cast<__mmask8>(mask), items));
        to += ::cuda::std::popcount(static_cast<std::uint8_t>(mask));
      }
    }
  }
#endif
  for (int j = 0; j < count; ++j)
  {
    *to = from[j]; // behind the last one there is room: fewer were written than seen
    to += mask >> j & 1;
  }
}
} // namespace detail
THRUM_NAMESPACE_END
