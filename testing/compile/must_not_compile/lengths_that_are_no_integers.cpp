// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL -DLENGTH=double
// control: -std=c++17 DETAIL CCCL -DLENGTH=short
// expect:  thrum: lengths, sizes and ends must be integers
#include <thrum/run_length.h>

#include <thrust/execution_policy.h>

void decode(int const* first, int const* last, LENGTH const* lengths, int* items)
{
  thrum::run_length_decode(thrust::seq, first, last, lengths, items);
}
