// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A kernel of a user's own over block::tile_state, for fibers and for the GPU: leaves beside each tile what stands
// before it, as each of the block's threads sees it.
#include <thrum/block/tile_state.h>

#include <cstddef>
#include <vector>

#include "compare.h"
#include "look_back_values.h"
#include "types.h"

namespace thrum_test
{
/// `before` has a place for each thread and tile; `has` says whether there is something.
template <class T>
struct prefixes_of_tiles
{
  T const* aggregates;
  std::ptrdiff_t tiles;
  void* memory;
  T* before;
  bool* has;
  T const* init; ///< or null

  template <class Delay, class Cta>
  THRUM_DEVICE void run(Cta const& cta,
                        typename thrum::block::tile_state<T, add, Delay, Cta>::storage& storage) const
  {
    using states = thrum::block::tile_state<T, add, Delay, Cta>;
    if (init != nullptr)
    {
      loop(cta, states(storage, memory, tiles, *init, add(), cta));
    }
    else
    {
      loop(cta, states(storage, memory, tiles, add(), cta));
    }
  }

private:
  template <class Cta, class States>
  THRUM_DEVICE void loop(Cta const& cta, States states) const
  {
    for (auto tile = states.next(); tile < states.tiles(); tile = states.next())
    {
      auto const place = tile * cta.threads() + cta.thread();
      // Only what thread 0 has counts.
      T const& mine = aggregates[cta.thread() == 0 ? tile : 0];
      if (init != nullptr && tile % 2 == 0)
      {
        before[place] = states.prefix(tile, mine);
        has[place]    = true;
      }
      else
      {
        has[place] = states.prefix(tile, mine, before[place]);
      }
    }
  }
};

/// Whether every thread saw what the association order says stands before its tile.
template <class T>
bool all_are_right(std::vector<T> const& aggregates,
                   std::optional<T> const& init,
                   std::vector<T> const& before,
                   bool const* has,
                   int threads)
{
  auto const expected = stretches_before(aggregates, init);
  for (std::size_t i = 0; i < before.size(); ++i)
  {
    auto const& e = expected[i / static_cast<std::size_t>(threads)];
    if (has[i] != e.has_value() || (e && !same_representation(before[i], *e)))
    {
      return false;
    }
  }
  return true;
}
} // namespace thrum_test
