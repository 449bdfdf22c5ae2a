// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// block::tile_state in a kernel of a user's own: blocks of one to three dimensions, grids that do and do not run at once.
#define BOOST_TEST_MODULE cuda_block_tile_state
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <memory>
#include <numeric>

#include "block_tile_state.h"
#include "cuda_system.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class T, class Delay>
__global__ void prefixes_kernel(prefixes_of_tiles<T> const kernel)
{
  using cta = thrum::detail::gpu::this_block;
  __shared__ typename thrum::block::tile_state<T, add, Delay>::storage storage;
  kernel.template run<Delay>(cta{}, storage);
}

template <class T, class Delay>
void check(std::vector<T> const& aggregates, std::optional<T> const& init, unsigned blocks, dim3 threads)
{
  using states       = thrum::block::tile_state<T, add, Delay>;
  auto const tiles   = static_cast<std::ptrdiff_t>(aggregates.size());
  auto const a_block = static_cast<int>(threads.x * threads.y * threads.z);
  auto const sees    = aggregates.size() * static_cast<std::size_t>(a_block);
  thrust::device_vector<T> const in(aggregates), first(init ? 1 : 0, init ? *init : aggregates[0]);
  thrust::device_vector<unsigned char> memory(states::bytes(tiles), 0);
  thrust::device_vector<T> before(sees, aggregates[0]);
  thrust::device_vector<bool> has(sees);
  prefixes_kernel<T, Delay>
    <<<blocks, threads>>>({in.data().get(), tiles, memory.data().get(), before.data().get(), has.data().get(),
                           init ? first.data().get() : nullptr});
  check_cuda(cudaDeviceSynchronize());

  std::vector<T> seen(sees, aggregates[0]);
  auto const there = std::make_unique<bool[]>(sees);
  thrust::copy(before.begin(), before.end(), seen.begin());
  thrust::copy(has.begin(), has.end(), there.get());
  BOOST_TEST_CONTEXT(tiles << " tiles, " << blocks << " blocks of " << a_block << (init ? ", init" : ""))
  {
    BOOST_TEST(all_are_right(aggregates, init, seen, there.get(), a_block));
  }
}

__global__ void running_sums_kernel(running_sums const kernel)
{
  using cta = thrum::detail::gpu::this_block;
  __shared__ running_sums::storage<cta> storage;
  kernel.run(cta{}, storage);
}

using values = std::tuple<floats<1>, floats<2>, floats<4>, floats<6>, floats<33>>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(prefixes_of_floats, T, values)
{
  using thrum::block::growing_naps;
  using thrum::block::naps;
  using thrum::block::no_delay;
  random_source random(11);
  for (std::size_t const tiles : {1, 2, 127, 128, 129, 1'000, 20'000})
  {
    auto const aggregates = rounding_values<sizeof(T) / sizeof(float)>(random, tiles);
    check<T, naps>(aggregates, std::nullopt, 264, dim3(32));
    check<T, no_delay>(aggregates, aggregates[tiles / 2], 132, dim3(8, 4, 2));
    check<T, growing_naps<>>(aggregates, std::nullopt, 1'000, dim3(16, 6)); // more than run at once
    check<T, naps>(aggregates, aggregates[0], 1, dim3(32));
  }
}

BOOST_AUTO_TEST_CASE(scans_ask_for_their_prefix)
{
  std::ptrdiff_t const tiles = 30'000;
  auto const in              = random_source(5).integers<long long>(tiles * running_sums::threads, -50, 50);
  std::vector<long long> expected(in.size()), got(in.size());
  std::partial_sum(in.begin(), in.end(), expected.begin());
  for (auto& sum : expected)
  {
    sum += 1000;
  }
  thrust::device_vector<long long> const items(in);
  thrust::device_vector<long long> out(in.size());
  thrust::device_vector<unsigned char> memory(
    running_sums::states<thrum::detail::gpu::this_block>::bytes(tiles), 0);
  running_sums_kernel<<<528, dim3(16, 4)>>>(
    {items.data().get(), tiles, memory.data().get(), out.data().get()});
  check_cuda(cudaDeviceSynchronize());
  thrust::copy(out.begin(), out.end(), got.begin());
  BOOST_TEST(got == expected);
}
