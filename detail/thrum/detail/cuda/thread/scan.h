// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans that are called inside a kernel: each in the calling thread, as a left fold.

#include <thrum/detail/core/scan_problem.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
THRUM_NO_EXEC_CHECK
template <scan_kind Kind, class In, class Out, class T, class Op>
THRUM_HOST_DEVICE void run_in_thread(scan_problem<Kind, In, Out, T, Op>& p)
{
  In in   = p.in.at(0);
  Out out = p.out.at(0);
  ::cuda::std::optional<T> sum(p.init);
  for (std::ptrdiff_t i = 0; i < p.count; ++i, (void)++in, (void)++out)
  {
    if constexpr (Kind == scan_kind::inclusive)
    {
      if (sum)
      {
        sum.emplace(p.op(*sum, static_cast<T>(*in)));
      }
      else
      {
        sum.emplace(static_cast<T>(*in));
      }
      detail::assign(*out, *sum);
    }
    else if (i + 1 == p.count) // the last item is not read
    {
      detail::assign(*out, *sum);
    }
    else
    {
      T next = p.op(*sum, static_cast<T>(*in)); // the output may lie where the item does
      detail::assign(*out, *sum);
      sum.emplace(static_cast<T&&>(next));
    }
  }
  p.in.leave(in);
  p.out.leave(out);
}

THRUM_NO_EXEC_CHECK
template <scan_kind Kind, class Keys, class In, class Out, class T, class Pred, class Op>
THRUM_HOST_DEVICE void run_in_thread(scan_by_key_problem<Kind, Keys, In, Out, T, Pred, Op>& p)
{
  using K   = value_type_t<Keys>;
  Keys keys = p.keys.at(0);
  In in     = p.in.at(0);
  Out out   = p.out.at(0);
  ::cuda::std::optional<K> previous; // the output may lie where the keys do
  ::cuda::std::optional<T> sum;
  for (std::ptrdiff_t i = 0; i < p.count; ++i, (void)++keys, (void)++in, (void)++out)
  {
    K key(static_cast<K>(*keys));
    bool const head = !previous || !p.pred(*previous, key);
    previous.emplace(static_cast<K&&>(key));
    if constexpr (Kind == scan_kind::inclusive)
    {
      T item(static_cast<T>(*in));
      sum.emplace(head ? static_cast<T&&>(item) : p.op(*sum, item));
      detail::assign(*out, *sum);
    }
    else
    {
      if (head)
      {
        sum.emplace(*p.init);
      }
      if (i + 1 == p.count)
      {
        detail::assign(*out, *sum);
        break;
      }
      T next = p.op(*sum, static_cast<T>(*in));
      detail::assign(*out, *sum);
      sum.emplace(static_cast<T&&>(next));
    }
  }
}
} // namespace detail
THRUM_NAMESPACE_END
