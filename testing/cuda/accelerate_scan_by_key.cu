// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's scans by key with an accelerated policy, in each form that Thrust has: thrum's kernels alone, on
// the policy's stream, with the policy's memory.
#define BOOST_TEST_MODULE cuda_accelerate_scan_by_key
#include "traced_calls.h"

#include <thrust/functional.h>
#include <thrust/scan.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
auto const plus  = thrust::plus<>();
auto const equal = thrust::equal_to<>();
std::int64_t const init{5};
} // namespace

BOOST_AUTO_TEST_CASE(b54_b57_inclusive_scan_by_key)
{
  traced_calls calls;
  auto const expected = serial::inclusive_by_key(calls.keys, calls.items, equal, plus);
  auto const check    = [&](char const* name, auto... extra) {
    calls.check(name, expected, [=](auto const& policy, call_data const& d) {
      return thrust::inclusive_scan_by_key(policy, d.keys, d.keys_end, d.first, d.out, extra...);
    });
  };
  check("inclusive_scan_by_key(keys, values, out)");
  check("inclusive_scan_by_key(keys, values, out, pred)", equal);
  check("inclusive_scan_by_key(keys, values, out, pred, op)", equal, plus);
}

BOOST_AUTO_TEST_CASE(b54_b57_exclusive_scan_by_key)
{
  traced_calls calls;
  auto const check = [&](char const* name, std::int64_t begin, auto... extra) {
    auto const expected = serial::exclusive_by_key(calls.keys, calls.items, begin, equal, plus);
    calls.check(name, expected, [=](auto const& policy, call_data const& d) {
      return thrust::exclusive_scan_by_key(policy, d.keys, d.keys_end, d.first, d.out, extra...);
    });
  };
  check("exclusive_scan_by_key(keys, values, out)", 0);
  check("exclusive_scan_by_key(keys, values, out, init)", init, init);
  check("exclusive_scan_by_key(keys, values, out, init, pred)", init, init, equal);
  check("exclusive_scan_by_key(keys, values, out, init, pred, op)", init, init, equal, plus);
}
