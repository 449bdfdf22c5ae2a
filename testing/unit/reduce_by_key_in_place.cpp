// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Results may take the place of the items that they come from.
#define BOOST_TEST_MODULE reduce_by_key_in_place
#include <thrum/reduce.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class T>
std::vector<T> front_of(std::vector<T> const& items, std::size_t count)
{
  return serial::slice(items, 0, count);
}

template <class System, class Call>
void check_in_place(System const& system, Call call)
{
  random_source random;
  for (std::size_t const size : {1, 33, 3'585, 20'000, 1'000'003})
    for (std::int64_t const mean_run : {1, 2, 100, 100'000})
    {
      auto const keys     = random.keys<int>(size, mean_run);
      auto const values   = random.integers<int>(size, -99, 99);
      auto const expected = serial::reduce_by_key(keys, values, standard::equal_to<>(), standard::plus<>());
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        call(system, keys, values, expected, standard::plus<>());
        call(system, keys, values, expected, add());
      }
    }
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_over_the_values, System, systems)
{
  System const system;
  check_in_place(
    system, [](auto const& on, auto const& keys, auto const& values, auto const& expected, auto op) {
      auto const keys_in = make_input<System>(keys);
      auto data          = make_output<System>(values);
      auto keys_out      = make_output<System>(expected.first.size(), -1);
      auto const ends    = thrum::reduce_by_key(on.policy(), keys_in.begin(), keys_in.end(), data.begin(),
                                                keys_out.begin(), data.begin(), standard::equal_to<>(), op);
      BOOST_TEST((ends.first == keys_out.end()));
      BOOST_TEST(same_items(keys_out.items(), expected.first));
      BOOST_TEST(same_items(front_of(data.items(), expected.second.size()), expected.second));
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(keys_over_the_keys_and_sums_over_the_values, System, systems)
{
  System const system;
  check_in_place(system, [](auto const& on, auto const& keys, auto const& values, auto const& expected,
                            auto op) {
    auto key_data   = make_output<System>(keys);
    auto value_data = make_output<System>(values);
    auto const ends = thrum::reduce_by_key(on.policy(), key_data.begin(), key_data.end(), value_data.begin(),
                                           key_data.begin(), value_data.begin(), standard::equal_to<>(), op);
    BOOST_TEST(static_cast<std::size_t>(ends.first - key_data.begin()) == expected.first.size());
    BOOST_TEST(same_items(front_of(key_data.items(), expected.first.size()), expected.first));
    BOOST_TEST(same_items(front_of(value_data.items(), expected.second.size()), expected.second));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sums_over_the_keys, System, systems)
{
  System const system;
  check_in_place(
    system, [](auto const& on, auto const& keys, auto const& values, auto const& expected, auto op) {
      auto key_data        = make_output<System>(keys);
      auto const values_in = make_input<System>(values);
      auto keys_out        = make_output<System>(expected.first.size(), -1);
      thrum::reduce_by_key(on.policy(), key_data.begin(), key_data.end(), values_in.begin(), keys_out.begin(),
                           key_data.begin(), standard::equal_to<>(), op);
      BOOST_TEST(same_items(keys_out.items(), expected.first));
      BOOST_TEST(same_items(front_of(key_data.items(), expected.second.size()), expected.second));
    });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(inputs_keep_their_content, System, systems)
{
  System const system;
  random_source random;
  auto const key_items   = random.keys<int>(20'000, 3);
  auto const value_items = random.integers<int>(20'000, 0, 9);
  auto const expected    = serial::reduce_by_key(key_items, value_items, standard::equal_to<>(),
                                                 standard::plus<>());
  auto keys              = make_output<System>(key_items);
  auto values            = make_output<System>(value_items);
  auto keys_out          = make_output<System>(expected.first.size(), -1);
  auto sums              = make_output<System>(expected.first.size(), -1);
  thrum::reduce_by_key(system.policy(), keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                       sums.begin());
  BOOST_TEST(same_items(keys.items(), key_items));
  BOOST_TEST(same_items(values.items(), value_items));
}
