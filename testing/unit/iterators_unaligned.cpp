// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Memory that begins at any item, on both sides: wide loads and stores must not count on more than an item's alignment.
#define BOOST_TEST_MODULE iterators_unaligned
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "compare.h"
#include "random.h"
#include "replay_by_key.h"
#include "replay_commuting.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using floating_types = std::tuple<float, double>;

/// Calls f(items, first item in the input, where to write, what was written) for places 1 to 3 of both.
template <class T, class System, class F>
void at_each_place(System const& system, std::size_t size, F f)
{
  auto const items = random_source().mixed_floats<T>(size);
  for (std::size_t const in_at : {0, 1, 2, 3})
  {
    std::vector<T> content(in_at, T(1'000));
    content.insert(content.end(), items.begin(), items.end());
    auto const in = make_input(system, content);
    for (std::size_t const out_at : {0, 1, 2, 3})
    {
      BOOST_TEST_CONTEXT(size << " items from item " << in_at << " on, to item " << out_at)
      {
        auto out           = make_output(system, out_at + size, T(-1));
        auto const written = [&] {
          auto const all = out.items();
          BOOST_TEST(same_items(serial::slice(all, 0, out_at), std::vector<T>(out_at, T(-1))));
          return serial::slice(all, out_at, all.size());
        };
        f(items, in.begin() + in_at, out.begin() + out_at, written);
      }
    }
  }
}

template <class T>
std::vector<std::size_t> sizes_of_some_rows()
{
  auto const o = replay::order_of(sizeof(T));
  return {o.row() + 1, 3 * o.row(), 2 * o.tile() + 3 * o.row() + 5};
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_scans_from_any_item_to_any_item, T, floating_types)
{
  for_each_system<value_systems>([](auto const& system) {
    for (std::size_t const size : sizes_of_some_rows<T>())
    {
      at_each_place<T>(system, size, [&](auto const& items, auto first, auto result, auto written) {
        auto const last = first + size;
        thrum::inclusive_scan(system.policy(), first, last, result);
        BOOST_TEST(same_bits(written(), replay::inclusive(items, std::optional<T>(), add{})));
        thrum::exclusive_scan(system.policy(), first, last, result, T(0.5), add{});
        BOOST_TEST(same_bits(written(), replay::exclusive(items, T(0.5), add{})));
      });
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_scans_by_key_from_any_item_to_any_item, T, floating_types)
{
  for_each_system<value_systems>([](auto const& system) {
    for (std::size_t const size : sizes_of_some_rows<T>())
    {
      auto const keys     = random_source().keys<int>(size + 1, 40);
      auto const own_keys = serial::slice(keys, 1, size + 1);
      auto const k        = make_input(system, keys);
      at_each_place<T>(system, size, [&](auto const& items, auto first, auto result, auto written) {
        thrum::inclusive_scan_by_key(system.policy(), k.begin() + 1, k.end(), first, result,
                                     standard::equal_to<>(), add{});
        BOOST_TEST(same_bits(written(), replay::inclusive_by_key(own_keys, items, std::equal_to<>(), add{})));
      });
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_reduce_from_any_item, T, floating_types)
{
  for_each_system<value_systems>([](auto const& system) {
    for (std::size_t const size : sizes_of_some_rows<T>())
    {
      at_each_place<T>(system, size, [&](auto const& items, auto first, auto, auto) {
        auto const last = first + size;
        BOOST_TEST(same_bits(thrum::reduce(system.policy(), first, last, T(0.5)),
                             replay::commuting_reduce(items, T(0.5), add{})));
        BOOST_TEST(same_bits(thrum::reduce(system.policy(), first, last, T(0.5), add{}),
                             replay::ordered_reduce(items, T(0.5), add{})));
      });
    }
  });
}
