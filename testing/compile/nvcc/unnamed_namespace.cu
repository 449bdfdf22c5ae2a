// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators, predicates, functions and items of an unnamed namespace, as programs have them: kernels for them are no other
// file's, and nothing that starts one may claim to be.
#include <thrum/thrum.h>

#include <thrust/execution_policy.h>

#include <cstdint>

namespace
{
struct item
{
  std::int64_t a, b;
};
struct sum
{
  __host__ __device__ item operator()(item const& x, item const& y) const { return {x.a + y.a, x.b + y.b}; }
};
struct same
{
  __host__ __device__ bool operator()(item const& x, item const& y) const { return x.a == y.a; }
};
struct writes
{
  item* items;
  __host__ __device__ void operator()(std::int64_t segment, std::int64_t rank) const
  {
    items[segment].b = rank;
  }
};
} // namespace

void call_all(item* items, item* out, int* numbers, std::int64_t* counts)
{
  auto const policy = thrust::device;
  thrum::inclusive_scan(policy, items, items + 1'000, out, sum());
  thrum::inclusive_scan_by_key(policy, items, items + 1'000, items, out, same(), sum());
  thrum::reduce_into(policy, items, items + 1'000, out, item(), sum());
  counts[0] = thrum::reduce(policy, items, items + 1'000, item(), thrum::commutative(sum())).a;
  thrum::reduce_by_key_into(policy, items, items + 1'000, items, out, out, counts, same(), sum());
  thrum::run_length_encode_into(policy, items, items + 1'000, out, counts, counts, same());
  thrum::run_length_decode(policy, items, items + 1'000, numbers, out);
  thrum::load_balanced_for_each(policy, numbers, numbers + 1'000, writes{items});
}
