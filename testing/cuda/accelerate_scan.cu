// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's scans with an accelerated policy, in each form that Thrust has: thrum's kernels alone, on the
// policy's stream, with the policy's memory.
#define BOOST_TEST_MODULE cuda_accelerate_scan
#include "traced_calls.h"

#include <thrust/functional.h>
#include <thrust/scan.h>
#include <thrust/transform_scan.h>

#include <optional>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
auto const plus   = thrust::plus<>();
auto const negate = thrust::negate<std::int64_t>();
std::int64_t const init{5};

std::vector<std::int64_t> negated(std::vector<std::int64_t> items)
{
  for (std::int64_t& item : items)
  {
    item = -item;
  }
  return items;
}
} // namespace

BOOST_AUTO_TEST_CASE(b54_b57_inclusive_scan)
{
  traced_calls calls;
  auto const check = [&](char const* name, auto const& expected, auto... extra) {
    calls.check(name, expected, [=](auto const& policy, call_data const& d) {
      return thrust::inclusive_scan(policy, d.first, d.last, d.out, extra...);
    });
  };
  auto const expected = serial::inclusive(calls.items, plus);
  check("inclusive_scan(first, last, out)", expected);
  check("inclusive_scan(first, last, out, op)", expected, plus);
  check("inclusive_scan(first, last, out, init, op)",
        serial::inclusive(calls.items, std::optional<std::int64_t>(init), plus), init, plus);
}

BOOST_AUTO_TEST_CASE(b54_b57_exclusive_scan)
{
  traced_calls calls;
  auto const check = [&](char const* name, auto const& expected, auto... extra) {
    calls.check(name, expected, [=](auto const& policy, call_data const& d) {
      return thrust::exclusive_scan(policy, d.first, d.last, d.out, extra...);
    });
  };
  auto const expected = serial::exclusive(calls.items, init, plus);
  check("exclusive_scan(first, last, out)", serial::exclusive(calls.items, std::int64_t{0}, plus));
  check("exclusive_scan(first, last, out, init)", expected, init);
  check("exclusive_scan(first, last, out, init, op)", expected, init, plus);
}

BOOST_AUTO_TEST_CASE(b54_b57_transform_scans)
{
  traced_calls calls;
  auto const items = negated(calls.items);
  calls.check("transform_inclusive_scan(first, last, out, unary, op)", serial::inclusive(items, plus),
              [](auto const& policy, call_data const& d) {
                return thrust::transform_inclusive_scan(policy, d.first, d.last, d.out, negate, plus);
              });
  calls.check("transform_inclusive_scan(first, last, out, unary, init, op)",
              serial::inclusive(items, std::optional<std::int64_t>(init), plus),
              [](auto const& policy, call_data const& d) {
                return thrust::transform_inclusive_scan(policy, d.first, d.last, d.out, negate, init, plus);
              });
  calls.check("transform_exclusive_scan(first, last, out, unary, init, op)",
              serial::exclusive(items, init, plus), [](auto const& policy, call_data const& d) {
                return thrust::transform_exclusive_scan(policy, d.first, d.last, d.out, negate, init, plus);
              });
}
