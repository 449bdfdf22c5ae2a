// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a tile of the CUDA backend must give the same results in: each form of the engine, on one and on several
// blocks, whoever gets his turn first.
#include <boost/test/unit_test.hpp>

#include "run_tile.h"

namespace thrum_test
{
struct situation
{
  bool ring;
  int blocks;
  order turns;
};

template <class F>
void in_every_situation(F f)
{
  for (bool const ring : {false, true})
  {
    for (int const blocks : {1, 3})
    {
      for (order const turns : {order::forward, order::backward, order::shuffled})
      {
        BOOST_TEST_CONTEXT((ring ? "ring" : "plain")
                           << ", blocks " << blocks << ", order " << static_cast<int>(turns))
        {
          f(situation{ring, blocks, turns});
        }
      }
    }
  }
}

/// In the ring where it takes the problem, elsewhere in the plain form.
template <class Tile>
void run_tile(situation const& s, typename Tile::problem const& p)
{
  if constexpr (Tile::suits_ring)
  {
    if (s.ring && Tile::rings(p))
    {
      run_ring<Tile>(p, s.blocks, s.turns);
      return;
    }
  }
  run_plain<Tile>(p, s.blocks, s.turns);
}
} // namespace thrum_test
