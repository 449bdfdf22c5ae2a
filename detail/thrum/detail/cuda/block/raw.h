// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Places for values that may be absent and need not be default-constructible.

#include <thrum/detail/core/operators.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include <cuda/std/memory>
#include <cuda/std/type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// The CUDA backend's own parts. (Not `cuda`: that would hide libcu++'s.)
namespace gpu
{
/// A place for a T, in a register or in memory: nothing is constructed before it is set, and nothing is
/// destroyed: temporaries of types with a destructor end without it.
template <class T, bool = std::is_trivially_copyable_v<T>>
union raw
{
  T value;

  THRUM_HOST_DEVICE raw() {}
};

template <class T>
union raw<T, false>
{
  T value;

  THRUM_HOST_DEVICE raw() {}
  THRUM_HOST_DEVICE ~raw() {}
};

template <class T>
inline constexpr bool is_wide_integer_v = is_integer_v<T> && sizeof(T) == 16;

/// A 128-bit integer of four words, from the lowest on. By shifts: words that are copied into an __int128, nvcc leaves
/// in memory, byte by byte.
template <class T>
THRUM_DEVICE T wide_integer(std::uint32_t const* word)
{
  using bits      = ::cuda::std::make_unsigned_t<T>;
  auto const low  = std::uint64_t{word[1]} << 32 | word[0];
  auto const high = std::uint64_t{word[3]} << 32 | word[2];
  return static_cast<T>(static_cast<bits>(high) << 64 | low);
}

/// Values that stay in memory, and are made and joined by functions that are called. Inlined at each of the many
/// places where a value moves, in registers that no chip has, they would keep a compiler busy for minutes.
template <class T>
inline constexpr bool is_bulky_v = sizeof(T) > 128;

/// A loop, since a copy of the whole value is unrolled: into loads and stores without number.
template <class T>
THRUM_DEVICE void copy_bulky(T* to, T const* from)
{
  constexpr std::size_t step = alignof(T) < 16 ? alignof(T) : 16;
  auto* const out            = reinterpret_cast<unsigned char*>(to);
  auto const* const in       = reinterpret_cast<unsigned char const*>(from);
  _CCCL_PRAGMA_NOUNROLL()
  for (std::size_t i = 0; i < sizeof(T); i += step)
  {
    std::memcpy(__builtin_assume_aligned(out + i, step), __builtin_assume_aligned(in + i, step), step);
  }
}

template <class T, class U>
THRUM_DEVICE void set_here(T& place, U&& x)
{
  if constexpr (is_bulky_v<T> && std::is_trivially_copyable_v<T> && std::is_same_v<std::decay_t<U>, T>)
  {
    gpu::copy_bulky(::cuda::std::addressof(place), ::cuda::std::addressof(x));
  }
  else if constexpr (std::is_trivially_copyable_v<
                       T> && std::is_same_v<std::decay_t<U>, T> && std::is_copy_assignable_v<T>)
  {
    place = x;
  }
  else
  {
    ::new (static_cast<void*>(&reinterpret_cast<unsigned char&>(place))) T(static_cast<U&&>(x));
  }
}

/// (By pointers: what a reference refers to may be passed by value, which is what this avoids.)
template <class T, class U>
THRUM_DEVICE __attribute__((noinline)) void set_apart(T* place, U* x)
{
  gpu::set_here(*place, *x);
}

/// Makes a T in a place, whatever is there.
template <class T, class U>
THRUM_DEVICE void set(T& place, U&& x)
{
  if constexpr (is_bulky_v<T>)
  {
    gpu::set_apart(::cuda::std::addressof(place), ::cuda::std::addressof(x));
  }
  else
  {
    gpu::set_here(place, static_cast<U&&>(x));
  }
}

/// Calls an operator where the compiler refuses functions of the host: what the library knows of it as fold_op does.
template <class Op, class T>
THRUM_DEVICE T apply(fold_op<Op, T> const& fold, T const& left, T const& right)
{
  if constexpr (fold_op<Op, T>::exact
                && (fold_op<Op, T>::is == known::plus || fold_op<Op, T>::is == known::multiplies))
  {
    return fold(left, right); // the library's own
  }
  else
  {
    return static_cast<T>(fold.op(left, right));
  }
}
template <class Op, class T>
THRUM_DEVICE T apply(Op const& op, T const& left, T const& right)
{
  return op(left, right);
}

template <class T, class Op>
THRUM_DEVICE void set_joined_here(T& place, T const& left, T const& right, Op const& op)
{
  T joined = gpu::apply(op, left, right);
  gpu::set_here(place, static_cast<T&&>(joined));
}
template <class T, class Op>
THRUM_DEVICE __attribute__((noinline)) void set_joined_apart(T* place,
                                                             T const* left,
                                                             T const* right,
                                                             Op const* op)
{
  gpu::set_joined_here(*place, *left, *right, *op);
}

/// A place becomes op(left, right), of which it may be either itself.
template <class T, class Op>
THRUM_DEVICE void set_joined(T& place, T const& left, T const& right, Op const& op)
{
  if constexpr (is_bulky_v<T>)
  {
    gpu::set_joined_apart(::cuda::std::addressof(place), ::cuda::std::addressof(left),
                          ::cuda::std::addressof(right), ::cuda::std::addressof(op));
  }
  else
  {
    gpu::set_joined_here(place, left, right, op);
  }
}

/// A value that may be absent. What is absent is left out: joining to nothing is the right operand.
template <class T>
struct maybe_raw
{
  raw<T> place;
  bool has = false;

  THRUM_DEVICE void set(T const& x)
  {
    gpu::set(place.value, x);
    has = true;
  }

  template <class Op>
  THRUM_DEVICE void join(T const& right, Op const& op)
  {
    if (has)
    {
      gpu::set_joined(place.value, place.value, right, op);
    }
    else
    {
      set(right);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
