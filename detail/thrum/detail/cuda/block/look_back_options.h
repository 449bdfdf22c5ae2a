// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// How a warp looks for what stands before a tile (block/look_back.h).

#include <thrum/detail/config/config.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// What a warp does before it looks again at tiles of which some are not there yet; `looks` counts what it has
/// done in vain. Naps are what the library uses; the others are for those who want to measure.
struct naps
{
  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, int /*looks*/) const
  {
    cta.pause();
  }
};
/// Looks again at once.
struct no_delay
{
  template <class Cta>
  THRUM_DEVICE void operator()(Cta const&, int /*looks*/) const
  {}
};
/// A nap the first time, then two, four and up to Most.
template <int Most = 16>
struct growing_naps
{
  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, int looks) const
  {
    int const count = looks < 16 && 1 << looks < Most ? 1 << looks : Most;
    for (int i = 0; i < count; ++i)
    {
      cta.pause();
    }
  }
};

/// How a warp looks: these change when it knows what stands before a tile, never what. The defaults are the
/// library's.
/// \tparam Delay  between two looks
/// \tparam First  before the first look for a tile
/// \tparam Early  whether it asks for a tile's own group before it folds the groups before, or after
/// \tparam Ahead  whether it asks for the next group to be folded when it is done with a tile, or for the next tile
template <class Delay = naps, class First = no_delay, bool Early = true, bool Ahead = false>
struct look_back_options
{
  using delay                 = Delay;
  using first                 = First;
  static constexpr bool early = Early;
  static constexpr bool ahead = Ahead;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
