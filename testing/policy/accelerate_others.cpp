// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Every other algorithm stays Thrust's under an accelerated policy, and gets the allocator.
#define BOOST_TEST_MODULE policy_accelerate_others
#include <thrum/execution_policy.h>

#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/extrema.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/inner_product.h>
#include <thrust/partition.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/unique.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "accelerated.h"
#include "random.h"
#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct is_odd
{
  bool operator()(int x) const { return x % 2 != 0; }
};

/// Calls a row of Thrust's algorithms; each must be right.
template <class Policy>
void check_others(Policy const& plain)
{
  auto const policy = thrum::accelerate(plain);
  random_source random;
  auto const items = random.integers<int>(100'003, 0, 1'000'000);
  auto sorted      = items;
  std::sort(sorted.begin(), sorted.end());

  auto data = items;
  thrust::sort(policy, data.begin(), data.end());
  BOOST_TEST(same_items(data, sorted));
  auto ids = items;
  std::iota(ids.begin(), ids.end(), 0);
  data = items;
  thrust::stable_sort_by_key(policy, data.begin(), data.end(), ids.begin());
  BOOST_TEST(same_items(data, sorted));

  std::vector<int> out(items.size()), expected(items.size());
  std::transform(items.begin(), items.end(), expected.begin(), [](int x) { return x + 1; });
  thrust::transform(policy, items.begin(), items.end(), out.begin(), [](int x) { return x + 1; });
  BOOST_TEST(same_items(out, expected));

  auto const odd = std::copy_if(items.begin(), items.end(), expected.begin(), is_odd());
  auto const end = thrust::copy_if(policy, items.begin(), items.end(), out.begin(), is_odd());
  BOOST_TEST((end - out.begin()) == (odd - expected.begin()));
  BOOST_TEST(same_items(std::vector<int>(out.begin(), end), std::vector<int>(expected.begin(), odd)));

  data = sorted;
  data.erase(thrust::unique(policy, data.begin(), data.end()), data.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  BOOST_TEST(same_items(data, sorted));

  BOOST_TEST(thrust::count_if(policy, items.begin(), items.end(), is_odd())
             == std::count_if(items.begin(), items.end(), is_odd()));
  BOOST_TEST(*thrust::max_element(policy, items.begin(), items.end()) == sorted.back());
  BOOST_TEST(thrust::inner_product(policy, items.begin(), items.end(), items.begin(), std::int64_t{0},
                                   std::plus<std::int64_t>(), std::multiplies<std::int64_t>())
             == std::inner_product(items.begin(), items.end(), items.begin(), std::int64_t{0},
                                   std::plus<std::int64_t>(), std::multiplies<std::int64_t>()));
  data              = items;
  auto const middle = thrust::stable_partition(policy, data.begin(), data.end(), is_odd());
  BOOST_TEST((middle - data.begin()) == (odd - expected.begin()));
}
} // namespace

BOOST_AUTO_TEST_CASE(on_every_system)
{
  check_others(thrust::seq);
  check_others(thrust::host);
  check_others(thrust::omp::par);
  check_others(thrust::device);
  check_others(own_policy());
}

BOOST_AUTO_TEST_CASE(the_allocator_is_passed_on)
{
  scratch_allocator scratch;
  check_others(thrust::omp::par(scratch));
  BOOST_TEST(scratch.calls() > 0);
  BOOST_TEST(scratch.live_blocks() == 0);
  BOOST_TEST(scratch.wrong_frees() == 0);
  long const calls = scratch.calls();
  check_others(thrust::cpp::par(scratch)); // thrust::sort itself does not take thrust::seq(scratch)
  BOOST_TEST(scratch.calls() > calls);
  BOOST_TEST(scratch.live_blocks() == 0);
}

BOOST_AUTO_TEST_CASE(they_run_where_the_policy_says)
{
  thread_count const threads(3);
  std::vector<int> const items(100'000, 1);
  auto const place_of = [&](auto const& policy) {
    witness seen;
    thrust::for_each(thrum::accelerate(policy), items.begin(), items.end(), [&seen](int) { seen.look(); });
    return seen.found();
  };
  BOOST_TEST((place_of(thrust::seq) == place::calling_thread));
  BOOST_TEST((place_of(thrust::host) == place::calling_thread));
  BOOST_TEST((place_of(thrust::omp::par) == place::team_of_3));
  BOOST_TEST((place_of(thrust::device) == place::team_of_3));
  BOOST_TEST((place_of(own_policy()) == place::team_of_3));
}
