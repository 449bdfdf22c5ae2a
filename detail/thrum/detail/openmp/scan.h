// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans on a team of OpenMP threads.

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/sequential/scan.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, scan_kind Kind, class In, class Out, class T, class Op>
void run(openmp_execution<Policy> const& execution, scan_problem<Kind, In, Out, T, Op>& problem)
{
  detail::require_random_access<In, Out>();
  if (problem.count > 0)
  {
    openmp_engine<Policy>(execution).template run_over<scan_pass<scan_problem<Kind, In, Out, T, Op>>>(
      problem);
  }
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
