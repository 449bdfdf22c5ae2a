// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Scans through an accelerated policy are thrum's, in each form that Thrust has.
#define BOOST_TEST_MODULE policy_accelerate_scan
#include <thrum/execution_policy.h>

#include <thrust/scan.h>
#include <thrust/transform_scan.h>

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
auto const twice = [](bracketed x) { return x + x; };

/// What `call` writes when it gets the items and an output.
template <class Call>
std::vector<bracketed> written(Call call)
{
  std::vector<bracketed> out(size);
  BOOST_TEST((call(items.begin(), items.end(), out.begin()) == out.end()));
  return out;
}
} // namespace

BOOST_AUTO_TEST_CASE(inclusive_scan)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        return written([&](auto... range) { return thrust::inclusive_scan(policy, range..., extra...); });
      },
      [=](auto const& policy) {
        return written([&](auto... range) { return thrum::inclusive_scan(policy, range..., extra...); });
      });
  };
  check();
  check(op);
  check(init, op);
}

BOOST_AUTO_TEST_CASE(exclusive_scan)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        return written([&](auto... range) { return thrust::exclusive_scan(policy, range..., extra...); });
      },
      [=](auto const& policy) {
        return written([&](auto... range) { return thrum::exclusive_scan(policy, range..., extra...); });
      });
  };
  check();
  check(init);
  check(init, op);
}

BOOST_AUTO_TEST_CASE(transform_inclusive_scan)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        return written(
          [&](auto... range) { return thrust::transform_inclusive_scan(policy, range..., extra...); });
      },
      [=](auto const& policy) {
        return written(
          [&](auto... range) { return thrum::transform_inclusive_scan(policy, range..., extra...); });
      });
  };
  check(twice, op);
  check(twice, init, op);
}

BOOST_AUTO_TEST_CASE(transform_exclusive_scan)
{
  check_runs_thrum(
    [](auto const& policy) {
      return written(
        [&](auto... range) { return thrust::transform_exclusive_scan(policy, range..., twice, init, op); });
    },
    [](auto const& policy) {
      return written(
        [&](auto... range) { return thrum::transform_exclusive_scan(policy, range..., twice, init, op); });
    });
}
