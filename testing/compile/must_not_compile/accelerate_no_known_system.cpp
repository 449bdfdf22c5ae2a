// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL
// control: -std=c++17 DETAIL CCCL -DKNOWN
// expect:  thrum: no backend for this policy's system
#include <thrum/execution_policy.h>

#include <thrust/execution_policy.h>

#if defined(KNOWN)
template <class Policy>
using base = thrust::cpp::execution_policy<Policy>;
#else
template <class Policy>
using base = thrust::detail::execution_policy_base<Policy>;
#endif

struct elsewhere : base<elsewhere>
{};

auto accelerated(elsewhere const& policy)
{
  return thrum::accelerate(policy);
}
