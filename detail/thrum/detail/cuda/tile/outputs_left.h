// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The last steps of tiles whose outputs leave as they finish: nothing is left to store.

#include <thrum/detail/config/config.h>

#include <cstddef>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
struct outputs_left
{
  template <class Cta, class Slot, class Problem>
  THRUM_HOST_DEVICE static void store(Cta const&, Slot&, Problem const&, std::ptrdiff_t)
  {}
  template <class Cta, class Slot, class Problem>
  THRUM_HOST_DEVICE static void store_part(Cta const&, Slot&, Problem const&, std::ptrdiff_t, int, int)
  {}
  template <class Cta, class Slot, class Problem>
  THRUM_HOST_DEVICE static void store_bulk(Cta const&, Slot&, Problem const&, std::ptrdiff_t)
  {}
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
