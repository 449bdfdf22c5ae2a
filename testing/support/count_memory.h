// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Counts all memory that the program takes from the C library, operator new included. To be included by one file of a
// program. Sanitizers have a malloc of their own; then nothing is counted and `counts_memory` is false.
#include <boost/test/tree/decorator.hpp>
#include <boost/test/unit_test.hpp>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#    define THRUM_TEST_OWN_MALLOC 0
#  endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#  define THRUM_TEST_OWN_MALLOC 0
#endif
#if !defined(THRUM_TEST_OWN_MALLOC)
#  define THRUM_TEST_OWN_MALLOC 1
#  include <malloc.h>
#endif

namespace thrum_test
{
/// Precondition of tests that count.
inline boost::test_tools::assertion_result counts_memory(boost::unit_test::test_unit_id)
{
  boost::test_tools::assertion_result result{THRUM_TEST_OWN_MALLOC == 1};
  result.message() << "memory is counted by replacing glibc's malloc, which a sanitizer replaces already";
  return result;
}

namespace memory
{
inline std::atomic<long> calls{0};
inline std::atomic<std::int64_t> live{0}, most{0};

inline void took(std::int64_t bytes)
{
  ++calls;
  std::int64_t const now = live += bytes;
  for (std::int64_t before = most; before < now && !most.compare_exchange_weak(before, now);)
  {}
}
} // namespace memory

/// What was taken since it was made.
class memory_since
{
public:
  memory_since() { memory::most = start_; }
  long calls() const { return memory::calls - calls_; }
  std::int64_t most_bytes() const { return memory::most - start_; }
  std::int64_t live_bytes() const { return memory::live - start_; }

private:
  long calls_         = memory::calls;
  std::int64_t start_ = memory::live;
};
} // namespace thrum_test

#if THRUM_TEST_OWN_MALLOC
extern "C"
{
  void* __libc_malloc(std::size_t);
  void* __libc_calloc(std::size_t, std::size_t);
  void* __libc_realloc(void*, std::size_t);
  void* __libc_memalign(std::size_t, std::size_t);
  void __libc_free(void*);

  inline void* thrum_test_counted(void* address)
  {
    if (address != nullptr)
      thrum_test::memory::took(static_cast<std::int64_t>(malloc_usable_size(address)));
    return address;
  }
  void* malloc(std::size_t bytes) noexcept
  {
    return thrum_test_counted(__libc_malloc(bytes));
  }
  void* calloc(std::size_t count, std::size_t bytes) noexcept
  {
    return thrum_test_counted(__libc_calloc(count, bytes));
  }
  void* memalign(std::size_t alignment, std::size_t bytes) noexcept
  {
    return thrum_test_counted(__libc_memalign(alignment, bytes));
  }
  void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept
  {
    return memalign(alignment, bytes);
  }
  int posix_memalign(void** address, std::size_t alignment, std::size_t bytes) noexcept
  {
    *address = memalign(alignment, bytes);
    return *address == nullptr ? ENOMEM : 0;
  }
  void* realloc(void* address, std::size_t bytes) noexcept
  {
    if (address != nullptr)
      thrum_test::memory::live -= static_cast<std::int64_t>(malloc_usable_size(address));
    return thrum_test_counted(__libc_realloc(address, bytes));
  }
  void free(void* address) noexcept
  {
    if (address != nullptr)
      thrum_test::memory::live -= static_cast<std::int64_t>(malloc_usable_size(address));
    __libc_free(address);
  }
}
#endif
