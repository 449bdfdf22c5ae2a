// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums, each with its own item.
#include <thrum/scan.h>

#include <thrust/scan.h>

#include "contest.h"
#include "scan_work.h"

namespace thrum_benchmark
{
template <class T>
struct inclusive_scan_work : scan_work<T, scan_kind::inclusive>
{
  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    thrum::inclusive_scan(policy, this->first(), this->last(), this->result());
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    thrust::inclusive_scan(policy, this->first(), this->last(), this->result());
  }
};

void hold_contests()
{
  hold<inclusive_scan_work<int>>("inclusive_scan/int/plus", 21);
  hold<inclusive_scan_work<float>>("inclusive_scan/float/plus", 21);
}
} // namespace thrum_benchmark
