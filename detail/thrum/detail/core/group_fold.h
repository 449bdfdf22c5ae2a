// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Folds stretches of a lane whose keys and values lie in memory, and compacts the groups that close in them.
/// Whether a branch for a group pays depends on how long groups are. The operator may be applied where its
/// result is not used, so this is for numbers and operators that the library knows.

#include <thrum/detail/core/operators.h>
#include <thrum/detail/core/streaming.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if THRUM_HAS_STREAMING_STORES
#  include <emmintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// yes ? a : b without a branch: of numbers that arrive late, compilers like to make one.
template <class T>
T select(bool yes, T a, T b)
{
#if THRUM_HAS_STREAMING_STORES
  if constexpr (std::is_same_v<T, float>)
  {
    __m128 const mask = _mm_castsi128_ps(_mm_cvtsi32_si128(-static_cast<int>(yes)));
    return _mm_cvtss_f32(_mm_or_ps(_mm_and_ps(mask, _mm_set_ss(a)), _mm_andnot_ps(mask, _mm_set_ss(b))));
  }
  else if constexpr (std::is_same_v<T, double>)
  {
    __m128d const mask = _mm_castsi128_pd(_mm_cvtsi64_si128(-static_cast<long long>(yes)));
    return _mm_cvtsd_f64(_mm_or_pd(_mm_and_pd(mask, _mm_set_sd(a)), _mm_andnot_pd(mask, _mm_set_sd(b))));
  }
  else
#endif
    if constexpr (is_integer_v<T> && !std::is_same_v<T, bool>)
  {
    T const mask = static_cast<T>(-static_cast<int>(yes));
    return static_cast<T>((a & mask) | (b & ~mask));
  }
  else
  {
    return yes ? a : b;
  }
}

template <class K, class V, class T, class Pred, class Op, bool KeepsKeys>
struct group_fold
{
  /// Items that are folded without a loop condition: the end of a short loop among unforeseen branches is
  /// unforeseen too.
  static constexpr std::ptrdiff_t step = 8;

  K const* key;
  V const* value;
  std::ptrdiff_t input_left; ///< items from the first on, for asking ahead
  Pred& pred;
  Op const& op;
  K* keys;                 ///< of the groups that closed, from place 1 on
  T* values;               ///< likewise
  std::ptrdiff_t groups{}; ///< that closed

  /// Folds items (begin, end) into `sum`; groups are short. Where a group is a branch, it may be foreseen.
  template <bool Branchless>
  T fold_short(std::ptrdiff_t begin, std::ptrdiff_t end, T sum)
  {
    group_fold const self = *this; // whose members no store can change: they stay in registers
    std::ptrdiff_t to     = groups + 1;
    std::ptrdiff_t i      = begin + 1;
    for (; i + step <= end; i += step)
    {
      detail::prefetch(key, i, input_left);
      detail::prefetch(value, i, input_left);
      for (std::ptrdiff_t j = 0; j < step; ++j)
      {
        self.template fold_item<Branchless>(i + j, to, sum);
      }
    }
    for (; i < end; ++i)
    {
      self.template fold_item<Branchless>(i, to, sum);
    }
    groups = to - 1;
    return sum;
  }

  /// The same where groups are long: from head to head. *head is the first head after `begin`; the last of
  /// all heads lies beyond the end.
  T fold_long(std::int32_t const*& head, std::ptrdiff_t begin, std::ptrdiff_t end, T sum)
  {
    for (std::ptrdiff_t i = begin + 1;; ++head)
    {
      std::ptrdiff_t const stop = std::min<std::ptrdiff_t>(*head, end);
      for (; i < stop; ++i)
      {
        sum = op(sum, static_cast<T>(value[i]));
      }
      if (stop == end)
      {
        return sum;
      }
      store(++groups, key[stop - 1], sum);
      sum = static_cast<T>(value[stop]);
      i   = stop + 1;
    }
  }

private:
  void store(std::ptrdiff_t group, [[maybe_unused]] K const& k, T const& sum) const
  {
    if constexpr (KeepsKeys)
    {
      keys[group] = k;
    }
    values[group] = sum;
  }

  template <bool Branchless>
  void fold_item(std::ptrdiff_t i, std::ptrdiff_t& to, T& sum) const
  {
    bool const head = !pred(key[i - 1], key[i]);
    T const item    = static_cast<T>(value[i]);
    if (Branchless || head)
    {
      store(to, key[i - 1], sum);
      to += head;
      sum = Branchless ? detail::select(head, item, op(sum, item)) : item;
    }
    else
    {
      sum = op(sum, item);
    }
  }
};
} // namespace detail
THRUM_NAMESPACE_END
