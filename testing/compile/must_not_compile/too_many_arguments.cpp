// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// flags:   -std=c++17 DETAIL CCCL OPENMP
// control: -std=c++17 DETAIL CCCL OPENMP -DFEWER
// expect:  thrum: reduce_by_key takes a predicate and an operator at most
#include <thrum/reduce_by_key.h>

#include <functional>

void sums(int const* first, int const* last, int const* values, int* keys, int* result)
{
#if defined(FEWER)
  thrum::reduce_by_key(first, last, values, keys, result, std::equal_to<>(), std::plus<>());
#else
  thrum::reduce_by_key(first, last, values, keys, result, 0, std::equal_to<>(), std::plus<>());
#endif
}
