// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What happens when a caller breaks a precondition that the library checks.

#include <thrum/detail/config/config.h>

#include <cstdint>
#include <stdexcept>
#include <string>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Throws std::invalid_argument: "thrum::<algorithm>: <what> <value>".
[[noreturn]] inline void refuse(char const* algorithm, char const* what, std::int64_t value)
{
  throw std::invalid_argument(std::string("thrum::") + algorithm + ": " + what + ' ' + std::to_string(value));
}

inline void require_not_negative(char const* algorithm, char const* what, std::int64_t value)
{
  if (value < 0)
  {
    detail::refuse(algorithm, what, value);
  }
}
} // namespace detail
THRUM_NAMESPACE_END
