// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What one lane does with its V consecutive items where segments begin among them: lane_items.h with head
/// flags. `flags(at, count)` returns those of `count` of the lane's items, 32 at most.

#include <thrum/detail/cuda/block/lane_items.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// One step of a scan: the item x becomes its output, and `run` what stands before the next. An exclusive
/// scan's segments begin with init.
template <bool Inclusive, class T, class Init, class Op>
THRUM_DEVICE void scan_segment_step(T& x, bool head, maybe_raw<T>& run, Init const& init, Op const& op)
{
  if constexpr (Inclusive)
  {
    if (head || !run.has)
    {
      run.set(x);
    }
    else
    {
      run.join(x, op);
      gpu::set(x, run.place.value);
    }
  }
  else
  {
    if (head)
    {
      run.set(*init);
    }
    gpu::scan_step<false>(x, run, op);
  }
}

/// Scans `count` items in place, from what stands before them.
template <bool Inclusive, class T, class Flags, class Init, class Op>
THRUM_DEVICE void scan_some_segments(
  T* items, int count, Flags const& flags, maybe_raw<T>& run, Init const& init, Op const& op)
{
  for (int i = 0; i < count; ++i)
  {
    gpu::scan_segment_step<Inclusive>(items[i], flags(i, 1) != 0, run, init, op);
  }
}
/// The same of V items.
template <bool Inclusive, int V, class T, class Flags, class Init, class Op>
THRUM_DEVICE void scan_segments(
  T* items, Flags const& flags, maybe_raw<T>& run, Init const& init, Op const& op)
{
  gpu::for_items_of_lane<true, V>(
    items, flags, [&](T& x, bool head, bool) { gpu::scan_segment_step<Inclusive>(x, head, run, init, op); });
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
