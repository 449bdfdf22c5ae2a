// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A pointer from shared memory into shared memory. What is loaded from memory as a pointer may point anywhere, and so
/// may all that is read through it; a distance from the place where it stands stays in the same memory, which the
/// compiler knows.

#include <thrum/detail/config/config.h>

#include <cstdint>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// To an object in the allocation that this lies in itself (a block's memory), or to nothing: what stands between two
/// objects of it fits 32 bits. It is not to be moved.
template <class T>
class nearby
{
public:
  nearby()                         = default;
  nearby(nearby const&)            = delete;
  nearby& operator=(nearby const&) = delete;

  THRUM_DEVICE void point_to(T* to)
  {
    distance_ = to == nullptr ? 0 : static_cast<std::int32_t>(address_of(to) - address_of(this));
  }
  THRUM_DEVICE bool is_null() const { return distance_ == 0; }
  THRUM_DEVICE T* operator->() const
  {
    // From a pointer, not from its number, of which the compiler does not know the memory.
    return reinterpret_cast<T*>(reinterpret_cast<unsigned char*>(const_cast<nearby*>(this)) + distance_);
  }
  THRUM_DEVICE T& operator*() const { return *operator->(); }

private:
  /// Numbers, for pointers into different objects have no difference.
  THRUM_DEVICE static std::uintptr_t address_of(void const* p) { return reinterpret_cast<std::uintptr_t>(p); }

  std::int32_t distance_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
