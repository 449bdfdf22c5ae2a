// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length encode on a team of OpenMP threads.

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/sequential/run_length_encode.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred>
std::ptrdiff_t run(openmp_execution<Policy> const& execution,
                   run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>& problem)
{
  detail::require_random_access<Keys, HeadsOut, LengthsOut>();
  using pass = run_length_encode_pass<run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>>;
  return problem.count == 0 ? 0 : openmp_engine<Policy>(execution).template run_over<pass>(problem).runs();
}
template <class Policy, encode_kind Kind, class... Parts, class CountOut>
void run(openmp_execution<Policy> const& execution,
         counted_problem<run_length_encode_problem<Kind, Parts...>, CountOut>& problem)
{
  detail::assign(*problem.count_out.at(0), detail::run(execution, problem.asked));
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
