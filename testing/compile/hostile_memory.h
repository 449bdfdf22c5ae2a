// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where the items of hostile_names.h are: where host and system can both see them.
#include <cstddef>
#include <new>
#include <vector>

namespace hostile
{
#if defined(__CUDACC__)
template <class T>
struct managed_allocator
{
  using value_type = T;

  managed_allocator() = default;
  template <class U>
  managed_allocator(managed_allocator<U> const&)
  {}

  T* allocate(std::size_t count)
  {
    void* items = nullptr;
    if (cudaMallocManaged(&items, count * sizeof(T)) != cudaSuccess)
    {
      throw std::bad_alloc();
    }
    return static_cast<T*>(items);
  }
  void deallocate(T* items, std::size_t) { cudaFree(items); }

  friend bool operator==(managed_allocator, managed_allocator) { return true; }
  friend bool operator!=(managed_allocator, managed_allocator) { return false; }
};

template <class T>
using user_memory = std::vector<T, managed_allocator<T>>;
#else
template <class T>
using user_memory = std::vector<T>;
#endif
} // namespace hostile
