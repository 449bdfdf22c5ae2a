// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls by name with every kind of policy that a program may hold, policies of users' libraries among them:
// thrum's kernels alone, on the policy's stream, with the policy's memory.
#define BOOST_TEST_MODULE cuda_policies_traced
#include "run_length.h"
#include "traced_calls.h"

#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b54_b57_a_value_for_the_host)
{
  traced_calls calls;
  auto const sum = serial::reduce(calls.items, std::int64_t{0}, thrust::plus<>());
  calls.check_by_name(
    "reduce", call_kind::returns_value, {sum, {}, {}},
    [](auto const& policy, call_data const& d) { return thrum::reduce(policy, d.first, d.last); });
}

BOOST_AUTO_TEST_CASE(b55_b57_a_value_on_the_device)
{
  traced_calls calls;
  auto const sum = serial::reduce(calls.items, std::int64_t{0}, thrust::plus<>());
  calls.check_by_name("reduce_into", call_kind::in_order, {0, {sum}, {}},
                      [](auto const& policy, call_data const& d) {
                        thrum::reduce_into(policy, d.first, d.last, d.out);
                        return 0;
                      });
}

BOOST_AUTO_TEST_CASE(b55_b57_with_an_accelerated_policy)
{
  traced_calls calls;
  auto const sum = serial::reduce(calls.items, std::int64_t{0}, thrust::plus<>());
  calls.check_by_name("reduce_into", call_kind::in_order, {0, {sum}, {}},
                      [](auto const& policy, call_data const& d) {
                        thrum::reduce_into(thrum::accelerate(policy), d.first, d.last, d.out);
                        return 0;
                      });
}

// Of few tiles, for which the stream has memory, and of many.
BOOST_AUTO_TEST_CASE(b54_b57_a_scan)
{
  for (std::size_t const tiles : {std::size_t{20}, most_tiles_without_memory + 50})
  {
    traced_calls calls(tiles * traced_calls::tile_items);
    auto const size = static_cast<std::int64_t>(calls.items.size());
    calls.check_by_name("inclusive_scan", call_kind::in_order,
                        {size, serial::inclusive(calls.items, thrust::plus<>()), {}},
                        [](auto const& policy, call_data const& d) {
                          return thrum::inclusive_scan(policy, d.first, d.last, d.out) - d.out;
                        });
  }
}

BOOST_AUTO_TEST_CASE(b54_b57_an_encode)
{
  traced_calls calls;
  auto const runs = serial::encode(calls.keys, thrust::equal_to<>());
  calls.check_by_name("run_length_encode", call_kind::returns_value,
                      {static_cast<std::int64_t>(runs.values.size()), runs.lengths, runs.values},
                      [](auto const& policy, call_data const& d) {
                        return thrum::run_length_encode(policy, d.keys, d.keys_end, d.keys_out, d.out).second
                               - d.out;
                      });
}
