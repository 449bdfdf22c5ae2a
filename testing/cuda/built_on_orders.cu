// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of Thrust that sort, and those of sorted ranges: which of them run thrum's kernels with an
// accelerated policy.
#define BOOST_TEST_MODULE cuda_built_on_orders
#include "built_on.h"

#include <thrust/merge.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(thrust_s_own_sorts)
{
  built_on table;
  table.check("sort", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::sort(policy, d.random, d.random + d.size);
    return 0;
  });
  table.check("sort by a comparison", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::stable_sort(policy, d.random, d.random + d.size, by_last_digit());
    return 0;
  });
  table.check("sort_by_key", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::stable_sort_by_key(policy, d.random, d.random + d.size, d.sorted);
    return 0;
  });
}

BOOST_AUTO_TEST_CASE(thrust_s_own_of_sorted_ranges)
{
  built_on table;
  table.check("merge", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::merge(policy, d.sorted, d.sorted + d.size, d.sorted, d.sorted + d.size / 2, d.out) - d.out;
  });
  table.check("set_union", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::set_union(policy, d.sorted, d.sorted + d.size, d.sorted, d.sorted + d.size / 2, d.out)
           - d.out;
  });
  table.check("set_intersection", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::set_intersection(policy, d.sorted, d.sorted + d.size, d.sorted, d.sorted + d.size / 2,
                                    d.out)
           - d.out;
  });
  table.check("set_difference", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::set_difference(policy, d.sorted, d.sorted + d.size, d.sorted, d.sorted + d.size / 2, d.out)
           - d.out;
  });
  table.check("set_symmetric_difference", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::set_symmetric_difference(policy, d.sorted, d.sorted + d.size, d.sorted,
                                            d.sorted + d.size / 2, d.out)
           - d.out;
  });
}
