// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions reach the caller, nothing is leaked, and the next call works.
#define BOOST_TEST_MODULE errors_run_length
#include <thrum/run_length.h>

#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <functional>
#include <vector>

#include "allocator.h"
#include "check_throws.h"
#include "one_of_each.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct identity
{
  template <class T>
  T operator()(T const& x) const
  {
    return x;
  }
};

auto const count = static_cast<std::int64_t>(input().values.size());
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_each_failing_allocation_reaches_the_caller, System, error_systems)
{
  System const system;
  visit_run_length([&](char const* name, auto call) {
    BOOST_TEST_CONTEXT(name)
    {
      check_each_failing_allocation(
        [&](scratch_allocator& scratch) { BOOST_TEST(call(system.policy(scratch))); });
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_failing_allocations_leak_no_values, System, error_systems)
{
  System const system;
  auto const items    = make_values<counted>(serial::slice(input().keys, 0, 60'007));
  auto const expected = serial::encode(items, std::equal_to<>());
  auto values         = expected.values;
  auto lengths        = expected.lengths;
  auto out            = items;
  long const alive    = counted::alive();
  trap::reset();
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    thrum::run_length_encode(system.policy(scratch), items.begin(), items.end(), values.begin(),
                             lengths.begin());
    thrum::run_length_decode(system.policy(scratch), values.begin(), values.end(), lengths.begin(),
                             out.begin());
    BOOST_TEST((out == items));
  });
  BOOST_TEST(counted::alive() == alive);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(encode_throws_what_its_predicate_and_iterators_throw, System, error_systems)
{
  System const system;
  auto const& in = input();
  auto values    = in.runs.values;
  auto lengths   = in.runs.lengths;
  check_each_throw(system, {1, 2, 1'000, 300'006}, [&](auto const& policy, countdown& bombs) {
    thrum::run_length_encode(policy, in.keys.begin(), in.keys.end(), values.begin(), lengths.begin(),
                             throwing(bombs, std::equal_to<>()));
  });
  check_each_throw(system, {1, 2, 1'000, 300'006}, [&](auto const& policy, countdown& bombs) {
    std::vector<std::int64_t> offsets(in.keys.size()), repeated(in.keys.size());
    thrum::run_length_encode_non_trivial(policy, in.keys.begin(), in.keys.end(), offsets.begin(),
                                         repeated.begin(), throwing(bombs, std::equal_to<>()));
  });
  check_each_throw(system, {1, 1'000, 300'007}, [&](auto const& policy, countdown& bombs) {
    auto const keys = thrust::make_transform_iterator(in.keys.begin(), throwing(bombs, identity()));
    thrum::run_length_encode(policy, keys, keys + 300'007, values.begin(), lengths.begin());
  });
  auto const runs = static_cast<long>(values.size());
  check_each_throw(system, {1, 1'000, runs}, [&](auto const& policy, countdown& bombs) {
    auto const out = thrust::make_transform_output_iterator(values.begin(), throwing(bombs, identity()));
    thrum::run_length_encode(policy, in.keys.begin(), in.keys.end(), out, lengths.begin());
  });
  check_each_throw(system, {1, 1'000, runs}, [&](auto const& policy, countdown& bombs) {
    auto const out = thrust::make_transform_output_iterator(lengths.begin(), throwing(bombs, identity()));
    thrum::run_length_encode(policy, in.keys.begin(), in.keys.end(), values.begin(), out);
  });
  BOOST_TEST((values == in.runs.values));
  BOOST_TEST((lengths == in.runs.lengths));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(decode_throws_what_its_iterators_throw, System, error_systems)
{
  System const system;
  auto const& in  = input();
  auto out        = in.expanded;
  auto const size = static_cast<long>(out.size());
  check_each_throw(system, {1, 1'000, 40'003}, [&](auto const& policy, countdown& bombs) {
    auto const lengths = thrust::make_transform_iterator(in.lengths.begin(), throwing(bombs, identity()));
    thrum::run_length_decode(policy, in.values.begin(), in.values.end(), lengths, out.begin());
  });
  check_each_throw(system, {1, 1'000, 40'003}, [&](auto const& policy, countdown& bombs) {
    auto const lengths = thrust::make_transform_iterator(in.lengths.begin(), throwing(bombs, identity()));
    thrum::run_length_decoded_size(policy, lengths, lengths + count);
  });
  check_each_throw(system, {1, 1'000, 35'000}, [&](auto const& policy, countdown& bombs) {
    auto const values = thrust::make_transform_iterator(in.values.begin(), throwing(bombs, identity()));
    thrum::run_length_decode(policy, values, values + count, in.lengths.begin(), out.begin());
  });
  check_each_throw(system, {1, 1'000, size}, [&](auto const& policy, countdown& bombs) {
    auto const to = thrust::make_transform_output_iterator(out.begin(), throwing(bombs, identity()));
    thrum::run_length_decode(policy, in.values.begin(), in.values.end(), in.lengths.begin(), to);
  });
  auto ranks = in.ranks;
  check_each_throw(system, {1, 1'000, size}, [&](auto const& policy, countdown& bombs) {
    auto const to = thrust::make_transform_output_iterator(ranks.begin(), throwing(bombs, identity()));
    thrum::run_length_decode(policy, in.values.begin(), in.values.end(), in.lengths.begin(), out.begin(), to);
  });
  check_each_throw(system, {1, 1'000, size}, [&](auto const& policy, countdown& bombs) {
    auto const to = thrust::make_transform_output_iterator(out.begin(), throwing(bombs, identity()));
    thrum::run_length_decode_n(policy, in.values.begin(), in.lengths.begin(), count, to, size);
  });
  check_each_throw(system, {1, 1'000, size}, [&](auto const& policy, countdown& bombs) {
    auto const to = thrust::make_transform_output_iterator(out.begin(), throwing(bombs, identity()));
    thrum::run_length_decode_ends(policy, in.values.begin(), in.values.end(),
                                  serial::ends<int>(in.lengths).begin(), to);
  });
  BOOST_TEST((out == in.expanded));
  BOOST_TEST((ranks == in.ranks));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_copies_reach_the_caller, System, error_systems)
{
  System const system;
  std::vector<int> const lengths(1'001, 9);
  auto const values = make_values<fragile>(serial::slice(input().values, 0, 1'001));
  auto items        = serial::decode(values, lengths).items;
  check_fragile_copies(system, [&](auto const& policy) {
    thrum::run_length_decode(policy, values.begin(), values.end(), lengths.begin(), items.begin());
  });
  auto values_out = items;
  std::vector<int> lengths_out(items.size());
  check_fragile_copies(system, [&](auto const& policy) {
    thrum::run_length_encode(policy, items.begin(), items.end(), values_out.begin(), lengths_out.begin());
  });
}
