// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// To be compiled by nvcc. Other compilers make of it what says that they did.

#include "survey.h"

#if defined(__CUDACC__)
#  include "surveyor.h"
#  include "tally.h"

#  include <thrust/device_vector.h>
#  include <thrust/system/cuda/execution_policy.h>

#  include <cuda_runtime_api.h>

namespace ipv4_map
{
namespace
{
struct gpu_memory
{
  template <typename T>
  using vector_of = thrust::device_vector<T>;
  using tally     = spread_tally<thrust::device_vector<std::int64_t>>;
};
} // namespace

survey survey_on_cuda(address_table const& table, progress& steps)
{
  return survey_in<gpu_memory>(thrust::cuda::par, table, steps);
}

std::string why_not_cuda()
{
  int count               = 0;
  cudaError_t const state = cudaGetDeviceCount(&count);
  return state == cudaSuccess ? "" : std::string("there is no GPU to be had: ") + cudaGetErrorString(state);
}

std::string name_of_gpu()
{
  cudaDeviceProp about{};
  return cudaGetDeviceProperties(&about, 0) == cudaSuccess ? about.name : "unknown";
}
} // namespace ipv4_map
#else
namespace ipv4_map
{
survey survey_on_cuda(address_table const&, progress&)
{
  throw std::runtime_error(why_not_cuda());
}

std::string why_not_cuda()
{
  return "this program was built without CUDA";
}

std::string name_of_gpu()
{
  return "none";
}
} // namespace ipv4_map
#endif
