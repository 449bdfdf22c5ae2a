// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE scan_tile
#include <thrum/detail/cuda/engine/plain.h>
#include <thrum/detail/cuda/tile/scan_tile.h>
#include <thrum/scan.h>

#include <memory>
#include <vector>

#include "compare.h"
#include "fibers.h"
#include "random.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using thrum::detail::scan_kind;

template <scan_kind Kind, class T, class Op>
std::vector<T> on_fibers(std::vector<T> const& in, ::cuda::std::optional<T> init, Op op, int blocks, order o)
{
  std::vector<T> out(in.size(), in.front());
  auto p = thrum::detail::make_scan_problem<Kind, T>(in.data(), in.data() + in.size(), out.data(), init, op);
  using tile       = gpu::scan_tile<decltype(p)>;
  using block      = gpu::plain_block<tile>;
  auto const tiles = tile::tiles(p);
  std::vector<std::uint64_t> memory(gpu::look_back_memory<tile>::bytes(tiles) / 8 + 32);
  gpu::look_back_memory<tile> const scratch{memory.data(), tiles};
  fiber_grid grid(blocks, tile::workers * gpu::lanes, o, 7);
  std::vector<typename block::shared> common(static_cast<std::size_t>(blocks));
  std::vector<std::unique_ptr<typename tile::slot>> slots;
  for (int b = 0; b < blocks; ++b)
  {
    slots.push_back(std::make_unique<typename tile::slot>());
  }
  grid.run([&](fiber_cta const& cta) {
    auto const b = static_cast<std::size_t>(cta.block());
    block::run(cta, common[b], *slots[b], p, scratch);
  });
  return out;
}

template <class T, class Make>
void check(std::size_t count, Make make)
{
  random_source random;
  std::vector<T> const in = make(random, count);
  std::vector<T> expected(count, in.front());
  for (int const blocks : {1, 3})
  {
    for (order const o : {order::forward, order::backward, order::shuffled})
    {
      BOOST_TEST_CONTEXT("count " << count << ", blocks " << blocks << ", order " << static_cast<int>(o))
      {
        thrum::inclusive_scan(thrust::seq, in.begin(), in.end(), expected.begin());
        BOOST_TEST(
          same_items(on_fibers<scan_kind::inclusive, T>(in, {}, thrust::plus<>(), blocks, o), expected));
        thrum::exclusive_scan(thrust::seq, in.begin(), in.end(), expected.begin(), in.back());
        BOOST_TEST(same_items(on_fibers<scan_kind::exclusive, T>(in, in.back(), thrust::plus<>(), blocks, o),
                              expected));
      }
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(mixed_floats)
{
  for (std::size_t const count : {1, 27, 28, 29, 895, 896, 897, 7167, 7168, 7169, 50'000})
  {
    check<float>(count, [](auto& random, std::size_t n) { return random.template mixed_floats<float>(n); });
  }
}
