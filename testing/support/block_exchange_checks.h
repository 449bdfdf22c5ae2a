// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The cases of thrum::block::exchange, on fibers and on the GPU.
#include <thrum/block/exchange.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "block_values.h"
#include "compare.h"
#include "on_block.h"
#include "random.h"
#include <boost/test/unit_test.hpp>

namespace thrum_test
{
/// Every exchange, each of the block's items as they are in memory.
template <class T, class Shape>
struct exchange_body
{
  using primitive = thrum::block::exchange<T, Shape::threads, Shape::items, block_cta>;
  using storage   = typename primitive::storage;

  T const* in;
  int const* ranks;
  int count;
  T* out;

  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, storage& s) const
  {
    form(cta, 0, [&](T(&x)[n], int const(&)[n]) { primitive(s, cta).blocked_to_striped(x); });
    form(cta, 1, [&](T(&x)[n], int const(&)[n]) { primitive(s, cta).striped_to_blocked(x); });
    form(cta, 2, [&](T(&x)[n], int const(&)[n]) { primitive(s, cta).blocked_to_warp_striped(x); });
    form(cta, 3, [&](T(&x)[n], int const(&)[n]) { primitive(s, cta).warp_striped_to_blocked(x); });
    form(cta, 4, [&](T(&x)[n], int const(&to)[n]) { primitive(s, cta).scatter_to_blocked(x, to, count); });
    form(cta, 5, [&](T(&x)[n], int const(&to)[n]) { primitive(s, cta).scatter_to_striped(x, to, count); });
  }

private:
  static constexpr int n = Shape::items;

  template <class Cta, class F>
  THRUM_DEVICE void form(Cta const& cta, int which, F const& f) const
  {
    int const at = cta.thread() * n;
    alignas(T) unsigned char bytes[n * sizeof(T)]; // a T need not be made from nothing
    T(&items)[n] = reinterpret_cast<T(&)[n]>(bytes);
    for (int i = 0; i < n; ++i)
    {
      thrum::detail::gpu::set(items[i], in[at + i]);
    }
    f(items, reinterpret_cast<int const(&)[n]>(ranks[at]));
    for (int i = 0; i < n; ++i)
    {
      out[which * Shape::all + at + i] = items[i];
    }
    cta.sync(); // the storage is used again
  }
};

template <class T, class Shape>
void check_exchange()
{
  constexpr int n = Shape::items;
  auto const in   = first_values<T>(Shape::all);
  for (int const count : {Shape::all, Shape::all / 2 + 1})
  {
    // A permutation; those that come behind `count` are left out.
    std::vector<int> ranks(Shape::all);
    std::iota(ranks.begin(), ranks.end(), 0);
    random_source random;
    std::shuffle(ranks.begin(), ranks.end(), std::minstd_rand(static_cast<unsigned>(random.bits())));
    std::replace_if(
      ranks.begin(), ranks.end(), [&](int rank) { return rank >= count; }, -1);

    auto expected           = std::vector<T>();
    auto const at           = [&](int i) { return in[static_cast<std::size_t>(i)]; };
    auto const push_striped = [&](auto const& of) { // of a thread's place, the place it has in stripes
      for (int k = 0; k < Shape::all; ++k)
      {
        expected.push_back(at(of(k)));
      }
    };
    auto const stripe      = [](int k) { return k % n * Shape::threads + k / n; };
    auto const warp_stripe = [](int k) { return k / (32 * n) * 32 * n + k % n * 32 + k / n % 32; };
    auto const back        = [](auto of) {
      std::vector<int> from(Shape::all);
      for (int k = 0; k < Shape::all; ++k)
      {
        from[static_cast<std::size_t>(of(k))] = k;
      }
      return [from](int k) { return from[static_cast<std::size_t>(k)]; };
    };
    push_striped(stripe);
    push_striped(back(stripe));
    push_striped(warp_stripe);
    push_striped(back(warp_stripe));
    std::vector<int> source(Shape::all, -1);
    for (int k = 0; k < Shape::all; ++k)
    {
      if (ranks[static_cast<std::size_t>(k)] >= 0)
      {
        source[static_cast<std::size_t>(ranks[static_cast<std::size_t>(k)])] = k;
      }
    }
    auto const from = [&](int place, int own) {
      int const k = source[static_cast<std::size_t>(place)];
      return k >= 0 ? k : own;
    };
    push_striped([&](int k) { return from(k, k); });
    push_striped([&](int k) { return from(stripe(k), k); });

    BOOST_TEST_CONTEXT(count << " of " << Shape::threads << " x " << Shape::items << ", size " << sizeof(T))
    {
      block_items<T> const items(in, 0);
      block_items<int> const to(ranks, 0);
      block_items<T> out(6 * Shape::all, in[0], 64);
      on_block<Shape::threads>(exchange_body<T, Shape>{items.begin(), to.begin(), count, out.begin()},
                               [&] { BOOST_TEST(same_results(out.items(), expected)); });
    }
  }
}

template <class T>
void check_exchanges()
{
  check_exchange<T, block_shape<32, 1>>();
  check_exchange<T, block_shape<96, 3>>();
  check_exchange<T, block_shape<64, 4>>();
  check_exchange<T, block_shape<160, 8>>();
  check_exchange<T, block_shape<64, 16>>();
}

/// Which of 32 banks a word is in that begins at a byte of a meeting place.
template <class T, int N>
bool free_of_conflicts()
{
  using place           = thrum::detail::gpu::meeting_place<T, N, 256 * N>;
  auto const memory     = std::make_unique<place>();
  auto const bank_of    = [&](int byte) { return (memory->byte(byte) - memory->byte(0)) / 4 % 32; };
  constexpr int word    = thrum::detail::gpu::widest_word_v<T, N>;
  constexpr int at_once = 128 / word; // lanes that a memory access of such words serves at a time
  bool conflict         = false;
  for (int first = 0; first < 256; first += at_once)
  {
    for (int i = 0; i < place::bytes_of_thread; i += word)
    {
      std::vector<int> used(32, 0);
      for (int t = first; t < first + at_once; ++t)
      {
        for (int j = 0; j < word; j += 4)
        {
          conflict |= ++used[static_cast<std::size_t>(bank_of(t * place::bytes_of_thread + i + j))] > 1;
        }
      }
    }
  }
  // Neighbouring items: a line of 128 bytes is in one piece.
  for (int line = 0; line < 256 * place::bytes_of_thread; line += 128)
  {
    conflict |= memory->byte(line + 127) - memory->byte(line) != 127;
  }
  return !conflict;
}
} // namespace thrum_test

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(numbers)
{
  check_exchanges<std::uint8_t>();
  check_exchanges<std::uint16_t>();
  check_exchanges<std::uint32_t>();
  check_exchanges<double>();
}

BOOST_AUTO_TEST_CASE(objects)
{
  check_exchanges<affine<std::uint64_t>>();
  check_exchanges<text>();
  check_exchange<long_text, block_shape<96, 2>>();
  check_exchange<own_text, block_shape<96, 3>>();
}

BOOST_AUTO_TEST_CASE(powers_of_two_have_no_bank_conflicts)
{
  BOOST_TEST((free_of_conflicts<std::uint32_t, 1>()));
  BOOST_TEST((free_of_conflicts<std::uint32_t, 2>()));
  BOOST_TEST((free_of_conflicts<std::uint32_t, 4>()));
  BOOST_TEST((free_of_conflicts<std::uint32_t, 8>()));
  BOOST_TEST((free_of_conflicts<std::uint32_t, 16>()));
  BOOST_TEST((free_of_conflicts<std::uint32_t, 32>()));
  BOOST_TEST((free_of_conflicts<std::uint64_t, 4>()));
  BOOST_TEST((free_of_conflicts<std::uint64_t, 8>()));
  BOOST_TEST((free_of_conflicts<std::uint64_t, 16>()));
  BOOST_TEST((free_of_conflicts<std::uint16_t, 16>()));
  BOOST_TEST((free_of_conflicts<std::uint8_t, 32>()));
  BOOST_TEST((free_of_conflicts<__int128, 4>()));
  BOOST_TEST((free_of_conflicts<std::uint32_t, 12>()));
}
