// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reductions that are called inside a kernel: each in the calling thread, as a left fold.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/reduce_by_key_problem.h>
#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/cuda/thread/write_pair.h>

#include <cuda/std/optional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
THRUM_NO_EXEC_CHECK
template <class In, class T, class Op>
THRUM_HOST_DEVICE T run_in_thread(reduce_problem<In, T, Op>& p)
{
  ::cuda::std::optional<T> sum(p.init);
  In in = p.in.at(0);
  for (std::ptrdiff_t i = 0; i < p.count; ++i, (void)++in)
  {
    sum.emplace(p.op(*sum, static_cast<T>(*in)));
  }
  return *sum;
}

/// Returns the number of groups.
THRUM_NO_EXEC_CHECK
template <class Keys, class Values, class KeysOut, class ValuesOut, class T, class Pred, class Op>
THRUM_HOST_DEVICE std::ptrdiff_t run_in_thread(
  reduce_by_key_problem<Keys, Values, KeysOut, ValuesOut, T, Pred, Op>& p)
{
  using K               = value_type_t<Keys>;
  Keys keys             = p.keys.at(0);
  Values values         = p.values.at(0);
  KeysOut keys_out      = p.keys_out.at(0);
  ValuesOut values_out  = p.values_out.at(0);
  std::ptrdiff_t groups = 0;
  ::cuda::std::optional<K> previous;
  ::cuda::std::optional<T> sum;
  for (std::ptrdiff_t i = 0; i < p.count; ++i, (void)++keys, (void)++values)
  {
    K key(static_cast<K>(*keys));
    T item(static_cast<T>(*values)); // before an output that may lie where it does
    if (!previous)
    {
      sum.emplace(static_cast<T&&>(item));
    }
    else if (p.pred(*previous, key))
    {
      sum.emplace(p.op(*sum, item));
    }
    else
    {
      detail::write_pair(keys_out, values_out, *previous, *sum);
      ++groups;
      sum.emplace(static_cast<T&&>(item));
    }
    previous.emplace(static_cast<K&&>(key));
  }
  if (p.count > 0)
  {
    detail::write_pair(keys_out, values_out, *previous, *sum);
    ++groups;
  }
  p.keys_out.leave(keys_out);
  p.values_out.leave(values_out);
  return groups;
}

THRUM_NO_EXEC_CHECK
template <class Keys,
          class Values,
          class KeysOut,
          class ValuesOut,
          class T,
          class Pred,
          class Op,
          class CountOut>
THRUM_HOST_DEVICE void run_in_thread(
  counted_problem<reduce_by_key_problem<Keys, Values, KeysOut, ValuesOut, T, Pred, Op>, CountOut>& p)
{
  detail::assign(*p.count_out.at(0), detail::run_in_thread(p.asked));
}
} // namespace detail
THRUM_NAMESPACE_END
