// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL
// control: -std=c++17 DETAIL CCCL -DKNOWN
// expect:  thrum: no backend for this policy's system
#include <thrum/scan.h>

#include <thrust/execution_policy.h>

#if defined(KNOWN)
using base = thrust::system::cpp::tag;
#else
using base = thrust::detail::execution_policy_base<struct elsewhere>;
#endif

struct elsewhere : base
{};

void sums(elsewhere const& policy, int* first, int* last)
{
  thrum::inclusive_scan(policy, first, last, first);
}
