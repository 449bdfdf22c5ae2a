// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The look-back of run length encode, over several groups of tiles, whose states come late and in any order.
#define BOOST_TEST_MODULE run_look_back
#include <boost/test/unit_test.hpp>
#include <thrum/detail/cuda/tile/run_look_back.h>

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
constexpr int items = 1000;
using looks         = gpu::run_look_back<items>;
using states        = looks::states;

/// What each tile publishes, and what stands before each.
struct tiles_of_runs
{
  std::vector<int> last; ///< where the tile's last run begins, or -1
  std::vector<int> written;

  /// One tile in `rare` has a run that begins in it.
  tiles_of_runs(random_source& random, std::size_t count, int rare)
      : last(random.integers<int>(count, 0, items - 1))
      , written(random.integers<int>(count, 0, items))
  {
    for (int& l : last)
    {
      l = random.integer(1, static_cast<std::size_t>(rare)) == 1 ? l : -1;
    }
  }
  std::size_t count() const { return last.size(); }
};

/// What blocks found before tiles; -1 where nobody asked.
struct found_runs
{
  std::vector<std::int64_t> begin; ///< of the open run; -2 if there is none
  std::vector<std::int64_t> written;

  explicit found_runs(std::size_t count) : begin(count, -1), written(count, -1) {}
};

found_runs expected_of(tiles_of_runs const& all)
{
  found_runs result(all.count());
  std::int64_t begin   = -2;
  std::int64_t written = 0;
  for (std::size_t t = 0; t < all.count(); ++t)
  {
    result.begin[t]   = begin;
    result.written[t] = written;
    begin             = all.last[t] >= 0 ? static_cast<std::int64_t>(t) * items + all.last[t] : begin;
    written += all.written[t];
  }
  return result;
}

void publish(host_cta const& cta, states const& published, tiles_of_runs const& all, std::ptrdiff_t tile)
{
  cta.linger();
  if (cta.lane() == tile * 7 % gpu::lanes)
  {
    auto const t = static_cast<std::size_t>(tile);
    published.publish(tile, all.last[t], all.written[t]);
  }
  cta.sync_warp();
}

void find(host_cta const& cta, looks& before, states const& published, std::ptrdiff_t tile, found_runs& found)
{
  gpu::exchange<looks::place> unused;
  gpu::stretch<looks::place> prefix;
  before.find(cta, unused, published, tile, prefix);
  if (cta.lane() == tile % gpu::lanes) // all lanes hold the same
  {
    auto const t     = static_cast<std::size_t>(tile);
    found.begin[t]   = prefix.value.has ? prefix.value.place.value : -2;
    found.written[t] = prefix.heads;
  }
}

/// Blocks take `batch` tiles at a time and publish them from the last to the first, before they look back.
found_runs found_by_takers(tiles_of_runs const& all, int batch, unsigned seed)
{
  auto const tiles = static_cast<std::ptrdiff_t>(all.count());
  aligned_memory memory(gpu::ticket::bytes + states::bytes(tiles), 0);
  found_runs found(all.count());
  run_on_host_threads(look_back_blocks, gpu::lanes, seed, [&](host_cta const& cta) {
    states const published(memory.get() + gpu::ticket::bytes, tiles);
    looks before({}, {tiles});
    std::ptrdiff_t batches;
    while ((batches = take(cta, gpu::ticket(memory.get()))) * batch < tiles)
    {
      std::ptrdiff_t const begin = batches * batch;
      std::ptrdiff_t const end   = std::min(begin + batch, tiles);
      for (std::ptrdiff_t tile = end - 1; tile >= begin; --tile)
      {
        publish(cta, published, all, tile);
      }
      for (std::ptrdiff_t tile = begin; tile < end; ++tile)
      {
        find(cta, before, published, tile, found);
      }
    }
  });
  return found;
}

/// One block publishes all tiles, each up to `late` tiles after its turn. The others look back: one from each tile,
/// one from few, so that it passes several groups at once. What each found.
std::vector<found_runs> found_by_others(tiles_of_runs const& all, std::size_t late, random_source& random)
{
  auto const tiles = static_cast<std::ptrdiff_t>(all.count());
  std::vector<std::pair<std::size_t, std::size_t>> turns;
  for (std::size_t t = 0; t < all.count(); ++t)
  {
    turns.emplace_back(t + random.integer(0, late), t);
  }
  std::sort(turns.begin(), turns.end());
  aligned_memory memory(states::bytes(tiles), 0);
  std::vector<found_runs> found(2, found_runs(all.count()));
  run_on_host_threads(3, gpu::lanes, static_cast<unsigned>(random.bits()), [&](host_cta const& cta) {
    states const published(memory.get(), tiles);
    if (cta.block() == 0)
    {
      for (auto const& turn : turns)
      {
        publish(cta, published, all, static_cast<std::ptrdiff_t>(turn.second));
      }
      return;
    }
    looks before({}, {tiles});
    std::ptrdiff_t const step = cta.block() == 1 ? 1 : 299;
    for (std::ptrdiff_t tile = step - 1; tile < tiles; tile += step)
    {
      find(cta, before, published, tile, found[static_cast<std::size_t>(cta.block() - 1)]);
    }
  });
  return found;
}

/// Tiles that were asked for: each `step`th.
void check(found_runs const& found, tiles_of_runs const& all, std::size_t step = 1)
{
  auto const expected = expected_of(all);
  for (std::size_t t = step - 1; t < all.count(); t += step)
  {
    BOOST_TEST_CONTEXT("tile " << t << " of " << all.count())
    {
      BOOST_REQUIRE_EQUAL(found.begin[t], expected.begin[t]);
      BOOST_REQUIRE_EQUAL(found.written[t], expected.written[t]);
    }
  }
}

constexpr std::size_t some_groups = 5 * gpu::group + 77;
constexpr int rarities[]          = {1, 3, 300}; // also groups where no run begins
} // namespace

BOOST_AUTO_TEST_CASE(b62_runs_before_each_tile)
{
  random_source random;
  for (std::size_t const tiles :
       {std::size_t{1}, std::size_t{2}, std::size_t{128}, std::size_t{129}, std::size_t{257}, some_groups})
  {
    for (int const rare : rarities)
    {
      tiles_of_runs const all(random, tiles, rare);
      for (int const batch : {1, 7})
      {
        check(found_by_takers(all, batch, static_cast<unsigned>(random.bits())), all);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(b62_states_in_any_order)
{
  random_source random;
  for (int const rare : rarities)
  {
    for (std::size_t const late : {0, 40, 300})
    {
      tiles_of_runs const all(random, some_groups, rare);
      auto const found = found_by_others(all, late, random);
      check(found[0], all);
      check(found[1], all, 299);
    }
  }
}

/// So that it passes several groups without a wait.
BOOST_AUTO_TEST_CASE(b62_states_that_are_all_there)
{
  random_source random;
  constexpr std::ptrdiff_t step = 299;
  for (int const rare : rarities)
  {
    tiles_of_runs const all(random, some_groups, rare);
    auto const tiles = static_cast<std::ptrdiff_t>(all.count());
    aligned_memory memory(states::bytes(tiles), 0);
    found_runs found(all.count());
    run_on_host_threads(1, gpu::lanes, static_cast<unsigned>(random.bits()), [&](host_cta const& cta) {
      states const published(memory.get(), tiles);
      for (std::ptrdiff_t tile = 0; tile < tiles; ++tile)
      {
        publish(cta, published, all, tile);
      }
      looks before({}, {tiles});
      for (std::ptrdiff_t tile = step - 1; tile < tiles; tile += step)
      {
        find(cta, before, published, tile, found);
      }
    });
    check(found, all, static_cast<std::size_t>(step));
  }
}
