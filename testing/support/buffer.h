// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <stdexcept>
#include <vector>

namespace thrum_test
{
/// Items where a system under test can reach them. begin() and end() are what the algorithm gets; items()
/// brings the content back and throws when something was written beside it. An input has no margins, so
/// that a sanitizer sees a read beside it; an output has some, so that every build sees a write.
template <class T>
class buffer
{
public:
  buffer(std::vector<T> const& content, std::size_t margin_bytes) : buffer(content.size(), margin_bytes)
  {
    std::uninitialized_copy(content.begin(), content.end(), first_);
  }
  buffer(std::size_t size, T const& fill, std::size_t margin_bytes) : buffer(size, margin_bytes)
  {
    std::uninitialized_fill_n(first_, size, fill);
  }
  buffer(buffer const&)            = delete;
  buffer& operator=(buffer const&) = delete;
  ~buffer()
  {
    std::destroy_n(first_, size_);
    ::operator delete(storage_, alignment);
  }

  T* begin() { return first_; }
  T* end() { return first_ + size_; }
  T const* begin() const { return first_; }
  T const* end() const { return first_ + size_; }
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(size_); }

  std::vector<T> items() const
  {
    auto const* const after = reinterpret_cast<unsigned char const*>(first_ + size_);
    auto const untouched    = [](unsigned char byte) { return byte == margin_pattern; };
    if (!std::all_of(storage_, storage_ + margin_, untouched)
        || !std::all_of(after, after + margin_, untouched))
    {
      throw std::logic_error("something was written outside the output");
    }
    return std::vector<T>(first_, first_ + size_);
  }

private:
  static constexpr unsigned char margin_pattern = 0xA5;
  static constexpr std::align_val_t alignment{alignof(T)};

  buffer(std::size_t size, std::size_t margin_bytes)
      : size_(size)
      , margin_((margin_bytes + alignof(T) - 1) / alignof(T) * alignof(T))
      , storage_(static_cast<unsigned char*>(::operator new(size * sizeof(T) + 2 * margin_, alignment)))
      , first_(reinterpret_cast<T*>(storage_ + margin_))
  {
    std::fill_n(storage_, margin_, margin_pattern);
    std::fill_n(reinterpret_cast<unsigned char*>(first_ + size), margin_, margin_pattern);
  }

  std::size_t size_;
  std::size_t margin_;
  unsigned char* storage_;
  T* first_;
};
} // namespace thrum_test
