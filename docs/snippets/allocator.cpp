// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/scan.h>

#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstddef>
#include <memory>
#include <vector>

//! [page]
// Counts what it hands out. Any allocator that Thrust takes will do.
struct counting_allocator
{
  using value_type = std::byte;

  std::size_t allocations = 0;
  std::size_t bytes_out   = 0;

  std::byte* allocate(std::size_t count)
  {
    ++allocations;
    bytes_out += count;
    return std::allocator<std::byte>().allocate(count);
  }
  void deallocate(std::byte* place, std::size_t count)
  {
    bytes_out -= count;
    std::allocator<std::byte>().deallocate(place, count);
  }
};

int main()
{
  counting_allocator memory;
  std::vector<double> items(1 << 20, 1.0);

  thrum::inclusive_scan(thrust::omp::par(memory), items.begin(), items.end(), items.begin());

  check(memory.allocations > 0, "scratch comes from the policy's allocator");
  check(memory.bytes_out == 0, "and all of it is given back");
}
//! [page]
