// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Floating-point results of the CUDA system are those of the OpenMP system to the bit, at every size, in every run, in
// every grid, and however much of the device others occupy: see float_calls.h.
#include "grids.h" // first

#include <algorithm>
#include <vector>

#include "float_calls.h"
#include "sizes.h"

namespace thrum_test
{
inline constexpr std::size_t largest_size = (std::size_t{1} << 24) + 1;

/// Around every boundary of both orders up to 2^24 items.
template <class T>
std::vector<std::size_t> float_sizes()
{
  auto const o = replay::order_of(sizeof(T));
  auto const c = replay::commuting_order_of(sizeof(T));
  auto sizes   = sizes_around({o.items_per_lane,    o.row(),
                               2 * o.row(),         o.tile(),
                               2 * o.tile(),        4 * o.tile(),
                               5 * o.tile(),        8 * o.tile(),
                               o.group(),           o.group() + o.tile(),
                               2 * o.group(),       3 * o.group() + 7 * o.tile() + 5,
                               c.columns / 2,       c.columns,
                               2 * c.columns,       c.least_chunk(),
                               2 * c.least_chunk(), 5 * c.least_chunk() + c.columns,
                               8 * c.least_chunk(), std::size_t{1} << 20,
                               std::size_t{1} << 24});
  sizes.erase(std::remove(sizes.begin(), sizes.end(), std::size_t{0}), sizes.end());
  return sizes;
}

/// A few of them: tiles in a row, and groups.
template <class T>
std::vector<std::size_t> few_float_sizes()
{
  auto const o = replay::order_of(sizeof(T));
  return {o.tile() + 1, 37 * o.tile(), o.group() + 1, 3 * o.group() + 7 * o.tile() + 5};
}

template <class T>
void check_float_sizes(int rounds)
{
  stream const s;
  float_calls<T> calls(largest_size);
  bool long_runs = false;
  for (std::size_t const size : float_sizes<T>())
  {
    for (int const offset : {0, 1})
    {
      if (size > (1u << 20) && size % 2 != static_cast<std::size_t>(offset))
      {
        continue; // the host takes a second for each
      }
      calls.expect(size, offset, long_runs);
      for (int round = 0; round < rounds; ++round)
      {
        calls.compare(thrust::cuda::par_nosync.on(s.get()), s.get());
      }
      calls.check(s, "from item " + std::to_string(offset));
      long_runs = !long_runs;
    }
  }
}

template <class T>
void check_float_grids()
{
  stream const s;
  float_calls<T> calls(largest_size);
  int const all = busy_kernel::device_attribute(cudaDevAttrMultiProcessorCount);
  auto sizes    = few_float_sizes<T>();
  sizes.push_back(std::size_t{1} << 24);
  for (std::size_t const size : sizes)
  {
    for (int const offset : {0, 1})
    {
      calls.expect(size, offset, true);
      for (int const processors : {1, 2, 3, 7, 31, all - 1, 2 * all, 10 * all})
      {
        grid_of const grid(processors);
        calls.compare(thrust::cuda::par_nosync.on(s.get()), s.get());
        calls.check(s, "in a grid for " + std::to_string(processors) + " processors");
      }
    }
  }
}

template <class T>
void check_float_bits_beside_others()
{
  stream const ours, others;
  float_calls<T> calls(largest_size);
  int const all = busy_kernel::device_attribute(cudaDevAttrMultiProcessorCount);
  for (std::size_t const size : few_float_sizes<T>())
  {
    for (int const offset : {0, 1})
    {
      calls.expect(size, offset, false);
      calls.compare(thrust::cuda::par_nosync.on(ours.get()), ours.get()); // loads the kernels
      calls.check(ours, "alone");
      for (int const free : {1, 2, all / 3})
      {
        busy_kernel const occupation(others.get(), all - free);
        for (int round = 0; round < 3; ++round)
        {
          calls.compare(thrust::cuda::par_nosync.on(ours.get()), ours.get());
        }
        calls.check(ours, std::to_string(free) + " of " + std::to_string(all) + " multiprocessors are free");
        BOOST_TEST(!others.is_idle());
      }
    }
  }
}
} // namespace thrum_test
