// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every algorithm with contiguous and with fancy iterators and several types of items, for any policy. It is compiled and
// looked through, not run.
#include <thrum/thrum.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <cstdint>

#include <cuda/functional>
#include <cuda/std/functional>

namespace all_algorithms
{
/// Three words: too large for an exchange in one instruction, and not a power of two.
struct sum_of_three
{
  std::int64_t a, b, c;
};

// Not known to the library, so that it keeps the order.
struct add
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T const& x, T const& y) const
  {
    return x + y;
  }
  THRUM_HOST_DEVICE sum_of_three operator()(sum_of_three const& x, sum_of_three const& y) const
  {
    return {x.a + y.a, x.b + y.b, x.c + y.c};
  }
};
struct tripled
{
  THRUM_HOST_DEVICE sum_of_three operator()(std::int64_t i) const { return {i, i, i}; }
};
struct negated
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T const& x) const
  {
    return -x;
  }
};
struct write_rank
{
  std::int64_t* out;
  THRUM_HOST_DEVICE void operator()(std::int64_t segment, std::int64_t rank) const { out[segment] = rank; }
};
struct at
{
  float* items;
  THRUM_HOST_DEVICE float* operator()(std::int64_t i) const { return items + 60 * i; }
};

struct sixty
{
  THRUM_HOST_DEVICE int operator()(std::int64_t) const { return 60; }
};

struct data
{
  int *keys, *keys_out, *lengths;
  std::int64_t *ends, *counts, *ranks;
  float *items, *out;
  double* sums;
  sum_of_three* wide;
  std::int64_t size;
};

template <class Policy>
void reduce_memory(Policy const& policy, data const& d)
{
  auto const last   = d.items + d.size;
  auto const k_last = d.keys + d.size;
  *d.sums           = thrum::reduce(policy, d.items, last, 0.0);
  *d.keys           = thrum::reduce(policy, d.keys, k_last, 0, cuda::maximum<>());
  thrum::reduce_into(policy, d.items, last, d.sums, 0.0, add());
  *d.sums = thrum::transform_reduce(policy, d.items, last, negated(), 0.0, cuda::std::plus<>());
  thrum::reduce_by_key(policy, d.keys, k_last, d.items, d.keys_out, d.out);
  thrum::reduce_by_key_into(policy, d.keys, k_last, d.items, d.keys_out, d.out, d.counts);
}

template <class Policy>
void scan_memory(Policy const& policy, data const& d)
{
  auto const last   = d.items + d.size;
  auto const k_last = d.keys + d.size;
  thrum::inclusive_scan(policy, d.items, last, d.out);
  thrum::exclusive_scan(policy, d.keys, k_last, d.keys_out, 7);
  thrum::transform_inclusive_scan(policy, d.items, last, d.out, negated(), add());
  thrum::transform_exclusive_scan(policy, d.items, last, d.out, negated(), 0.0, add());
  thrum::inclusive_scan_by_key(policy, d.keys, k_last, d.items, d.out);
  thrum::exclusive_scan_by_key(policy, d.keys, k_last, d.items, d.out, 1.0f);
}

template <class Policy>
void encode_and_decode_memory(Policy const& policy, data const& d)
{
  auto const last   = d.items + d.size;
  auto const k_last = d.keys + d.size;
  thrum::run_length_encode(policy, d.keys, k_last, d.keys_out, d.counts);
  thrum::run_length_encode_into(policy, d.keys, k_last, d.keys_out, d.counts, d.counts);
  thrum::run_length_encode_non_trivial(policy, d.keys, k_last, d.counts, d.ranks);
  thrum::run_length_decode(policy, d.items, last, d.lengths, d.out);
  thrum::run_length_decode(policy, d.items, last, d.lengths, d.out, d.ranks);
  thrum::run_length_decode_n(policy, d.items, d.lengths, d.size, d.out, d.size);
  thrum::run_length_decode_n(policy, d.items, d.lengths, d.size, d.out, d.size, d.counts);
  thrum::run_length_decode_ends(policy, d.items, last, d.ends, d.out);
  d.counts[0] = thrum::run_length_decoded_size(policy, d.lengths, d.lengths + d.size);
}

template <class Policy>
void balance(Policy const& policy, data const& d)
{
  auto const number = thrust::make_counting_iterator(std::int64_t{0});
  auto const places = thrust::make_transform_iterator(number, at{d.items});
  thrum::load_balanced_for_each(policy, d.lengths, d.lengths + d.size, write_rank{d.ranks});
  thrum::batched_copy(policy, places, places, thrust::make_transform_iterator(number, sixty()), d.size / 60);
}

template <class Policy>
void call_with_fancy_iterators(Policy const& policy, data const& d)
{
  auto const number = thrust::make_counting_iterator(std::int64_t{0});
  auto const threes = thrust::make_transform_iterator(number, tripled());
  auto const pairs  = thrust::make_zip_iterator(d.keys, d.items);
  auto const back   = thrust::make_reverse_iterator(d.wide + d.size);
  auto const none   = thrust::make_discard_iterator();
  *d.wide           = thrum::reduce(policy, threes, threes + d.size, sum_of_three{}, add());
  thrum::inclusive_scan(policy, threes, threes + d.size, back, add());
  thrum::exclusive_scan_by_key(policy, pairs, pairs + d.size, threes, d.wide, sum_of_three{},
                               cuda::std::equal_to<>(), add());
  thrum::reduce_by_key(policy, pairs, pairs + d.size, number, none, d.counts);
  thrum::run_length_encode(policy, pairs, pairs + d.size, none, d.counts);
  thrum::run_length_decode(policy, threes, threes + d.size, number, back);
}

template <class Policy>
void call_all(Policy const& policy, data const& d)
{
  reduce_memory(policy, d);
  scan_memory(policy, d);
  encode_and_decode_memory(policy, d);
  balance(policy, d);
  call_with_fancy_iterators(policy, d);
}
} // namespace all_algorithms
