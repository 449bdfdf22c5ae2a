// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The cases of thrum::block::load and thrum::block::store, on fibers and on the GPU.
#include <thrum/block/load.h>
#include <thrum/block/store.h>

#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <vector>

#include "block_values.h"
#include "compare.h"
#include "on_block.h"
#include <boost/test/unit_test.hpp>

namespace thrum_test
{
using thrum::block::transfer;

/// Loads, and leaves each thread's items in a row.
template <class T, class Shape, transfer How, class It>
struct load_body
{
  using primitive = thrum::block::load<T, Shape::threads, Shape::items, How, block_cta>;
  using storage   = typename primitive::storage;

  It from;
  int count;
  T const* otherwise; // null: none
  T const* at_first;  // what the items are before
  T* out;

  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, storage& s) const
  {
    constexpr int n = Shape::items;
    alignas(T) unsigned char bytes[n * sizeof(T)]; // a T need not be made from nothing
    T(&items)[n] = reinterpret_cast<T(&)[n]>(bytes);
    for (int i = 0; i < n; ++i)
    {
      thrum::detail::gpu::set(items[i], *at_first);
    }
    primitive p(s, cta);
    if (count == Shape::all)
    {
      p.load(from, items);
    }
    else if (otherwise != nullptr)
    {
      p.load_n(from, count, items, *otherwise);
    }
    else
    {
      p.load_n(from, count, items);
    }
    for (int i = 0; i < n; ++i)
    {
      out[cta.thread() * n + i] = items[i];
    }
  }
};

template <class T, class Shape, transfer How, class It>
struct store_body
{
  using primitive = thrum::block::store<T, Shape::threads, Shape::items, How, block_cta>;
  using storage   = typename primitive::storage;

  T const* in; // each thread's items in a row
  int count;
  It to;

  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, storage& s) const
  {
    T const(&items)[Shape::items] = reinterpret_cast<T const(&)[Shape::items]>(
      in[cta.thread() * Shape::items]);
    primitive p(s, cta);
    if (count == Shape::all)
    {
      p.store(to, items);
    }
    else
    {
      p.store_n(to, count, items);
    }
  }
};

/// Which item of the block is number k of all, thread by thread.
template <class Shape, transfer How>
int place_of(int k)
{
  return How == transfer::striped ? k % Shape::items * Shape::threads + k / Shape::items : k;
}

struct same_value
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T const& x) const
  {
    return x;
  }
};

template <class T, class Shape, transfer How>
void check_load()
{
  auto const values = first_values<T>(Shape::all + 5);
  T const rest      = nth<T>::value(1000);
  T const before    = nth<T>::value(2000);
  block_items<T> const two(std::vector<T>{rest, before}, 0);
  for (int const shift : {0, 1, 4}) // items by which they miss an alignment
  {
    for (int const count : counts_at_edges<Shape>())
    {
      // No margin behind what may be read.
      block_items<T> const in(std::vector<T>(values.begin(), values.begin() + shift + count), 0);
      T const* const from = in.begin() + shift;
      for (bool const has_rest : {false, true})
      {
        std::vector<T> expected;
        for (int k = 0; k < Shape::all; ++k)
        {
          int const i = place_of<Shape, How>(k);
          expected.push_back(i < count  ? values[static_cast<std::size_t>(shift + i)]
                             : has_rest ? rest
                                        : before);
        }
        BOOST_TEST_CONTEXT(count << " of " << Shape::threads << " x " << Shape::items << ", shift " << shift
                                 << ", size " << sizeof(T))
        {
          block_items<T> out(Shape::all, before, 64);
          T const* const otherwise = has_rest ? two.begin() : nullptr;
          auto const check         = [&] { BOOST_TEST(same_results(out.items(), expected)); };
          on_block<Shape::threads>(
            load_body<T, Shape, How, T const*>{from, count, otherwise, two.begin() + 1, out.begin()}, check);
          auto const it = thrust::make_transform_iterator(from, same_value());
          on_block<Shape::threads>(
            load_body<T, Shape, How, decltype(it)>{it, count, otherwise, two.begin() + 1, out.begin()},
            check);
        }
      }
    }
  }
}

template <class T, class Shape, transfer How>
void check_store()
{
  auto const values = first_values<T>(Shape::all);
  T const untouched = nth<T>::value(2000);
  block_items<T> const in(values, 0);
  for (int const shift : {0, 1, 4})
  {
    for (int const count : counts_at_edges<Shape>())
    {
      std::vector<T> expected(static_cast<std::size_t>(shift + count), untouched);
      for (int k = 0; k < Shape::all; ++k)
      {
        int const i = place_of<Shape, How>(k);
        if (i < count)
        {
          expected[static_cast<std::size_t>(shift + i)] = values[static_cast<std::size_t>(k)];
        }
      }
      BOOST_TEST_CONTEXT(count << " of " << Shape::threads << " x " << Shape::items << ", shift " << shift
                               << ", size " << sizeof(T))
      {
        block_items<T> out(expected.size(), untouched, 64); // whose margins say if more was written
        T* const to      = out.begin() + shift;
        auto const check = [&] { BOOST_TEST(same_results(out.items(), expected)); };
        on_block<Shape::threads>(store_body<T, Shape, How, T*>{in.begin(), count, to}, check);
        auto const it = thrust::make_transform_output_iterator(to, same_value());
        on_block<Shape::threads>(store_body<T, Shape, How, decltype(it)>{in.begin(), count, it}, check);
      }
    }
  }
}

template <class T, class Shape>
void check_transfer()
{
  check_load<T, Shape, transfer::direct>();
  check_load<T, Shape, transfer::striped>();
  check_load<T, Shape, transfer::transposed>();
  check_store<T, Shape, transfer::direct>();
  check_store<T, Shape, transfer::striped>();
  check_store<T, Shape, transfer::transposed>();
}
template <class T>
void check_transfers()
{
  check_transfer<T, block_shape<32, 1>>();
  check_transfer<T, block_shape<96, 3>>();
  check_transfer<T, block_shape<64, 16>>();
}
} // namespace thrum_test

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(numbers)
{
  check_transfers<std::uint8_t>();
  check_transfers<std::uint16_t>();
  check_transfers<std::uint32_t>();
  check_transfer<std::uint32_t, block_shape<128, 8>>();
  check_transfers<double>();
}

BOOST_AUTO_TEST_CASE(objects)
{
  check_transfers<affine<std::uint64_t>>();
  check_transfer<text, block_shape<64, 2>>();
  check_transfer<long_text, block_shape<64, 3>>();
  check_transfer<own_text, block_shape<64, 2>>();
}
