// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
//
// Head flags of keys of one and two bytes, of which whole words are compared: of all kinds of neighbours.
#define BOOST_TEST_MODULE block_narrow_keys
#include <thrum/detail/cuda/block/discontinuity.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <tuple>
#include <vector>

#include "fibers.h"
#include "random.h"
#include "run_tile.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using keys = std::tuple<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t>;

static_assert(gpu::are_narrow_v<std::int8_t, std::equal_to<>>);
static_assert(gpu::are_narrow_v<std::uint16_t, std::equal_to<std::uint16_t>>);
static_assert(gpu::are_narrow_v<std::int16_t, ::cuda::std::equal_to<>>);
static_assert(gpu::are_narrow_v<std::uint8_t, ::cuda::std::equal_to<std::uint8_t>>);
static_assert(!gpu::are_narrow_v<std::uint8_t, std::less<>>);
static_assert(!gpu::are_narrow_v<std::int32_t, std::equal_to<>>);
static_assert(!gpu::are_narrow_v<std::uint16_t, std::equal_to<std::uint8_t>>); // another question

/// Each bit alone, and what is near them.
template <class K>
std::vector<K> kinds_of_keys()
{
  std::vector<K> kinds;
  for (unsigned bit = 0; bit < 8 * sizeof(K); ++bit)
  {
    for (unsigned const x : {1u << bit, (1u << bit) - 1, (1u << bit) + 1, ~(1u << bit)})
    {
      kinds.push_back(static_cast<K>(x));
    }
  }
  kinds.push_back(static_cast<K>(~0u));
  return kinds;
}

/// A piece of keys, and the four bytes before it.
template <class K>
struct some_keys
{
  static constexpr int before = 4 / sizeof(K);
  static constexpr int all    = before + gpu::narrow_keys<K>::in_piece;
  K key[all];

  std::uint32_t heads() const
  {
    std::uint32_t last;
    gpu::piece whole;
    std::memcpy(&last, key, sizeof(last));
    std::memcpy(&whole, key + before, sizeof(whole));
    return gpu::narrow_keys<K>::heads(last, whole);
  }
  std::uint32_t expected() const
  {
    std::uint32_t bits = 0;
    for (int i = before; i < all; ++i)
    {
      bits |= (key[i] != key[i - 1] ? 1u : 0u) << (i - before);
    }
    return bits;
  }
};

/// Neighbours a, b at each place of a piece, between others; how many pieces have wrong flags.
template <class K>
int wrong_beside(K a, K b, K others)
{
  int wrong = 0;
  for (int place = some_keys<K>::before; place < some_keys<K>::all; ++place)
  {
    some_keys<K> x;
    std::fill(std::begin(x.key), std::end(x.key), others);
    x.key[place - 1] = a;
    x.key[place]     = b;
    wrong += x.heads() != x.expected();
  }
  return wrong;
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(all_neighbours, K, keys)
{
  auto const kinds = kinds_of_keys<K>();
  int wrong        = 0;
  for (K const a : kinds)
  {
    for (K const b : kinds)
    {
      for (K const others : {a, b, static_cast<K>(0), static_cast<K>(a ^ b)})
      {
        wrong += wrong_beside(a, b, others);
      }
    }
    for (int b = 0; b < 1 << 8 * sizeof(K); ++b)
    {
      wrong += wrong_beside(a, static_cast<K>(b), a);
    }
  }
  BOOST_TEST(wrong == 0);
}

namespace
{
/// A whole tile and the key after it, of keys drawn from few kinds, so that many are equal to the one before.
template <class K, int V>
void check_tile(gpu::lead first)
{
  constexpr int rows = 4;
  using slot         = gpu::key_slot<K, V, rows>;
  using flags        = gpu::row_flags<V, rows>;
  constexpr int row  = slot::row;
  random_source random;
  auto const kinds = kinds_of_keys<K>();
  std::vector<K> key(slot::items + 2); // with those before and after
  std::size_t kind = 0;
  for (K& k : key)
  {
    bool const differs = random.integer(0, 1) == 1;
    kind               = differs ? static_cast<std::size_t>(random.integer(0, kinds.size() - 1)) : kind;
    k                  = kinds[kind];
  }

  aligned_memory memory(sizeof(slot));
  aligned_memory memory_of_flags(sizeof(flags));
  auto& s   = *reinterpret_cast<slot*>(memory.get());
  auto& got = *reinterpret_cast<flags*>(memory_of_flags.get());
  s.first   = first;
  std::copy(key.begin(), key.end(), s.at(-1));
  shared_grid(1, 32, order::shuffled).run([&](fiber_cta const& cta) {
    std::equal_to<> pred;
    for (int r = rows - 1; r >= 0; --r) // what a row leaves in the next one stays there
    {
      s.flag_row(cta, r, slot::items + 1, -1, pred, got);
    }
  });

  int wrong = 0;
  for (int i = 0; i <= slot::items; ++i)
  {
    bool const differs = key[static_cast<std::size_t>(i)] != key[static_cast<std::size_t>(i) + 1];
    bool const head    = i > 0 || first == gpu::lead::compare ? differs : first == gpu::lead::yes;
    wrong += i < slot::items && got.is_head(i / row, i % row) != head;
    wrong += i > 0 && i % row == 0 && got.is_head(i / row - 1, row) != head; // after the row
  }
  BOOST_TEST(wrong == 0);
}
} // namespace

/// Lanes with as many pieces as others, or some with fewer.
BOOST_AUTO_TEST_CASE_TEMPLATE(tiles, K, keys)
{
  for (gpu::lead const first : {gpu::lead::no, gpu::lead::yes, gpu::lead::compare})
  {
    check_tile<K, 128 / sizeof(K)>(first);
    check_tile<K, 112 / sizeof(K)>(first);
    check_tile<K, 28>(first);
    check_tile<K, 14>(first);
    check_tile<K, 7>(first);
  }
}
