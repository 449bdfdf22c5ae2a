// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Each policy runs where its system says: in the calling thread, or on a team of OpenMP threads.
#define BOOST_TEST_MODULE policy_dispatch
#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>
#include <thrust/system/tbb/detail/execution_policy.h> // its public header needs TBB itself
#if __has_include(<thrust/system/tbb/detail/par.h>)    // CCCL 3.0
#  include <thrust/system/tbb/detail/par.h>
#endif

#include <vector>

#include "allocator.h"
#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Where the operators of three algorithms ran, and whether the results were right.
template <class Policy>
place place_of(Policy const& policy)
{
  std::vector<int> const ones(500'000, 1), keys(500'000, 7);
  std::vector<int> out(500'000, -1);
  witness seen;
  auto const plus = [&seen](int a, int b) {
    seen.look();
    return a + b;
  };
  BOOST_TEST(thrum::reduce(policy, ones.begin(), ones.end(), 0, plus) == 500'000);
  place const found = seen.found();

  thrum::inclusive_scan(policy, ones.begin(), ones.end(), out.begin(), plus);
  BOOST_TEST(out.back() == 500'000);
  int key = -1, sum = -1;
  thrum::reduce_by_key(policy, keys.begin(), keys.end(), ones.begin(), &key, &sum, std::equal_to<>(), plus);
  BOOST_TEST(key == 7);
  BOOST_TEST(sum == 500'000);
  BOOST_TEST((seen.found() == found));

  witness seen_too;
  thrum::load_balanced_for_each(policy, ones.begin(), ones.end(),
                                [&](std::int64_t, std::int64_t) { seen_too.look(); });
  BOOST_TEST((seen_too.found() == found));
  return found;
}

struct own_device_policy : thrust::device_execution_policy<own_device_policy>
{};
struct own_host_policy : thrust::host_execution_policy<own_host_policy>
{};
struct own_omp_policy : thrust::omp::execution_policy<own_omp_policy>
{};
struct own_cpp_policy : thrust::cpp::execution_policy<own_cpp_policy>
{};

/// It has no default constructor, and holds something of its own.
class named_policy : public thrust::omp::execution_policy<named_policy>
{
public:
  explicit named_policy(char const* name) : name_(name) {}
  char const* name() const { return name_; }

private:
  char const* name_;
};

struct with_threads
{
  thread_count threads{3};
};
} // namespace

BOOST_FIXTURE_TEST_CASE(policies_of_the_sequential_and_cpp_systems, with_threads)
{
  BOOST_TEST((place_of(thrust::seq) == place::calling_thread));
  BOOST_TEST((place_of(thrust::host) == place::calling_thread));
  BOOST_TEST((place_of(thrust::cpp::par) == place::calling_thread));
  BOOST_TEST((place_of(thrust::cpp::tag()) == place::calling_thread));
  BOOST_TEST((place_of(thrust::host_system_tag()) == place::calling_thread));
}

BOOST_FIXTURE_TEST_CASE(policies_of_the_openmp_system, with_threads)
{
  BOOST_TEST((place_of(thrust::omp::par) == place::team_of_3));
  BOOST_TEST((place_of(thrust::omp::tag()) == place::team_of_3));
  BOOST_TEST((place_of(thrust::device) == place::team_of_3)); // this program's device system is OpenMP
  BOOST_TEST((place_of(thrust::device_system_tag()) == place::team_of_3));
}

BOOST_FIXTURE_TEST_CASE(policies_of_the_tbb_system_run_in_the_calling_thread, with_threads)
{
  BOOST_TEST((place_of(thrust::tbb::par) == place::calling_thread));
}

BOOST_FIXTURE_TEST_CASE(policies_with_allocators, with_threads)
{
  scratch_allocator scratch;
  BOOST_TEST((place_of(thrust::seq(scratch)) == place::calling_thread));
  BOOST_TEST((place_of(thrust::host(scratch)) == place::calling_thread));
  BOOST_TEST((place_of(thrust::cpp::par(scratch)) == place::calling_thread));
  BOOST_TEST((place_of(thrust::omp::par(scratch)) == place::team_of_3));
  BOOST_TEST((place_of(thrust::device(scratch)) == place::team_of_3));
  auto const constant = thrust::omp::par(scratch);
  BOOST_TEST((place_of(constant) == place::team_of_3));
  auto changeable = thrust::omp::par(scratch);
  BOOST_TEST((place_of(changeable) == place::team_of_3));
  BOOST_TEST(scratch.live_blocks() == 0);
}

BOOST_FIXTURE_TEST_CASE(policies_of_users, with_threads)
{
  BOOST_TEST((place_of(own_host_policy()) == place::calling_thread));
  BOOST_TEST((place_of(own_cpp_policy()) == place::calling_thread));
  BOOST_TEST((place_of(own_device_policy()) == place::team_of_3));
  BOOST_TEST((place_of(own_omp_policy()) == place::team_of_3));
  own_omp_policy const constant{};
  BOOST_TEST((place_of(constant) == place::team_of_3));
}

BOOST_FIXTURE_TEST_CASE(b57_a_policy_without_a_default_constructor, with_threads)
{
  static_assert(!std::is_default_constructible_v<named_policy>);
  BOOST_TEST((place_of(named_policy("temporary")) == place::team_of_3));
  named_policy const constant("constant");
  BOOST_TEST((place_of(constant) == place::team_of_3));
  BOOST_TEST(constant.name() == "constant");
}
