// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is asked of a reduce by key, as one value.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/operators.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Keys, class Values, class KeysOut, class ValuesOut, class T, class Pred, class Op>
struct reduce_by_key_problem
{
  using accum = T;
  using key   = value_type_t<Keys>;

  cursor<Keys> keys;
  cursor<Values> values;
  cursor<KeysOut> keys_out;
  cursor<ValuesOut> values_out;
  std::ptrdiff_t count;
  Pred pred;
  fold_op<Op, T> op;
};

THRUM_NO_EXEC_CHECK
template <class Keys, class Values, class KeysOut, class ValuesOut, class Pred, class Op>
THRUM_HOST_DEVICE auto make_reduce_by_key_problem(
  Keys first, Keys last, Values values, KeysOut keys_out, ValuesOut values_out, Pred pred, Op op)
{
  using T       = value_type_t<Values>;
  using problem = reduce_by_key_problem<unwrapped_t<Keys>, unwrapped_t<Values>, unwrapped_t<KeysOut>,
                                        unwrapped_t<ValuesOut>, T, Pred, Op>;
  return problem{cursor<unwrapped_t<Keys>>(detail::unwrap(first)),
                 cursor<unwrapped_t<Values>>(detail::unwrap(values)),
                 cursor<unwrapped_t<KeysOut>>(detail::unwrap(keys_out)),
                 cursor<unwrapped_t<ValuesOut>>(detail::unwrap(values_out)),
                 detail::count_between(first, last),
                 pred,
                 {op}};
}
} // namespace detail
THRUM_NAMESPACE_END
