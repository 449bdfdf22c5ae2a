// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Between the order of memory, where a lane's items lie side by side, and the order of vector registers,
/// where the lanes do.

#include <thrum/detail/config/config.h>

#include <cstddef>
#if THRUM_HAS_STREAMING_STORES
#  include <emmintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// to[c * Rows + r] = from[r * Columns + c]. Items of 4 and 8 bytes move in square pieces of 16-byte
/// registers; the compiler does the rest.
template <int Rows, int Columns, class T>
void transpose(T const* from, T* to)
{
#if THRUM_HAS_STREAMING_STORES
  if constexpr (sizeof(T) == 4 && Rows % 4 == 0 && Columns % 4 == 0)
  {
    auto const load  = [](T const* p) { return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p)); };
    auto const store = [](T* p, __m128i x) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x); };
    for (int r = 0; r < Rows; r += 4)
    {
      for (int c = 0; c < Columns; c += 4)
      {
        T const* const in = from + r * Columns + c;
        __m128i const a   = load(in);
        __m128i const b   = load(in + Columns);
        __m128i const d   = load(in + 2 * Columns);
        __m128i const e   = load(in + 3 * Columns);
        __m128i const ab0 = _mm_unpacklo_epi32(a, b);
        __m128i const ab1 = _mm_unpackhi_epi32(a, b);
        __m128i const de0 = _mm_unpacklo_epi32(d, e);
        __m128i const de1 = _mm_unpackhi_epi32(d, e);
        T* const out      = to + c * Rows + r;
        store(out, _mm_unpacklo_epi64(ab0, de0));
        store(out + Rows, _mm_unpackhi_epi64(ab0, de0));
        store(out + 2 * Rows, _mm_unpacklo_epi64(ab1, de1));
        store(out + 3 * Rows, _mm_unpackhi_epi64(ab1, de1));
      }
    }
  }
  else if constexpr (sizeof(T) == 8 && Rows % 2 == 0 && Columns % 2 == 0)
  {
    auto const load  = [](T const* p) { return _mm_loadu_si128(reinterpret_cast<__m128i const*>(p)); };
    auto const store = [](T* p, __m128i x) { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), x); };
    for (int r = 0; r < Rows; r += 2)
    {
      for (int c = 0; c < Columns; c += 2)
      {
        __m128i const a = load(from + r * Columns + c);
        __m128i const b = load(from + (r + 1) * Columns + c);
        store(to + c * Rows + r, _mm_unpacklo_epi64(a, b));
        store(to + (c + 1) * Rows + r, _mm_unpackhi_epi64(a, b));
      }
    }
  }
  else
#endif
  {
    for (int r = 0; r < Rows; ++r)
    {
      for (int c = 0; c < Columns; ++c)
      {
        to[c * Rows + r] = from[r * Columns + c];
      }
    }
  }
}
} // namespace detail
THRUM_NAMESPACE_END
