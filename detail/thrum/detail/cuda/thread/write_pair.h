// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What algorithms with two outputs do where one ends.

#include <thrum/detail/core/iterators.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Writes to both outputs and moves them on. (A lambda could not say that it may call host functions.)
THRUM_NO_EXEC_CHECK
template <class FirstOut, class SecondOut, class A, class B>
THRUM_HOST_DEVICE void write_pair(FirstOut& first, SecondOut& second, A const& a, B const& b)
{
  detail::assign(*first, a);
  detail::assign(*second, b);
  ++first;
  ++second;
}
} // namespace detail
THRUM_NAMESPACE_END
