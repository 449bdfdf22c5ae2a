// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length encode on the GPU.

#include <thrum/detail/cuda/launch/counted.cuh>
#include <thrum/detail/cuda/tile/run_length_encode_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred>
std::ptrdiff_t run(cuda_execution<Policy> const& execution,
                   run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>& problem)
{
  detail::require_random_access<Keys, HeadsOut, LengthsOut>();
  constexpr char const* step = Kind == encode_kind::all ? "run_length_encode"
                                                        : "run_length_encode_non_trivial";
  return gpu::count_on_host<gpu::run_length_encode_tile>(execution, problem, step);
}

template <class Policy,
          encode_kind Kind,
          class Keys,
          class HeadsOut,
          class LengthsOut,
          class Pred,
          class CountOut>
void run(
  cuda_execution<Policy> const& execution,
  counted_problem<run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>, CountOut>& problem)
{
  detail::require_random_access<Keys, HeadsOut, LengthsOut>();
  gpu::count_in_order<gpu::run_length_encode_tile>(execution, problem, "run_length_encode_into");
}
} // namespace detail
THRUM_NAMESPACE_END
