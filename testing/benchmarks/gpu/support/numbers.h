// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Seeded data, each item a function of its index: the device makes its own, and the host the same for what has to come
// out. Items are whole numbers so small that sums of floats are exact, so every contestant has to have the same bits.
#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstddef>
#include <cstdint>

#include <cuda/std/cstring>

#include "device.h"

namespace thrum_benchmark
{
/// The output function of the generator in G. L. Steele, D. Lea, C. H. Flood: Fast splittable pseudorandom number
/// generators, OOPSLA 2014.
__host__ __device__ inline std::uint64_t mixed(std::uint64_t x)
{
  x += 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// Whole numbers from -7 to 7.
template <class T>
struct small_number
{
  std::uint64_t seed;
  __host__ __device__ T operator()(std::int64_t i) const
  {
    return static_cast<T>(static_cast<int>(mixed(static_cast<std::uint64_t>(i) * 2 + seed) % 15) - 7);
  }
};

/// Lengths from 0 to twice the mean, all equally likely; a single one may be given.
struct run_length
{
  std::uint64_t mean;
  std::int64_t place_of_giant = -1;
  int giant                   = 0;
  __host__ __device__ int operator()(std::int64_t i) const
  {
    return i == place_of_giant
             ? giant
             : static_cast<int>(mixed(static_cast<std::uint64_t>(i) ^ 0xC0FFEE) % (2 * mean + 1));
  }
};

/// Whether a run of equal keys begins: with a mean length, or, for mean 0, in stretches of 20,000 keys that have heads
/// at any density or none at all.
struct begins_run
{
  std::uint64_t mean;
  __host__ __device__ std::int64_t operator()(std::int64_t i) const
  {
    auto const drawn = mixed(static_cast<std::uint64_t>(i) + 0xBADC0DE);
    if (mean > 0)
    {
      return drawn % mean == 0 ? 1 : 0;
    }
    std::uint64_t const means[] = {1, 100'000, 2, 16, 300, 5, 100'000, 100'000};
    return drawn % means[mixed(static_cast<std::uint64_t>(i / 20'000)) % 8] == 0 ? 1 : 0;
  }
};

template <class F>
auto items_of(F const& f, std::int64_t first = 0)
{
  return thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(first), f);
}

template <class T, class F>
void make_items(device_memory const& memory, std::size_t count, F const& f)
{
  auto const from = items_of(f);
  thrust::copy(thrust::device, from, from + static_cast<std::ptrdiff_t>(count), memory.as<T>());
}

/// Depends on each bit of each item and on where it stands.
template <class T>
struct item_print
{
  T const* items;
  __host__ __device__ std::uint64_t operator()(std::int64_t i) const
  {
    std::uint64_t print = static_cast<std::uint64_t>(i);
    for (std::size_t at = 0; at < sizeof(T); at += sizeof(std::uint64_t))
    {
      std::uint64_t bits      = 0;
      std::size_t const bytes = sizeof(T) - at < sizeof bits ? sizeof(T) - at : sizeof bits;
      ::cuda::std::memcpy(&bits, reinterpret_cast<unsigned char const*>(items + i) + at, bytes);
      print = mixed(print ^ mixed(bits));
    }
    return print;
  }
};

/// Of items where the policy says.
template <class Policy, class T>
std::uint64_t fingerprint(Policy const& policy, T const* items, std::size_t count)
{
  auto const prints = items_of(item_print<T>{items});
  return thrust::reduce(policy, prints, prints + static_cast<std::ptrdiff_t>(count), std::uint64_t{0},
                        thrust::plus<>());
}
} // namespace thrum_benchmark
