// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A random access output iterator that can do as little as the rules allow.
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
    explicit reference(T* item) : item_(item) {}
    void operator=(T const& value) const { *item_ = value; }

  private:
    T* item_;
  };
  using iterator_category = std::random_access_iterator_tag;
  using value_type        = void;
  using difference_type   = std::ptrdiff_t;
  using pointer           = void;

  assign_only_iterator() = delete;
  explicit assign_only_iterator(T* at) : at_(at) {}
  assign_only_iterator(assign_only_iterator const&)            = default;
  assign_only_iterator& operator=(assign_only_iterator const&) = delete;

  T* base() const { return at_; }
  reference operator*() const { return reference(at_); }
  reference operator[](difference_type n) const { return reference(at_ + n); }
  assign_only_iterator& operator+=(difference_type n)
  {
    at_ += n;
    return *this;
  }
  assign_only_iterator& operator-=(difference_type n) { return *this += -n; }
  assign_only_iterator& operator++() { return *this += 1; }
  assign_only_iterator& operator--() { return *this -= 1; }
  assign_only_iterator operator++(int)
  {
    assign_only_iterator const before = *this;
    ++at_;
    return before;
  }
  assign_only_iterator operator--(int)
  {
    assign_only_iterator const before = *this;
    --at_;
    return before;
  }
  friend assign_only_iterator operator+(assign_only_iterator a, difference_type n)
  {
    return assign_only_iterator(a.at_ + n);
  }
  friend assign_only_iterator operator+(difference_type n, assign_only_iterator a) { return a + n; }
  friend assign_only_iterator operator-(assign_only_iterator a, difference_type n) { return a + -n; }
  friend difference_type operator-(assign_only_iterator a, assign_only_iterator b) { return a.at_ - b.at_; }
  friend bool operator==(assign_only_iterator a, assign_only_iterator b) { return a.at_ == b.at_; }
  friend bool operator!=(assign_only_iterator a, assign_only_iterator b) { return a.at_ != b.at_; }
  friend bool operator<(assign_only_iterator a, assign_only_iterator b) { return a.at_ < b.at_; }
  friend bool operator>(assign_only_iterator a, assign_only_iterator b) { return a.at_ > b.at_; }
  friend bool operator<=(assign_only_iterator a, assign_only_iterator b) { return a.at_ <= b.at_; }
  friend bool operator>=(assign_only_iterator a, assign_only_iterator b) { return a.at_ >= b.at_; }

private:
  T* at_;
};
} // namespace thrum_test
