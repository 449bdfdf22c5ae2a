// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE run_length_decode_tile
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <numeric>

#include "compare.h"
#include "decode_on_fibers.h"
#include "random.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using thrum::detail::largest_total;

/// Memory before and behind an output, which nobody may touch.
constexpr std::size_t margin = 64;

template <std::size_t Bytes>
struct item
{
  std::array<unsigned char, Bytes> byte;

  bool operator==(item const& other) const { return byte == other.byte; }
};

template <class T>
T value_of(std::size_t run)
{
  T x{};
  std::array<unsigned char, sizeof(T)> byte;
  for (std::size_t i = 0; i < sizeof(T); ++i)
  {
    byte[i] = static_cast<unsigned char>((run * 7 + run / 256 + i * 31) % 251);
  }
  std::memcpy(static_cast<void*>(&x), byte.data(), sizeof(T));
  return x;
}

template <class Length>
struct shape
{
  char const* name;
  std::vector<Length> lengths;
};

/// Lengths of many kinds that add up to what fibers can decode.
template <class Length>
std::vector<shape<Length>> shapes(random_source& random)
{
  auto const uniform = [&](std::size_t n, std::int64_t mean) {
    return random.integers<Length>(n, 0, std::min<std::int64_t>(2 * mean, 120));
  };
  auto giant   = uniform(4000, 1);
  giant[2345]  = static_cast<Length>(sizeof(Length) < 4 ? (std::numeric_limits<Length>::max)() : 40'000);
  auto cluster = uniform(4000, 1);
  auto const desert_n = std::size_t{7000};
  std::vector<Length> desert(desert_n, Length{0});
  desert[17] = desert[4000] = desert[desert_n - 1] = 3;
  for (std::size_t i = 3000; i < 3050; ++i)
  {
    cluster[i] = static_cast<Length>(120);
  }
  return {{"one", {Length{5}}},
          {"one empty", {Length{0}}},
          {"empty", {}},
          {"all empty", std::vector<Length>(7000, Length{0})},
          {"ones", std::vector<Length>(4000, Length{1})},
          {"mean 1", uniform(6500, 1)},
          {"mean 16", uniform(1500, 16)},
          {"a giant", giant},
          {"a cluster", cluster},
          {"a desert", desert},
          {"row less one", uniform(383, 2)},
          {"row", uniform(384, 2)},
          {"row and one", uniform(385, 2)},
          {"tile less one", uniform(3071, 2)},
          {"tile", uniform(3072, 2)},
          {"tile and one", uniform(3073, 2)}};
}

template <class T>
void check_memory(std::vector<T> const& got, std::vector<T> const& expected, std::size_t at)
{
  BOOST_TEST(same_items(std::vector<T>(got.begin(), got.begin() + at), std::vector<T>(at, value_of<T>(99))));
  auto const begin = got.begin() + static_cast<std::ptrdiff_t>(at);
  auto const end   = begin + static_cast<std::ptrdiff_t>(expected.size());
  BOOST_TEST(same_items(std::vector<T>(begin, end), expected));
  BOOST_TEST(same_items(std::vector<T>(end, got.end()),
                        std::vector<T>(static_cast<std::size_t>(got.end() - end), value_of<T>(99))));
}

/// Decodes values into memory that begins `at` items into a vector, at most `capacity` of them.
template <class T, class Length>
void check_values(
  shape<Length> const& s, fiber_way way, std::size_t at, std::int64_t cut, std::uint64_t light)
{
  std::vector<T> values;
  std::vector<T> expected;
  for (std::size_t run = 0; run < s.lengths.size(); ++run)
  {
    values.push_back(value_of<T>(run));
    expected.insert(expected.end(), static_cast<std::size_t>(s.lengths[run]), values.back());
  }
  auto const total    = static_cast<std::int64_t>(expected.size());
  auto const capacity = cut < 0 ? largest_total : total * cut / 8;
  expected.resize(static_cast<std::size_t>(std::min(total, capacity)), value_of<T>(0));
  std::vector<T> out(expected.size() + at + margin, value_of<T>(99));
  auto const runs = thrum::detail::make_run_lengths(s.lengths.data(),
                                                    static_cast<std::ptrdiff_t>(s.lengths.size()));
  using sink      = gpu::value_writer<T const*, T*>;
  gpu::decode_job<std::remove_const_t<decltype(runs)>, sink> const job{
    runs, sink(values.data(), out.data() + at), capacity, true, {}};
  auto const status = decode_on_fibers(job, way, light, 1000, at % 2 == 0);
  BOOST_TEST(static_cast<std::int64_t>(status.total) == total);
  check_memory(out, expected, at);
}

/// Each shape in one of the ways, with one of the limits, alignments and capacities: their numbers have no common
/// factor, so the types see other combinations.
template <class T, class Length>
void check_all()
{
  static std::size_t n = 0;
  random_source random;
  for (auto const& s : shapes<Length>(random))
  {
    auto const ways           = fiber_ways();
    auto const way            = ways[++n % ways.size()];
    std::uint64_t const light = std::array<std::uint64_t, 5>{100'000, 4000, 0, 100'000, 0}[n % 5];
    std::size_t const at      = n * 5 % 17;
    std::int64_t const cut    = n % 7 < 2 ? static_cast<std::int64_t>(n / 7 % 9) : -1;
    BOOST_TEST_CONTEXT(s.name << ", blocks " << way.blocks << ", order " << static_cast<int>(way.turn)
                              << ", light " << light << ", at " << at << ", cut " << cut)
    {
      check_values<T>(s, way, at, cut, light);
    }
  }
}

using items   = std::tuple<std::uint8_t,
                         std::uint16_t,
                         std::uint32_t,
                         std::uint64_t,
                         __int128,
                         item<3>,
                         item<4>,
                         item<16>,
                         item<24>>;
using lengths = std::tuple<std::int8_t,
                           std::uint8_t,
                           std::int16_t,
                           std::uint16_t,
                           std::uint32_t,
                           std::int64_t,
                           std::uint64_t,
                           __int128>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(item_types, T, items)
{
  check_all<T, int>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(length_types, Length, lengths)
{
  check_all<int, Length>();
}
