// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a tile of the CUDA backend must give the same results in: each form of the engine, on one and on several
// blocks, whoever gets his turn first.
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <vector>

#include "run_tile.h"

namespace thrum_test
{
enum class form
{
  plain,
  small,
  ring,
};

struct situation
{
  form engine;
  int blocks;
  order turns;
};

/// All of them. Under a sanitizer that would take many minutes: there, another one with each call, so that the calls
/// of a test program, which are many, see all.
inline std::vector<situation> next_situations()
{
  std::vector<situation> all;
  for (form const engine : {form::plain, form::small, form::ring})
  {
    for (int const blocks : {1, 3})
    {
      for (order const turns : {order::forward, order::backward, order::shuffled})
      {
        all.push_back({engine, blocks, turns});
      }
    }
  }
  if (!under_address_sanitizer)
  {
    return all;
  }
  static std::size_t calls = 0;
  return {all[++calls * 7 % all.size()]}; // the forms by turns
}

template <class F>
void in_every_situation(F f)
{
  for (situation const& s : next_situations())
  {
    BOOST_TEST_CONTEXT("form " << static_cast<int>(s.engine) << ", blocks " << s.blocks << ", order "
                               << static_cast<int>(s.turns))
    {
      f(s);
    }
  }
}

/// In the ring where it takes the problem, elsewhere in the plain form.
template <class Tile>
void run_tile(situation const& s, typename Tile::problem const& p)
{
  if constexpr (Tile::suits_ring)
  {
    if (s.engine == form::ring && Tile::rings(p))
    {
      run_ring<Tile>(p, s.blocks, s.turns);
      return;
    }
  }
  run_plain<Tile>(p, s.blocks, s.turns, s.engine == form::small);
}
} // namespace thrum_test
