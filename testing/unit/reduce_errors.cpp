// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions reach the caller, nothing is leaked, and the next call works.
#define BOOST_TEST_MODULE reduce_errors
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>

#include <vector>

#include "allocator.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include "throwing.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_each_failing_allocation_reaches_the_caller, System, thread_systems)
{
  System const system;
  random_source random;
  auto const items    = random.integers<long>(500'009, -1'000, 1'000);
  auto const in       = make_input<System>(items);
  long const expected = serial::reduce(items, 5L, add{});
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    BOOST_TEST(thrum::reduce(system.policy(scratch), in.begin(), in.end(), 5L, add{}) == expected);
  });
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    BOOST_TEST(thrum::reduce(system.policy(scratch), in.begin(), in.end(), 5L) == expected);
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_failing_allocations_leak_no_values, System, thread_systems)
{
  System const system;
  trap::reset();
  auto const items    = make_values<counted>(random_source().integers<int>(50'003, -1'000, 1'000));
  auto const in       = make_input<System>(items);
  counted const start = counted(3);
  auto const expected = serial::reduce(items, start, add{});
  long const alive    = counted::alive();
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    auto const first = in.begin(), last = in.end();
    BOOST_TEST((thrum::reduce(system.policy(scratch), first, last, start, add{}) == expected));
    BOOST_TEST(
      (thrum::reduce(system.policy(scratch), first, last, start, thrum::commutative(add{})) == expected));
    BOOST_TEST(counted::alive() == alive);
  });
  BOOST_TEST(counted::alive() == alive);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_the_operator_reach_the_caller, System, thread_systems)
{
  System const system;
  trap::reset();
  scratch_allocator scratch;
  auto const items    = make_values<counted>(random_source().integers<int>(60'007, -1'000, 1'000));
  auto const in       = make_input<System>(items);
  counted const start = counted(0);
  auto const first = in.begin(), last = in.end();
  long const alive = counted::alive();
  for (long const call : {1L, 2L, 1'000L, 30'000L, 60'007L})
  {
    BOOST_TEST_CONTEXT("call " << call)
    {
      countdown ordered(call), commuting(call);
      BOOST_CHECK_THROW(thrum::reduce(system.policy(scratch), first, last, start, throwing(ordered, add{})),
                        bomb);
      BOOST_CHECK_THROW(thrum::reduce(system.policy(scratch), first, last, start,
                                      thrum::commutative(throwing(commuting, add{}))),
                        bomb);
      BOOST_TEST(counted::alive() == alive);
      BOOST_TEST(scratch.live_blocks() == 0);
    }
  }
  BOOST_TEST((thrum::reduce(system.policy(scratch), first, last, start, add{})
              == serial::reduce(items, start, add{})));
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_the_transform_reach_the_caller, System, thread_systems)
{
  System const system;
  auto const in       = make_input<System>(std::vector<int>(60'007, 1));
  auto const identity = [](int x) { return x; };
  auto const first = in.begin(), last = in.end();
  for (long const call : {1L, 30'000L, 60'007L})
  {
    countdown calls(call);
    BOOST_CHECK_THROW(
      thrum::transform_reduce(system.policy(), first, last, throwing(calls, identity), 0, thrust::plus<>()),
      bomb);
  }
  BOOST_TEST(thrum::transform_reduce(system.policy(), first, last, identity, 0, thrust::plus<>()) == 60'007);
}
