// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a policy has an allocator, not a byte comes from elsewhere.
#define BOOST_TEST_MODULE policy_scratch_nowhere_else
#include <cstddef>
#include <new>
#include <string>

#include "count_memory.h"
#include "one_of_each.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Takes memory out of one block of its own, so that whatever else is taken is not its doing.
class one_block
{
public:
  using value_type = unsigned char;

  unsigned char* allocate(std::ptrdiff_t bytes)
  {
    if (used_ + bytes > size)
      throw std::bad_alloc();
    unsigned char* const address = memory_ + used_;
    used_ += (bytes + 127) / 128 * 128;
    ++allocations_;
    return address;
  }
  void deallocate(unsigned char*, std::size_t)
  {
    if (++frees_ == allocations_)
      used_ = 0;
  }
  long allocations() const { return allocations_; }
  long frees() const { return frees_; }

private:
  static constexpr std::ptrdiff_t size = 16 << 20;
  alignas(128) static inline unsigned char memory_[size];
  std::ptrdiff_t used_ = 0;
  long allocations_    = 0;
  long frees_          = 0;
};

template <class Visitor>
void visit_all(Visitor visitor)
{
  visit_reductions(visitor);
  visit_scans(visitor);
  visit_run_length(visitor);
  visit_load_balance(visitor);
}
} // namespace

BOOST_AUTO_TEST_CASE(b57_and_from_nowhere_else, *boost::unit_test::precondition(counts_memory))
{
  omp_system<3> const system;
  visit_all([&](char const* name, auto call) {
    one_block memory;
    call(thrust::omp::par(memory)); // what the test and the runtime keep is taken now
    memory_since const since;
    bool const right = call(thrust::omp::par(memory));
    long const calls = since.calls(); // before Boost.Test makes its own
    BOOST_TEST(right, name);
    bool const is_view = std::string(name)
                         == "make_run_length_decoded_view"; // its table has an owner, which can move
    BOOST_TEST(calls == (is_view ? 1 : 0), name << " has taken memory beside the allocator");
    BOOST_TEST(memory.allocations() == memory.frees(), name);
  });
}
