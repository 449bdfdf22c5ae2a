// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tests of the look-back between blocks that run at the same time, each block a warp: for aggregates of one type T,
// which are floats<N>.
#include <boost/test/unit_test.hpp>
#include <thrum/detail/cuda/engine/plain.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "compare.h"
#include "host_blocks.h"
#include "look_back_values.h"
#include "random.h"
#include "run_tile.h"

namespace thrum_test
{
namespace gpu = thrum::detail::gpu;

inline constexpr int look_back_blocks        = 3;
inline constexpr std::size_t look_back_tiles = 2 * gpu::group + 77; // two groups fold into the chain

template <class T>
struct found_prefixes
{
  std::vector<T> value;
  std::vector<int> has;
  std::vector<std::int64_t> heads;
};

/// Tickets, and the states of the tiles.
template <class T>
class published_tiles
{
public:
  published_tiles() : memory_(gpu::ticket::bytes + gpu::tile_states<T>::bytes(look_back_tiles), 0) {}

  gpu::ticket next() { return gpu::ticket(memory_.get()); }
  gpu::tile_states<T> states()
  {
    return gpu::tile_states<T>(memory_.get() + gpu::ticket::bytes,
                               static_cast<std::ptrdiff_t>(look_back_tiles));
  }

private:
  aligned_memory memory_;
};

/// A tile for all lanes, and late.
inline std::ptrdiff_t take(host_cta const& cta, gpu::ticket const& next)
{
  auto const tile = cta.lane() == 0 ? static_cast<std::uint32_t>(next.take()) : 0;
  cta.linger();
  return static_cast<std::ptrdiff_t>(cta.shuffle(tile, 0));
}

template <bool Segmented, class Options = gpu::look_back_options<>, class T>
found_prefixes<T> find_all(std::vector<T> const& values,
                           std::vector<int> const& heads,
                           std::optional<T> const& init,
                           unsigned seed)
{
  published_tiles<T> memory;
  std::vector<gpu::exchange<T>> shared(look_back_blocks);
  gpu::maybe_raw<T> first;
  if (init)
  {
    first.set(*init);
  }
  found_prefixes<T> result{values, std::vector<int>(look_back_tiles),
                           std::vector<std::int64_t>(look_back_tiles)};
  run_on_host_threads(look_back_blocks, gpu::lanes, seed, [&](host_cta const& cta) {
    auto const published = memory.states();
    gpu::look_back<T, Segmented, add, gpu::tile_states<T>, Options> before(first, add());
    for (;;)
    {
      std::ptrdiff_t const tile = take(cta, memory.next());
      auto const t              = static_cast<std::size_t>(tile);
      if (t >= look_back_tiles)
      {
        break;
      }
      if (cta.lane() == tile * 7 % gpu::lanes)
      {
        published.publish(tile, values[t], heads[t]);
      }
      gpu::stretch<T> prefix;
      before.find(cta, shared[static_cast<std::size_t>(cta.block())], published, tile, prefix);
      if (cta.lane() == tile % gpu::lanes) // all lanes hold the same
      {
        result.has[t]   = prefix.value.has;
        result.heads[t] = prefix.heads;
        if (prefix.value.has)
        {
          result.value[t] = prefix.value.place.value;
        }
      }
    }
  });
  return result;
}

template <class T>
void check_found(found_prefixes<T> const& got,
                 std::vector<std::optional<T>> const& expected,
                 std::vector<int> const& heads)
{
  std::int64_t heads_before = 0;
  for (std::size_t t = 0; t < look_back_tiles; ++t)
  {
    BOOST_TEST_CONTEXT("tile " << t)
    {
      BOOST_REQUIRE_EQUAL(got.has[t] != 0, expected[t].has_value());
      BOOST_REQUIRE_EQUAL(got.heads[t], heads_before);
      BOOST_REQUIRE((!expected[t] || same_representation(got.value[t], *expected[t])));
    }
    heads_before += heads[t];
  }
}

template <class T>
std::vector<T> some_values(random_source& random, std::size_t count)
{
  return rounding_values<sizeof(T) / sizeof(float)>(random, count);
}

template <class T, class Options = gpu::look_back_options<>>
void check_prefixes()
{
  random_source random;
  auto const items = some_values<T>(random, look_back_tiles);
  std::vector<int> const none(look_back_tiles, 0);
  for (auto const& init : {std::optional<T>(), std::optional<T>(some_values<T>(random, 1)[0])})
  {
    auto const got = find_all<false, Options>(items, none, init, static_cast<unsigned>(random.bits()));
    check_found(got, stretches_before(items, init), none);
  }
}

template <class T>
void check_prefixes_of_segments()
{
  random_source random;
  auto const items = some_values<T>(random, look_back_tiles);
  for (int const rare : {2, 40})
  {
    auto heads = random.integers<int>(look_back_tiles, 1 - rare, 1);
    for (int& count : heads)
    {
      count = count > 0 ? static_cast<int>(random.integer(1, 3)) : 0;
    }
    auto const got = find_all<true>(items, heads, std::optional<T>(), static_cast<unsigned>(random.bits()));
    check_found(got, stretches_before(items, heads), heads);
  }
}

/// A tile may ask for its neighbour's alone.
template <class T>
void check_neighbours()
{
  random_source random;
  auto const items = some_values<T>(random, look_back_tiles);
  published_tiles<T> memory;
  std::vector<T> got(items);
  std::vector<int> counts(look_back_tiles, 0);
  auto const block = [&](host_cta const& cta) {
    auto const published = memory.states();
    std::ptrdiff_t tile;
    while ((tile = take(cta, memory.next())) < static_cast<std::ptrdiff_t>(look_back_tiles))
    {
      if (cta.lane() == 5)
      {
        auto const t = static_cast<std::size_t>(tile);
        published.publish(tile, items[t], static_cast<int>(t % 5));
        while (tile > 0 && !published.get(tile - 1, got[t - 1], counts[t - 1]))
        {
          cta.pause();
        }
      }
    }
  };
  run_on_host_threads(look_back_blocks, gpu::lanes, static_cast<unsigned>(random.bits()), block);
  for (std::size_t t = 0; t + 1 < look_back_tiles; ++t)
  {
    BOOST_REQUIRE_EQUAL(counts[t], t % 5);
  }
  BOOST_TEST(same_bits(got, items));
}
} // namespace thrum_test
