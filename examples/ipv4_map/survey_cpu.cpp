// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "surveyor.h"
#include "tally.h"

#include <thrust/execution_policy.h>
#include <thrust/host_vector.h>
#include <thrust/system/omp/execution_policy.h>

namespace ipv4_map
{
namespace
{
struct host_memory
{
  template <typename T>
  using vector_of = thrust::host_vector<T>;
  using tally     = thread_tally;
};
} // namespace

survey survey_on_this_thread(address_table const& table, progress& steps)
{
  return survey_in<host_memory>(thrust::seq, table, steps);
}

survey survey_on_openmp(address_table const& table, progress& steps)
{
  return survey_in<host_memory>(thrust::omp::par, table, steps);
}
} // namespace ipv4_map
