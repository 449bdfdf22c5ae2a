// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Where the runs of 32 items begin and end, as bits.

#include <thrum/detail/core/run_length_encode_problem.h>
#include <thrum/detail/cuda/block/discontinuity.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// One word of a row's head flags.
struct run_marks
{
  int begin;           ///< the first item, in the tile
  std::uint32_t heads; ///< where runs begin
  std::uint32_t ends;  ///< where runs end that are written

  /// Word `w` of row `r`; nothing beyond the row.
  template <encode_kind Kind, int V, int Rows>
  static THRUM_DEVICE run_marks of(row_flags<V, Rows> const& flags, int r, int w)
  {
    run_marks m{(r * V + w) * 32, 0, 0};
    if (w < V)
    {
      m.heads = flags.word[r][w];
      m.ends  = (m.heads >> 1) | (flags.word[r][w + 1] << 31);
      if constexpr (Kind == encode_kind::non_trivial)
      {
        m.ends &= ~m.heads; // a head that is followed by one is a run of its own
      }
    }
    return m;
  }
  /// The marks that lane `from` holds.
  template <class Cta>
  THRUM_DEVICE run_marks of_lane(Cta const& cta, int from) const
  {
    return {begin + (from - cta.lane()) * 32, cta.shuffle(heads, from), cta.shuffle(ends, from)};
  }

  /// The last head, or else `otherwise`.
  THRUM_DEVICE int last_head(int otherwise) const
  {
    return heads != 0 ? begin + gpu::highest_bit(heads) : otherwise;
  }
  /// Where the run begins that ends at bit i; `start` if that is further left.
  THRUM_DEVICE std::int64_t begin_of(int i, std::int64_t start) const
  {
    std::uint32_t const upto = heads & gpu::bits_up_to(i);
    return upto != 0 ? begin + gpu::highest_bit(upto) : start;
  }
};

/// Of what lanes hold in the places where `holders` has bits: the last one's up to and without this lane's, or -1.
template <class Cta>
THRUM_DEVICE int last_below(Cta const& cta, std::uint32_t holders, int x)
{
  std::uint32_t const below = holders & ~(0xffffffffu << cta.lane());
  int const last            = gpu::count_from(cta, x, below != 0 ? gpu::highest_bit(below) : 0);
  return below != 0 ? last : -1;
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
