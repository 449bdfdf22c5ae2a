// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans of segments on a team of OpenMP threads.

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/sequential/scan_by_key.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, scan_kind Kind, class Keys, class In, class Out, class T, class Pred, class Op>
void run(openmp_execution<Policy> const& execution,
         scan_by_key_problem<Kind, Keys, In, Out, T, Pred, Op>& problem)
{
  detail::require_random_access<Keys, In, Out>();
  if (problem.count > 0)
  {
    using pass = scan_by_key_pass<scan_by_key_problem<Kind, Keys, In, Out, T, Pred, Op>>;
    openmp_engine<Policy>(execution).template run_over<pass>(problem);
  }
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
