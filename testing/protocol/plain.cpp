// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plain form of the engine, several blocks at the same time. ThreadSanitizer takes each lane for a thread, and so
// sees whether a barrier stands between all that two of them do to a place in shared memory, in whatever order they
// happen to run: mutants.sh takes the barriers away, one at a time.
#define BOOST_TEST_MODULE plain
#include <thrum/detail/cuda/engine/plain.h>

#include <tuple>

#include "relay_work.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using values = std::tuple<floats<1>, floats<32>>;

struct launch
{
  bool in_turn      = false;
  bool is_lent      = false;
  std::size_t tiles = relay_tiles;
  int blocks        = 3;
};

template <class T>
void check_all_tiles(launch const& l)
{
  using tile  = relay_tile<T, 2>;
  using block = gpu::plain_block<tile>;
  random_source random;
  relay_work<T> work(random, l.tiles);
  auto const tiles = static_cast<std::ptrdiff_t>(l.tiles);
  auto scratch     = look_back_scratch<tile>(tiles);
  auto const own   = memory_of_blocks(l.blocks, sizeof(typename block::block_memory));
  gpu::look_back_memory<tile> const states{scratch.get(), tiles, l.in_turn, false, l.is_lent};
  run_on_host_threads(l.blocks, tile::workers * gpu::lanes, work.seed(), [&](host_cta const& cta) {
    auto const b = static_cast<std::size_t>(cta.block());
    block::run(cta, *reinterpret_cast<typename block::block_memory*>(own[b]->get()), work.problem(), states);
  });
  BOOST_TEST(same_bits(work.result(), work.expected()));
  BOOST_TEST(is_zero(scratch.get(), states.bytes(states.tiles)) == l.is_lent);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(all_tiles, T, values)
{
  check_all_tiles<T>({});
}

/// Without tickets.
BOOST_AUTO_TEST_CASE_TEMPLATE(all_tiles_in_turn, T, values)
{
  check_all_tiles<T>({true});
}

/// Memory that is zero, and is so again.
BOOST_AUTO_TEST_CASE_TEMPLATE(lent_memory, T, values)
{
  check_all_tiles<T>({false, true});
}

/// A tile for each block.
BOOST_AUTO_TEST_CASE_TEMPLATE(lent_memory_in_turn, T, values)
{
  check_all_tiles<T>({true, true, 5, 5});
}
