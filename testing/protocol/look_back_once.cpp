// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What stands before the last tile, found by whoever has it, while others fold the groups before.
#define BOOST_TEST_MODULE look_back_once
#include <boost/test/unit_test.hpp>
#include <thrum/detail/cuda/block/look_back_once.h>

#include <cstddef>
#include <optional>
#include <vector>

#include "compare.h"
#include "look_back_checks.h"

using namespace thrum_test;

namespace
{
// In a narrow word, in two wide ones, and beside a flag.
using values = std::tuple<floats<1>, floats<6>, floats<9>>;
static_assert(!gpu::fits_words_v<floats<9>>);

template <class T>
std::optional<T> found_before_last(std::vector<T> const& items, std::optional<T> const& init, unsigned seed)
{
  using looks      = gpu::look_back_once<T, add>;
  using states     = typename looks::states;
  auto const tiles = static_cast<std::ptrdiff_t>(items.size());
  aligned_memory memory(gpu::ticket::bytes + states::bytes(tiles), 0);
  std::vector<gpu::exchange<T>> shared(look_back_blocks);
  gpu::maybe_raw<T> first;
  if (init)
  {
    first.set(*init);
  }
  std::optional<T> found;
  run_on_host_threads(look_back_blocks, gpu::lanes, seed, [&](host_cta const& cta) {
    states const published(memory.get() + gpu::ticket::bytes, tiles);
    looks before(first, add());
    for (;;)
    {
      std::ptrdiff_t const tile = take(cta, gpu::ticket(memory.get()));
      if (tile >= tiles)
      {
        break;
      }
      if (cta.lane() == tile * 7 % gpu::lanes)
      {
        published.publish(tile, items[static_cast<std::size_t>(tile)], 0);
      }
      gpu::stretch<T> prefix;
      before.find(cta, shared[static_cast<std::size_t>(cta.block())], published, tile, prefix);
      if (tile + 1 == tiles && cta.lane() == 5 && prefix.value.has) // all lanes hold the same
      {
        found = prefix.value.place.value;
      }
    }
  });
  return found;
}

template <class T>
void check(std::size_t tiles)
{
  random_source random;
  auto const items = some_values<T>(random, tiles);
  for (auto const& init : {std::optional<T>(), std::optional<T>(some_values<T>(random, 1)[0])})
  {
    auto const expected = stretches_before(items, init).back();
    auto const found    = found_before_last(items, init, static_cast<unsigned>(random.bits()));
    BOOST_TEST_CONTEXT(tiles << " tiles, " << (init ? "from a value on" : "from nothing on"))
    {
      BOOST_REQUIRE_EQUAL(found.has_value(), expected.has_value());
      BOOST_TEST((!expected || same_representation(*found, *expected)));
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(few_groups, T, values)
{
  for (std::size_t const tiles : {1, 2, 5, 128, 129, 256, 257, 2 * 128 + 77})
  {
    check<T>(tiles);
  }
}

/// Groups that have long been there are passed before the last tile comes.
BOOST_AUTO_TEST_CASE(more_groups_than_a_warp_looks_at)
{
  for (std::size_t const tiles : {128 * 128 + 1, 131 * 128 + 5})
  {
    check<floats<1>>(tiles);
  }
}
