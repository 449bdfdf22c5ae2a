// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
#define BOOST_TEST_MODULE reduce_by_key_into
#include <thrum/reduce.h>

#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bounds_checked_iterator.h"
#include "by_key.h"
#include "random.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::vector<int> const some_keys{3, 3, 8, 1, 1, 1};
std::vector<int> const some_values{1, 2, 4, 8, 16, 32};

template <class Count, class System, class Key, class Value, class... Extra>
void check_into(System const& system,
                std::vector<Key> const& keys,
                std::vector<Value> const& values,
                groups<Key, Value> const& expected,
                Extra const&... extra)
{
  auto const keys_in   = make_input<System>(keys);
  auto const values_in = make_input<System>(values);
  auto keys_out        = make_output<System>(poison_like(expected.first));
  auto values_out      = make_output<System>(poison_like(expected.second));
  auto count           = make_output<System>(1, static_cast<Count>(-77));
  static_assert(std::is_void_v<decltype(thrum::reduce_by_key_into(
                  system.policy(), keys_in.begin(), keys_in.end(), values_in.begin(), keys_out.begin(),
                  values_out.begin(), count.begin(), extra...))>);
  thrum::reduce_by_key_into(system.policy(), keys_in.begin(), keys_in.end(), values_in.begin(),
                            keys_out.begin(), values_out.begin(), count.begin(), extra...);
  BOOST_TEST(same_items(count.items(), {static_cast<Count>(expected.first.size())}));
  BOOST_TEST(same_items(keys_out.items(), expected.first));
  BOOST_TEST(same_items(values_out.items(), expected.second));
}

struct twice
{
  template <class Count>
  THRUM_HOST_DEVICE int operator()(Count count) const
  {
    return static_cast<int>(2 * count);
  }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  check_into<int>(system, some_keys, some_values, groups<int, int>{{3, 8, 1}, {3, 4, 56}});
  check_into<int>(system, some_keys, some_values, groups<int, int>{{3, 8, 1}, {3, 4, 56}},
                  standard::equal_to<>());
  check_into<int>(system, some_keys, some_values, groups<int, int>{{3, 8, 1}, {2, 4, 32}},
                  standard::equal_to<>(), thrust::maximum<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, int_vectors)
{
  Vector const keys(some_keys.begin(), some_keys.end());
  Vector const values(some_values.begin(), some_values.end());
  auto const check = [&](std::vector<int> const& expected, auto... extra) {
    Vector keys_out(3, -1), values_out(3, -1), count(1, -1);
    thrum::reduce_by_key_into(keys.begin(), keys.end(), values.begin(), keys_out.begin(), values_out.begin(),
                              count.begin(), extra...);
    BOOST_TEST(count[0] == 3);
    BOOST_TEST(same_items(std::vector<int>(keys_out.begin(), keys_out.end()), {3, 8, 1}));
    BOOST_TEST(same_items(std::vector<int>(values_out.begin(), values_out.end()), expected));
  };
  check({3, 4, 56});
  check({3, 4, 56}, standard::equal_to<>());
  check({2, 4, 32}, standard::equal_to<>(), thrust::maximum<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b05_an_empty_input_has_no_groups_and_says_so, System, systems)
{
  System const system;
  check_into<int>(system, std::vector<int>{}, std::vector<int>{}, groups<int, int>{});
  check_into<std::int64_t>(system, std::vector<int>{}, std::vector<int>{}, groups<int, int>{},
                           standard::equal_to<>(), standard::plus<>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_count_goes_into_any_type, System, systems)
{
  System const system;
  random_source random;
  auto const keys     = random.keys<int>(30'000, 2);
  auto const values   = random.integers<int>(30'000, 0, 9);
  auto const expected = serial::reduce_by_key(keys, values, standard::equal_to<>(), standard::plus<>());
  check_into<std::uint16_t>(system, keys, values, expected);
  check_into<int>(system, keys, values, expected);
  check_into<std::int64_t>(system, keys, values, expected);
  check_into<std::uint64_t>(system, keys, values, expected);
  check_into<double>(system, keys, values, expected);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_count_is_written_once_through_any_output_iterator, System, few_systems)
{
  System const system;
  auto const keys   = make_input<System>(std::vector<int>(10'000, 4));
  auto const values = make_input<System>(std::vector<int>(10'000, 1));
  auto const none   = thrust::make_discard_iterator();
  checked_output<std::int64_t> count(1, -1);
  thrum::reduce_by_key_into(system.policy(), keys.begin(), keys.end(), values.begin(), none, none,
                            count.begin());
  BOOST_TEST(count.faults() == 0);
  BOOST_TEST(count.most_writes() == 1);
  BOOST_TEST(count.items().front() == 1);

  auto doubled        = make_output<System>(1, -1);
  auto const doubling = thrust::make_transform_output_iterator(doubled.begin(), twice());
  thrum::reduce_by_key_into(system.policy(), keys.begin(), keys.end(), values.begin(), none, none, doubling);
  BOOST_TEST(same_items(doubled.items(), {2}));
}
