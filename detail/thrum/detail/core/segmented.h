// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Segments as an operator: operands meet only inside one segment (G. E. Blelloch: Prefix sums and their
/// applications, CMU-CS-90-190).

#include <thrum/detail/core/operators.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// What a stretch of items adds up to since its last segment began.
template <class T>
struct segmented
{
  T value;
  bool head; ///< a segment begins in the stretch
};

template <class T, class Op>
struct segmented_op
{
  Op op;

  segmented<T> operator()(segmented<T> const& left, segmented<T> const& right) const
  {
    if constexpr (std::is_arithmetic_v<T> && Op::is != known::nothing)
    {
      // An operator that the library knows may be applied where its result is not used: no branch.
      T const more = op(left.value, right.value);
      return {right.head ? right.value : more, left.head || right.head};
    }
    else
    {
      return right.head ? right : segmented<T>{op(left.value, right.value), left.head};
    }
  }
};
} // namespace detail
THRUM_NAMESPACE_END
