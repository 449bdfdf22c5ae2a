// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is asked of a run length encode, as one value.

#include <thrum/detail/core/iterators.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
enum class encode_kind
{
  all,        // the value and the length of every run
  non_trivial // the offset and the length of runs of two and more
};

/// `heads_out` takes a run's value or its offset.
template <encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred>
struct run_length_encode_problem
{
  static constexpr encode_kind kind = Kind;
  using key                         = value_type_t<Keys>;

  cursor<Keys> keys;
  cursor<HeadsOut> heads_out;
  cursor<LengthsOut> lengths_out;
  std::ptrdiff_t count;
  Pred pred;
};

THRUM_NO_EXEC_CHECK
template <encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred>
THRUM_HOST_DEVICE auto make_run_length_encode_problem(
  Keys first, Keys last, HeadsOut heads_out, LengthsOut lengths_out, Pred pred)
{
  using problem =
    run_length_encode_problem<Kind, unwrapped_t<Keys>, unwrapped_t<HeadsOut>, unwrapped_t<LengthsOut>, Pred>;
  return problem{cursor<unwrapped_t<Keys>>(detail::unwrap(first)),
                 cursor<unwrapped_t<HeadsOut>>(detail::unwrap(heads_out)),
                 cursor<unwrapped_t<LengthsOut>>(detail::unwrap(lengths_out)),
                 detail::count_between(first, last), pred};
}
} // namespace detail
THRUM_NAMESPACE_END
