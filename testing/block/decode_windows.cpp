// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A block's decode of run lengths into windows, on fibers, beside a decode run by run.
// sanitizers: address: its fibers meet at barriers alone, and protocol/ tests what a barrier orders
#define BOOST_TEST_MODULE block_decode_windows
#include <memory>

#include "block_decode.h"
#include "fibers.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Body>
using storage_of = typename Body::template block<fiber_cta>::storage;

/// As many problems under a sanitizer would take minutes.
constexpr int share = under_address_sanitizer ? 20 : 1;

template <class Item, class Number, int Threads, int R, int D>
void check(int problems, int windows)
{
  using body = block_decode<Item, Threads, R, D>;
  random_source random;
  fiber_grid grid(1, Threads);
  auto const storage = std::make_unique<storage_of<body>>();
  int const count    = problems / 6 / share + 1;
  unsigned seed      = 0;
  for (bool const offsets : {false, true})
  {
    for (order const turn : {order::forward, order::backward, order::shuffled})
    {
      grid.set_order(turn, ++seed);
      check_block_decode<Item, Number, Threads, R, D>(
        random, count, windows, offsets, [&](auto const& all, auto const&, auto& items, auto& ranks) {
          grid.run([&](fiber_cta const& cta) {
            for (int p = 0; p < count; ++p)
            {
              body::solve(cta, *storage, all, p, items.data(), ranks.data());
              cta.sync();
            }
          });
        });
    }
  }
}

/// One problem with one window from `from` on: the items and the ranks.
template <class Number>
struct solved
{
  static constexpr int threads     = 32;
  std::vector<std::uint32_t> items = std::vector<std::uint32_t>(threads), ranks = items;
  std::uint32_t size = 0;

  solved(std::vector<Number> const& lengths, std::uint32_t from)
  {
    using body = block_decode<std::uint32_t, threads, 1, 1>;
    storage_of<body> storage;
    fiber_grid grid(1, threads);
    grid.run([&](fiber_cta const& cta) {
      body::solve(cta, storage, block_decode_problems<Number>{lengths.data(), &from, &size, 1, false}, 0,
                  items.data(), ranks.data());
    });
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(b08_empty_runs_anywhere)
{
  check<std::uint32_t, int, 32, 1, 1>(40'000, 3);
  check<std::uint32_t, std::uint32_t, 32, 2, 2>(30'000, 3);
  check<std::uint32_t, std::uint64_t, 64, 4, 8>(6'000, 2);
}
BOOST_AUTO_TEST_CASE(item_types)
{
  check<std::uint8_t, std::uint8_t, 32, 8, 16>(6'000, 2);
  check<std::uint16_t, std::int16_t, 32, 4, 3>(8'000, 2);
  check<std::uint64_t, std::int64_t, 32, 16, 1>(6'000, 4);
  check<unsigned __int128, std::uint32_t, 32, 3, 5>(8'000, 2);
  check<wide_item, int, 32, 2, 4>(8'000, 2);
  check<placed_item, int, 32, 1, 2>(8'000, 2);
}
BOOST_AUTO_TEST_CASE(block_sizes)
{
  check<std::uint32_t, int, 96, 1, 3>(3'000, 2);
  check<std::uint32_t, int, 256, 16, 16>(60, 2);
  check<std::uint8_t, int, 320, 5, 7>(120, 2);
  check<std::uint32_t, int, 1024, 1, 1>(120, 2);
  check<std::uint16_t, int, 1024, 2, 8>(60, 2);
}

BOOST_AUTO_TEST_CASE(negative_lengths_count_as_0)
{
  std::vector<int> lengths(solved<int>::threads, -5);
  lengths[3] = 20;
  lengths[9] = 7;
  solved<int> const got(lengths, 18);
  BOOST_TEST(got.size == 27);
  BOOST_TEST(got.items[1] == value_of_run<std::uint32_t>(0, 3));
  BOOST_TEST(got.items[2] == value_of_run<std::uint32_t>(0, 9));
  BOOST_TEST(got.ranks[8] == 6);
  BOOST_TEST(got.items[9] == value_of_run<std::uint32_t>(0, 31));
}

BOOST_AUTO_TEST_CASE(a_window_at_the_end_of_32_bits)
{
  solved<int> const got(std::vector<int>(solved<int>::threads, 1), 0u - 10);
  for (std::uint32_t const item : got.items)
  {
    BOOST_TEST(item == value_of_run<std::uint32_t>(0, 31));
  }
}

// What lies beyond 2^32 - 1 is cut off, and all before it is right.
BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_beyond_32_bits,
                              Number,
                              decltype(std::tuple<std::uint32_t, std::int64_t>()))
{
  std::uint32_t const half = 1u << 31;
  for (bool const sparse : {false, true})
  {
    std::vector<Number> lengths(solved<Number>::threads, static_cast<Number>(half));
    if (sparse)
    {
      lengths[1] = 0;
    }
    for (std::uint32_t const from : {0u, half - 20, 0u - 1 - solved<Number>::threads})
    {
      solved<Number> const got(lengths, from);
      BOOST_TEST(got.size == 0xffffffffu);
      for (std::uint32_t i = 0; i < solved<Number>::threads; ++i)
      {
        int const run = from + i < half ? 0 : sparse ? 2 : 1;
        BOOST_TEST(got.items[i] == value_of_run<std::uint32_t>(0, run));
        BOOST_TEST(got.ranks[i] == (from + i) % half);
      }
    }
  }
  if (sizeof(Number) > 4)
  {
    std::vector<Number> lengths(solved<Number>::threads, Number{1});
    lengths[30] = std::numeric_limits<Number>::max();
    solved<Number> const got(lengths, 20);
    BOOST_TEST(got.size == 0xffffffffu);
    BOOST_TEST(got.items[9] == value_of_run<std::uint32_t>(0, 29));
    BOOST_TEST(got.items[31] == value_of_run<std::uint32_t>(0, 30));
    BOOST_TEST(got.ranks[31] == 21);
  }
}
