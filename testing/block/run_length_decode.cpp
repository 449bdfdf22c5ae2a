// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE block_run_length_decode
#include <thrum/detail/cuda/block/decode_pieces.h>

#include <cstring>
#include <memory>
#include <vector>

#include "compare.h"
#include "fibers.h"
#include "random.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using format = gpu::run_format<thrum::detail::run_lengths<int const*>>;

using window = gpu::decode_window<4, false>;

constexpr std::size_t beside = 16; ///< values that may be read, too

/// One warp decodes items [from, to) of one row to where a piece has `shift` items before them.
template <class T>
std::vector<T> decoded(
  std::vector<int> const& lengths, std::uint64_t from, std::uint64_t to, std::uint32_t shift, order o)
{
  std::vector<T> values(beside);
  for (int i = 0; i < format::row; ++i)
  {
    if (lengths[static_cast<std::size_t>(i)] > 0)
    {
      values.push_back(static_cast<T>(i % 251));
    }
  }
  values.resize(beside + format::row + beside);
  std::vector<gpu::piece> memory((shift + (to - from)) * sizeof(T) / 16 + 2);
  std::memset(static_cast<void*>(memory.data()), 0xEE, memory.size() * 16);
  alignas(16) int in[format::row];
  std::copy(lengths.begin(), lengths.end(), in);
  auto const w = std::make_unique<window>();
  T* const out = reinterpret_cast<T*>(memory.data());
  fiber_grid grid(1, gpu::lanes, o, 5);
  grid.run([&](fiber_cta const& cta) {
    gpu::lane_lengths<format> runs;
    runs.load(in + cta.lane() * format::per_lane);
    std::uint64_t const below = gpu::sum_counts_up_to(cta, runs.sum()) - runs.sum();
    for (std::uint64_t begin = from; begin < to;) // the first window holds fewer items, the rest begin pieces
    {
      std::uint32_t const first = begin == from ? shift : 0;
      std::uint64_t const all   = to - begin + first;
      auto const end            = static_cast<std::uint32_t>(all < window::items ? all : window::items);
      gpu::clear_window(cta, *w, end);
      auto const earlier = gpu::mark_starts(cta, *w, runs, below, begin, begin + (end - first), first, true);
      gpu::count_starts(cta, *w, end, earlier.count);
      gpu::emit_pieces(cta, *w, values.data() + beside, out + (begin - first - from + shift), first, end);
      cta.sync_warp();
      begin += end - first;
    }
  });
  std::size_t const items = memory.size() * 16 / sizeof(T);
  return std::vector<T>(out, out + items);
}

template <class T>
void check(std::vector<int> const& lengths, random_source& random)
{
  std::vector<T> all;
  for (int i = 0; i < format::row; ++i)
  {
    all.insert(all.end(), static_cast<std::size_t>(lengths[static_cast<std::size_t>(i)]),
               static_cast<T>(i % 251));
  }
  for (order const o : {order::forward, order::backward, order::shuffled})
  {
    auto const total = static_cast<std::int64_t>(all.size());
    auto const from  = random.integer(0, total);
    auto const to    = random.integer(from, total);
    auto const shift = random.integer(0, static_cast<std::int64_t>(gpu::line_items<T>) - 1);
    BOOST_TEST_CONTEXT("items " << from << " to " << to << " of " << total << ", shift " << shift)
    {
      auto const got = decoded<T>(lengths, static_cast<std::uint64_t>(from), static_cast<std::uint64_t>(to),
                                  static_cast<std::uint32_t>(shift), o);
      T untouched;
      std::memset(&untouched, 0xEE, sizeof(T));
      std::vector<T> expected(got.size(), untouched);
      std::copy(all.begin() + from, all.begin() + to, expected.begin() + shift);
      BOOST_TEST(same_bits(got, expected));
    }
  }
}
} // namespace

using items = std::tuple<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, __int128>;

BOOST_AUTO_TEST_CASE_TEMPLATE(windows, T, items)
{
  random_source random;
  for (int const most : {0, 1, 2, 9, 40})
  {
    for (int round = 0; round < 4; ++round)
    {
      auto lengths = random.integers<int>(format::row, 0, most);
      if (round == 3)
      {
        std::fill(lengths.begin() + 5, lengths.begin() + 300, 0);
        lengths[100] = 5000;
      }
      check<T>(lengths, random);
    }
  }
}
