// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums, each without its own item.
#include <thrum/scan.h>

#include <thrust/scan.h>

#include "contest.h"
#include "scan_work.h"

namespace thrum_benchmark
{
template <class T>
struct exclusive_scan_work : scan_work<T, scan_kind::exclusive>
{
  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    thrum::exclusive_scan(policy, this->first(), this->last(), this->result());
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    thrust::exclusive_scan(policy, this->first(), this->last(), this->result());
  }
};

void hold_contests()
{
  hold<exclusive_scan_work<int>>("exclusive_scan/int/plus", 21);
  hold<exclusive_scan_work<float>>("exclusive_scan/float/plus", 21);
}
} // namespace thrum_benchmark
