// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <algorithm>
#include <cstddef>
#include <mutex>
#include <new>

namespace thrum_benchmark
{
/// An allocator for policies that remembers the most bytes it had given out at any time.
class counting_allocator
{
public:
  using value_type = char;

  counting_allocator()                                     = default;
  counting_allocator(counting_allocator const&)            = delete;
  counting_allocator& operator=(counting_allocator const&) = delete;

  char* allocate(std::ptrdiff_t bytes)
  {
    auto const size = static_cast<std::size_t>(bytes);
    std::lock_guard<std::mutex> const lock(mutex_);
    char* const memory = static_cast<char*>(::operator new(size, alignment));
    live_ += size;
    most_ = std::max(most_, live_);
    return memory;
  }

  void deallocate(char* memory, std::size_t size)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    live_ -= size;
    ::operator delete(memory, alignment);
  }

  std::size_t most() const { return most_; }

private:
  static constexpr std::align_val_t alignment{64};

  std::mutex mutex_;
  std::size_t live_ = 0;
  std::size_t most_ = 0;
};
} // namespace thrum_benchmark
