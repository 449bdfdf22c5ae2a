// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Algorithms of Thrust that count and compare: which of them run thrum's kernels with an accelerated policy.
#define BOOST_TEST_MODULE cuda_built_on_counts
#include "built_on.h"

#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/inner_product.h>
#include <thrust/unique.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(thrust_s_own)
{
  built_on table;
  table.check("count", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::count(policy, d.bits, d.bits + d.size, 1);
  });
  table.check("count_if", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::count_if(policy, d.random, d.random + d.size, is_odd());
  });
  table.check("inner_product", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::inner_product(policy, d.random, d.random + d.size, d.sorted, std::int64_t{3});
  });
  table.check("min_element", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::min_element(policy, d.random, d.random + d.size) - d.random;
  });
  table.check("max_element", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::max_element(policy, d.random, d.random + d.size) - d.random;
  });
  table.check("minmax_element", "Thrust", [](auto const& policy, table_data const& d) {
    auto const found = thrust::minmax_element(policy, d.random, d.random + d.size);
    return (found.first - d.random) + d.size * (found.second - d.random);
  });
  table.check("unique_count", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::unique_count(policy, d.sorted, d.sorted + d.size);
  });
  table.check("lower_bound", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::lower_bound(policy, d.sorted, d.sorted + d.size, d.random, d.random + d.size, d.out)
           - d.out;
  });
  table.check("binary_search", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::binary_search(policy, d.sorted, d.sorted + d.size, d.random, d.random + d.size, d.out)
           - d.out;
  });
}
