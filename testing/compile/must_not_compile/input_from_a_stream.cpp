// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL
// control: -std=c++17 DETAIL CCCL -DCOPIED
// expect:  thrum: an input's iterators must be forward iterators at least
#include <thrum/scan.h>

#include <thrust/execution_policy.h>

#include <forward_list>
#include <istream>
#include <iterator>

void sums(std::istream& stream, int* result)
{
  std::istream_iterator<int> const first(stream), last;
#if defined(COPIED)
  std::forward_list<int> const items(first, last);
  thrum::inclusive_scan(thrust::seq, items.begin(), items.end(), result);
#else
  thrum::inclusive_scan(thrust::seq, first, last, result);
#endif
}
