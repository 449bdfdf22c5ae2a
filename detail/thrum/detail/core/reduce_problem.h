// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is asked of a reduce, as one value.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/operators.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class In, class T, class Op>
struct reduce_problem
{
  using accum = T;

  cursor<In> in;
  std::ptrdiff_t count;
  T init;
  fold_op<Op, T> op;
};

THRUM_NO_EXEC_CHECK
template <class In, class T, class Op>
THRUM_HOST_DEVICE auto make_reduce_problem(In first, In last, T init, Op op)
{
  using problem = reduce_problem<unwrapped_t<In>, T, Op>;
  return problem{cursor<unwrapped_t<In>>(detail::unwrap(first)),
                 detail::count_between(first, last),
                 std::move(init),
                 {op}};
}
} // namespace detail
THRUM_NAMESPACE_END
