// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The cases of thrum::block::discontinuity, on fibers and on the GPU.
#include <thrum/block/discontinuity.h>

#include <limits>
#include <string>
#include <vector>

#include "block_values.h"
#include "compare.h"
#include "on_block.h"
#include <boost/test/unit_test.hpp>

namespace thrum_test
{
/// Every form. Flags are 0 or 1; out of `out` come heads and tails as asked for alone, then together, then as bits.
template <class T, class Shape, class Equal>
struct discontinuity_body
{
  using primitive = thrum::block::discontinuity<T, Shape::threads, block_cta>;
  using storage   = typename primitive::storage;

  T const* in;
  T const* before;
  T const* after;
  int count;
  unsigned char* out;
  Equal equal;

  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, storage& s) const
  {
    constexpr int n    = Shape::items;
    int const at       = cta.thread() * n;
    T const(&items)[n] = reinterpret_cast<T const(&)[n]>(in[at]);
    bool const whole   = count == Shape::all;
    bool heads[n], tails[n];

    whole ? primitive(s, cta).heads(items, heads, equal, before)
          : primitive(s, cta).heads_n(items, count, heads, equal, before);
    write(cta, 0, [&](int i) { return heads[i]; });
    whole ? primitive(s, cta).tails(items, tails, equal, after)
          : primitive(s, cta).tails_n(items, count, tails, equal, after);
    write(cta, 1, [&](int i) { return tails[i]; });
    whole ? primitive(s, cta).heads_and_tails(items, heads, tails, equal, before, after)
          : primitive(s, cta).heads_and_tails_n(items, count, heads, tails, equal, before, after);
    write(cta, 2, [&](int i) { return heads[i]; });
    write(cta, 3, [&](int i) { return tails[i]; });

    std::uint32_t bits = whole ? primitive(s, cta).head_bits(items, equal, before)
                               : primitive(s, cta).head_bits_n(items, count, equal, before);
    write(cta, 4, [&](int i) { return (bits >> i & 1) != 0; });
    bits = whole ? primitive(s, cta).tail_bits(items, equal, after)
                 : primitive(s, cta).tail_bits_n(items, count, equal, after);
    write(cta, 5, [&](int i) { return (bits >> i & 1) != 0; });
  }

private:
  template <class Cta, class F>
  THRUM_DEVICE void write(Cta const& cta, int which, F const& flag) const
  {
    for (int i = 0; i < Shape::items; ++i)
    {
      out[which * Shape::all + cta.thread() * Shape::items + i] = flag(i) ? 1 : 0;
    }
    cta.sync(); // the storage is used again
  }
};

template <class T, class Shape, class Equal>
void check_discontinuity(std::vector<T> const& values, Equal equal)
{
  block_items<T> const in(values, 0);
  block_items<T> const outside(std::vector<T>{values[0], values[1]}, 0);
  for (int const count : counts_at_edges<Shape>())
  {
    for (bool const within : {false, true}) // whether something stands before and after
    {
      T const* const before = within ? outside.begin() : nullptr;
      T const* const after  = within ? outside.begin() + 1 : nullptr;
      std::vector<unsigned char> heads(Shape::all, 0), tails(Shape::all, 0);
      for (int i = 0; i < count; ++i)
      {
        auto const at = static_cast<std::size_t>(i);
        heads[at]     = i > 0    ? !equal(values[at - 1], values[at])
                        : within ? !equal(values[0], values[at])
                                 : true;
        tails[at]     = i + 1 < count ? !equal(values[at], values[at + 1])
                        : within      ? !equal(values[at], values[1])
                                      : true;
      }
      BOOST_TEST_CONTEXT(count << " of " << Shape::threads << " x " << Shape::items << ", within " << within)
      {
        std::vector<unsigned char> expected;
        for (auto const* const flags : {&heads, &tails, &heads, &tails, &heads, &tails})
        {
          expected.insert(expected.end(), flags->begin(), flags->end());
        }
        block_items<unsigned char> out(6 * Shape::all, 9, 64);
        on_block<Shape::threads>(
          discontinuity_body<T, Shape, Equal>{in.begin(), before, after, count, out.begin(), equal},
          [&] { BOOST_TEST(same_bits(out.items(), expected)); });
      }
    }
  }
}

/// Runs of 1, 2, 3, ... items.
template <class T, class Shape>
std::vector<T> growing_runs()
{
  std::vector<T> values;
  for (int run = 1; static_cast<int>(values.size()) < Shape::all; ++run)
  {
    values.insert(values.end(), static_cast<std::size_t>(run % 67), nth<T>::value(run));
  }
  values.resize(Shape::all, values[0]);
  return values;
}

template <class T>
void check_discontinuities()
{
  check_discontinuity<T, block_shape<32, 1>>(growing_runs<T, block_shape<32, 1>>(), thrust::equal_to<T>());
  check_discontinuity<T, block_shape<64, 3>>(growing_runs<T, block_shape<64, 3>>(), thrust::equal_to<T>());
  check_discontinuity<T, block_shape<160, 16>>(growing_runs<T, block_shape<160, 16>>(), thrust::equal_to<>());
}

/// Neighbours are alike that do not descend: no equivalence, since it is not symmetric.
struct not_below
{
  THRUM_HOST_DEVICE bool operator()(stretch const& previous, stretch const& current) const
  {
    return previous.first <= current.first;
  }
};
} // namespace thrum_test

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(runs_of_numbers)
{
  check_discontinuities<std::uint8_t>();
  check_discontinuities<std::uint16_t>();
  check_discontinuities<std::uint32_t>();
  check_discontinuities<double>();
}

BOOST_AUTO_TEST_CASE(runs_of_objects)
{
  check_discontinuities<affine<std::uint64_t>>();
  check_discontinuities<text>();
  check_discontinuities<own_text>();
}

BOOST_AUTO_TEST_CASE(a_nan_is_a_run_of_its_own)
{
  using shape    = block_shape<96, 2>;
  float const no = std::numeric_limits<float>::quiet_NaN();
  check_discontinuity<float, shape>(std::vector<float>(shape::all, no), thrust::equal_to<float>());
}

BOOST_AUTO_TEST_CASE(predicates_see_the_previous_item_first)
{
  using shape = block_shape<96, 4>;
  std::vector<stretch> values;
  for (int i = 0; i < shape::all; ++i)
  {
    values.push_back({i * 7 % 13, i});
  }
  check_discontinuity<stretch, shape>(values, not_below());
}
