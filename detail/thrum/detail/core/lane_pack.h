// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Numbers of neighbouring lanes in one vector register, for loops that compilers do not vectorise: those that
/// choose between two numbers for each lane. The bits are those of the same operations one by one.

#include <thrum/detail/core/operators.h>

#include <cstdint>
#include <cstring>
#if THRUM_HAS_STREAMING_STORES
#  include <emmintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// An unsigned word as wide as a number.
template <class T>
using lane_word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

#if defined(__AVX512F__)
inline constexpr int pack_bytes = 64;
#elif defined(__AVX2__)
inline constexpr int pack_bytes = 32;
#else
inline constexpr int pack_bytes = 16;
#endif

#if defined(__GNUC__)
/// Vectors as GCC and Clang understand them: arithmetic, comparison and ?: go number by number. Integers
/// are words, which wrap.
template <class T, int Bytes>
struct pack_of
{
  using number = std::conditional_t<std::is_floating_point_v<T>, T, lane_word<T>>;
  typedef number numbers __attribute__((vector_size(Bytes)));
  typedef lane_word<T> words __attribute__((vector_size(Bytes)));
};

template <class T, int Bytes = pack_bytes>
using pack = typename pack_of<T, Bytes>::numbers;
template <class T, int Bytes = pack_bytes>
using pack_words = typename pack_of<T, Bytes>::words;
#else
/// The same in a loop.
template <class T, int Bytes>
struct plain_pack
{
  T number[Bytes / sizeof(T)];

  T& operator[](int l) { return number[l]; }
  T const& operator[](int l) const { return number[l]; }
  friend plain_pack operator|(plain_pack a, plain_pack const& b)
  {
    for (int l = 0; l < Bytes / static_cast<int>(sizeof(T)); ++l)
    {
      a.number[l] |= b.number[l];
    }
    return a;
  }
};
template <class T, int Bytes = pack_bytes>
using pack = plain_pack<T, Bytes>;
template <class T, int Bytes = pack_bytes>
using pack_words = plain_pack<lane_word<T>, Bytes>;
#endif

template <class T, int Bytes = pack_bytes>
inline constexpr int pack_size = Bytes / static_cast<int>(sizeof(T));

template <class Pack, class T>
Pack load_pack(T const* from)
{
  Pack result;
  std::memcpy(&result, from, sizeof result);
  return result;
}
template <class Pack, class T>
void store_pack(T* to, Pack const& x)
{
  std::memcpy(to, &x, sizeof x);
}

template <class T>
pack<T> fill_pack(T x)
{
  pack<T> result;
  for (int l = 0; l < pack_size<T>; ++l)
  {
    result[l] = static_cast<std::decay_t<decltype(result[0])>>(x);
  }
  return result;
}

/// op(a, b) in each lane.
template <class T, int Bytes = pack_bytes, class Op>
pack<T, Bytes> join_packs(pack<T, Bytes> const& a, pack<T, Bytes> const& b, [[maybe_unused]] Op const& op)
{
#if defined(__GNUC__)
  if constexpr (Op::is == known::plus)
  {
    return a + b;
  }
  else if constexpr (Op::is == known::multiplies)
  {
    return a * b;
  }
  else
#endif
  {
    pack<T, Bytes> result;
    for (int l = 0; l < pack_size<T, Bytes>; ++l)
    {
      result[l] = op(static_cast<T>(a[l]), static_cast<T>(b[l]));
    }
    return result;
  }
}

/// In each lane `a` where a bit of `mask` is set in `word`, else `b`.
template <class T, int Bytes = pack_bytes>
pack<T, Bytes> choose(pack_words<T, Bytes> const& word,
                      lane_word<T> mask,
                      pack<T, Bytes> const& a,
                      pack<T, Bytes> const& b)
{
#if defined(__GNUC__)
  return (word & mask) != 0 ? a : b;
#else
  pack<T, Bytes> result;
  for (int l = 0; l < pack_size<T, Bytes>; ++l)
  {
    result[l] = (word[l] & mask) != 0 ? a[l] : b[l];
  }
  return result;
#endif
}

/// The numbers `Lanes` lanes before those of `now`, some of which are in `before`, the pack before it.
template <int Lanes, class Pack>
Pack lanes_before(Pack const& before, Pack const& now)
{
#if THRUM_HAS_STREAMING_STORES
  static_assert(sizeof(Pack) == 16);
  constexpr int bytes = Lanes * static_cast<int>(sizeof(now[0]));
  __m128i a;
  __m128i b;
  std::memcpy(&a, &before, sizeof a);
  std::memcpy(&b, &now, sizeof b);
  a = _mm_or_si128(_mm_srli_si128(a, 16 - bytes), _mm_slli_si128(b, bytes));
  return detail::load_pack<Pack>(&a);
#else
  constexpr int size = static_cast<int>(sizeof(Pack) / sizeof(now[0]));
  Pack result        = now;
  for (int l = 0; l < size; ++l)
  {
    result[l] = l < Lanes ? before[size - Lanes + l] : now[l - Lanes];
  }
  return result;
#endif
}
} // namespace detail
THRUM_NAMESPACE_END
