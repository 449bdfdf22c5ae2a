// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce by key on the GPU.

#include <thrum/detail/cuda/launch/counted.cuh>
#include <thrum/detail/cuda/tile/reduce_by_key_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut, class... Rest>
std::ptrdiff_t run(cuda_execution<Policy> const& execution,
                   reduce_by_key_problem<Keys, Values, KeysOut, ValuesOut, Rest...>& problem)
{
  detail::require_random_access<Keys, Values, KeysOut, ValuesOut>();
  return gpu::count_on_host<gpu::reduce_by_key_tile>(execution, problem, "reduce_by_key");
}

template <class Policy,
          class Keys,
          class Values,
          class KeysOut,
          class ValuesOut,
          class... Rest,
          class CountOut>
void run(cuda_execution<Policy> const& execution,
         counted_problem<reduce_by_key_problem<Keys, Values, KeysOut, ValuesOut, Rest...>, CountOut>& problem)
{
  detail::require_random_access<Keys, Values, KeysOut, ValuesOut>();
  gpu::count_in_order<gpu::reduce_by_key_tile>(execution, problem, "reduce_by_key_into");
}
} // namespace detail
THRUM_NAMESPACE_END
