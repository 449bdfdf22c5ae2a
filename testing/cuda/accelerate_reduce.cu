// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Thrust's reductions with an accelerated policy, in each form that Thrust has: thrum's kernels alone, on the
// policy's stream, with the policy's memory.
#define BOOST_TEST_MODULE cuda_accelerate_reduce
#include "traced_calls.h"

#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
auto const plus  = thrust::plus<std::int64_t>();
auto const equal = thrust::equal_to<int>();

template <class Call>
void check_sum(traced_calls& calls, char const* name, std::int64_t expected, Call call)
{
  calls.check(name, call_kind::returns_value, {expected, {}, {}}, call);
}
} // namespace

BOOST_AUTO_TEST_CASE(b54_b57_reduce)
{
  traced_calls calls;
  auto const sum = serial::reduce(calls.items, std::int64_t{0}, plus);
  check_sum(calls, "reduce(first, last)", sum,
            [](auto const& policy, call_data const& d) { return thrust::reduce(policy, d.first, d.last); });
  check_sum(calls, "reduce(first, last, init)", sum + 5, [](auto const& policy, call_data const& d) {
    return thrust::reduce(policy, d.first, d.last, std::int64_t{5});
  });
  check_sum(calls, "reduce(first, last, init, op)", sum + 5, [](auto const& policy, call_data const& d) {
    return thrust::reduce(policy, d.first, d.last, std::int64_t{5}, plus);
  });
}

BOOST_AUTO_TEST_CASE(b54_b57_transform_reduce)
{
  traced_calls calls;
  auto const sum = serial::reduce(calls.items, std::int64_t{0}, plus);
  check_sum(calls, "transform_reduce", 5 - sum, [](auto const& policy, call_data const& d) {
    return thrust::transform_reduce(policy, d.first, d.last, thrust::negate<std::int64_t>(), std::int64_t{5},
                                    plus);
  });
}

BOOST_AUTO_TEST_CASE(b54_b57_reduce_by_key)
{
  traced_calls calls;
  auto const groups = serial::reduce_by_key(calls.keys, calls.items, equal, plus);
  expected_outcome const expected{static_cast<std::int64_t>(groups.first.size()), groups.second,
                                  groups.first};
  auto const check = [&](char const* name, auto... extra) {
    calls.check(name, call_kind::returns_value, expected, [=](auto const& policy, call_data const& d) {
      return thrust::reduce_by_key(policy, d.keys, d.keys_end, d.first, d.keys_out, d.out, extra...).second
             - d.out;
    });
  };
  check("reduce_by_key(keys, values)");
  check("reduce_by_key(keys, values, pred)", equal);
  check("reduce_by_key(keys, values, pred, op)", equal, plus);
}

#if THRUST_VERSION >= 300100
BOOST_AUTO_TEST_CASE(b55_b57_reduce_into)
{
  traced_calls calls;
  auto const sum   = serial::reduce(calls.items, std::int64_t{0}, plus);
  auto const check = [&](char const* name, std::int64_t expected, auto... extra) {
    calls.check(name, call_kind::in_order, {0, {expected}, {}}, [=](auto const& policy, call_data const& d) {
      thrust::reduce_into(policy, d.first, d.last, d.out, extra...);
      return 0;
    });
  };
  check("reduce_into(first, last, out)", sum);
  check("reduce_into(first, last, out, init)", sum + 5, std::int64_t{5});
  check("reduce_into(first, last, out, init, op)", sum + 5, std::int64_t{5}, plus);
}
#endif
