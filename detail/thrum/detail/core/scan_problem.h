// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is asked of a scan, as one value: it travels unchanged from the public function to the backend.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/operators.h>

#include <cuda/std/optional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
enum class scan_kind
{
  inclusive,
  exclusive,
  total, // only the last value of the inclusive scan: an ordered reduce
};

template <scan_kind Kind, class In, class Out, class T, class Op>
struct scan_problem
{
  using accum                     = T;
  static constexpr scan_kind kind = Kind;

  cursor<In> in;
  cursor<Out> out;
  std::ptrdiff_t count;
  ::cuda::std::optional<T> init;
  fold_op<Op, T> op;

  /// An exclusive scan does not read its last item.
  THRUM_HOST_DEVICE std::ptrdiff_t inputs() const
  {
    return Kind == scan_kind::exclusive && count > 0 ? count - 1 : count;
  }
};

template <scan_kind Kind, class Keys, class In, class Out, class T, class Pred, class Op>
struct scan_by_key_problem
{
  using accum                     = T;
  static constexpr scan_kind kind = Kind;

  cursor<Keys> keys;
  cursor<In> in;
  cursor<Out> out;
  std::ptrdiff_t count;
  ::cuda::std::optional<T> init;
  Pred pred;
  fold_op<Op, T> op;

  THRUM_HOST_DEVICE std::ptrdiff_t inputs() const
  {
    return Kind == scan_kind::exclusive && count > 0 ? count - 1 : count;
  }
};

/// The accumulator: init's type where there is one, else the input's value type.
THRUM_NO_EXEC_CHECK
template <scan_kind Kind, class T, class In, class Out, class Op>
THRUM_HOST_DEVICE auto make_scan_problem(In first, In last, Out result, ::cuda::std::optional<T> init, Op op)
{
  using problem = scan_problem<Kind, unwrapped_t<In>, unwrapped_t<Out>, T, Op>;
  return problem{cursor<unwrapped_t<In>>(detail::unwrap(first)),
                 cursor<unwrapped_t<Out>>(detail::unwrap(result)),
                 detail::count_between(first, last),
                 std::move(init),
                 {op}};
}

THRUM_NO_EXEC_CHECK
template <scan_kind Kind, class T, class Keys, class In, class Out, class Pred, class Op>
THRUM_HOST_DEVICE auto make_scan_by_key_problem(
  Keys first, Keys last, In values, Out result, ::cuda::std::optional<T> init, Pred pred, Op op)
{
  using problem =
    scan_by_key_problem<Kind, unwrapped_t<Keys>, unwrapped_t<In>, unwrapped_t<Out>, T, Pred, Op>;
  return problem{cursor<unwrapped_t<Keys>>(detail::unwrap(first)),
                 cursor<unwrapped_t<In>>(detail::unwrap(values)),
                 cursor<unwrapped_t<Out>>(detail::unwrap(result)),
                 detail::count_between(first, last),
                 std::move(init),
                 pred,
                 {op}};
}
} // namespace detail
THRUM_NAMESPACE_END
