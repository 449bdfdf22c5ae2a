// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ring form of the engine, several blocks at the same time. ThreadSanitizer takes each lane for a thread, and so
// sees whether a barrier stands between all that two of them do to a place in shared memory, in whatever order they
// happen to run: mutants.sh takes the barriers away, one at a time.
#define BOOST_TEST_MODULE ring
#include <thrum/detail/cuda/engine/ring.h>

#include <tuple>

#include "relay_work.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using values = std::tuple<floats<1>, floats<32>>;

constexpr int blocks = 2;

/// Tickets were taken for so many tiles, as many by each: a block takes them until one is of no tile.
void check_tickets(std::ptrdiff_t taken, std::ptrdiff_t tiles, int tiles_of_ticket)
{
  std::ptrdiff_t const needed = (tiles + tiles_of_ticket - 1) / tiles_of_ticket;
  std::ptrdiff_t const cut    = tiles % tiles_of_ticket != 0 ? 1 : 0; // who has it takes no other
  BOOST_TEST(taken == (needed + blocks - cut) * tiles_of_ticket);
}

/// States in memory that is dirty, and that the blocks clear; or in memory that is zero, and is so again.
template <class T, class tile = relay_tile<T, 1>>
void check_all_tiles(bool is_lent, gpu::ring_shape const& shape)
{
  using block          = gpu::ring_block<tile, host_cta>;
  using memory         = gpu::look_back_memory<tile>;
  constexpr auto tiles = static_cast<std::ptrdiff_t>(relay_tiles);
  random_source random;
  relay_work<T> work(random);
  auto scratch      = look_back_scratch<tile>(tiles, !is_lent);
  auto const shared = memory_of_blocks(blocks, block::bytes(shape));
  memory const states{scratch.get(), tiles, false, !is_lent, is_lent};
  run_on_host_threads(blocks, block::threads_of(shape), work.seed(), [&](host_cta const& cta) {
    auto const p = work.problem();
    block(cta, shared[static_cast<std::size_t>(cta.block())]->get(), shape, p, states).run();
  });
  BOOST_TEST(same_bits(work.result(), work.expected()));
  BOOST_TEST(is_zero(scratch.get(), memory::bytes(tiles)) == is_lent);
  if (!is_lent)
  {
    check_tickets(gpu::ticket(scratch.get()).take(), tiles, shape.tiles_of_ticket);
  }
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(all_tiles, T, values)
{
  check_all_tiles<T>(false, {3, 0});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lent_memory, T, values)
{
  check_all_tiles<T>(true, {3, 0});
}

/// Fewer than slots.
BOOST_AUTO_TEST_CASE_TEMPLATE(intakes, T, values)
{
  check_all_tiles<T, relay_tile_with_intake<T>>(false, {3, 2});
  check_all_tiles<T, relay_tile_with_intake<T>>(true, {3, 1});
}

/// As many slots for each team.
BOOST_AUTO_TEST_CASE_TEMPLATE(shelves, T, values)
{
  check_all_tiles<T, relay_tile_with_shelves<T>>(false, {4, 2});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(by_hand, T, values)
{
  check_all_tiles<T, relay_tile_by_hand<T>>(false, {3, 0, true});
}

/// As many slots for each that takes turns.
BOOST_AUTO_TEST_CASE_TEMPLATE(prefixes_by_turns, T, values)
{
  check_all_tiles<T, relay_tile_by_turns<T>>(false, {4, 0});
  check_all_tiles<T, relay_tile_by_turns<T>>(true, {4, 0, true});
}

/// As many slots for each team.
BOOST_AUTO_TEST_CASE_TEMPLATE(teams_that_finish, T, values)
{
  check_all_tiles<T, relay_tile_of_teams<T>>(false, {3, 0});
  check_all_tiles<T, relay_tile_of_teams<T>>(true, {6, 0});
}

/// Each a block's next tiles, and the last one of fewer. How many is the shape's to say, not the tile's.
BOOST_AUTO_TEST_CASE_TEMPLATE(several_tiles_of_a_ticket, T, values)
{
  for (int const several : {1, 4, 5})
  {
    static_assert(relay_tiles % 4 == 0 && relay_tiles % 5 != 0);
    check_all_tiles<T, relay_tile_of_tickets<T>>(false, {3, 0, false, several});
    check_all_tiles<T>(true, {3, 0, false, several});
  }
}

/// Where there are fewer than 8 for each block.
BOOST_AUTO_TEST_CASE(few_tiles_are_taken_singly)
{
  using block = gpu::ring_block<relay_tile_of_tickets<floats<1>>, host_cta>;
  using other = gpu::ring_block<relay_tile<floats<1>, 1>, host_cta>;
  BOOST_TEST(block::tiles_of_ticket(8 * 132 - 1, 132) == 1);
  BOOST_TEST(block::tiles_of_ticket(8 * 132, 132) == 4);
  BOOST_TEST(block::tiles_of_ticket(std::ptrdiff_t{1} << 40, 132) == 4);
  BOOST_TEST(other::tiles_of_ticket(8 * 132, 132) == 1);
}
