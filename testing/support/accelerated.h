// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which of the two libraries runs when thrust::f is called with an accelerated policy.
#include "allocator.h"
#include "bracketed.h"
#include "compare.h"
#include "systems.h"

#include <boost/test/unit_test.hpp>
#include <thrum/execution_policy.h>

#include <thrust/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

#include <vector>

namespace thrum_test
{
struct own_policy : thrust::omp::execution_policy<own_policy>
{};

/// Both calls do the same, the first through thrust::, the second through thrum::, and return what they wrote. With the
/// plain policy they must associate differently, or the test could not tell them apart; with the accelerated policy
/// Thrust's must give thrum's result.
template <class ViaThrust, class ViaThrum>
void check_runs_thrum(ViaThrust via_thrust, ViaThrum via_thrum)
{
  thread_count const threads(2);
  auto const check = [&](char const* name, auto const& policy) {
    BOOST_TEST_CONTEXT(name)
    {
      std::vector<bracketed> const ours = via_thrum(policy);
      BOOST_TEST(!same_items<bracketed>(via_thrust(policy), ours));
      BOOST_TEST(same_items<bracketed>(via_thrust(thrum::accelerate(policy)), ours));
    }
  };
  scratch_allocator scratch;
  check("seq", thrust::seq);
  check("omp::par", thrust::omp::par);
  check("omp::par(scratch)", thrust::omp::par(scratch));
  check("a policy of the user's", own_policy());
  BOOST_TEST(scratch.live_blocks() == 0);
}
} // namespace thrum_test
