// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a tile publishes is complete when another sees it: ten thousand scans over many tiles, of values that travel
// inside the words that say they are there, one of 8 bytes or up to three of 16, and of larger ones beside a
// flag. Every item of every round is checked, on the device.
#define BOOST_TEST_MODULE cuda_look_back_rounds
#include "grids.h" // first

#include <thrum/scan.h>

#include <cstdint>

#include "streams.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <int Count>
struct words
{
  std::uint32_t word[Count];
};

struct add_words
{
  template <int Count>
  THRUM_HOST_DEVICE words<Count> operator()(words<Count> const& a, words<Count> const& b) const
  {
    words<Count> sum;
    for (int w = 0; w < Count; ++w)
    {
      sum.word[w] = a.word[w] + b.word[w];
    }
    return sum;
  }
};

/// Word w of item i is (2 i + 1 + w) * factor, so that of the sum of items 0 to i is ((i + 1)^2 + w (i + 1)) * factor.
template <int Count>
__global__ void fill(words<Count>* items, std::uint32_t count, std::uint32_t factor)
{
  std::uint32_t const all = gridDim.x * blockDim.x;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += all)
  {
    for (std::uint32_t w = 0; w < Count; ++w)
    {
      items[i].word[w] = (2 * i + 1 + w) * factor;
    }
  }
}

template <int Count>
__global__ void count_wrong(words<Count> const* sums,
                            std::uint32_t count,
                            std::uint32_t factor,
                            unsigned long long* wrong)
{
  std::uint32_t const all = gridDim.x * blockDim.x;
  for (std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += all)
  {
    for (std::uint32_t w = 0; w < Count; ++w)
    {
      if (sums[i].word[w] != ((i + 1) * (i + 1) + w * (i + 1)) * factor)
      {
        atomicAdd(wrong, 1ull);
      }
    }
  }
}

constexpr int tiles = 300;

template <int Count>
void check_rounds()
{
  constexpr auto items_per_tile = thrum::detail::ordered_shape(sizeof(words<Count>)).items();
  auto const count              = static_cast<std::uint32_t>(tiles * items_per_tile + 5);
  device_buffer<words<Count>> items(count, words<Count>{}, 0), sums(count, words<Count>{}, output_margin);
  device_buffer<unsigned long long> wrong(1, 0, 0);
  stream const s;
  auto const policy = thrust::cuda::par_nosync.on(s.get());
  int const all     = busy_kernel::device_attribute(cudaDevAttrMultiProcessorCount);
  // The form for few tiles with so many processors, and with all others the one for many.
  for (int const processors : {all, 3, 20, all / 2, tiles})
  {
    grid_of const grid(processors);
    for (std::uint32_t round = 0; round < (processors == all ? 10'000u : 1'000u); ++round)
    {
      std::uint32_t const factor = 2 * round + 1;
      fill<<<264, 256, 0, s.get()>>>(items.begin(), count, factor);
      thrum::inclusive_scan(policy, items.begin(), items.end(), sums.begin(), add_words());
      count_wrong<<<264, 256, 0, s.get()>>>(sums.begin(), count, factor, wrong.begin());
    }
    check_cuda(cudaGetLastError());
    s.wait();
    BOOST_TEST(wrong.items().front() == 0, "in a grid for " << processors << " processors");
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b62_values_of_4_bytes)
{
  check_rounds<1>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_8_bytes)
{
  check_rounds<2>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_16_bytes)
{
  check_rounds<4>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_24_bytes)
{
  check_rounds<6>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_28_bytes)
{
  check_rounds<7>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_32_bytes)
{
  check_rounds<8>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_36_bytes)
{
  check_rounds<9>();
}

BOOST_AUTO_TEST_CASE(b62_values_of_128_bytes)
{
  check_rounds<32>();
}
