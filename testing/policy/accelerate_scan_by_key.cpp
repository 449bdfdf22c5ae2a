// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Scans by key through an accelerated policy are thrum's, in each form that Thrust has.
#define BOOST_TEST_MODULE policy_accelerate_scan_by_key
#include <thrum/execution_policy.h>

#include <thrust/scan.h>

#include <functional>
#include <vector>

#include "accelerated.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 20'000;
auto const items       = leaves(size);
bracketed const init(77);
put_together const op;
std::equal_to<int> const same;

std::vector<int> const keys = [] {
  std::vector<int> result;
  for (std::size_t i = 0; i < size; ++i)
    result.push_back(static_cast<int>(i / 700)); // several lanes of several tiles
  return result;
}();

/// What `call` writes when it gets keys, values and an output.
template <class Call>
std::vector<bracketed> written(Call call)
{
  std::vector<bracketed> out(size);
  BOOST_TEST((call(keys.begin(), keys.end(), items.begin(), out.begin()) == out.end()));
  return out;
}
} // namespace

BOOST_AUTO_TEST_CASE(inclusive_scan_by_key)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        return written(
          [&](auto... range) { return thrust::inclusive_scan_by_key(policy, range..., extra...); });
      },
      [=](auto const& policy) {
        return written(
          [&](auto... range) { return thrum::inclusive_scan_by_key(policy, range..., extra...); });
      });
  };
  check();
  check(same);
  check(same, op);
}

BOOST_AUTO_TEST_CASE(exclusive_scan_by_key)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        return written(
          [&](auto... range) { return thrust::exclusive_scan_by_key(policy, range..., extra...); });
      },
      [=](auto const& policy) {
        return written(
          [&](auto... range) { return thrum::exclusive_scan_by_key(policy, range..., extra...); });
      });
  };
  check();
  check(init);
  check(init, same);
  check(init, same, op);
}
