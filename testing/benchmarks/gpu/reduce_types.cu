// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions on the GPU of halves, complex numbers, integers of 16 bytes and a struct; by an operator that has to keep
// the order; and from iterators.
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include "reduce_work.h"

namespace thrum_benchmark
{
namespace
{
class transformed_source
{
public:
  explicit transformed_source(std::int64_t count) : items_(count, {1}) {}
  auto begin() const { return thrust::make_transform_iterator(items_.begin(), doubled{}); }
  auto on_host() const { return thrust::make_transform_iterator(items_.on_host(), doubled{}); }
  std::size_t bytes() const { return items_.bytes(); }

private:
  array_source<small_number<float>> items_;
};

struct product_of_pair
{
  template <class Pair>
  __host__ __device__ float operator()(Pair const& pair) const
  {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

template <class Left, class Right>
auto products_of(Left left, Right right)
{
  return thrust::make_transform_iterator(thrust::make_zip_iterator(left, right), product_of_pair{});
}

/// The products of pairs, whose sum is a dot product.
class zipped_source
{
public:
  explicit zipped_source(std::int64_t count) : left_(count, {1}), right_(count, {2}) {}
  auto begin() const { return products_of(left_.begin(), right_.begin()); }
  auto on_host() const { return products_of(left_.on_host(), right_.on_host()); }
  std::size_t bytes() const { return left_.bytes() + right_.bytes(); }

private:
  array_source<small_number<float>> left_, right_;
};
} // namespace

void hold_contests()
{
  constexpr std::int64_t count = std::int64_t{1} << 28;
  ::cuda::std::plus<> const plus{};
  hold_reduce_of("plus", count, small_step<__half>{1}, plus, {});
  hold_reduce_of("plus", count / 2, small_complex<float>{1}, plus, {});
  hold_reduce_of("plus", count / 4, small_number<__int128>{1}, plus, {});
  hold_reduce_of("user plus", count / 8, random_triangle{1}, user_plus{}, {});
  hold_reduce_of<peers::cannot>("ordered", count, small_map{1}, then{}, 0x10000);
  hold_reduce(
    "transform iterator", count, [](std::int64_t n) { return transformed_source(n); }, plus, 0.0F);
  hold_reduce(
    "zip iterator", count / 2, [](std::int64_t n) { return zipped_source(n); }, plus, 0.0F);
}
} // namespace thrum_benchmark
