// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Policies with one of Thrust's memory resources.
#define BOOST_TEST_MODULE policy_memory_resource
#include <thrust/mr/allocator.h>
#include <thrust/mr/memory_resource.h>
#include <thrust/mr/new.h>
#include <thrust/mr/pool.h>

#include <cstddef>
#include <mutex>
#include <new>

#include "one_of_each.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
class counting_resource final : public thrust::mr::memory_resource<>
{
public:
  explicit counting_resource(long failing = -1) : failing_(failing) {}

  void* do_allocate(std::size_t bytes, std::size_t alignment) override
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    if (allocations_ == failing_)
      throw std::bad_alloc();
    ++allocations_;
    return memory_.do_allocate(bytes, alignment);
  }
  void do_deallocate(void* address, std::size_t bytes, std::size_t alignment) noexcept override
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    ++frees_;
    memory_.do_deallocate(address, bytes, alignment);
  }
  long allocations() const { return allocations_; }
  long frees() const { return frees_; }

private:
  std::mutex mutex_;
  thrust::mr::new_delete_resource memory_;
  long failing_;
  long allocations_ = 0;
  long frees_       = 0;
};

template <class Visitor>
void visit_some(Visitor visitor)
{
  visit_reductions(visitor);
  visit_run_length(visitor);
  visit_load_balance(visitor);
}
} // namespace

BOOST_AUTO_TEST_CASE(a_resource_gives_and_gets_back)
{
  thread_count const threads(3);
  counting_resource memory;
  auto const policy = thrust::omp::par(&memory);
  visit_some([&](char const* name, auto call) {
    BOOST_TEST(call(policy), name);
    BOOST_TEST(memory.allocations() == memory.frees(), name);
  });
  BOOST_TEST(memory.allocations() > 0);
  visit_some([&](char const* name, auto call) { BOOST_TEST(call(thrust::seq(&memory)), name); });
  BOOST_TEST(memory.allocations() == memory.frees());
}

BOOST_AUTO_TEST_CASE(a_pool_serves_every_call)
{
  thread_count const threads(3);
  counting_resource memory;
  thrust::mr::unsynchronized_pool_resource<counting_resource> pool(&memory);
  auto const policy = thrust::omp::par(&pool);
  visit_some([&](char const* name, auto call) { BOOST_TEST(call(policy), name); });
  long const allocations = memory.allocations();
  visit_some([&](char const* name, auto call) { BOOST_TEST(call(policy), name); });
  BOOST_TEST(memory.allocations() == allocations);
}

BOOST_AUTO_TEST_CASE(b61_a_resource_that_fails)
{
  thread_count const threads(3);
  std::vector<float> const items(1'000'000, 0.5f);
  counting_resource memory(0);
  BOOST_CHECK_THROW(
    thrum::reduce(thrust::omp::par(&memory), items.begin(), items.end(), 0.0f, std::plus<float>()),
    std::bad_alloc);
  BOOST_TEST(memory.frees() == 0);
}
