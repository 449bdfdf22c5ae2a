// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// block::run_length_decode in kernels: blocks of all sizes and of one to three dimensions, beside a decode run by run.
#define BOOST_TEST_MODULE cuda_block_run_length_decode
#include "block_decode.h"
#include "cuda_system.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Body, class Number>
__global__ void solve_problems(block_decode_problems<Number> const all,
                               typename Body::written_item* items,
                               std::uint32_t* ranks)
{
  using cta = thrum::detail::gpu::this_block;
  __shared__ typename Body::template block<cta>::storage storage;
  Body::solve(cta{}, storage, all, static_cast<int>(blockIdx.x), items, ranks);
}

template <class Item, class Number, int Threads, int R, int D>
void check(int problems, int windows, dim3 threads = Threads)
{
  using body = block_decode<Item, Threads, R, D>;
  random_source random;
  for (bool const offsets : {false, true})
  {
    check_block_decode<Item, Number, Threads, R, D>(
      random, problems / 2, windows, offsets, [&](auto all, auto const& numbers, auto& items, auto& ranks) {
        auto const count = static_cast<std::size_t>(problems / 2);
        device_buffer<Number> const given(numbers, 0);
        device_buffer<std::uint32_t> const from(std::vector<std::uint32_t>(all.from, all.from + count), 0);
        device_buffer<std::uint32_t> sizes(count, 0, 64), device_ranks(ranks.size(), 0, 64);
        device_buffer<typename body::written_item> device_items(items, 64);
        auto* const host_sizes = all.sizes;
        all.numbers            = given.begin();
        all.from               = from.begin();
        all.sizes              = sizes.begin();
        solve_problems<body>
          <<<static_cast<unsigned>(count), threads>>>(all, device_items.begin(), device_ranks.begin());
        check_cuda(cudaGetLastError());
        check_cuda(cudaDeviceSynchronize());
        items              = device_items.items();
        ranks              = device_ranks.items();
        auto const decoded = sizes.items();
        std::copy(decoded.begin(), decoded.end(), host_sizes);
      });
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(one_warp)
{
  check<std::uint32_t, int, 32, 1, 1>(40'000, 3);
  check<std::uint8_t, std::uint16_t, 32, 4, 16>(10'000, 3);
  check<wide_item, std::int64_t, 32, 2, 5>(10'000, 2);
}
BOOST_AUTO_TEST_CASE(the_shapes_of_the_benchmark)
{
  check<std::uint32_t, std::uint32_t, 64, 1, 1>(8'000, 4);
  check<std::uint32_t, std::uint32_t, 192, 1, 3>(8'000, 3);
  check<std::uint32_t, std::uint32_t, 128, 1, 8>(8'000, 2);
  check<std::uint32_t, std::uint32_t, 128, 2, 8>(8'000, 3);
  check<std::uint32_t, std::uint32_t, 256, 3, 1>(8'000, 4);
  check<std::uint32_t, std::uint32_t, 256, 8, 1>(8'000, 4);
  check<std::uint32_t, std::uint32_t, 384, 2, 2>(4'000, 3);
}
BOOST_AUTO_TEST_CASE(item_types)
{
  check<std::uint16_t, std::uint64_t, 64, 8, 4>(4'000, 3);
  check<std::uint64_t, int, 96, 16, 1>(4'000, 3);
  check<unsigned __int128, std::uint32_t, 128, 4, 2>(4'000, 3);
  check<wide_item, int, 160, 1, 16>(2'000, 3);
  check<placed_item, int, 64, 4, 3>(4'000, 3);
}
BOOST_AUTO_TEST_CASE(large_blocks)
{
  check<std::uint32_t, int, 1024, 1, 1>(2'000, 3);
  check<std::uint8_t, std::int16_t, 1024, 4, 16>(300, 2);
  check<std::uint16_t, int, 512, 8, 2>(600, 3);
  check<std::uint32_t, int, 608, 5, 7>(600, 3);
}
BOOST_AUTO_TEST_CASE(blocks_of_two_and_three_dimensions)
{
  check<std::uint32_t, int, 256, 2, 2>(2'000, 3, dim3(16, 16));
  check<std::uint64_t, int, 192, 1, 4>(2'000, 3, dim3(4, 6, 8));
  check<std::uint32_t, int, 64, 1, 1>(2'000, 3, dim3(1, 1, 64));
}
