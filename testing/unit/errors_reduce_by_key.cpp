// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions reach the caller, nothing is leaked, and the next call works.
#define BOOST_TEST_MODULE errors_reduce_by_key
#include <thrum/reduce.h>

#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <functional>
#include <vector>

#include "allocator.h"
#include "by_key.h"
#include "check_throws.h"
#include "random.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct identity
{
  int operator()(int x) const { return x; }
};

/// Keys and values of some type beside the groups they form, and room for them.
template <class Key, class Value>
struct data
{
  explicit data(std::size_t size)
      : keys(make_values<Key>(random.keys<int>(size, 5)))
      , values(make_values<Value>(random.integers<int>(size, -9, 9)))
      , expected(serial::reduce_by_key(keys, values, std::equal_to<>(), add()))
      , keys_out(expected.first.size(), Key(0))
      , values_out(expected.second.size(), Value(0))
  {}
  template <class Policy, class Pred, class Op>
  void reduce(Policy const& policy, Pred pred, Op op)
  {
    thrum::reduce_by_key(policy, keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                         values_out.begin(), pred, op);
  }
  bool is_right() const { return keys_out == expected.first && values_out == expected.second; }

  random_source random;
  std::vector<Key> keys;
  std::vector<Value> values;
  groups<Key, Value> expected;
  std::vector<Key> keys_out;
  std::vector<Value> values_out;
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_each_failing_allocation_reaches_the_caller, System, error_systems)
{
  System const system;
  data<int, int> in(500'009);
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    in.reduce(system.policy(scratch), std::equal_to<>(), add());
    BOOST_TEST(in.is_right());
  });
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    int count = -1;
    thrum::reduce_by_key_into(system.policy(scratch), in.keys.begin(), in.keys.end(), in.values.begin(),
                              in.keys_out.begin(), in.values_out.begin(), &count);
    BOOST_TEST(in.is_right());
    BOOST_TEST(count == static_cast<int>(in.keys_out.size()));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_failing_allocations_leak_no_values, System, error_systems)
{
  System const system;
  data<counted, counted> in(50'003);
  long const alive = counted::alive();
  trap::reset();
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    in.reduce(system.policy(scratch), std::equal_to<>(), add());
    BOOST_TEST(in.is_right());
    BOOST_TEST(counted::alive() == alive);
  });
  BOOST_TEST(counted::alive() == alive);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_the_operator_reach_the_caller, System, error_systems)
{
  data<counted, counted> in(60'007);
  check_each_throw(System(), {1, 2, 1'000, 40'000}, [&](auto const& policy, countdown& bombs) {
    in.reduce(policy, std::equal_to<>(), throwing(bombs, add()));
  });
  BOOST_TEST(in.is_right());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_the_predicate_reach_the_caller, System, error_systems)
{
  data<counted, counted> in(60'007);
  check_each_throw(System(), {1, 2, 1'000, 60'006}, [&](auto const& policy, countdown& bombs) {
    in.reduce(policy, throwing(bombs, std::equal_to<>()), add());
  });
  BOOST_TEST(in.is_right());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_iterators_reach_the_caller, System, error_systems)
{
  System const system;
  data<int, int> in(60'007);
  auto const groups = static_cast<long>(in.expected.first.size());
  check_each_throw(system, {1, 1'000, 60'007}, [&](auto const& policy, countdown& bombs) {
    auto const keys = thrust::make_transform_iterator(in.keys.begin(), throwing(bombs, identity()));
    thrum::reduce_by_key(policy, keys, keys + 60'007, in.values.begin(), in.keys_out.begin(),
                         in.values_out.begin());
  });
  check_each_throw(system, {1, 1'000, 60'007}, [&](auto const& policy, countdown& bombs) {
    auto const values = thrust::make_transform_iterator(in.values.begin(), throwing(bombs, identity()));
    thrum::reduce_by_key(policy, in.keys.begin(), in.keys.end(), values, in.keys_out.begin(),
                         in.values_out.begin());
  });
  check_each_throw(system, {1, 1'000, groups}, [&](auto const& policy, countdown& bombs) {
    auto const keys_out = thrust::make_transform_output_iterator(in.keys_out.begin(),
                                                                 throwing(bombs, identity()));
    thrum::reduce_by_key(policy, in.keys.begin(), in.keys.end(), in.values.begin(), keys_out,
                         in.values_out.begin());
  });
  check_each_throw(system, {1, 1'000, groups}, [&](auto const& policy, countdown& bombs) {
    auto const values_out = thrust::make_transform_output_iterator(in.values_out.begin(),
                                                                   throwing(bombs, identity()));
    thrum::reduce_by_key(policy, in.keys.begin(), in.keys.end(), in.values.begin(), in.keys_out.begin(),
                         values_out);
  });
  BOOST_TEST(in.is_right());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_copies_reach_the_caller, System, error_systems)
{
  data<fragile, fragile> in(9'007);
  check_fragile_copies(System(), [&](auto const& policy) { in.reduce(policy, std::equal_to<>(), add()); });
}
