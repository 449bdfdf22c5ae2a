// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs one block of `Threads` threads: where nvcc compiles it, on the GPU, in one, two and three dimensions; else on
// fibers, forward, backward and shuffled. A Body has
//
//   storage                  what it wants of shared memory, which is filled with rubbish before
//   operator()(cta, s)       by all threads, with cta a block_cta
//
// and what it reads and writes lies in block_items.
#include <thrum/detail/cuda/block/this_block.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include <boost/test/unit_test.hpp>

#if defined(__CUDACC__)
#  include "cuda_system.h"
#else
#  include "buffer.h"
#  include "fibers.h"
#endif

namespace thrum_test
{
#if defined(__CUDACC__)
using block_cta = thrum::detail::gpu::this_block;

template <class T>
using block_items = device_buffer<T>;

template <class Body>
__global__ void block_kernel(Body body)
{
  __shared__ typename Body::storage s;
  block_cta const cta;
  auto* const bytes = reinterpret_cast<unsigned char*>(&s);
  for (int i = cta.thread(); i < static_cast<int>(sizeof s); i += cta.threads())
  {
    bytes[i] = 0xA5;
  }
  cta.sync();
  body(cta, s);
}

/// Calls check() after each run.
template <int Threads, class Body, class Check>
void on_block(Body const& body, Check const& check)
{
  unsigned const threads = Threads;
  for (dim3 const shape : {dim3(threads), dim3(threads / 4, 4), dim3(threads / 16, 2, 8)})
  {
    block_kernel<<<1, shape>>>(body);
    check_cuda(cudaGetLastError());
    check_cuda(cudaDeviceSynchronize());
    BOOST_TEST_CONTEXT("a block of " << shape.x << " x " << shape.y << " x " << shape.z)
    {
      check();
    }
  }
}
#else
using block_cta = fiber_cta;

template <class T>
using block_items = buffer<T>;

template <int Threads, class Body, class Check>
void on_block(Body const& body, Check const& check)
{
  auto const s = std::make_unique<typename Body::storage>();
  fiber_grid grid(1, Threads);
  for (order const turns : {order::forward, order::backward, order::shuffled})
  {
    std::memset(static_cast<void*>(s.get()), 0xA5, sizeof *s);
    grid.set_order(turns, 7);
    grid.run([&](fiber_cta const& cta) { body(cta, *s); });
    BOOST_TEST_CONTEXT("turns " << static_cast<int>(turns))
    {
      check();
    }
  }
}
#endif

/// A number of threads and of items for each.
template <int Threads, int Items>
struct block_shape
{
  static constexpr int threads = Threads;
  static constexpr int items   = Items;
  static constexpr int all     = Threads * Items;
};

/// Counts of items at every kind of edge: of a thread, a warp and the block.
template <class Shape>
std::vector<int> counts_at_edges()
{
  std::vector<int> counts;
  for (int const edge : {1, Shape::items, 2 * Shape::items, 32 * Shape::items, 64 * Shape::items,
                         Shape::all / 2, Shape::all - Shape::items, Shape::all})
  {
    for (int const count : {edge - 1, edge, edge + 1})
    {
      if (count > 0 && count <= Shape::all)
      {
        counts.push_back(count);
      }
    }
  }
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  return counts;
}
} // namespace thrum_test
