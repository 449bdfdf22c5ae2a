// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the algorithms ask of iterators, in one place.

#include <thrum/detail/config/config.h>
#include <thrum/detail/core/device_lambdas.h>

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
using value_type_t =
  typename agreed<sides_agree_v<It>,
                  ::cuda::std::remove_cv_t<typename ::cuda::std::iterator_traits<It>::value_type>>::type;

template <class It, class Tag>
inline constexpr bool traverses_v = std::is_convertible_v<typename thrust::iterator_traversal<It>::type, Tag>;

/// By Thrust's tag or by C++20's concept: the iterators of many views hand out values and have no such tag.
template <class It>
inline constexpr bool is_random_access_v =
  traverses_v<It, thrust::random_access_traversal_tag> || ::cuda::std::random_access_iterator<It>;

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

template <class It, class = void>
inline constexpr bool has_distance_v = false;
template <class It>
inline constexpr bool has_distance_v<It, std::void_t<decltype(std::declval<It&>() - std::declval<It&>())>> =
  true;

/// Iterators that say no more of themselves than `input`, and cannot be subtracted: those of streams. Others
/// may be so called only because they hand out values.
template <class It>
inline constexpr bool is_single_pass_v =
  std::is_same_v<typename ::cuda::std::iterator_traits<It>::iterator_category,
                 std::input_iterator_tag> && !::cuda::std::forward_iterator<It> && !has_distance_v<It>;

template <class It>
THRUM_HOST_DEVICE constexpr void require_forward()
{
  static_assert(!is_single_pass_v<It>,
                "thrum: an input's iterators must be forward iterators at least: it is gone over more than "
                "once; copy what comes from a stream into a container");
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
    detail::require_forward<It>();
    std::ptrdiff_t n = 0;
    for (; first != last; ++first)
    {
      ++n;
    }
    return n;
  }
}

template <class It, class = void>
inline constexpr bool has_arrow_v = false;
template <class It>
inline constexpr bool has_arrow_v<It, std::void_t<decltype(std::declval<It const&>().operator->())>> = true;

/// As Thrust tells. It must not be asked where `->` gives an object whose own `->` is not const, as Boost's
/// iterators over values do: to CCCL that is an error and no answer.
template <class It>
inline constexpr bool is_contiguous_v = [] {
  if constexpr (has_arrow_v<It>)
  {
    using arrow = decltype(std::declval<It const&>().operator->());
    if constexpr (std::is_class_v<arrow> && !has_arrow_v<arrow>)
    {
      return false;
    }
    else
    {
      return thrust::is_contiguous_iterator_v<It>;
    }
  }
  else
  {
    return thrust::is_contiguous_iterator_v<It>;
  }
}();

template <class It, class = void>
inline constexpr bool has_raw_arrow_v = false;
template <class It>
inline constexpr bool
  has_raw_arrow_v<It,
                  std::enable_if_t<std::is_same_v<decltype(*std::declval<It&>()), // a reference, no proxy
                                                  decltype(*std::declval<It&>().operator->())>>> =
    std::is_pointer_v<decltype(std::declval<It&>().operator->())>;

/// A pointer where the iterator is contiguous, else the iterator itself: one instantiation for both, and
/// the only way into wide loads and stores. Where `->` tells, nothing is dereferenced, as there may be no item,
/// and no `&` of the item's is asked, as it may be overloaded.
THRUM_NO_EXEC_CHECK
template <class It>
THRUM_HOST_DEVICE constexpr auto unwrap(It it)
{
  if constexpr (std::is_pointer_v<It> || !is_contiguous_v<It>)
  {
    return it;
  }
  else if constexpr (has_raw_arrow_v<It>)
  {
#if THRUM_HAS_TO_ADDRESS
    return std::to_address(it);
#else
    return it.operator->();
#endif
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

/// The number that a reference stands for: its own type, or a proxy's value type; void if it is no number. A
/// proxy is handed out by value: `U&` is the item itself, which may have a value_type of its own and other
/// ideas of what a number assigned to it means.
template <class U, class = void>
struct number_behind
{
  using number = std::remove_reference_t<U>;
  using type   = std::conditional_t<std::is_arithmetic_v<number>, number, void>;
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
  using number = typename number_behind<Reference>::type;
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
