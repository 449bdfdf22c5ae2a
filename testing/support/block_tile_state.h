// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A kernel of a user's own over block::tile_state, for fibers and for the GPU: leaves beside each tile what stands
// before it, as each of the block's threads sees it.
#include <thrum/block/scan.h>
#include <thrum/block/tile_state.h>

#include <cstddef>
#include <cstring>
#include <vector>

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

/// Running sums of tiles of 64 numbers, one a thread: the scan of a tile asks the tiles before for its prefix.
struct running_sums
{
  static constexpr int threads = 64;
  template <class Cta>
  using states = thrum::block::tile_state<long long, add, thrum::block::naps, Cta>;
  template <class Cta>
  using scan = thrum::block::scan<long long, threads, Cta>;
  template <class Cta>
  struct storage
  {
    typename states<Cta>::storage of_states;
    typename scan<Cta>::storage of_scan;
  };

  long long const* in;
  std::ptrdiff_t tiles;
  void* memory;
  long long* out;

  template <class Cta>
  THRUM_DEVICE void run(Cta const& cta, storage<Cta>& s) const
  {
    states<Cta> state(s.of_states, memory, tiles, 1000, add(), cta);
    for (auto tile = state.next(); tile < state.tiles(); tile = state.next())
    {
      auto const place  = tile * threads + cta.thread();
      auto const before = [&](long long aggregate) {
        if (cta.lane() == 0)
        {
          state.publish(tile, aggregate);
        }
        long long found = 0;
        state.wait(tile, found);
        return found;
      };
      out[place] = scan<Cta>(s.of_scan, cta).inclusive_with_prefix(in[place], add(), before);
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
    if (has[i] != e.has_value()
        || (e
            && std::memcmp(static_cast<void const*>(&before[i]), static_cast<void const*>(&*e), sizeof(T))
                 != 0))
    {
      return false;
    }
  }
  return true;
}
} // namespace thrum_test
