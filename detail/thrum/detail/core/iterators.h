// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the algorithms ask of iterators, in one place.

#include <thrum/detail/config/config.h>

#include <thrust/iterator/iterator_traits.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include <cuda/std/iterator>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class It>
using value_type_t = ::cuda::std::remove_cv_t<typename ::cuda::std::iterator_traits<It>::value_type>;

template <class It>
inline constexpr bool is_random_access_v =
  std::is_convertible_v<typename thrust::iterator_traversal<It>::type, thrust::random_access_traversal_tag>;

/// `it + n`, in whatever the iterator counts with.
THRUM_NO_EXEC_CHECK
template <class It>
THRUM_HOST_DEVICE constexpr It advanced(It it, std::ptrdiff_t n)
{
  if constexpr (std::is_pointer_v<It>)
  {
    return it + n;
  }
  else
  {
    return it + static_cast<typename ::cuda::std::iterator_traits<It>::difference_type>(n);
  }
}

/// `it + n` where that compiles; elsewhere n is 0.
THRUM_NO_EXEC_CHECK
template <class It>
THRUM_HOST_DEVICE constexpr It advanced_if_possible(It it, [[maybe_unused]] std::ptrdiff_t n)
{
  if constexpr (is_random_access_v<It>)
  {
    return detail::advanced(it, n);
  }
  else
  {
    return it;
  }
}

/// `last - first`; walks where the iterators cannot jump. Thrust's own `distance` makes unqualified calls
/// that a namespace of the user's can intercept.
THRUM_NO_EXEC_CHECK
template <class It>
THRUM_HOST_DEVICE constexpr std::ptrdiff_t count_between(It first, It last)
{
  if constexpr (is_random_access_v<It>)
  {
    return static_cast<std::ptrdiff_t>(last - first);
  }
  else
  {
    std::ptrdiff_t n = 0;
    for (; first != last; ++first)
    {
      ++n;
    }
    return n;
  }
}

template <class It, class = void>
inline constexpr bool has_raw_arrow_v = false;
template <class It>
inline constexpr bool has_raw_arrow_v<
  It,
  std::enable_if_t<std::is_same_v<decltype(std::declval<It&>().operator->()),
                                  decltype(thrust::try_unwrap_contiguous_iterator(std::declval<It>()))>>> =
  true;

/// A pointer where the iterator is contiguous, else the iterator itself: one instantiation for both, and
/// the only way into wide loads and stores. Where `->` tells, nothing is dereferenced: there may be no item.
THRUM_NO_EXEC_CHECK
template <class It>
THRUM_HOST_DEVICE constexpr auto unwrap(It it)
{
  if constexpr (!thrust::is_contiguous_iterator_v<It>)
  {
    return it;
  }
  else if constexpr (has_raw_arrow_v<It>)
  {
    return it.operator->();
  }
  else
  {
    return thrust::try_unwrap_contiguous_iterator(it);
  }
}
template <class It>
using unwrapped_t = decltype(detail::unwrap(std::declval<It>()));

/// Pointers to plain values, which may be read twice from cache and written as bytes.
template <class It>
inline constexpr bool is_plain_pointer_v = [] {
  if constexpr (std::is_pointer_v<It>)
  {
    using T = std::remove_pointer_t<It>;
    return !std::is_volatile_v<
             T> && std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T> && std::is_copy_constructible_v<std::remove_const_t<T>>;
  }
  else
  {
    return false;
  }
}();

/// A place in a sequence. Random access iterators are entered anywhere; others are walked once, front to
/// back, and `leave` remembers how far.
template <class It>
class cursor
{
public:
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE explicit cursor(It it) : it_(it) {}

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE It at(std::ptrdiff_t offset) const
  {
    if constexpr (is_random_access_v<It>)
    {
      return detail::advanced(it_, offset);
    }
    else
    {
      return it_;
    }
  }

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void leave(It const& it)
  {
    if constexpr (!is_random_access_v<It>)
    {
      it_ = it;
    }
  }

private:
  It it_;
};

/// The caller's kind of iterator again, `count` items on.
THRUM_NO_EXEC_CHECK
template <class It>
THRUM_HOST_DEVICE It rewrap(It original, cursor<unwrapped_t<It>> const& place, std::ptrdiff_t count)
{
  if constexpr (is_random_access_v<It>)
  {
    return detail::advanced(original, count);
  }
  else
  {
    return place.at(count);
  }
}

/// The number that a reference stands for: its own type, or a proxy's value type; void if it is no number.
template <class U, class = void>
struct number_behind
{
  using type = std::conditional_t<std::is_arithmetic_v<U>, U, void>;
};
template <class U>
struct number_behind<U, std::enable_if_t<std::is_arithmetic_v<typename U::value_type>>>
{
  using type = typename U::value_type;
};

/// Stores `x` through an output iterator: assignment is all that is asked of it. Between numbers the
/// conversion that the assignment implies is written out, so that no caller sees a warning.
THRUM_NO_EXEC_CHECK
template <class Reference, class T>
THRUM_HOST_DEVICE constexpr void assign(Reference&& place, T const& x)
{
  using number = typename number_behind<std::remove_reference_t<Reference>>::type;
  if constexpr (!std::is_void_v<number> && std::is_arithmetic_v<T>)
  {
    place = static_cast<number>(x);
  }
  else
  {
    place = x;
  }
}

template <class... Its>
constexpr void require_random_access()
{
  static_assert(
    (is_random_access_v<Its> && ...),
    "thrum: a parallel policy needs random access iterators; use thrust::seq or thrust::host for others");
}
} // namespace detail
THRUM_NAMESPACE_END
