// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A random access output iterator that can do as little as the rules allow.
#include <thrum/detail/config/config.h>

#include <cstddef>
#include <iterator>

namespace thrum_test
{
/// It cannot be made from nothing, cannot be assigned to, and its references can be assigned to and nothing else.
template <class T>
class assign_only_iterator
{
public:
  class reference
  {
  public:
    THRUM_HOST_DEVICE explicit reference(T* item) : item_(item) {}
    THRUM_HOST_DEVICE void operator=(T const& value) const { *item_ = value; }

  private:
    T* item_;
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type        = void;
  using difference_type   = std::ptrdiff_t;
  using pointer           = void;

  assign_only_iterator() = delete;
  THRUM_HOST_DEVICE explicit assign_only_iterator(T* at) : at_(at) {}
  assign_only_iterator(assign_only_iterator const&)            = default;
  assign_only_iterator& operator=(assign_only_iterator const&) = delete;

  THRUM_HOST_DEVICE T* base() const { return at_; }
  THRUM_HOST_DEVICE reference operator*() const { return reference(at_); }
  THRUM_HOST_DEVICE reference operator[](difference_type n) const { return reference(at_ + n); }
  THRUM_HOST_DEVICE assign_only_iterator& operator+=(difference_type n)
  {
    at_ += n;
    return *this;
  }
  THRUM_HOST_DEVICE assign_only_iterator& operator-=(difference_type n) { return *this += -n; }
  THRUM_HOST_DEVICE assign_only_iterator& operator++() { return *this += 1; }
  THRUM_HOST_DEVICE assign_only_iterator& operator--() { return *this -= 1; }
  THRUM_HOST_DEVICE assign_only_iterator operator++(int)
  {
    assign_only_iterator const before = *this;
    ++at_;
    return before;
  }
  THRUM_HOST_DEVICE assign_only_iterator operator--(int)
  {
    assign_only_iterator const before = *this;
    --at_;
    return before;
  }
  THRUM_HOST_DEVICE friend assign_only_iterator operator+(assign_only_iterator a, difference_type n)
  {
    return assign_only_iterator(a.at_ + n);
  }
  THRUM_HOST_DEVICE friend assign_only_iterator operator+(difference_type n, assign_only_iterator a)
  {
    return a + n;
  }
  THRUM_HOST_DEVICE friend assign_only_iterator operator-(assign_only_iterator a, difference_type n)
  {
    return a + -n;
  }
  THRUM_HOST_DEVICE friend difference_type operator-(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ - b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator==(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ == b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator!=(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ != b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator<(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ < b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator>(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ > b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator<=(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ <= b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator>=(assign_only_iterator a, assign_only_iterator b)
  {
    return a.at_ >= b.at_;
  }

private:
  T* at_;
};
} // namespace thrum_test
