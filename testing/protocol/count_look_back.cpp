// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The look-back of counts, over more groups of tiles than a warp looks at at once, whose states come late and in any
// order.
#define BOOST_TEST_MODULE count_look_back
#include <boost/test/unit_test.hpp>
#include <thrum/detail/cuda/block/count_look_back.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "host_blocks.h"
#include "look_back_checks.h"
#include "random.h"

using namespace thrum_test;

namespace
{
using looks  = gpu::count_look_back;
using states = looks::states;
using counts = std::vector<std::uint64_t>;

constexpr std::uint64_t not_asked = ~std::uint64_t{0};
constexpr std::size_t some_groups = 40 * states::group + 21;

counts expected_of(counts const& all)
{
  counts before;
  std::uint64_t sum = 0;
  for (std::uint64_t const count : all)
  {
    before.push_back(sum);
    sum = gpu::add_counts{}(sum, count);
  }
  return before;
}

void publish(host_cta const& cta, states const& published, counts const& all, std::ptrdiff_t tile)
{
  cta.linger();
  if (cta.lane() == tile * 7 % gpu::lanes)
  {
    published.publish(tile, all[static_cast<std::size_t>(tile)]);
  }
  cta.sync_warp();
}

void find(host_cta const& cta, looks& before, states const& published, std::ptrdiff_t tile, counts& found)
{
  gpu::exchange<std::uint64_t> unused;
  gpu::stretch<std::uint64_t> prefix;
  before.find(cta, unused, published, tile, prefix);
  if (cta.lane() == tile % gpu::lanes) // all lanes hold the same
  {
    found[static_cast<std::size_t>(tile)] = prefix.value.place.value;
  }
}

/// Blocks take tiles one at a time, publish them and look back.
counts found_by_takers(counts const& all, unsigned seed)
{
  auto const tiles = static_cast<std::ptrdiff_t>(all.size());
  aligned_memory memory(gpu::ticket::bytes + states::bytes(tiles), 0);
  counts found(all.size(), not_asked);
  run_on_host_threads(look_back_blocks, gpu::lanes, seed, [&](host_cta const& cta) {
    states const published(memory.get() + gpu::ticket::bytes, tiles);
    looks before({}, {});
    for (std::ptrdiff_t tile; (tile = take(cta, gpu::ticket(memory.get()))) < tiles;)
    {
      publish(cta, published, all, tile);
      find(cta, before, published, tile, found);
    }
  });
  return found;
}

/// One block publishes all tiles, each up to `late` tiles after its turn. Another looks back from each `step`th.
counts found_by_another(counts const& all, std::size_t late, std::size_t step, random_source& random)
{
  auto const tiles = static_cast<std::ptrdiff_t>(all.size());
  std::vector<std::pair<std::size_t, std::size_t>> turns;
  for (std::size_t t = 0; t < all.size(); ++t)
  {
    turns.emplace_back(t + random.integer(0, late), t);
  }
  std::sort(turns.begin(), turns.end());
  aligned_memory memory(states::bytes(tiles), 0);
  counts found(all.size(), not_asked);
  run_on_host_threads(2, gpu::lanes, static_cast<unsigned>(random.bits()), [&](host_cta const& cta) {
    states const published(memory.get(), tiles);
    if (cta.block() == 0)
    {
      for (auto const& turn : turns)
      {
        publish(cta, published, all, static_cast<std::ptrdiff_t>(turn.second));
      }
      return;
    }
    looks before({}, {});
    for (std::size_t tile = step - 1; tile < all.size(); tile += step)
    {
      find(cta, before, published, static_cast<std::ptrdiff_t>(tile), found);
    }
  });
  return found;
}

void check(counts const& found, counts const& all, std::size_t step = 1)
{
  counts const expected = expected_of(all);
  for (std::size_t t = step - 1; t < all.size(); t += step)
  {
    BOOST_TEST_CONTEXT("tile " << t << " of " << all.size())
    {
      BOOST_REQUIRE_EQUAL(found[t], expected[t]);
    }
  }
}

/// Counts of at most so many bits, a tenth of them 0.
counts some_counts(random_source& random, std::size_t tiles, int bits)
{
  counts all;
  for (std::size_t t = 0; t < tiles; ++t)
  {
    all.push_back(random.integer(0, 9) == 0 ? 0 : random.bits() >> (64 - bits));
  }
  return all;
}
} // namespace

BOOST_AUTO_TEST_CASE(b62_counts_before_each_tile)
{
  random_source random;
  for (std::size_t const tiles :
       {std::size_t{1}, std::size_t{2}, std::size_t{32}, std::size_t{33}, some_groups})
  {
    for (int const bits : {12, 44, 50})
    {
      counts const all = some_counts(random, tiles, bits);
      check(found_by_takers(all, static_cast<unsigned>(random.bits())), all);
    }
  }
}

BOOST_AUTO_TEST_CASE(b62_states_in_any_order)
{
  random_source random;
  for (std::size_t const step : {1, 7, 1203}) // the last passes more groups at once than a warp has lanes
  {
    for (std::size_t const late : {0, 40, 300})
    {
      counts const all = some_counts(random, some_groups, late == 40 ? 50 : 20);
      check(found_by_another(all, late, step, random), all, step);
    }
  }
}

/// What is beyond 2^63 stays there, whether one tile's, one group's or all before a tile.
BOOST_AUTO_TEST_CASE(b62_too_many)
{
  random_source random;
  for (std::size_t const large : {3, 40, 1000})
  {
    for (std::uint64_t const count : {gpu::too_many, gpu::too_many - 1, gpu::too_many / 2})
    {
      counts all      = some_counts(random, some_groups, 10);
      all[large]      = count;
      all[large + 1]  = count;
      all[large + 64] = count;
      check(found_by_takers(all, static_cast<unsigned>(random.bits())), all);
    }
  }
}
