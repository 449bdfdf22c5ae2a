// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce by key on a team of OpenMP threads.

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/sequential/reduce_by_key.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, class... Parts>
std::ptrdiff_t run(openmp_execution<Policy> const& execution, reduce_by_key_problem<Parts...>& problem)
{
  using types = reduce_by_key_types<reduce_by_key_problem<Parts...>>;
  detail::require_random_access<typename types::Keys, typename types::Values, typename types::KeysOut,
                                typename types::ValuesOut>();
  using pass = reduce_by_key_pass<reduce_by_key_problem<Parts...>>;
  return problem.count == 0 ? 0 : openmp_engine<Policy>(execution).template run_over<pass>(problem).groups();
}
template <class Policy, class... Parts, class CountOut>
void run(openmp_execution<Policy> const& execution,
         counted_problem<reduce_by_key_problem<Parts...>, CountOut>& problem)
{
  detail::assign(*problem.count_out.at(0), detail::run(execution, problem.asked));
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
