// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Whole multiples.

#include <thrum/detail/config/config.h>

#include <cstddef>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// The least number of parts of `b` items that hold `a` items.
THRUM_HOST_DEVICE constexpr std::ptrdiff_t ceil_div(std::ptrdiff_t a, std::ptrdiff_t b)
{
  return a / b + (a % b != 0);
}

/// The least multiple of `granule` that is not below `x`: of bytes, or an address as a number.
THRUM_HOST_DEVICE constexpr std::size_t round_up(std::size_t x, std::size_t granule)
{
  return (x + granule - 1) / granule * granule;
}
} // namespace detail
THRUM_NAMESPACE_END
