// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Exceptions reach the caller, nothing is leaked, and the next call works.
#define BOOST_TEST_MODULE scan_by_key_errors
#include <thrum/scan.h>

#include <functional>
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
  auto const keys     = random.keys<int>(400'009, 50);
  auto const items    = random.integers<long>(keys.size(), -1'000, 1'000);
  auto const k        = make_input<System>(keys);
  auto const v        = make_input<System>(items);
  auto out            = make_output<System>(items.size(), -1L);
  auto const expected = serial::inclusive_by_key(keys, items, std::equal_to<>(), add{});
  check_each_failing_allocation([&](scratch_allocator& scratch) {
    thrum::inclusive_scan_by_key(system.policy(scratch), k.begin(), k.end(), v.begin(), out.begin(),
                                 std::equal_to<int>(), add{});
    BOOST_TEST(same_items(out.items(), expected));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(exceptions_of_operator_and_predicate_reach_the_caller, System, thread_systems)
{
  System const system;
  random_source random;
  trap::reset();
  scratch_allocator scratch;
  auto const keys  = random.keys<int>(60'007, 1'000);
  auto const items = make_values<counted>(random.integers<int>(keys.size(), -1'000, 1'000));
  auto const k     = make_input<System>(keys);
  auto const v     = make_input<System>(items);
  auto out         = make_output<System>(items.size(), counted(-1));
  auto const same  = std::equal_to<int>();
  long const alive = counted::alive();
  for (long const call : {1L, 2L, 1'000L, 50'000L})
  {
    BOOST_TEST_CONTEXT("call " << call)
    {
      countdown in_operator(call), in_predicate(call), in_exclusive(call);
      BOOST_CHECK_THROW(thrum::inclusive_scan_by_key(system.policy(scratch), k.begin(), k.end(), v.begin(),
                                                     out.begin(), same, throwing(in_operator, add{})),
                        bomb);
      BOOST_CHECK_THROW(thrum::inclusive_scan_by_key(system.policy(scratch), k.begin(), k.end(), v.begin(),
                                                     out.begin(), throwing(in_predicate, same), add{}),
                        bomb);
      BOOST_CHECK_THROW(thrum::exclusive_scan_by_key(system.policy(scratch), k.begin(), k.end(), v.begin(),
                                                     out.begin(), counted(0), same,
                                                     throwing(in_exclusive, add{})),
                        bomb);
      BOOST_TEST(counted::alive() == alive);
      BOOST_TEST(scratch.live_blocks() == 0);
    }
  }
  thrum::inclusive_scan_by_key(system.policy(scratch), k.begin(), k.end(), v.begin(), out.begin(), same,
                               add{});
  BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, same, add{})));
  BOOST_TEST(trap::violations() == 0);
}
