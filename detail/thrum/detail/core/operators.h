// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the library knows of an operator: whether it commutes, and whether any order gives the same bits.

#include <thrum/detail/config/config.h>
#include <thrum/detail/core/std_functors.h>

#include <thrust/functional.h>

#include <type_traits>
#include <utility>

#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/type_traits>

// Of <cuda_fp16.h> and <cuda_bf16.h>, which are the toolkit's: not everybody has them.
struct __half;
struct __nv_bfloat16;

THRUM_NAMESPACE_BEGIN
namespace operators
{
/// An operator of which its user says that it commutes. It lives in a namespace of its own so that
/// argument-dependent lookup never brings this library's algorithms into somebody else's call.
template <class Op>
struct commutative_op
{
  mutable Op op; // its call operator need not be const

  THRUM_NO_EXEC_CHECK
  template <class A, class B>
  THRUM_HOST_DEVICE constexpr decltype(auto) operator()(A&& a, B&& b) const
  {
    return op(std::forward<A>(a), std::forward<B>(b));
  }
};
} // namespace operators

namespace detail
{
enum class known
{
  nothing,
  plus,
  multiplies,
  extremum, // minimum, maximum
  bitwise,  // and, or, xor
  logical,  // and, or
};

/// What an operator is, and the type that it was written for (void: any).
template <class Op>
struct functor
{
  static constexpr known is = known::nothing;
  using type                = void;
};
template <known Is, class T>
struct known_functor
{
  static constexpr known is = Is;
  using type                = T;
};

template <class T>
struct functor<std::plus<T>> : known_functor<known::plus, T>
{};
template <class T>
struct functor<std::multiplies<T>> : known_functor<known::multiplies, T>
{};
template <class T>
struct functor<std::bit_and<T>> : known_functor<known::bitwise, T>
{};
template <class T>
struct functor<std::bit_or<T>> : known_functor<known::bitwise, T>
{};
template <class T>
struct functor<std::bit_xor<T>> : known_functor<known::bitwise, T>
{};
template <class T>
struct functor<std::logical_and<T>> : known_functor<known::logical, T>
{};
template <class T>
struct functor<std::logical_or<T>> : known_functor<known::logical, T>
{};
template <class T>
struct functor<::cuda::std::plus<T>> : known_functor<known::plus, T>
{};
template <class T>
struct functor<::cuda::std::multiplies<T>> : known_functor<known::multiplies, T>
{};
template <class T>
struct functor<::cuda::std::bit_and<T>> : known_functor<known::bitwise, T>
{};
template <class T>
struct functor<::cuda::std::bit_or<T>> : known_functor<known::bitwise, T>
{};
template <class T>
struct functor<::cuda::std::bit_xor<T>> : known_functor<known::bitwise, T>
{};
template <class T>
struct functor<::cuda::std::logical_and<T>> : known_functor<known::logical, T>
{};
template <class T>
struct functor<::cuda::std::logical_or<T>> : known_functor<known::logical, T>
{};
template <class T>
struct functor<::cuda::minimum<T>> : known_functor<known::extremum, T>
{};
template <class T>
struct functor<::cuda::maximum<T>> : known_functor<known::extremum, T>
{};

template <class T>
inline constexpr bool is_integer_v = ::cuda::std::is_integral_v<T>; // __int128 too, unlike std's
template <class T>
inline constexpr bool is_real_v =
  is_integer_v<
    T> || std::is_floating_point_v<T> || std::is_same_v<T, ::__half> || std::is_same_v<T, ::__nv_bfloat16>;

template <class T, class Part>
struct has_room_of_two : std::bool_constant<sizeof(T) == 2 * sizeof(Part)>
{};
template <class T, class Part, class = void>
struct has_complex_parts : std::false_type
{};
template <class T, class Part>
struct has_complex_parts<
  T,
  Part,
  std::enable_if_t<
    std::is_convertible_v<
      decltype(std::declval<T const&>().real()),
      Part> && std::is_convertible_v<decltype(std::declval<T const&>().imag()), Part> && std::is_constructible_v<T, Part, Part>>>
    : std::true_type
{};

/// std's, Thrust's and libcu++'s complex numbers, by what they look like: a template of their part's type that has
/// two such parts and nothing else. (To name them takes headers that cost a tenth of a compilation.)
template <class T>
inline constexpr bool is_complex_v = false;
/// By a pack: whether a template that has more parameters, with defaults, goes for one of a single parameter,
/// compilers disagree, nvcc with itself. The functions of a type are not asked about before its size, for they
/// may not compile.
template <template <class...> class Pair, class Part, class... Rest>
inline constexpr bool is_complex_v<Pair<Part, Rest...>> =
  std::conjunction_v<std::bool_constant<sizeof...(Rest) == 0 && is_real_v<Part>>,
                     has_room_of_two<Pair<Part, Rest...>, Part>,
                     has_complex_parts<Pair<Part, Rest...>, Part>>;

template <class T, class Accum>
inline constexpr bool fits_v = std::is_void_v<T> || std::is_same_v<T, Accum>;

/// Any bracketing and any order give the same bits: the fastest order is free.
template <class Op, class Accum>
inline constexpr bool is_exact_v =
  functor<Op>::is != known::nothing&& is_integer_v<Accum>&& fits_v<typename functor<Op>::type, Accum>;

/// The operator commutes: a reduce may pair operands that are not neighbours.
template <class Op, class Accum>
inline constexpr bool commutes_v = [] {
  constexpr known is = functor<Op>::is;
  using type         = typename functor<Op>::type;
  if (is == known::nothing || !fits_v<type, Accum>)
  {
    return false;
  }
  if (is == known::plus && is_complex_v<Accum>)
  {
    return true;
  }
  return is_integer_v<Accum> || (is_real_v<Accum> && is != known::extremum);
}();
template <class Op, class Accum>
inline constexpr bool commutes_v<operators::commutative_op<Op>, Accum> = true;

/// Plus and times of integers, modulo 2^bits. The library brackets sums in its own way, so a partial sum
/// may leave the range that the whole stays in: that must be as well defined as the final value.
template <class T, bool Plus>
struct wrapping
{
  THRUM_HOST_DEVICE constexpr T operator()(T a, T b) const
  {
    if constexpr (std::is_same_v<T, bool>)
    {
      return Plus ? a || b : a && b;
    }
    else
    {
      // At least `unsigned`, because two unsigned shorts multiply as ints.
      using word = decltype(::cuda::std::make_unsigned_t<T>{} + 0u);
      return Plus ? static_cast<T>(static_cast<word>(a) + static_cast<word>(b))
                  : static_cast<T>(static_cast<word>(a) * static_cast<word>(b));
    }
  }
};

/// The operator that the tiles call: always returns Accum, whatever the user's returns (never asked).
template <class Op, class Accum>
struct fold_op
{
  static constexpr bool exact    = is_exact_v<Op, Accum>;
  static constexpr bool commutes = commutes_v<Op, Accum>;
  static constexpr known is = fits_v<typename functor<Op>::type, Accum> ? functor<Op>::is : known::nothing;

  mutable Op op; // its call operator need not be const

  THRUM_NO_EXEC_CHECK
  template <class A, class B>
  THRUM_HOST_DEVICE constexpr Accum operator()(A&& a, B&& b) const
  {
    if constexpr (exact && is == known::plus)
    {
      return wrapping<Accum, true>{}(a, b);
    }
    else if constexpr (exact && is == known::multiplies)
    {
      return wrapping<Accum, false>{}(a, b);
    }
    else
    {
      return static_cast<Accum>(op(std::forward<A>(a), std::forward<B>(b)));
    }
  }
};
} // namespace detail
THRUM_NAMESPACE_END
