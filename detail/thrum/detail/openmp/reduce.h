// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce on a team of OpenMP threads.

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/openmp/scan.h>
#include <thrum/detail/sequential/reduce.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, class In, class T, class Op>
T run(openmp_execution<Policy> const& execution, reduce_problem<In, T, Op>& problem)
{
  detail::require_random_access<In>();
  return detail::reduce_on(openmp_engine<Policy>(execution), problem);
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
