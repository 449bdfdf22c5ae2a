// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Between the order of memory, where a lane's items lie side by side, and the order of vector registers,
/// where the lanes do.

#include <thrum/detail/config/config.h>

#include <cstddef>
#if defined(__AVX2__)
#  include <immintrin.h>
#elif THRUM_HAS_STREAMING_STORES
#  include <emmintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
#if THRUM_HAS_STREAMING_STORES
/// 16 bytes of one row.
struct one_piece
{
  static constexpr int pieces = 1;
  using type                  = __m128i;

  template <class T>
  static type load(T const* p, int)
  {
    return _mm_loadu_si128(reinterpret_cast<type const*>(p));
  }
  template <class T>
  static void store(T* p, type x)
  {
    _mm_storeu_si128(reinterpret_cast<type*>(p), x);
  }
  static type low4(type a, type b) { return _mm_unpacklo_epi32(a, b); }
  static type high4(type a, type b) { return _mm_unpackhi_epi32(a, b); }
  static type low8(type a, type b) { return _mm_unpacklo_epi64(a, b); }
  static type high8(type a, type b) { return _mm_unpackhi_epi64(a, b); }
};
#endif
#if defined(__AVX2__)
/// 16 bytes each of two rows that lie `distance` items apart.
struct two_pieces
{
  static constexpr int pieces = 2;
  using type                  = __m256i;

  template <class T>
  static type load(T const* p, int distance)
  {
    return _mm256_inserti128_si256(_mm256_castsi128_si256(one_piece::load(p, 0)),
                                   one_piece::load(p + distance, 0), 1);
  }
  template <class T>
  static void store(T* p, type x)
  {
    _mm256_storeu_si256(reinterpret_cast<type*>(p), x);
  }
  static type low4(type a, type b) { return _mm256_unpacklo_epi32(a, b); }
  static type high4(type a, type b) { return _mm256_unpackhi_epi32(a, b); }
  static type low8(type a, type b) { return _mm256_unpacklo_epi64(a, b); }
  static type high8(type a, type b) { return _mm256_unpackhi_epi64(a, b); }
};
#endif

#if THRUM_HAS_STREAMING_STORES
/// Squares of 16 bytes in both directions, as many as the register has pieces, from below each other to side by
/// side.
template <class Register, int Rows, int Columns, class T>
void turn(T const* from, T* to)
{
  using R               = Register;
  constexpr int square  = 16 / static_cast<int>(sizeof(T));
  constexpr int further = square * Columns; // to the register's next piece
  if constexpr (square == 4)
  {
    auto const a   = R::load(from, further);
    auto const b   = R::load(from + Columns, further);
    auto const c   = R::load(from + 2 * Columns, further);
    auto const d   = R::load(from + 3 * Columns, further);
    auto const ab0 = R::low4(a, b);
    auto const ab1 = R::high4(a, b);
    auto const cd0 = R::low4(c, d);
    auto const cd1 = R::high4(c, d);
    R::store(to, R::low8(ab0, cd0));
    R::store(to + Rows, R::high8(ab0, cd0));
    R::store(to + 2 * Rows, R::low8(ab1, cd1));
    R::store(to + 3 * Rows, R::high8(ab1, cd1));
  }
  else
  {
    auto const a = R::load(from, further);
    auto const b = R::load(from + Columns, further);
    R::store(to, R::low8(a, b));
    R::store(to + Rows, R::high8(a, b));
  }
}

template <class Register, int Rows, int Columns, class T>
void turn_all(T const* from, T* to)
{
  constexpr int square = 16 / static_cast<int>(sizeof(T));
  constexpr int high   = square * Register::pieces;
  for (int r = 0; r < Rows; r += high)
  {
    for (int c = 0; c < Columns; c += square)
    {
      detail::turn<Register, Rows, Columns>(from + r * Columns + c, to + c * Rows + r);
    }
  }
}
#endif

/// to[c * Rows + r] = from[r * Columns + c]. Items of 4 and 8 bytes move in square pieces of 16 bytes, two rows
/// of them at once where there are registers for that; the compiler does the rest.
template <int Rows, int Columns, class T>
void transpose(T const* from, T* to)
{
#if THRUM_HAS_STREAMING_STORES
  constexpr bool fits  = sizeof(T) == 4 || sizeof(T) == 8;
  constexpr int square = fits ? 16 / static_cast<int>(sizeof(T)) : 1;
#  if defined(__AVX2__)
  using pairs = two_pieces;
#  else
  using pairs = one_piece;
#  endif
  if constexpr (fits && Rows % (2 * square) == 0 && Columns % square == 0)
  {
    detail::turn_all<pairs, Rows, Columns>(from, to);
  }
  else if constexpr (fits && Rows % square == 0 && Columns % square == 0)
  {
    detail::turn_all<one_piece, Rows, Columns>(from, to);
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
