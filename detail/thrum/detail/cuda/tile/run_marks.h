// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Where the runs of 32 items begin and end, as bits, and how a run is written.

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/core/run_length_encode_problem.h>
#include <thrum/detail/cuda/block/discontinuity.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// One word of a row's head flags, which a lane takes.
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

  /// The last head, or else `otherwise`.
  THRUM_DEVICE int last_head(int otherwise) const
  {
    return heads != 0 ? begin + gpu::highest_bit(heads) : otherwise;
  }
  /// Where the run begins that ends at bit i; `start` if that is further left.
  THRUM_DEVICE std::int64_t begin_of(int i, std::int64_t start) const
  {
    std::uint32_t const upto = heads & (0xffffffffu >> (31 - i));
    return upto != 0 ? begin + gpu::highest_bit(upto) : start;
  }
};

/// Both outputs of run length encode. What is discarded costs nothing.
template <class Heads, class Lengths>
struct run_output
{
  Heads heads;
  Lengths lengths;

  /// The run's value or its offset.
  template <class X>
  THRUM_DEVICE void write_head([[maybe_unused]] int i, [[maybe_unused]] X const& x) const
  {
    if constexpr (!is_discard_v<Heads>)
    {
      detail::assign(*detail::advanced(heads, i), x);
    }
  }
  THRUM_DEVICE void write_length([[maybe_unused]] int i, [[maybe_unused]] std::int64_t length) const
  {
    if constexpr (!is_discard_v<Lengths>)
    {
      detail::assign(*detail::advanced(lengths, i), static_cast<std::ptrdiff_t>(length));
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
