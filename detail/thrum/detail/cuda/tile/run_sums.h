// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What tiles of run length encode add up to: how long the run is that is open at the end, and how many were
/// written.

#include <thrum/detail/core/run_length_encode_problem.h>
#include <thrum/detail/cuda/block/look_back.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// What stands before a tile.
struct runs_before
{
  std::int64_t open;    ///< items of the run that is open
  std::int64_t written; ///< runs, with one that the tile's first item ends
};

struct add_lengths
{
  THRUM_DEVICE std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};

/// Every run is written, so counting heads suffices: the length of the open run is a sum with segments.
template <encode_kind Kind>
struct run_sums
{
  using aggregate                 = std::int64_t;
  using op                        = add_lengths;
  static constexpr bool segmented = true;

  static THRUM_DEVICE aggregate of(std::int64_t open, int /*heads*/, int /*written*/) { return open; }
  static THRUM_DEVICE runs_before before(stretch<aggregate> const& s, bool head)
  {
    return {s.value.has ? s.value.place.value : 0, s.heads - (head ? 0 : 1)};
  }
};

/// The open run's length is negative where no run begins in the stretch.
struct open_and_written
{
  std::int64_t open;
  std::int64_t written;
};
struct add_runs
{
  THRUM_DEVICE open_and_written operator()(open_and_written const& a, open_and_written const& b) const
  {
    std::int64_t const open = b.open > 0 ? b.open : a.open > 0 ? a.open - b.open : a.open + b.open;
    return {open, a.written + b.written};
  }
};
template <>
struct run_sums<encode_kind::non_trivial>
{
  using aggregate                 = open_and_written;
  using op                        = add_runs;
  static constexpr bool segmented = false;

  static THRUM_DEVICE aggregate of(std::int64_t open, int heads, int written)
  {
    return {heads > 0 ? open : -open, written};
  }
  static THRUM_DEVICE runs_before before(stretch<aggregate> const& s, bool /*head*/)
  {
    return s.value.has ? runs_before{s.value.place.value.open, s.value.place.value.written}
                       : runs_before{0, 0};
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
