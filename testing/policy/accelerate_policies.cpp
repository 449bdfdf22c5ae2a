// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Which policies can be accelerated, and what becomes of what they hold.
#define BOOST_TEST_MODULE policy_accelerate_policies
#include <thrum/execution_policy.h>

#include <thrust/mr/allocator.h>
#include <thrust/mr/new.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/tbb/detail/execution_policy.h> // its public header needs TBB itself
#if __has_include(<thrust/system/tbb/detail/par.h>)    // CCCL 3.0
#  include <thrust/system/tbb/detail/par.h>
#endif

#include <cstddef>
#include <new>
#include <numeric>
#include <type_traits>
#include <vector>

#include "accelerated.h"
#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct own_device_policy : thrust::device_execution_policy<own_device_policy>
{};
struct own_host_policy : thrust::host_execution_policy<own_host_policy>
{};
class named_policy : public thrust::omp::execution_policy<named_policy>
{
public:
  explicit named_policy(char const* name) : name_(name) {}
  char const* name() const { return name_; }

private:
  char const* name_;
};

/// Has memory of its own, and takes it back by the pointer type that Thrust gives it.
struct lending_policy : thrust::omp::execution_policy<lending_policy>
{
  long* lent;
  explicit lending_policy(long& count) : lent(&count) {}
};
template <class T>
thrust::pair<thrust::pointer<T, lending_policy>, std::ptrdiff_t> get_temporary_buffer(lending_policy& policy,
                                                                                      std::ptrdiff_t count)
{
  ++*policy.lent;
  auto* const memory = ::operator new(static_cast<std::size_t>(count) * sizeof(T));
  return {thrust::pointer<T, lending_policy>(static_cast<T*>(memory)), count};
}
template <class T>
void return_temporary_buffer(lending_policy& policy,
                             thrust::pointer<T, lending_policy> memory,
                             std::ptrdiff_t)
{
  --*policy.lent;
  ::operator delete(memory.get());
}

/// Where an accelerated reduce runs; it must be thrum's.
template <class Policy>
place reduces_at(Policy const& policy)
{
  auto const items = leaves(200'000);
  witness seen;
  auto const looking = [&seen](bracketed a, bracketed b) {
    seen.look();
    return a + b;
  };
  auto const ours = thrum::reduce(policy, items.begin(), items.end(), bracketed(77), put_together());
  BOOST_TEST(thrust::reduce(thrum::accelerate(policy), items.begin(), items.end(), bracketed(77), looking)
             == ours);
  return seen.found();
}
} // namespace

BOOST_AUTO_TEST_CASE(every_policy_keeps_its_system)
{
  thread_count const threads(3);
  BOOST_TEST((reduces_at(thrust::seq) == place::calling_thread));
  BOOST_TEST((reduces_at(thrust::host) == place::calling_thread));
  BOOST_TEST((reduces_at(thrust::cpp::par) == place::calling_thread));
  BOOST_TEST((reduces_at(thrust::tbb::par) == place::calling_thread));
  BOOST_TEST((reduces_at(own_host_policy()) == place::calling_thread));
  BOOST_TEST((reduces_at(thrust::omp::par) == place::team_of_3));
  BOOST_TEST((reduces_at(thrust::device) == place::team_of_3));
  BOOST_TEST((reduces_at(own_device_policy()) == place::team_of_3));
  BOOST_TEST((reduces_at(named_policy("no default constructor")) == place::team_of_3));
}

BOOST_AUTO_TEST_CASE(an_accelerated_policy_can_be_kept)
{
  std::vector<int> const ones(1'000, 1);
  auto changeable     = thrum::accelerate(thrust::omp::par);
  auto const constant = changeable;
  auto const twice    = thrum::accelerate(constant);
  BOOST_TEST(thrust::reduce(changeable, ones.begin(), ones.end()) == 1'000);
  BOOST_TEST(thrust::reduce(constant, ones.begin(), ones.end()) == 1'000);
  BOOST_TEST(thrust::reduce(twice, ones.begin(), ones.end()) == 1'000);
  BOOST_TEST(thrum::reduce(constant, ones.begin(), ones.end()) == 1'000); // and ours takes it too
}

BOOST_AUTO_TEST_CASE(b57_an_allocator_is_used_and_not_copied)
{
  thread_count const threads(3);
  scratch_allocator scratch; // a temporary policy holds a reference to it
  auto const policy = thrum::accelerate(thrust::omp::par(scratch));
  std::vector<float> const items(1'000'000, 0.5f);
  std::vector<float> out(items.size());
  thrust::inclusive_scan(policy, items.begin(), items.end(), out.begin());
  BOOST_TEST(out.back() == 500'000.0f);
  BOOST_TEST(scratch.calls() > 0);
  BOOST_TEST(scratch.live_blocks() == 0);
}

BOOST_AUTO_TEST_CASE(a_memory_resource_is_used)
{
  thrust::mr::new_delete_resource memory;
  std::vector<float> const items(1'000'000, 0.5f);
  std::vector<float> out(items.size());
  thrust::inclusive_scan(thrum::accelerate(thrust::omp::par(&memory)), items.begin(), items.end(),
                         out.begin());
  BOOST_TEST(out.back() == 500'000.0f);
}

BOOST_AUTO_TEST_CASE(memory_of_a_policy_of_the_users_goes_back_to_it)
{
  long lent         = 0;
  auto const policy = thrum::accelerate(lending_policy(lent));
  std::vector<int> items(100'000);
  std::iota(items.rbegin(), items.rend(), 0);
  thrust::stable_sort(policy, items.begin(), items.end(), [](int a, int b) { return a < b; }); // Thrust's own
  BOOST_TEST(items.front() == 0);
  BOOST_TEST(lent == 0);
}
