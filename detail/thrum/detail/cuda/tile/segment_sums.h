// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the lanes of a tile add up to where there are segments, and the carry into each of them: operands meet
/// only inside one segment, and heads are counted.

#include <thrum/detail/cuda/block/look_back.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Part of a tile's slot. Values are of what follows the last head.
template <class T, int Rows>
struct segment_sums
{
  alignas(16) alignas(raw<T>) raw<T> lane[Rows][lanes]; ///< inclusive within their row
  raw<T> row[Rows];                                     ///< inclusive within the tile
  raw<T> carry[Rows];                                   ///< into each row
  std::uint32_t begins[Rows];                           ///< the lanes of a row that hold a head
  std::int32_t heads[Rows];                             ///< of rows up to this one
  exchange<T> meeting[Rows];

  /// All lanes of a warp bring the folds of their items and how many heads are among them. A fold that is not
  /// complete is never asked for; neither are those of lanes that come after it.
  template <class Cta, class Op>
  THRUM_DEVICE void close_row(
    Cta const& cta, int r, raw<T>& fold, bool complete, int heads_of_lane, Op const& op)
  {
    std::uint32_t const with_head = cta.ballot(heads_of_lane > 0);
    int const count               = gpu::sum_lanes(cta, heads_of_lane);
    gpu::scan_lanes(cta, meeting[r], fold, complete ? gpu::reach_of(cta.lane(), with_head) : -1, op);
    if (complete)
    {
      gpu::set(lane[r][cta.lane()].value, fold.value);
    }
    if (cta.lane() == lanes - 1)
    {
      begins[r] = with_head;
      heads[r]  = count;
      if (complete)
      {
        gpu::set(row[r].value, fold.value);
      }
    }
  }

  /// One warp, when all rows are closed, of which `complete` are. Calls f(sum, heads) in the lane that knows
  /// what the tile adds up to, if it is complete.
  template <class Cta, class Op, class F>
  THRUM_DEVICE void close_tile(Cta const& cta, int complete, Op const& op, F f)
  {
    bool const mine    = cta.lane() < complete;
    int const my_heads = mine ? heads[cta.lane()] : 0;
    raw<T> sum;
    if (mine)
    {
      gpu::set(sum.value, row[cta.lane()].value);
    }
    std::uint32_t const with_head = cta.ballot(my_heads > 0);
    gpu::scan_lanes<Rows>(cta, meeting[0], sum, mine ? gpu::reach_of(cta.lane(), with_head) : -1, op);
    int const upto = gpu::scan_counts(cta, my_heads);
    if (mine)
    {
      gpu::set(row[cta.lane()].value, sum.value);
      heads[cta.lane()] = upto;
      if (cta.lane() == Rows - 1)
      {
        f(sum.value, upto);
      }
    }
  }

  /// Takes what stands before the tile, and adds to it the rows before row `r`.
  template <class Op>
  THRUM_DEVICE void carry_into_row(int r, stretch<T>& before, Op const& op)
  {
    if (r > 0)
    {
      before.append(row[r - 1].value, heads[r - 1], op);
    }
    if (before.value.has)
    {
      gpu::set(carry[r].value, before.value.place.value);
    }
  }

  /// Leaves in `run` what stands before a lane whose first item is not a head: there is something.
  template <class Op>
  THRUM_DEVICE void carry_into_lane(int r, int l, maybe_raw<T>& run, Op const& op) const
  {
    if ((begins[r] & ((1u << l) - 1)) != 0)
    {
      run.set(lane[r][l - 1].value);
      return;
    }
    run.set(carry[r].value);
    if (l > 0)
    {
      run.join(lane[r][l - 1].value, op);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
