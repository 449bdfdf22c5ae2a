// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions reach the caller, nothing is leaked, and the next call works.
#define BOOST_TEST_MODULE scan_errors
#include <thrum/scan.h>

#include <thrust/iterator/transform_iterator.h>

#include <vector>

#include "allocator.h"
#include "compare.h"
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
  auto const items = random.integers<long>(500'009, -1000, 1000);
  auto const in    = make_input<System>(items);
  auto out         = make_output<System>(items.size(), -1L);
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    thrum::inclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(), add{});
    BOOST_TEST(same_items(out.items(), serial::inclusive(items, add{})));
  });
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    thrum::exclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(), 5L, add{});
    BOOST_TEST(same_items(out.items(), serial::exclusive(items, 5L, add{})));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b61_failing_allocations_leak_no_values, System, thread_systems)
{
  System const system;
  trap::reset();
  long const alive = counted::alive();
  {
    auto const items = make_values<counted>(random_source().integers<int>(50'003, -1000, 1000));
    auto const in    = make_input<System>(items);
    auto out         = make_output<System>(items.size(), counted(-1));
    long const here  = counted::alive();
    check_each_failing_allocation([&](scratch_allocator& scratch) {
      thrum::inclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(), counted(3), add{});
      BOOST_TEST(counted::alive() == here);
    });
  }
  BOOST_TEST(counted::alive() == alive);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_the_operator_reach_the_caller, System, thread_systems)
{
  System const system;
  trap::reset();
  scratch_allocator scratch;
  auto const items = make_values<counted>(random_source().integers<int>(60'007, -1000, 1000));
  auto const in    = make_input<System>(items);
  auto out         = make_output<System>(items.size(), counted(-1));
  long const alive = counted::alive();
  for (long const call : {1L, 2L, 1'000L, 30'000L, 60'005L})
  {
    BOOST_TEST_CONTEXT("call " << call)
    {
      countdown inclusive(call), exclusive(call);
      BOOST_CHECK_THROW(thrum::inclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(),
                                              throwing(inclusive, add{})),
                        bomb);
      BOOST_CHECK_THROW(thrum::exclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(),
                                              counted(0), throwing(exclusive, add{})),
                        bomb);
      BOOST_TEST(counted::alive() == alive);
      BOOST_TEST(scratch.live_blocks() == 0);
    }
  }
  thrum::inclusive_scan(system.policy(scratch), in.begin(), in.end(), out.begin(), add{});
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, add{})));
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_an_iterator_reach_the_caller, System, thread_systems)
{
  System const system;
  std::vector<int> const items(60'007, 1);
  auto const in = make_input<System>(items);
  auto out      = make_output<System>(items.size(), -1);
  for (long const read : {1L, 1'000L, 60'007L})
  {
    countdown calls(read);
    auto const identity = [](int x) { return x; };
    auto const first    = thrust::make_transform_iterator(in.begin(), throwing(calls, identity));
    BOOST_CHECK_THROW(thrum::inclusive_scan(system.policy(), first, first + in.size(), out.begin()), bomb);
  }
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, add{})));
}
