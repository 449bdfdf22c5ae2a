// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Items beyond small numbers, each a function of its index again, and operators that no library knows anything of.
// Whatever way a sum is bracketed, it is exact: floats are whole numbers with small sums, the rest is modulo 2^bits.
#include <thrust/complex.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <cuda_fp16.h>

#include "contest.h"
#include "numbers.h"

namespace thrum_benchmark
{
template <class Items>
using item_t = std::decay_t<decltype(std::declval<Items const&>()(std::int64_t{}))>;

/// Steps of a walk among 0, 1, 2 and 3: sums of neighbours, however many, are from -3 to 3, and those of some ten
/// thousand items at a fixed distance, which a reduce may add up first, stay within what a half has exactly.
template <class T>
struct small_step
{
  std::uint64_t seed;
  __host__ __device__ T operator()(std::int64_t i) const { return static_cast<T>(place(i + 1) - place(i)); }

private:
  __host__ __device__ int place(std::int64_t i) const
  {
    return static_cast<int>(mixed(static_cast<std::uint64_t>(i) * 2 + seed) % 4);
  }
};

/// Whole numbers as both parts.
template <class T>
struct small_complex
{
  std::uint64_t seed;
  __host__ __device__ thrust::complex<T> operator()(std::int64_t i) const
  {
    return {small_number<T>{seed}(2 * i), small_number<T>{seed}(2 * i + 1)};
  }
};

/// Has a new maximum every 2^22 items or so, from -63 on, until a byte is full at 2^29.
template <class T>
struct climbing
{
  std::uint64_t seed;
  __host__ __device__ T operator()(std::int64_t i) const
  {
    auto const below = static_cast<int>(mixed(static_cast<std::uint64_t>(i) * 2 + seed) % 64);
    return static_cast<T>(static_cast<int>(i >> 22) - below);
  }
};

/// x -> scale x + offset modulo 2^16, with the odd scale in the upper half.
struct small_map
{
  std::uint64_t seed;
  __host__ __device__ std::int32_t operator()(std::int64_t i) const
  {
    return static_cast<std::int32_t>(mixed(static_cast<std::uint64_t>(i) * 2 + seed) | 0x10000);
  }
};
/// First f, then g: does not commute.
struct then
{
  __host__ __device__ std::int32_t operator()(std::int32_t f, std::int32_t g) const
  {
    auto const first           = static_cast<std::uint32_t>(f);
    auto const second          = static_cast<std::uint32_t>(g);
    std::uint32_t const scale  = (first & 0xFFFF0000U) * (second >> 16);
    std::uint32_t const offset = (first & 0xFFFFU) * (second >> 16) + second;
    return static_cast<std::int32_t>(scale | (offset & 0xFFFFU));
  }
};

/// x -> scale x + offset modulo 2^64; the product does first the left one, then the right one, and does not commute.
struct map_of_words
{
  std::uint64_t scale, offset;
  friend __host__ __device__ map_of_words operator*(map_of_words const& f, map_of_words const& g)
  {
    return {f.scale * g.scale, f.offset * g.scale + g.offset};
  }
};
/// With odd scales, so that no product forgets an offset.
struct random_map
{
  std::uint64_t seed;
  __host__ __device__ map_of_words operator()(std::int64_t i) const
  {
    std::uint64_t const drawn = mixed(static_cast<std::uint64_t>(i) * 2 + seed);
    return {drawn | 1, mixed(drawn)};
  }
};

/// The matrix (1 a c; 0 1 b; 0 0 1) modulo 2^64. Products do not commute, sums of a, b and c do.
struct triangle
{
  std::uint64_t a, b, c;
  friend __host__ __device__ triangle operator*(triangle const& x, triangle const& y)
  {
    return {x.a + y.a, x.b + y.b, x.c + y.c + x.a * y.b};
  }
  friend __host__ __device__ triangle operator+(triangle const& x, triangle const& y)
  {
    return {x.a + y.a, x.b + y.b, x.c + y.c};
  }
};
struct random_triangle
{
  std::uint64_t seed;
  __host__ __device__ triangle operator()(std::int64_t i) const
  {
    std::uint64_t const drawn = mixed(static_cast<std::uint64_t>(i) * 2 + seed);
    return {drawn, mixed(drawn), mixed(~drawn)};
  }
};

struct user_plus
{
  template <class T>
  __host__ __device__ T operator()(T const& a, T const& b) const
  {
    return static_cast<T>(a + b);
  }
};
struct user_product
{
  template <class T>
  __host__ __device__ T operator()(T const& a, T const& b) const
  {
    return a * b;
  }
};

struct doubled
{
  template <class T>
  __host__ __device__ T operator()(T const& x) const
  {
    return x + x;
  }
};

template <>
constexpr char const* name_of<__half>()
{
  return "f16";
}
template <>
constexpr char const* name_of<thrust::complex<float>>()
{
  return "complex f32";
}
template <>
constexpr char const* name_of<map_of_words>()
{
  return "16 bytes";
}
template <>
constexpr char const* name_of<triangle>()
{
  return "24 bytes";
}
} // namespace thrum_benchmark
