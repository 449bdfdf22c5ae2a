// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions reach the caller, nothing is leaked, and the next call works.
#define BOOST_TEST_MODULE errors_load_balance
#include <thrum/load_balance.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>

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
  int operator()(int x) const { return x; }
};
struct nothing
{
  int operator()(std::int64_t, std::int64_t) const { return 0; }
};

auto const count = static_cast<std::int64_t>(input().values.size());
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_each_failing_allocation_reaches_the_caller, System, error_systems)
{
  System const system;
  visit_load_balance([&](char const* name, auto call) {
    BOOST_TEST_CONTEXT(name)
    {
      check_each_failing_allocation(
        [&](scratch_allocator& scratch) { BOOST_TEST(call(system.policy(scratch))); });
    }
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(load_balanced_for_each_throws_what_its_function_throws, System, error_systems)
{
  auto const& in  = input();
  auto const size = static_cast<long>(in.expanded.size());
  check_each_throw(System(), {1, 2, 1'000, size}, [&](auto const& policy, countdown& bombs) {
    thrum::load_balanced_for_each(policy, in.lengths.begin(), in.lengths.end(), throwing(bombs, nothing()));
  });
  check_each_throw(System(), {1, 1'000, 40'003}, [&](auto const& policy, countdown& bombs) {
    auto const sizes = thrust::make_transform_iterator(in.lengths.begin(), throwing(bombs, identity()));
    thrum::load_balanced_for_each(policy, sizes, sizes + count, nothing());
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(batched_copy_throws_what_its_iterators_throw, System, error_systems)
{
  auto const& in = input();
  std::vector<int> out(in.items.size(), -1);
  std::ptrdiff_t const batches = 3'000, each = 100;
  auto const sizes = thrust::make_constant_iterator(static_cast<int>(each));
  std::vector<int*> destinations;
  for (std::ptrdiff_t batch = 0; batch < batches; ++batch)
    destinations.push_back(out.data() + each * batch);
  check_each_throw(System(), {1, 1'000, 300'000}, [&](auto const& policy, countdown& bombs) {
    auto const source = thrust::make_transform_iterator(in.items.data(), throwing(bombs, identity()));
    std::vector<decltype(source + 0)> sources;
    for (std::ptrdiff_t batch = 0; batch < batches; ++batch)
      sources.push_back(source + each * batch);
    thrum::batched_copy(policy, sources.begin(), destinations.begin(), sizes, batches);
  });
  BOOST_TEST((serial::slice(out, 0, 300'000) == serial::slice(in.items, 0, 300'000)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_view_throws_what_its_lengths_throw, System, error_systems)
{
  auto const& in = input();
  check_each_throw(System(), {1, 1'000, 40'003}, [&](auto const& policy, countdown& bombs) {
    auto const lengths = thrust::make_transform_iterator(in.lengths.begin(), throwing(bombs, identity()));
    auto const view    = thrum::make_run_length_decoded_view(policy, in.values.begin(), lengths, count);
    BOOST_TEST(view.size() == static_cast<std::ptrdiff_t>(in.expanded.size()));
  });
}
