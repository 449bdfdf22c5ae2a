// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of Thrust that look for something: which of them run thrum's kernels with an accelerated policy.
#define BOOST_TEST_MODULE cuda_built_on_searches
#include "built_on.h"

#include <thrust/equal.h>
#include <thrust/find.h>
#include <thrust/logical.h>
#include <thrust/mismatch.h>
#include <thrust/partition.h>
#include <thrust/sort.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(thrust_s_own_by_its_own_reduce)
{
  built_on table;
  table.check("find", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::find(policy, d.random, d.random + d.size, 1234) - d.random;
  });
  table.check("find_if", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::find_if(policy, d.random, d.random + d.size, is_below{3}) - d.random;
  });
  table.check("find_if_not", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::find_if_not(policy, d.sorted, d.sorted + d.size, is_below{9'000}) - d.sorted;
  });
  table.check("all_of", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::all_of(policy, d.random, d.random + d.size, is_odd());
  });
  table.check("any_of", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::any_of(policy, d.random, d.random + d.size, is_below{0});
  });
  table.check("none_of", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::none_of(policy, d.random, d.random + d.size, is_below{0});
  });
  table.check("equal", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::equal(policy, d.random, d.random + d.size, d.sorted);
  });
  table.check("mismatch", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::mismatch(policy, d.random, d.random + d.size, d.random + 1).first - d.random;
  });
  table.check("is_sorted", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::is_sorted(policy, d.sorted, d.sorted + d.size);
  });
  table.check("is_sorted_until", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::is_sorted_until(policy, d.random, d.random + d.size) - d.random;
  });
  table.check("is_partitioned", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::is_partitioned(policy, d.sorted, d.sorted + d.size, is_below{9'000});
  });
  table.check("partition_point", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::partition_point(policy, d.sorted, d.sorted + d.size, is_below{9'000}) - d.sorted;
  });
}
