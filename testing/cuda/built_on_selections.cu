// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of Thrust that keep, drop or divide items: which of them run thrum's kernels with an accelerated
// policy.
#define BOOST_TEST_MODULE cuda_built_on_selections
#include "built_on.h"

#include <thrust/copy.h>
#include <thrust/partition.h>
#include <thrust/remove.h>
#include <thrust/unique.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(thrust_s_own)
{
  built_on table;
  table.check("copy_if", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::copy_if(policy, d.random, d.random + d.size, d.out, is_odd()) - d.out;
  });
  table.check("copy_if by a stencil", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::copy_if(policy, d.random, d.random + d.size, d.bits, d.out, is_odd()) - d.out;
  });
  table.check("remove_copy_if", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::remove_copy_if(policy, d.random, d.random + d.size, d.out, is_odd()) - d.out;
  });
  table.check("unique_copy", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::unique_copy(policy, d.sorted, d.sorted + d.size, d.out) - d.out;
  });
  table.check("unique_by_key_copy", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::unique_by_key_copy(policy, d.sorted, d.sorted + d.size, d.random, d.out, d.more_out).first
           - d.out;
  });
  table.check("partition_copy", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::partition_copy(policy, d.random, d.random + d.size, d.out, d.more_out, is_odd()).first
           - d.out;
  });
  table.check("stable_partition_copy", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::stable_partition_copy(policy, d.random, d.random + d.size, d.out, d.more_out, is_odd())
             .first
           - d.out;
  });
}

BOOST_AUTO_TEST_CASE(thrust_s_own_in_place)
{
  built_on table;
  table.check("remove", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::remove(policy, d.bits, d.bits + d.size, 1) - d.bits;
  });
  table.check("remove_if", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::remove_if(policy, d.random, d.random + d.size, is_odd()) - d.random;
  });
  table.check("unique", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::unique(policy, d.sorted, d.sorted + d.size) - d.sorted;
  });
  table.check("unique_by_key", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::unique_by_key(policy, d.sorted, d.sorted + d.size, d.random).first - d.sorted;
  });
  table.check("partition", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::partition(policy, d.bits, d.bits + d.size, is_odd()) - d.bits;
  });
  table.check("stable_partition", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::stable_partition(policy, d.random, d.random + d.size, is_odd()) - d.random;
  });
}
