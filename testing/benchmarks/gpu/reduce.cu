// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of numbers on the GPU, behind pointers and in a vector of Thrust's.
#include <thrust/device_vector.h>

#include "reduce_work.h"

namespace thrum_benchmark
{
namespace
{
template <class Items>
class vector_source
{
public:
  vector_source(std::int64_t count, Items const& items)
      : items_(items)
      , vector_(items_of(items), items_of(items) + count)
  {}
  auto begin() const { return vector_.begin(); }
  auto on_host() const { return items_of(items_); }
  std::size_t bytes() const { return vector_.size() * sizeof(item_t<Items>); }

private:
  Items items_;
  thrust::device_vector<item_t<Items>> vector_;
};
} // namespace

void hold_contests()
{
  ::cuda::std::plus<> const plus{};
  for_each_type_and_count([&](auto number, std::int64_t count) {
    hold_reduce_of("plus", count, small_number<decltype(number)>{1}, plus, decltype(number){});
  });
  hold_reduce(
    "device_vector", std::int64_t{1} << 28,
    [](std::int64_t count) { return vector_source<small_number<float>>(count, {1}); }, plus, 0.0F);
}
} // namespace thrum_benchmark
