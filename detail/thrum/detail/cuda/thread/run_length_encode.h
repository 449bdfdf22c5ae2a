// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length encoding that is called inside a kernel: in the calling thread.

#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/run_length_encode_problem.h>
#include <thrum/detail/cuda/thread/write_pair.h>

#include <cuda/std/optional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Writes a run [head, end) if it is asked for; returns how many that are.
THRUM_NO_EXEC_CHECK
template <encode_kind Kind, class HeadsOut, class LengthsOut, class K>
THRUM_HOST_DEVICE int write_run(
  HeadsOut& heads_out, LengthsOut& lengths_out, K const& key, std::ptrdiff_t head, std::ptrdiff_t end)
{
  if constexpr (Kind == encode_kind::all)
  {
    detail::write_pair(heads_out, lengths_out, key, end - head);
  }
  else
  {
    if (end - head < 2)
    {
      return 0;
    }
    detail::write_pair(heads_out, lengths_out, head, end - head);
  }
  return 1;
}

/// Returns the number of runs written.
THRUM_NO_EXEC_CHECK
template <encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred>
THRUM_HOST_DEVICE std::ptrdiff_t run_in_thread(
  run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>& p)
{
  using K                = value_type_t<Keys>;
  Keys keys              = p.keys.at(0);
  HeadsOut heads_out     = p.heads_out.at(0);
  LengthsOut lengths_out = p.lengths_out.at(0);
  std::ptrdiff_t head    = 0;
  std::ptrdiff_t runs    = 0;
  ::cuda::std::optional<K> previous;
  for (std::ptrdiff_t i = 0; i < p.count; ++i, (void)++keys)
  {
    K key(static_cast<K>(*keys));
    if (previous && !p.pred(*previous, key))
    {
      runs += detail::write_run<Kind>(heads_out, lengths_out, *previous, head, i);
      head = i;
    }
    previous.emplace(static_cast<K&&>(key));
  }
  if (previous)
  {
    runs += detail::write_run<Kind>(heads_out, lengths_out, *previous, head, p.count);
  }
  p.heads_out.leave(heads_out);
  p.lengths_out.leave(lengths_out);
  return runs;
}

THRUM_NO_EXEC_CHECK
template <encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred, class CountOut>
THRUM_HOST_DEVICE void run_in_thread(
  counted_problem<run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>, CountOut>& p)
{
  detail::assign(*p.count_out.at(0), detail::run_in_thread(p.asked));
}
} // namespace detail
THRUM_NAMESPACE_END
