// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Results that do not fit into a cache leave past it: by other instructions, in whole lines, from a stage
// of their own.
#define BOOST_TEST_MODULE scan_beyond_cache
#include <thrum/scan.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "replay_by_key.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const many_bytes = 9u << 20; // the library calls 8 MB too many for a cache

/// Three ints: a size that no cache line is a multiple of.
struct triple
{
  int item[3];
  THRUM_HOST_DEVICE friend triple operator+(triple const& a, triple const& b)
  {
    return {{a.item[0] + b.item[0], a.item[1] + b.item[1], a.item[2] + b.item[2]}};
  }
};

/// Runs scan(input, output) on outputs that begin at each of a few places in a cache line.
template <class T, class Scan>
void check_places(std::vector<T> const& items, std::vector<T> const& results, T const& untouched, Scan scan)
{
  std::size_t const padding = 7;
  for_each_system<value_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    for (std::size_t const place : {std::size_t{0}, std::size_t{1}, padding})
    {
      std::vector<T> expected(items.size() + padding, untouched);
      std::copy(results.begin(), results.end(), expected.begin() + static_cast<std::ptrdiff_t>(place));
      auto out = make_output(system, expected.size(), untouched);
      scan(system, in, out.begin() + place);
      BOOST_TEST(same_bits(out.items(), expected), "output moved by " << place << " items");
    }
  });
}

template <class T>
void check_type(std::vector<T> const& items, T const& init)
{
  check_places(items, serial::inclusive(items, add{}), init,
               [&](auto const& system, auto const& in, auto out) {
                 thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out, add{});
               });
  check_places(items, serial::exclusive(items, init, add{}), init,
               [&](auto const& system, auto const& in, auto out) {
                 thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out, init, add{});
               });
  auto const keys = random_source(7).keys<short>(items.size(), 1'000);
  auto const same = standard::equal_to<>();
  check_places(items, serial::inclusive_by_key(keys, items, same, add{}), init,
               [&](auto const& system, auto const& in, auto out) {
                 auto const k = make_input(system, keys);
                 thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), in.begin(), out, same,
                                              add{});
               });
}

struct wrapping_add
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T a, T b) const
  {
    return static_cast<T>(a + b);
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(bytes)
{
  auto const items        = random_source().integers<std::uint8_t>(many_bytes + 3, 0, 255);
  auto const expected     = serial::inclusive(items, wrapping_add{});
  std::uint8_t const fill = 9;
  check_places(items, expected, fill, [](auto const& system, auto const& in, auto out) {
    thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out);
  });
}

BOOST_AUTO_TEST_CASE(longs)
{
  check_type(random_source().integers<std::int64_t>(many_bytes / 8 + 5, -1'000, 1'000), std::int64_t{77});
}

BOOST_AUTO_TEST_CASE(triples)
{
  std::vector<triple> items;
  for (int const item : random_source().integers<int>(many_bytes / sizeof(triple) + 1, -1'000, 1'000))
  {
    items.push_back({{item, 2 * item, -item}});
  }
  check_type(items, triple{{1, 2, 3}});
}

BOOST_AUTO_TEST_CASE(b49_floats_in_place)
{
  random_source random;
  auto const items     = random.mixed_floats<float>(many_bytes / 4 + 1);
  auto const keys      = random.keys<int>(items.size(), 3'000);
  auto const same      = standard::equal_to<>();
  auto const inclusive = replay::inclusive(items, std::optional<float>(), add{});
  auto const by_key    = replay::inclusive_by_key(keys, items, same, add{});
  auto const exclusive = replay::exclusive_by_key(keys, items, 0.5F, same, add{});
  for_each_system<value_systems>([&](auto const& system) {
    auto const k       = make_input(system, keys);
    auto const& policy = system.policy();
    auto a = make_output(system, items), b = make_output(system, items), c = make_output(system, items);
    thrum::inclusive_scan(policy, a.begin(), a.end(), a.begin());
    BOOST_TEST(same_bits(a.items(), inclusive));
    thrum::inclusive_scan_by_key(policy, k.begin(), k.end(), b.begin(), b.begin(), same, add{});
    BOOST_TEST(same_bits(b.items(), by_key));
    thrum::exclusive_scan_by_key(policy, k.begin(), k.end(), c.begin(), c.begin(), 0.5F, same, add{});
    BOOST_TEST(same_bits(c.items(), exclusive));
  });
}

BOOST_AUTO_TEST_CASE(b50_ints_over_their_keys)
{
  auto const keys = random_source().keys<int>(many_bytes / 4 + 1, 40'000);
  std::vector<int> const ones(keys.size(), 1);
  auto const expected = serial::inclusive_by_key(keys, ones, standard::equal_to<>(), add{});
  for_each_system<value_systems>([&](auto const& system) {
    auto data     = make_output(system, keys);
    auto const in = make_input(system, ones);
    thrum::inclusive_scan_by_key(system.policy(), data.begin(), data.end(), in.begin(), data.begin());
    BOOST_TEST(same_items(data.items(), expected));
  });
}
