// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// The order of association is part of the contract: its constants, and the bits that come of it, are pinned
// here. A change that makes this test fail changes results for users, and belongs in the changelog.
#define BOOST_TEST_MODULE association_order
#include <thrum/detail/core/association_order.h>
#include <thrum/reduce.h>
#include <thrum/reduce_by_key.h>
#include <thrum/scan.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "compare.h"
#include "replay_by_key.h"
#include "replay_commuting.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace association = thrum::detail::association;

namespace
{
struct constants
{
  std::size_t item_bytes;
  int items_per_lane;
  int rows_per_tile;
  int columns;
};

// By hand, from the rules.
constants const golden_constants[] = {
  {1, 112, 8, 4096}, {2, 56, 8, 2048}, {3, 16, 8, 1024}, {4, 28, 8, 1024}, {8, 14, 8, 512},
  {10, 8, 8, 256},   {12, 4, 8, 256},  {16, 7, 8, 256},  {20, 4, 8, 128},  {24, 2, 8, 128},
  {32, 3, 8, 128},   {40, 2, 8, 64},   {48, 1, 8, 64},   {64, 1, 8, 64},   {112, 1, 8, 32},
  {128, 1, 8, 32},   {256, 1, 4, 32},  {1024, 1, 1, 32}, {4096, 1, 1, 32},
};

struct own_sum
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T a, T b) const
  {
    return a + b;
  }
};

/// The same numbers on every platform: whole ones of 53 bits, scaled by a power of two.
template <class T>
std::vector<T> golden_items(std::size_t count)
{
  std::vector<T> items;
  std::uint64_t state = 1;
  for (std::size_t i = 0; i < count; ++i)
  {
    state            = state * 6'364'136'223'846'793'005u + 1'442'695'040'888'963'407u;
    auto const whole = static_cast<std::int64_t>(state >> 11) - (std::int64_t{1} << 52);
    items.push_back(static_cast<T>(whole) / static_cast<T>(1 << (state >> 35 & 15)));
  }
  return items;
}

std::vector<int> golden_keys(std::size_t count)
{
  std::vector<int> keys;
  for (std::size_t i = 0; i < count; ++i)
  {
    keys.push_back(static_cast<int>(i / 5'000));
  }
  return keys;
}

/// FNV-1a over all bits.
template <class T>
std::uint64_t digest(std::vector<T> const& items)
{
  std::uint64_t hash = 14'695'981'039'346'656'037u;
  for (T const& item : items)
  {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &item, sizeof(T));
    for (unsigned char const byte : bytes)
    {
      hash = (hash ^ byte) * 1'099'511'628'211u;
    }
  }
  return hash;
}

template <class T>
struct golden_results
{
  T commuting_reduce;
  T ordered_reduce;
  std::uint64_t inclusive;
  std::uint64_t exclusive;
  std::uint64_t inclusive_by_key;
  std::uint64_t exclusive_by_key;
};

template <class T>
void check_results(std::size_t count, golden_results<T> const& golden)
{
  T const golden_init = T(3'141'592'653'589'793);
  auto const items    = golden_items<T>(count);
  auto const keys     = golden_keys(count);
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in    = make_input(system, items);
    auto const k     = make_input(system, keys);
    auto out         = make_output(system, count, T(0));
    auto const first = in.begin(), last = in.end();
    auto const& policy = system.policy();
    BOOST_TEST(same_bits(thrum::reduce(policy, first, last, golden_init), golden.commuting_reduce));
    BOOST_TEST(same_bits(thrum::reduce(policy, first, last, golden_init, own_sum{}), golden.ordered_reduce));
    thrum::inclusive_scan(policy, first, last, out.begin());
    BOOST_TEST(digest(out.items()) == golden.inclusive);
    thrum::exclusive_scan(policy, first, last, out.begin(), golden_init);
    BOOST_TEST(digest(out.items()) == golden.exclusive);
    thrum::inclusive_scan_by_key(policy, k.begin(), k.end(), first, out.begin());
    BOOST_TEST(digest(out.items()) == golden.inclusive_by_key);
    thrum::exclusive_scan_by_key(policy, k.begin(), k.end(), first, out.begin(), golden_init);
    BOOST_TEST(digest(out.items()) == golden.exclusive_by_key);
  });
}
/// Groups of seven items, and of thousands.
template <class Key>
std::vector<Key> golden_groups(std::size_t count)
{
  std::vector<Key> keys;
  for (std::size_t i = 0; i < count; ++i)
  {
    keys.push_back(static_cast<Key>(i % 10'000 < 3'000 ? i / 7 : i / 10'000));
  }
  return keys;
}

template <class Key, class T, class Op>
void check_sums_of_groups(std::size_t count, Op op, std::uint64_t golden)
{
  auto const items = golden_items<T>(count);
  auto const keys  = golden_groups<Key>(count);
  auto const order = replay::order_of(std::max(sizeof(Key), sizeof(T)));
  BOOST_TEST(digest(replay::reduce_by_key(keys, items, thrust::equal_to<>(), op, order).second) == golden);
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in  = make_input(system, items);
    auto const k   = make_input(system, keys);
    auto keys_out  = make_output(system, count, Key(0));
    auto out       = make_output(system, count, T(0));
    auto const end = thrum::reduce_by_key(system.policy(), k.begin(), k.end(), in.begin(), keys_out.begin(),
                                          out.begin(), thrust::equal_to<>(), op);
    auto sums      = out.items();
    sums.resize(static_cast<std::size_t>(end.second - out.begin()));
    BOOST_TEST(digest(sums) == golden);
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(constants_are_pinned)
{
  BOOST_TEST(association::lanes == 32);
  BOOST_TEST(association::tiles_per_lane == 4);
  BOOST_TEST(association::tiles_per_group == 128);
  for (constants const& golden : golden_constants)
  {
    BOOST_TEST_CONTEXT(golden.item_bytes << " bytes")
    {
      BOOST_TEST(association::items_per_lane(golden.item_bytes) == golden.items_per_lane);
      BOOST_TEST(association::rows_per_tile(golden.item_bytes) == golden.rows_per_tile);
      BOOST_TEST(association::reduce_columns(golden.item_bytes) == golden.columns);
    }
  }
}

BOOST_AUTO_TEST_CASE(rows_of_a_commuting_reduce_are_pinned)
{
  struct
  {
    std::size_t item_bytes;
    std::ptrdiff_t count;
    int rows;
  } const golden[] = {
    {4, 1, 8},           {4, 65'536, 8},        {4, 16'777'215, 8},         {4, 16'777'216, 16},
    {4, 33'554'431, 16}, {4, 33'554'432, 32},   {4, 1'000'000'000'000, 32}, {1, 67'108'863, 8},
    {1, 67'108'864, 16}, {8, 8'388'607, 8},     {8, 16'777'216, 32},        {128, 524'288, 16},
    {4096, 524'287, 8},  {4096, 1'048'576, 32},
  };
  for (auto const& g : golden)
  {
    BOOST_TEST_CONTEXT(g.count << " items of " << g.item_bytes << " bytes")
    {
      BOOST_TEST(association::reduce_rows(g.item_bytes, g.count) == g.rows);
      BOOST_TEST(association::reduce_chunk(g.item_bytes, g.count)
                 == association::reduce_columns(g.item_bytes) * g.rows);
    }
  }
}

BOOST_AUTO_TEST_CASE(constants_follow_the_rules_for_every_size)
{
  for (std::size_t bytes = 1; bytes <= 5'000; ++bytes)
  {
    BOOST_TEST_CONTEXT(bytes << " bytes")
    {
      auto const order = replay::order_of(bytes);
      BOOST_TEST(static_cast<std::size_t>(association::items_per_lane(bytes)) == order.items_per_lane);
      BOOST_TEST(static_cast<std::size_t>(association::rows_per_tile(bytes)) == order.rows_per_tile);
      BOOST_TEST(static_cast<std::size_t>(association::reduce_columns(bytes))
                 == replay::commuting_order_of(bytes).columns);
      for (std::size_t count = 1; count < std::size_t{1} << 40; count = count * 3 + 1)
      {
        BOOST_TEST(
          static_cast<std::size_t>(association::reduce_chunk(bytes, static_cast<std::ptrdiff_t>(count)))
          == replay::commuting_order_of(bytes).chunk(count));
      }
    }
  }
}

// More than a group of tiles.
BOOST_AUTO_TEST_CASE(b49_float_results_are_pinned)
{
  check_results<float>(1'000'003, {-0x1.c482a2p+58F, -0x1.c48298p+58F, 0xb20f16e38ff2fa4d, 0x7cecbf766453c64e,
                                   0x65f37ce8c61c4b33, 0x73b5708b9b4d39d9});
}

BOOST_AUTO_TEST_CASE(b49_double_results_are_pinned)
{
  check_results<double>(500'009, {-0x1.01704ce404bb1p+57, -0x1.01704ce404ba9p+57, 0xbdb3e5d7790909c9,
                                  0xfbb11716dcac677a, 0x1f0f52314b3ab1ef, 0x24106f3976657ccf});
}

// The larger of key and value decides the tiles; an operator that is known may take another way to the same bits.
BOOST_AUTO_TEST_CASE(b49_sums_of_groups_are_pinned)
{
  check_sums_of_groups<std::uint16_t, float>(1'000'003, thrust::plus<>(), 0xafd366340c0ee814);
  check_sums_of_groups<std::uint16_t, float>(1'000'003, own_sum{}, 0xafd366340c0ee814);
  check_sums_of_groups<std::int64_t, float>(1'000'003, thrust::plus<>(), 0x27ecd4141e618e9c);
  check_sums_of_groups<std::int64_t, float>(1'000'003, own_sum{}, 0x27ecd4141e618e9c);
  check_sums_of_groups<int, double>(500'009, thrust::plus<>(), 0xce8807382d117300);
  check_sums_of_groups<int, double>(500'009, own_sum{}, 0xce8807382d117300);
  check_sums_of_groups<__int128, double>(500'009, thrust::plus<>(), 0xb11c097c74f3a496);
  check_sums_of_groups<__int128, double>(500'009, own_sum{}, 0xb11c097c74f3a496);
}
