// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What ThreadSanitizer is told of threads that it cannot see: each fiber is one, and what a barrier of a Cta orders
// is ordered. Nothing at all happens here in other builds.
#if defined(__SANITIZE_THREAD__)
#  define THRUM_TEST_TSAN 1
#elif defined(__has_feature)
#  if __has_feature(thread_sanitizer)
#    define THRUM_TEST_TSAN 1
#  endif
#endif
#if defined(THRUM_TEST_TSAN)
#  include <sanitizer/tsan_interface.h>

extern "C" void AnnotateIgnoreReadsBegin(char const* file, int line);
extern "C" void AnnotateIgnoreReadsEnd(char const* file, int line);
#endif

#include <cstddef>
#include <cstring>

namespace thrum_test
{
/// What was done so far comes before all that is done by whoever later acquires the same address.
inline void release([[maybe_unused]] void const* address)
{
#if defined(THRUM_TEST_TSAN)
  __tsan_release(const_cast<void*>(address));
#endif
}
inline void acquire([[maybe_unused]] void const* address)
{
#if defined(THRUM_TEST_TSAN)
  __tsan_acquire(const_cast<void*>(address));
#endif
}

/// As long as one lives, this fiber's accesses to memory are not looked at: those of the model itself.
class unseen
{
public:
  unseen()
  {
#if defined(THRUM_TEST_TSAN)
    AnnotateIgnoreReadsBegin(__FILE__, __LINE__); // and writes
#endif
  }
  ~unseen()
  {
#if defined(THRUM_TEST_TSAN)
    AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
#endif
  }
  unseen(unseen const&)            = delete;
  unseen& operator=(unseen const&) = delete;
};

/// A unit that copies memory beside the fibers: what it reads and writes is ordered with what they do by the
/// addresses alone that it acquires before and releases afterwards.
class copy_unit
{
public:
  copy_unit()                            = default;
  copy_unit(copy_unit const&)            = delete;
  copy_unit& operator=(copy_unit const&) = delete;

#if defined(THRUM_TEST_TSAN)
  ~copy_unit()
  {
    __tsan_destroy_fiber(self_);
  }

  // It has no stack of its own: nothing in here may lie on the caller's.
  void copy(void const* acquired, void* to, void const* from, std::size_t bytes, void const* released)
  {
    void* const caller = __tsan_get_current_fiber();
    __tsan_switch_to_fiber(self_, __tsan_switch_to_fiber_no_sync);
    __tsan_acquire(const_cast<void*>(acquired));
    std::memcpy(to, from, bytes);
    __tsan_release(const_cast<void*>(released));
    __tsan_switch_to_fiber(caller, __tsan_switch_to_fiber_no_sync);
  }

private:
  void* self_ = __tsan_create_fiber(0);
#else
  void copy(void const*, void* to, void const* from, std::size_t bytes, void const*)
  {
    std::memcpy(to, from, bytes);
  }
#endif
};
} // namespace thrum_test
