// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random-access iterators that know their range. Like trap_operator.h they count faults, on any thread of the
// system under test, whose memory they use.
//
//   checked_input<int> in(values);    in.begin(), in.end(); afterwards in.faults() == 0, in.most_reads() <= 1
//   checked_output<int> out(n, -1);   write-only: out.begin(); afterwards out.faults() == 0, out.items()
#include "systems.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <vector>

#include <cuda/std/atomic>

namespace thrum_test
{
namespace detail
{
/// All systems of one program share a kind of memory.
template <class T>
using buffer_under_test = typename std::tuple_element_t<0, systems>::template buffer<T>;

/// What all iterators of one range share, in memory that they reach.
struct access_counts
{
  int* of_items       = nullptr;
  int* faults         = nullptr;
  std::ptrdiff_t size = 0;

  /// Is `at` an item? Anything else is a fault.
  THRUM_HOST_DEVICE bool touch(std::ptrdiff_t at) const
  {
    bool const is_item = at >= 0 && at < size;
    add_one(is_item ? of_items[at] : *faults);
    return is_item;
  }
  THRUM_HOST_DEVICE void stand_at(std::ptrdiff_t at) const
  {
    if (at < 0 || at > size)
    {
      add_one(*faults);
    }
  }
  THRUM_HOST_DEVICE static void add_one(int& count) { cuda::std::atomic_ref<int>(count).fetch_add(1); }
};

class access_log
{
public:
  explicit access_log(std::size_t size)
      : counts_(std::vector<int>(size), 0)
      , faults_(std::vector<int>(1), output_margin)
  {}

  std::ptrdiff_t size() const { return counts_.size(); }
  access_counts counts() { return {counts_.begin(), faults_.begin(), size()}; }

  int faults() const { return faults_.items().front(); }
  int accesses(std::ptrdiff_t at) const { return counts_.items()[static_cast<std::size_t>(at)]; }
  int most() const
  {
    return extreme([](int a, int b) { return a < b; });
  }
  int least() const
  {
    return extreme([](int a, int b) { return a > b; });
  }

private:
  template <class Less>
  int extreme(Less less) const
  {
    std::vector<int> const counts = counts_.items();
    return counts.empty() ? 0 : *std::max_element(counts.begin(), counts.end(), less);
  }

  buffer_under_test<int> counts_;
  buffer_under_test<int> faults_;
};

/// Position and log; `Derived` adds dereferencing.
template <class Derived>
class checked_position
{
public:
  using iterator_category = std::random_access_iterator_tag;
  using difference_type   = std::ptrdiff_t;

  checked_position() = default;
  THRUM_HOST_DEVICE checked_position(access_counts log, std::ptrdiff_t at) : log_(log), at_(at) {}

  THRUM_HOST_DEVICE Derived& operator+=(difference_type n)
  {
    at_ += n;
    log_.stand_at(at_);
    return static_cast<Derived&>(*this);
  }
  THRUM_HOST_DEVICE Derived& operator-=(difference_type n) { return *this += -n; }
  THRUM_HOST_DEVICE Derived& operator++() { return *this += 1; }
  THRUM_HOST_DEVICE Derived& operator--() { return *this += -1; }
  THRUM_HOST_DEVICE Derived operator++(int)
  {
    Derived const before = static_cast<Derived&>(*this);
    ++*this;
    return before;
  }
  THRUM_HOST_DEVICE Derived operator--(int)
  {
    Derived const before = static_cast<Derived&>(*this);
    --*this;
    return before;
  }
  THRUM_HOST_DEVICE friend Derived operator+(Derived a, difference_type n) { return a += n; }
  THRUM_HOST_DEVICE friend Derived operator+(difference_type n, Derived a) { return a += n; }
  THRUM_HOST_DEVICE friend Derived operator-(Derived a, difference_type n) { return a -= n; }
  THRUM_HOST_DEVICE friend difference_type operator-(Derived const& a, Derived const& b)
  {
    return a.at_ - b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator==(Derived const& a, Derived const& b) { return a.at_ == b.at_; }
  THRUM_HOST_DEVICE friend bool operator!=(Derived const& a, Derived const& b) { return a.at_ != b.at_; }
  THRUM_HOST_DEVICE friend bool operator<(Derived const& a, Derived const& b) { return a.at_ < b.at_; }
  THRUM_HOST_DEVICE friend bool operator>(Derived const& a, Derived const& b) { return a.at_ > b.at_; }
  THRUM_HOST_DEVICE friend bool operator<=(Derived const& a, Derived const& b) { return a.at_ <= b.at_; }
  THRUM_HOST_DEVICE friend bool operator>=(Derived const& a, Derived const& b) { return a.at_ >= b.at_; }

protected:
  access_counts log_;
  std::ptrdiff_t at_ = 0;
};
} // namespace detail

/// Read-only items, each read counted. Outside the range a read gives the first item.
template <class T>
class checked_input
{
public:
  class iterator : public detail::checked_position<iterator>
  {
  public:
    using value_type = T;
    using pointer    = T const*;
    using reference  = T const&;
    iterator()       = default;
    THRUM_HOST_DEVICE iterator(detail::access_counts log, T const* items, std::ptrdiff_t at)
        : detail::checked_position<iterator>(log, at)
        , items_(items)
    {}
    THRUM_HOST_DEVICE reference operator*() const
    {
      return items_[this->log_.touch(this->at_) ? this->at_ : 0];
    }
    THRUM_HOST_DEVICE reference operator[](std::ptrdiff_t n) const { return *(*this + n); }

  private:
    T const* items_ = nullptr;
  };

  explicit checked_input(std::vector<T> const& items) : items_(items, 0), log_(items.size()) {}
  iterator begin() { return {log_.counts(), items_.begin(), 0}; }
  iterator end() { return {log_.counts(), items_.begin(), log_.size()}; }
  int faults() const { return log_.faults(); }
  int most_reads() const { return log_.most(); }
  int least_reads() const { return log_.least(); }
  int reads_of(std::ptrdiff_t at) const { return log_.accesses(at); }

private:
  detail::buffer_under_test<T> items_;
  detail::access_log log_;
};

/// Items that can be assigned and nothing else, each write counted.
template <class T>
class checked_output
{
public:
  class slot
  {
  public:
    THRUM_HOST_DEVICE slot(T* item) : item_(item) {}
    template <class Value>
    THRUM_HOST_DEVICE slot const& operator=(Value const& value) const
    {
      if (item_ != nullptr)
      {
        *item_ = value;
      }
      return *this;
    }

  private:
    T* item_;
  };
  class iterator : public detail::checked_position<iterator>
  {
  public:
    using value_type = void;
    using pointer    = void;
    using reference  = slot;
    iterator()       = default;
    THRUM_HOST_DEVICE iterator(detail::access_counts log, T* items, std::ptrdiff_t at)
        : detail::checked_position<iterator>(log, at)
        , items_(items)
    {}
    THRUM_HOST_DEVICE reference operator*() const
    {
      return this->log_.touch(this->at_) ? items_ + this->at_ : nullptr;
    }
    THRUM_HOST_DEVICE reference operator[](std::ptrdiff_t n) const { return *(*this + n); }

  private:
    T* items_ = nullptr;
  };

  checked_output(std::size_t size, T const& fill) : items_(size, fill, 0), log_(size) {}
  iterator begin() { return {log_.counts(), items_.begin(), 0}; }
  iterator end() { return {log_.counts(), items_.begin(), log_.size()}; }
  std::vector<T> items() const { return items_.items(); }
  int faults() const { return log_.faults(); }
  int most_writes() const { return log_.most(); }
  int least_writes() const { return log_.least(); }

private:
  detail::buffer_under_test<T> items_;
  detail::access_log log_;
};
} // namespace thrum_test
