// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A pointer from shared memory into shared memory. What is loaded from memory as a pointer may point anywhere, and so
/// may all that is read through it; a distance from the place where it stands stays in the same memory, which the
/// compiler knows.

#include <thrum/detail/config/config.h>

#include <cstddef>
#include <cstdint>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// To an object of the same allocation, or to nothing. It is not to be moved.
template <class T>
class nearby
{
public:
  nearby()                         = default;
  nearby(nearby const&)            = delete;
  nearby& operator=(nearby const&) = delete;

  THRUM_DEVICE void point_to(T* to)
  {
    distance_ = to == nullptr ? 0
                              : static_cast<std::int32_t>(reinterpret_cast<unsigned char*>(to)
                                                          - reinterpret_cast<unsigned char*>(this));
  }
  THRUM_DEVICE bool is_null() const { return distance_ == 0; }
  THRUM_DEVICE T* operator->() const
  {
    return reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(const_cast<nearby*>(this)) + distance_);
  }

private:
  std::int32_t distance_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
