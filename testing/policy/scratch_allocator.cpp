// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All scratch memory comes from the policy's allocator, and goes back there.
#define BOOST_TEST_MODULE policy_scratch_allocator
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "allocator.h"
#include "one_of_each.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Visitor>
void visit_all(Visitor visitor)
{
  visit_reductions(visitor);
  visit_scans(visitor);
  visit_run_length(visitor);
  visit_load_balance(visitor);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b57_allocations_equal_frees, System, few_systems)
{
  System const system;
  visit_all([&](char const* name, auto call) {
    scratch_allocator scratch;
    BOOST_TEST(call(system.policy(scratch)), name);
    auto const constant = system.policy(scratch);
    BOOST_TEST(call(constant), name);
    BOOST_TEST(scratch.live_blocks() == 0, name);
    BOOST_TEST(scratch.wrong_frees() == 0, name);
  });
}

BOOST_AUTO_TEST_CASE(b57_a_team_takes_its_scratch_from_the_allocator)
{
  omp_system<3> const system;
  visit_all([&](char const* name, auto call) {
    scratch_allocator scratch;
    BOOST_TEST(call(system.policy(scratch)), name);
    // What visits the items of runs needs some bytes for 4096 of them, and a few are on the stack.
    std::string const called(name);
    bool const visits_items = called.rfind("run_length_decode", 0) == 0 || called == "load_balanced_for_each"
                              || called == "batched_copy";
    BOOST_TEST((scratch.calls() > 0 || visits_items), name << " has asked for none");
  });
  scratch_allocator scratch;
  std::vector<int> const ones(3'000'000, 1);
  std::vector<int> out(ones.size());
  thrum::run_length_decode(system.policy(scratch), ones.begin(), ones.end(), ones.begin(), out.begin());
  BOOST_TEST(scratch.calls() == 1);
  BOOST_TEST((scratch.live_blocks() == 0 && scratch.wrong_frees() == 0 && out == ones));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b21_dirty_memory_changes_nothing, System, few_systems)
{
  System const system;
  visit_all([&](char const* name, auto call) {
    scratch_allocator scratch;
    scratch.hand_out_dirty_memory();
    for (int round = 0; round < 3; ++round)
      BOOST_TEST(call(system.policy(scratch)), name);
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b45_memory_of_little_alignment, System, few_systems)
{
  System const system;
  visit_all([&](char const* name, auto call) {
    scratch_allocator scratch;
    scratch.align_to_8_only();
    BOOST_TEST(call(system.policy(scratch)), name);
  });
}

BOOST_AUTO_TEST_CASE(b61_each_failing_allocation_of_each_algorithm)
{
  omp_system<3> const system;
  visit_all([&](char const* name, auto call) {
    BOOST_TEST_CONTEXT(name)
    {
      check_each_failing_allocation(
        [&](scratch_allocator& scratch) { BOOST_TEST(call(system.policy(scratch))); });
    }
  });
}

namespace
{
/// A policy that has less memory than is asked for.
struct short_policy : thrust::omp::execution_policy<short_policy>
{
  long* given_back;
  explicit short_policy(long& count) : given_back(&count) {}
};
template <class T>
thrust::pair<thrust::pointer<T, short_policy>, std::ptrdiff_t> get_temporary_buffer(short_policy&,
                                                                                    std::ptrdiff_t count)
{
  void* const memory = std::malloc(static_cast<std::size_t>(count) * sizeof(T)); // says less than there is
  return {thrust::pointer<T, short_policy>(static_cast<T*>(memory)), count - 1};
}
template <class Pointer>
void return_temporary_buffer(short_policy& policy, Pointer place, std::ptrdiff_t)
{
  std::free(thrust::raw_pointer_cast(place));
  ++*policy.given_back;
}
} // namespace

BOOST_AUTO_TEST_CASE(b61_a_policy_that_gives_less_is_told_what_for)
{
  omp_system<3> const system;
  visit_scans([&](char const* name, auto call) {
    long given_back = 0;
    short_policy const policy(given_back);
    BOOST_CHECK_EXCEPTION(call(policy), std::bad_alloc, [](std::bad_alloc const& error) {
      return std::string(error.what()) == "thrum: no scratch memory";
    });
    BOOST_TEST(given_back == 1, name);
  });
}
