// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The table behind a lazily decoded view, made by a team of OpenMP threads.

#include <thrum/detail/openmp/engine.h>
#include <thrum/detail/sequential/run_starts.h>

#if THRUM_HAS_OPENMP
THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy, class Runs>
run_sum run(openmp_execution<Policy> const& execution, run_starts_problem<Runs> const& problem)
{
  detail::require_random_access<typename Runs::iterator>();
  return detail::run_starts_on(openmp_engine<Policy>(execution), problem);
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
