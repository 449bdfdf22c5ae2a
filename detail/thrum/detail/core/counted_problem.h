// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A problem whose result is a count that goes through an output iterator instead of to the caller: then a
/// device need not be waited for.

#include <thrum/detail/core/iterators.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem, class CountOut>
struct counted_problem
{
  using asked_type = Problem;

  Problem asked;
  cursor<CountOut> count_out;
};

THRUM_NO_EXEC_CHECK
template <class Problem, class CountOut>
THRUM_HOST_DEVICE auto make_counted_problem(Problem const& asked, CountOut count_out)
{
  return counted_problem<Problem, unwrapped_t<CountOut>>{
    asked, cursor<unwrapped_t<CountOut>>(detail::unwrap(count_out))};
}
} // namespace detail
THRUM_NAMESPACE_END
