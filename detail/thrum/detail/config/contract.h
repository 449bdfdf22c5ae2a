// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What happens when a caller breaks a precondition that the library checks.

#include <thrum/detail/config/config.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include <nv/target>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Throws std::invalid_argument: "thrum::<algorithm>: <what> <value>".
[[noreturn]] inline void refuse(char const* algorithm, char const* what, std::int64_t value)
{
  throw std::invalid_argument(std::string("thrum::") + algorithm + ": " + what + ' ' + std::to_string(value));
}

/// The value, which must not be negative. Device code cannot throw: there a negative one counts as 0.
THRUM_HOST_DEVICE inline std::int64_t require_not_negative([[maybe_unused]] char const* algorithm,
                                                           [[maybe_unused]] char const* what,
                                                           std::int64_t value)
{
  if (value < 0)
  {
    NV_IF_ELSE_TARGET(NV_IS_HOST, (detail::refuse(algorithm, what, value);), (return 0;))
  }
  return value;
}
} // namespace detail
THRUM_NAMESPACE_END
