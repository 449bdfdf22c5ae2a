// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The cases of thrum::block::reduce, on fibers and on the GPU.
#include <thrum/block/reduce.h>

#include <tuple>
#include <vector>

#include "block_values.h"
#include "compare.h"
#include "on_block.h"
#include <boost/test/unit_test.hpp>

namespace thrum_test
{
/// Every form: the results go to `out`, those of thread 0, then those for all.
template <class T, class Shape, class Op>
struct reduce_body
{
  using primitive = thrum::block::reduce<T, Shape::threads, block_cta>;
  using storage   = typename primitive::storage;

  T const* in;
  T* out;
  int count;
  Op op;

  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, storage& s) const
  {
    T const* const mine = in + cta.thread() * Shape::items;
    T* const all        = out + 1 + cta.thread();
    if constexpr (Shape::items == 1)
    {
      if (count == Shape::all)
      {
        first(cta, primitive(s, cta).reduce(*mine, op));
        *all = primitive(s, cta).reduce_to_all(*mine, op);
      }
      else
      {
        first(cta, primitive(s, cta).reduce_n(*mine, count, op));
        *all = primitive(s, cta).reduce_to_all_n(*mine, count, op);
      }
    }
    else
    {
      T const(&items)[Shape::items] = reinterpret_cast<T const(&)[Shape::items]>(*mine);
      if (count == Shape::all)
      {
        first(cta, primitive(s, cta).reduce(items, op));
        *all = primitive(s, cta).reduce_to_all(items, op);
      }
      else
      {
        first(cta, primitive(s, cta).reduce_n(items, count, op));
        *all = primitive(s, cta).reduce_to_all_n(items, count, op);
      }
    }
  }

  template <class Cta>
  THRUM_DEVICE void first(Cta const& cta, T const& result) const
  {
    if (cta.thread() == 0)
    {
      *out = result;
    }
    cta.sync(); // the storage is used again
  }
};

/// The bracketing that the contract states.
template <class T, class Op>
T reduced_in_order(std::vector<T> const& in, int count, int per_thread, Op const& op)
{
  std::vector<T> sums; // of threads
  for (int i = 0; i < count; ++i)
  {
    auto const& x = in[static_cast<std::size_t>(i)];
    if (i % per_thread == 0)
    {
      sums.push_back(x);
    }
    else
    {
      sums.back() = op(sums.back(), x);
    }
  }
  for (std::size_t d = 1; d < 32; d *= 2)
  {
    for (std::size_t i = 0; i + d < sums.size(); i += 2 * d)
    {
      if (i / 32 == (i + d) / 32)
      {
        sums[i] = op(sums[i], sums[i + d]);
      }
    }
  }
  T total = sums[0];
  for (std::size_t i = 32; i < sums.size(); i += 32)
  {
    total = op(total, sums[i]);
  }
  return total;
}

template <class T, class Shape, class Op>
void check_reduce(Op op)
{
  auto const values = first_values<T>(Shape::all);
  block_items<T> const in(values, 0);
  for (int const count : counts_at_edges<Shape>())
  {
    BOOST_TEST_CONTEXT(count << " of " << Shape::threads << " x " << Shape::items)
    {
      block_items<T> out(Shape::threads + 1, values.back(), 64);
      std::vector<T> const expected(Shape::threads + 1, reduced_in_order(values, count, Shape::items, op));
      on_block<Shape::threads>(reduce_body<T, Shape, Op>{in.begin(), out.begin(), count, op},
                               [&] { BOOST_TEST(same_results(out.items(), expected)); });
    }
  }
}

template <class T, class Op>
void check_reduces(Op op)
{
  check_reduce<T, block_shape<32, 1>>(op);
  check_reduce<T, block_shape<64, 3>>(op);
  check_reduce<T, block_shape<96, 1>>(op);
  check_reduce<T, block_shape<160, 16>>(op);
  check_reduce<T, block_shape<1024, 1>>(op);
}
template <class T, class Op>
void check_a_few_reduces(Op op)
{
  check_reduce<T, block_shape<32, 4>>(op);
  check_reduce<T, block_shape<384, 2>>(op);
}
} // namespace thrum_test

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(sums_of_integers)
{
  check_reduces<std::uint32_t>(thrust::plus<std::uint32_t>());
  check_a_few_reduces<std::int8_t>(thrust::plus<std::int8_t>());
  check_a_few_reduces<std::int16_t>(thrust::plus<>());
  check_a_few_reduces<std::int64_t>(thrust::plus<>());
  check_a_few_reduces<bool>(thrust::plus<bool>());
}

BOOST_AUTO_TEST_CASE(sums_of_floats_in_the_stated_order)
{
  check_reduces<float>(thrust::plus<float>());
  check_a_few_reduces<double>(thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(operators_see_neighbours_only)
{
  check_reduces<stretch>(follow());
}

BOOST_AUTO_TEST_CASE(operators_that_do_not_commute)
{
  check_a_few_reduces<std::uint8_t>(last_set());
  check_a_few_reduces<affine<std::uint8_t>>(compose());
  check_a_few_reduces<affine<std::uint16_t>>(compose());
  check_a_few_reduces<affine<std::uint64_t>>(compose());
  check_reduces<text>(concatenate());
}

BOOST_AUTO_TEST_CASE(values_that_meet_in_memory)
{
  check_a_few_reduces<long_text>(concatenate());
  check_reduces<own_text>(concatenate());
}

BOOST_AUTO_TEST_CASE(extrema)
{
  check_a_few_reduces<int>(::cuda::maximum<int>());
}
