// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the files of cuda/relocatable.cu have in common. Two of them call the same algorithms with the same types, so
// that each has kernels and device functions of the same names, and device code calls from one file to the other.
#include "grids.h" // first

#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>

#include <cstddef>

namespace relocatable
{
/// In device memory.
struct job
{
  float const* items;
  std::ptrdiff_t count;
  float* sums;
};

// Not inlined: there are two, of one name. Returns the total.
template <class Policy>
[[gnu::noinline]] float run(Policy const& policy, job const& j)
{
  thrum::inclusive_scan(policy, j.items, j.items + j.count, j.sums);
  return thrum::reduce(policy, j.items, j.items + j.count, 0.0F);
}

float run_in_one(job const& j);
float run_in_two(job const& j);

/// In the calling thread.
__device__ float run_in_thread_of_one(job const& j);
__device__ float run_in_thread_of_two(job const& j);
} // namespace relocatable
