// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: fibers of one thread share nothing that ThreadSanitizer could see
// The GPU's commuting reduce, on fibers: blocks that leave their results in memory for one more block.
#define BOOST_TEST_MODULE block_reduce_chunks
#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/cuda/engine/chunks.h>
#include <thrum/reduce.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/transform_iterator.h>

#include <memory>
#include <vector>

#include <cuda/functional>

#include "compare.h"
#include "fibers.h"
#include "random.h"
#include "replay_commuting.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
template <class It, class T, class Op>
class reduce_on_fibers
{
public:
  reduce_on_fibers(It items, std::size_t count, T init, Op op)
      : problem_(
        thrum::detail::make_reduce_problem(items, items + static_cast<std::ptrdiff_t>(count), init, op))
  {}

  T by_grid(int blocks, order o)
  {
    std::vector<shared> memory(static_cast<std::size_t>(blocks));
    auto const by = chunks::split_of(problem_.count);
    std::vector<T> results(static_cast<std::size_t>(by.count), problem_.init);
    T result                 = problem_.init;
    unsigned long long ended = 0;
    typename chunks::memory const all{&ended, results.data(), 0};
    fiber_grid grid(blocks, chunks::block::threads, o, 3);
    grid.run([&](fiber_cta const& cta) {
      chunks::run(cta, memory[static_cast<std::size_t>(cta.block())], problem_, &result, all, by);
    });
    return result;
  }

private:
  using problem = decltype(thrum::detail::make_reduce_problem(
    std::declval<It>(), std::declval<It>(), std::declval<T>(), std::declval<Op>()));
  using chunks  = gpu::reduce_chunks<problem, T*>;
  using shared  = typename chunks::shared;

  problem problem_;
};

template <class It, class T, class Op>
void check(It items, std::size_t count, T init, Op op, T expected)
{
  for (order const o : {order::forward, order::backward, order::shuffled})
  {
    reduce_on_fibers<It, T, Op> reduce(items, count, init, op);
    for (int const blocks : {1, 3})
    {
      BOOST_TEST_CONTEXT("count " << count << ", " << blocks << " blocks, order " << static_cast<int>(o))
      {
        BOOST_TEST(same_representation(reduce.by_grid(blocks, o), expected));
      }
    }
  }
}

/// Around columns, rows and chunks; `most` chunks are the most.
std::vector<std::size_t> counts(std::size_t item_bytes, std::size_t most)
{
  auto const o = replay::commuting_order_of(item_bytes);
  return {1,
          2,
          31,
          o.columns - 1,
          o.columns,
          o.columns + 1,
          3 * o.columns + 5,
          o.least_chunk(),
          o.least_chunk() + 1,
          2 * o.least_chunk() + 7 * o.columns + 3,
          most * o.least_chunk() - 1};
}

struct itself
{
  template <class T>
  T operator()(T x) const
  {
    return x;
  }
};

template <class T>
void check_sums(std::vector<std::size_t> const& counts)
{
  random_source random;
  for (std::size_t const count : counts)
  {
    auto const items   = random.mixed_floats<T>(count + 1);
    auto const shifted = std::vector<T>(items.begin() + 1, items.end());
    auto const aligned = std::vector<T>(shifted); // begins where memory from the heap does
    T const init       = items.front();
    T const expected   = replay::commuting_reduce(shifted, init, thrust::plus<T>());
    check(aligned.data(), count, init, thrust::plus<T>(), expected);
    check(items.data() + 1, count, init, thrust::plus<T>(), expected);
    check(thrust::make_transform_iterator(aligned.data(), itself()), count, init, thrust::plus<T>(),
          expected);
  }
}

struct wide
{
  double item[16];
};
struct wide_sum
{
  wide operator()(wide const& a, wide const& b) const
  {
    wide sum;
    for (int i = 0; i < 16; ++i)
    {
      sum.item[i] = a.item[i] + b.item[i];
    }
    return sum;
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(floats)
{
  check_sums<float>(counts(sizeof(float), 17));
}

BOOST_AUTO_TEST_CASE(doubles)
{
  check_sums<double>(counts(sizeof(double), 9));
}

BOOST_AUTO_TEST_CASE(bytes)
{
  random_source random;
  for (std::size_t const count : counts(1, 3))
  {
    auto const items = random.integers<std::int8_t>(count, -128, 127);
    auto const sum   = thrum::reduce(thrust::seq, items.begin(), items.end(), std::int8_t{5});
    check(items.data(), count, std::int8_t{5}, thrust::plus<>(), sum);
  }
}

namespace
{
/// All items are `most` of them but one, wherever in a word, a row and a thread it is; `Op` has to find that one.
template <class T, class Op>
void check_one_of_many(T most, T one)
{
  auto const o            = replay::commuting_order_of(sizeof(T));
  std::size_t const count = 9 * o.columns + 21; // a batch of rows, a row, and a part of one
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < 16 / sizeof(T); ++i)
  {
    places.push_back(i);
    places.push_back(3 * o.columns + 32 + i);
  }
  for (std::size_t const i : {o.columns - 1, 8 * o.columns - 1, 8 * o.columns, 9 * o.columns - 1, count - 1})
  {
    places.push_back(i);
  }
  for (std::size_t const place : places)
  {
    std::vector<T> items(count + 1, most);
    items[place] = one;
    reduce_on_fibers<T const*, T, Op> whole(items.data(), count, most, Op());
    BOOST_TEST_CONTEXT("place " << place)
    {
      BOOST_TEST(same_representation(whole.by_grid(1, order::forward), one));
    }
    items[place]     = most;
    items[place + 1] = one; // the same, beginning where no piece does
    reduce_on_fibers<T const*, T, Op> shifted(items.data() + 1, count, most, Op());
    BOOST_TEST_CONTEXT("place " << place << " of shifted items")
    {
      BOOST_TEST(same_representation(shifted.by_grid(1, order::forward), one));
    }
  }
}
template <class T>
void check_extremes(T low, T middle, T high)
{
  check_one_of_many<T, ::cuda::minimum<>>(middle, low);
  check_one_of_many<T, ::cuda::maximum<>>(middle, high);
}
} // namespace

/// Whose words are folded as they are.
BOOST_AUTO_TEST_CASE(extremes_of_narrow_items)
{
  check_extremes<std::int8_t>(-128, 0, 1);
  check_extremes<std::int8_t>(-2, -1, 127);
  check_extremes<std::uint8_t>(0, 127, 128);
  check_extremes<std::int16_t>(-257, -256, 0);
  check_extremes<std::uint16_t>(255, 256, 32768);
  check_extremes<char>('A', 'B', 'C');
}

/// Sums of bytes, beginning at a piece or not.
BOOST_AUTO_TEST_CASE(bytes_at_any_place)
{
  check_one_of_many<std::uint8_t, thrust::plus<>>(0, 255);
  check_one_of_many<std::int8_t, thrust::plus<>>(0, -128);
}

BOOST_AUTO_TEST_CASE(items_of_several_words)
{
  random_source random;
  for (std::size_t const count : counts(sizeof(wide), 32))
  {
    auto const scalars = random.mixed_floats<double>(count);
    std::vector<wide> items(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      std::fill_n(items[i].item, 16, scalars[i]);
    }
    auto const expected = replay::commuting_reduce(items, items[0], wide_sum{});
    check(items.data(), count, items[0], thrum::commutative(wide_sum{}), expected);
  }
}
