// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Where groups of equal keys begin.

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/compact.h>
#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/std_functors.h>
#include <thrum/detail/core/streaming.h>

#include <algorithm>
#include <cstdint>

#include <cuda/std/bit>
#include <cuda/std/functional>
#if defined(__AVX512F__)
#  include <immintrin.h>
#elif THRUM_HAS_STREAMING_STORES
#  include <emmintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class K>
inline constexpr bool is_word_v = std::is_integral_v<K> && (sizeof(K) == 4 || sizeof(K) == 8);

/// Bit j is set where flag[j] is not 0.
inline std::uint64_t mask_of(unsigned char const (&flag)[64])
{
  std::uint64_t mask = 0;
#if THRUM_HAS_STREAMING_STORES
  for (int i = 0; i < 4; ++i)
  {
    auto const bytes = _mm_loadu_si128(reinterpret_cast<__m128i const*>(flag + 16 * i));
    auto const set   = static_cast<unsigned>(_mm_movemask_epi8(_mm_cmpgt_epi8(bytes, _mm_setzero_si128())));
    mask |= static_cast<std::uint64_t>(set) << (16 * i);
  }
#else
  for (int i = 0; i < 64; ++i)
  {
    mask |= static_cast<std::uint64_t>(flag[i] != 0) << i;
  }
#endif
  return mask;
}

/// Compares integers for equality, nothing else.
template <class Pred, class K>
inline constexpr bool compares_words_v = false;
template <class K>
inline constexpr bool compares_words_v<std::equal_to<K>, K> = is_word_v<K>;
template <class K>
inline constexpr bool compares_words_v<std::equal_to<void>, K> = is_word_v<K>;
template <class K>
inline constexpr bool compares_words_v<::cuda::std::equal_to<K>, K> = is_word_v<K>;
template <class K>
inline constexpr bool compares_words_v<::cuda::std::equal_to<void>, K> = is_word_v<K>;

/// Bit j is set where item[j] differs from item[j - 1], for j in [0, 64).
template <class K, class Pred>
std::uint64_t head_mask(K const* item, Pred& pred)
{
#if defined(__AVX512F__)
  if constexpr (compares_words_v<Pred, K>)
  {
    constexpr int size = 64 / static_cast<int>(sizeof(K));
    std::uint64_t mask = 0;
    for (int j = 0; j < 64; j += size)
    {
      __m512i const here   = _mm512_loadu_si512(item + j);
      __m512i const before = _mm512_loadu_si512(item + j - 1);
      auto const differ = sizeof(K) == 4 ? static_cast<std::uint64_t>(_mm512_cmpneq_epi32_mask(here, before))
                                         : static_cast<std::uint64_t>(_mm512_cmpneq_epi64_mask(here, before));
      mask |= differ << j;
    }
    return mask;
  }
  else
#endif
  {
    unsigned char flag[64];
    for (int j = 0; j < 64; ++j)
    {
      flag[j] = !pred(item[j - 1], item[j]);
    }
    return detail::mask_of(flag);
  }
}

/// The places of items of item[1 .. count) that differ from their predecessors; returns the places' end, behind
/// which there is some room.
template <class K, class Pred>
std::int32_t* find_heads(K const* item, std::ptrdiff_t count, Pred& pred, std::int32_t* place)
{
  std::ptrdiff_t i = 1;
  for (; i + 64 <= count; i += 64)
  {
    place = detail::place_bits(detail::head_mask(item + i, pred), static_cast<std::int32_t>(i), place);
  }
  for (; i < count; ++i)
  {
    *place = static_cast<std::int32_t>(i);
    place += !pred(item[i - 1], item[i]);
  }
  return place;
}

/// Calls f(i, head, item, previous) for the items of a block but the first, each key dereferenced once,
/// neighbours compared as pred(previous, current). Keeps copies of the first and the last key.
template <class Keys>
class key_walk
{
public:
  using key = value_type_t<Keys>;
  /// Keys in memory are compared where they lie; others are copied on the way.
  static constexpr bool in_place = is_plain_pointer_v<Keys>;

  explicit key_walk(arena& memory) : first_(memory), last_(memory) {}

  template <class Pred, class F>
  void read(cursor<Keys>& keys, std::ptrdiff_t begin, std::ptrdiff_t count, Pred& pred, F f)
  {
    if constexpr (in_place)
    {
      Keys const item = keys.at(begin);
      remember(item, count);
      for (std::ptrdiff_t i = 1; i < count; ++i)
      {
        f(i, !pred(item[i - 1], item[i]), item[i - 1]);
      }
    }
    else
    {
      Keys it = keys.at(begin);
      first_.set(static_cast<key>(*it));
      last_.set(first_.get());
      ++it;
      for (std::ptrdiff_t i = 1; i < count; ++i, (void)++it)
      {
        key item(static_cast<key>(*it));
        f(i, !pred(*last_, item), *last_);
        last_.set(std::move(item));
      }
      keys.leave(it);
    }
  }

  /// For those who walk keys in memory themselves.
  void remember(key const* item, std::ptrdiff_t count)
  {
    first_.set(item[0]);
    last_.set(item[count - 1]);
  }

  key const& first() const { return *first_; }
  key const& last() const { return *last_; }

private:
  maybe<key> first_;
  maybe<key> last_;
};
} // namespace detail
THRUM_NAMESPACE_END
