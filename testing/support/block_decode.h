// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Many problems for a block that decodes run lengths, and what has to come out. Whoever includes this brings a launch:
// fibers or a GPU.
#include <thrum/block/run_length_decode.h>

#include <boost/test/unit_test.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "random.h"

namespace thrum_test
{
/// 24 bytes.
struct wide_item
{
  std::uint64_t word[3];
  wide_item() = default;
  THRUM_HOST_DEVICE explicit wide_item(std::uint32_t x) : word{x, ~std::uint64_t{x}, std::uint64_t{x} << 32}
  {}
  THRUM_HOST_DEVICE friend bool operator==(wide_item const& a, wide_item const& b)
  {
    return a.word[0] == b.word[0] && a.word[1] == b.word[1] && a.word[2] == b.word[2];
  }
};

/// Copied by functions of its own, and by nothing else: it knows where it is.
class placed_item
{
public:
  THRUM_HOST_DEVICE placed_item() : placed_item(0) {}
  THRUM_HOST_DEVICE explicit placed_item(std::uint32_t x) : self_(this), x_(x) {}
  THRUM_HOST_DEVICE placed_item(placed_item const& other) : placed_item(other.value()) {}
  THRUM_HOST_DEVICE placed_item& operator=(placed_item const& other)
  {
    x_ = self_ == this ? other.value() : lost;
    return *this;
  }
  THRUM_HOST_DEVICE std::uint32_t value() const { return self_ == this ? x_ : lost; }

private:
  static constexpr std::uint32_t lost = 0xDEADDEADu;
  placed_item const* self_;
  std::uint32_t x_;
};

/// What a block writes of an item.
template <class Item>
THRUM_HOST_DEVICE Item const& written(Item const& x)
{
  return x;
}
THRUM_HOST_DEVICE inline std::uint32_t written(placed_item const& x)
{
  return x.value();
}
template <class Item>
using written_t = std::decay_t<decltype(written(std::declval<Item const&>()))>;

/// Problem p has `runs` numbers from number p * runs on, and `places` places in `items` and `ranks`; its windows follow
/// each other from from[p] on.
template <class Number>
struct block_decode_problems
{
  Number const* numbers; ///< lengths or offsets
  std::uint32_t const* from;
  std::uint32_t* sizes;
  int windows;
  bool offsets;
};

/// The value of a run of a problem: no two neighbours are alike.
template <class Item>
THRUM_HOST_DEVICE Item value_of_run(int problem, int run)
{
  return Item(static_cast<std::uint32_t>(problem * 31 + run * 7));
}

/// What each thread of a block does for one problem.
template <class Item, int Threads, int R, int D>
struct block_decode
{
  static constexpr int runs = Threads * R;
  static constexpr int room = Threads * D; ///< of a window
  using written_item        = written_t<Item>;
  template <class Cta>
  using block = thrum::block::run_length_decode<Item, Threads, R, D, Cta>;

  template <class Cta, class Number>
  THRUM_DEVICE static void solve(Cta const& cta,
                                 typename block<Cta>::storage& storage,
                                 block_decode_problems<Number> const& all,
                                 int p,
                                 written_t<Item>* items,
                                 std::uint32_t* ranks)
  {
    int const t = cta.thread();
    Item values[R];
    Number numbers[R];
    for (int i = 0; i < R; ++i)
    {
      values[i]  = value_of_run<Item>(p, t * R + i);
      numbers[i] = all.numbers[static_cast<std::size_t>(p) * runs + static_cast<std::size_t>(t * R + i)];
    }
    block<Cta> decoder(storage, cta);
    if (all.offsets)
    {
      decoder.set_run_offsets(values, numbers);
    }
    else
    {
      all.sizes[p] = decoder.set_runs(values, numbers);
    }
    auto at = static_cast<std::size_t>(p) * static_cast<std::size_t>(all.windows * room)
              + static_cast<std::size_t>(t * D);
    for (int w = 0; w < all.windows; ++w, at += room)
    {
      auto const from = all.from[p] + static_cast<std::uint32_t>(w * room);
      Item decoded[D], ranked[D];
      std::uint32_t rank[D];
      decoder.decode(decoded, from);
      decoder.decode(ranked, rank, from);
      for (int i = 0; i < D; ++i)
      {
        bool const same                         = written(decoded[i]) == written(ranked[i]);
        items[at + static_cast<std::size_t>(i)] = written(decoded[i]);
        ranks[at + static_cast<std::size_t>(i)] = same ? rank[i] : 0xBADBADu;
      }
    }
  }
};

/// Lengths of a problem. Empty runs stand in front, inside, at the end or everywhere.
inline void draw_lengths(
  random_source& random, int kind, std::int64_t longest, std::uint32_t* first, int count)
{
  for (int i = 0; i < count; ++i)
  {
    first[i] = static_cast<std::uint32_t>(random.integer(kind == 0 ? 1 : 0, longest));
  }
  int const a = static_cast<int>(random.integer(0, count)), b = static_cast<int>(random.integer(0, count));
  int const low = kind == 2 ? 0 : a < b ? a : b, high = kind == 3 ? count : a < b ? b : a;
  if (kind >= 2 && kind <= 5)
  {
    std::fill(kind == 5 ? first : first + low, kind == 5 ? first + count : first + high, 0u);
  }
  if (kind == 6)
  {
    std::fill(first, first + count, 0u);
    first[a < count ? a : 0] = static_cast<std::uint32_t>(longest * 20);
  }
}
inline constexpr int kinds_of_lengths = 7;

/// Checks `problems` random problems, all of which launch(problems, numbers, items, ranks) has solved on return.
template <class Item, class Number, int Threads, int R, int D, class Launch>
void check_block_decode(random_source& random, int problems, int windows, bool offsets, Launch launch)
{
  if (offsets && sizeof(Number) < 4)
  {
    return; // they would not fit
  }
  using body             = block_decode<Item, Threads, R, D>;
  auto const count       = static_cast<std::size_t>(problems);
  constexpr auto runs    = static_cast<std::size_t>(body::runs);
  auto const room        = static_cast<std::size_t>(windows * body::room);
  std::int64_t const top = sizeof(Number) < 8 ? static_cast<std::int64_t>(std::numeric_limits<Number>::max())
                                              : std::numeric_limits<std::int64_t>::max();
  std::vector<std::uint32_t> lengths(count * runs), from(count), sizes(count);
  std::vector<Number> numbers(count * runs);
  for (std::size_t p = 0; p < count; ++p)
  {
    auto* const own      = lengths.data() + p * runs;
    std::int64_t longest = std::int64_t{2} * windows * D / R + 1;
    longest              = random.integer(1, longest < 3 ? 3 : longest);
    longest              = longest * 20 < top ? longest : top / 20;
    draw_lengths(random, static_cast<int>(random.integer(0, kinds_of_lengths - 1)), longest, own, body::runs);
    std::uint32_t size = 0;
    for (std::size_t k = 0; k < runs; ++k)
    {
      numbers[p * runs + k] = static_cast<Number>(offsets ? size : own[k]);
      size += own[k];
    }
    sizes[p] = size;
    from[p]  = static_cast<std::uint32_t>(p % 3 == 0 ? 0 : random.integer(0, size));
  }
  std::vector<written_t<Item>> items(count * room);
  std::vector<std::uint32_t> ranks(count * room), got_sizes(count);
  launch(block_decode_problems<Number>{numbers.data(), from.data(), got_sizes.data(), windows, offsets},
         numbers, items, ranks);

  std::size_t wrong = 0;
  for (std::size_t p = 0; p < count && wrong < 3; ++p)
  {
    auto const* const own = lengths.data() + p * runs;
    std::size_t run       = 0;
    std::uint32_t begin   = 0;
    bool right            = offsets || got_sizes[p] == sizes[p];
    for (std::size_t i = 0; i < room && right; ++i)
    {
      auto const place = from[p] + static_cast<std::uint32_t>(i);
      for (; run + 1 < runs && place >= begin + own[run]; ++run)
      {
        begin += own[run];
      }
      auto const value = value_of_run<Item>(static_cast<int>(p), static_cast<int>(run));
      right            = items[p * room + i] == written(value) && ranks[p * room + i] == place - begin;
    }
    BOOST_TEST(right, "problem " << p << ", " << sizes[p] << " items, the first window from " << from[p]);
    wrong += right ? 0 : 1;
  }
}
} // namespace thrum_test
