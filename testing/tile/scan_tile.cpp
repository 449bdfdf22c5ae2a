// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE scan_tile
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/scan_tile.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <tuple>
#include <vector>

#include <cuda/functional>

#include "compare.h"
#include "fibers.h"
#include "random.h"
#include "tile_situations.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using thrum::detail::scan_kind;
/// 24 bytes, in tiles of few items: prefixes are found by turns. Products do not commute.
struct triangle
{
  std::uint64_t a, b, c;

  friend triangle operator*(triangle const& x, triangle const& y)
  {
    return {x.a + y.a, x.b + y.b, x.c + y.c + x.a * y.b};
  }
};
using narrow_integers = std::tuple<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t>;

/// From memory, or, in the ring by hand, through an iterator that is no pointer.
template <scan_kind Kind, class T, class Op>
std::vector<T> on_fibers(
  situation const& s, std::vector<T> const& items, ::cuda::std::optional<T> init, Op op, bool by_iterator)
{
  checked_memory<T> in(items);
  checked_memory<T> out(items.size());
  if (by_iterator)
  {
    auto const same  = [](T const& x) { return x; };
    auto const first = thrust::make_transform_iterator(in.begin(), same);
    auto p           = thrum::detail::make_scan_problem<Kind, T>(
      first, first + static_cast<std::ptrdiff_t>(items.size()), out.begin(), init, op);
    run_tile<gpu::scan_tile<decltype(p)>>(s, p);
  }
  else
  {
    auto p = thrum::detail::make_scan_problem<Kind, T>(in.begin(), in.end(), out.begin(), init, op);
    run_tile<gpu::scan_tile<decltype(p)>>(s, p);
  }
  return out.items();
}

template <class T, class Op>
void check(std::vector<T> const& in, Op op)
{
  std::vector<T> inclusive(in);
  std::vector<T> exclusive(in);
  thrum::inclusive_scan(thrust::seq, in.begin(), in.end(), inclusive.begin(), op);
  thrum::exclusive_scan(thrust::seq, in.begin(), in.end(), exclusive.begin(), in.back(), op);
  in_every_situation([&](situation const& s) {
    for (bool const by_iterator : {false, true})
    {
      BOOST_TEST_CONTEXT("count " << in.size() << (by_iterator ? ", by iterator" : ""))
      {
        BOOST_TEST(same_bits(on_fibers<scan_kind::inclusive, T>(s, in, {}, op, by_iterator), inclusive));
        BOOST_TEST(
          same_bits(on_fibers<scan_kind::exclusive, T>(s, in, in.back(), op, by_iterator), exclusive));
      }
    }
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(mixed_floats)
{
  random_source random;
  for (std::size_t const count : {1, 27, 28, 29, 895, 896, 897, 7167, 7168, 7169, 50'000})
  {
    check(random.mixed_floats<float>(count), thrust::plus<>());
  }
}

BOOST_AUTO_TEST_CASE(bytes)
{
  random_source random;
  for (std::size_t const count : {1, 111, 113, 3583, 3585, 28'671, 28'673, 100'001})
  {
    check(random.integers<std::int8_t>(count, -128, 127), thrust::plus<>());
  }
}

/// Several of them are in a word, which is worked on as a whole. Extremes change all along.
BOOST_AUTO_TEST_CASE_TEMPLATE(extremes_of_narrow_integers, T, narrow_integers)
{
  constexpr long least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  random_source random;
  std::size_t const tile = 8 * 32 * 112 / sizeof(T);
  for (std::size_t const count : {std::size_t{3}, tile / 8 + 7, 2 * tile + tile / 2})
  {
    auto const noise = random.integers<T>(count, least, most);
    std::vector<T> rising, falling;
    for (std::size_t i = 0; i < count; ++i)
    {
      long const climbed = (most - least) * static_cast<long>(i) / static_cast<long>(count) / 2;
      long const upto    = climbed + (noise[i] - least) / 2;
      rising.push_back(static_cast<T>(least + upto));
      falling.push_back(static_cast<T>(most - upto));
    }
    check(rising, ::cuda::maximum<>());
    check(falling, ::cuda::minimum<T>());
    check(noise, ::cuda::maximum<T>());
    check(noise, thrust::plus<T>());
  }
}

BOOST_AUTO_TEST_CASE(integers_of_128_bits)
{
  random_source random;
  for (std::size_t const count : {1, 7, 1793, 9'000})
  {
    auto items = random.integers<__int128>(count, -1'000'000, 1'000'000);
    for (auto& item : items)
    {
      item *= (__int128{1} << 90) + 12'345; // both halves count
    }
    check(items, thrust::plus<>());
  }
}

BOOST_AUTO_TEST_CASE(items_of_24_bytes)
{
  random_source random;
  for (std::size_t const count : {1, 511, 513, 9'000, 150'000}) // the last in several groups of tiles
  {
    std::vector<triangle> items;
    for (std::size_t i = 0; i < count; ++i)
    {
      items.push_back({random.bits(), random.bits(), random.bits()});
    }
    check(items, thrust::multiplies<>());
  }
}
