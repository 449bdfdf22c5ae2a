// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rest of Thrust's algorithms: which of them run thrum's kernels with an accelerated policy.
#define BOOST_TEST_MODULE cuda_built_on_others
#include "built_on.h"

#include <thrust/adjacent_difference.h>
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/gather.h>
#include <thrust/random.h>
#include <thrust/replace.h>
#include <thrust/reverse.h>
#include <thrust/scatter.h>
#include <thrust/sequence.h>
#include <thrust/shuffle.h>
#include <thrust/swap.h>
#include <thrust/tabulate.h>
#include <thrust/transform.h>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(thrust_shuffles_by_thrum_s_scan)
{
  built_on table;
  table.check("shuffle_copy", "thrum", [](auto const& policy, table_data const& d) {
    thrust::shuffle_copy(policy, d.random, d.random + d.size, d.out, thrust::default_random_engine(7));
    return 0;
  });
  table.check("shuffle", "thrum", [](auto const& policy, table_data const& d) {
    thrust::shuffle(policy, d.random, d.random + d.size, thrust::default_random_engine(7));
    return 0;
  });
}

BOOST_AUTO_TEST_CASE(thrust_s_own_item_by_item)
{
  built_on table;
  table.check("copy", "none", [](auto const& policy, table_data const& d) {
    return thrust::copy(policy, d.random, d.random + d.size, d.out) - d.out;
  });
  table.check("fill", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::fill(policy, d.random, d.random + d.size, 3);
    return 0;
  });
  table.check("for_each", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::for_each(policy, d.random, d.random + d.size, next_of()) - d.random;
  });
  table.check("transform", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::transform(policy, d.random, d.random + d.size, d.out, next_of()) - d.out;
  });
  table.check("sequence", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::sequence(policy, d.random, d.random + d.size);
    return 0;
  });
  table.check("tabulate", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::tabulate(policy, d.random, d.random + d.size, next_of());
    return 0;
  });
  table.check("replace", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::replace(policy, d.bits, d.bits + d.size, 1, 7);
    return 0;
  });
  table.check("reverse", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::reverse(policy, d.random, d.random + d.size);
    return 0;
  });
  table.check("swap_ranges", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::swap_ranges(policy, d.random, d.random + d.size, d.sorted) - d.sorted;
  });
  table.check("gather", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::gather(policy, d.random, d.random + d.size, d.sorted, d.out) - d.out;
  });
  table.check("scatter", "Thrust", [](auto const& policy, table_data const& d) {
    thrust::scatter(policy, d.bits, d.bits + d.size, d.bits, d.out);
    return 0;
  });
  table.check("adjacent_difference", "Thrust", [](auto const& policy, table_data const& d) {
    return thrust::adjacent_difference(policy, d.random, d.random + d.size, d.out) - d.out;
  });
}

// Neither waits, and memory is in the stream's order, as with the policy itself.
BOOST_AUTO_TEST_CASE(thrust_s_own_with_par_nosync)
{
  stream const s;
  device_buffer<int> in(std::vector<int>(50'003, 3), 0);
  device_buffer<int> out(std::vector<int>(50'003), output_margin);
  auto const policy = thrum::accelerate(thrust::cuda::par_nosync.on(s.get()));
  cuda_trace trace;
  thrust::adjacent_difference(policy, in.begin(), in.end(), out.begin());
  thrust::transform(policy, in.begin(), in.end(), out.begin(), next_of());
  trace.stop();
  s.wait();
  BOOST_TEST(same_items(out.items(), std::vector<int>(50'003, 4)));
  BOOST_TEST(trace.kernels().size() >= 2U, trace);
  BOOST_TEST(trace.is_only_on(s.get()), trace);
  BOOST_TEST(trace.waits() == 0, trace);
  BOOST_TEST(trace.count("cudaMallocAsync") > 0, trace);
  BOOST_TEST(trace.count("cudaMallocAsync") == trace.count("cudaFreeAsync"), trace);
}
