// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Which tile is next.

#include <thrum/detail/config/config.h>

#include <cstddef>

#include <cuda/atomic>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Tiles in ascending order: whoever runs takes the next, so the oldest tile is always being worked on, however
/// many blocks the device runs at a time. Memory is zero before.
class ticket
{
public:
  static constexpr std::size_t bytes = 128;

  THRUM_DEVICE explicit ticket(void* memory) : next_(static_cast<unsigned long long*>(memory)) {}

  THRUM_DEVICE std::ptrdiff_t take() const
  {
    using counter = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
    return static_cast<std::ptrdiff_t>(counter(*next_).fetch_add(1, ::cuda::memory_order_relaxed));
  }

private:
  unsigned long long* next_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
