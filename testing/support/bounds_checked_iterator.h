// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Random-access iterators that know their range. Like trap_operator.h they count faults, on any thread.
//
//   checked_input<int> in(values);    in.begin(), in.end(); afterwards in.faults() == 0, in.most_reads() <= 1
//   checked_output<int> out(n, -1);   write-only: out.begin(); afterwards out.faults() == 0, out.items()
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <iterator>
#include <vector>

namespace thrum_test
{
namespace detail
{
/// What all iterators of one range share.
class access_log
{
public:
  explicit access_log(std::size_t size) : counts_(size) {}

  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(counts_.size()); }

  /// Is `at` an item? Anything else is a fault.
  bool touch(std::ptrdiff_t at)
  {
    if (at < 0 || at >= size())
    {
      ++faults_;
      return false;
    }
    ++counts_[static_cast<std::size_t>(at)];
    return true;
  }
  void stand_at(std::ptrdiff_t at)
  {
    if (at < 0 || at > size())
    {
      ++faults_;
    }
  }

  long faults() const { return faults_; }
  int accesses(std::ptrdiff_t at) const { return counts_[static_cast<std::size_t>(at)]; }
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
    return counts_.empty() ? 0 : static_cast<int>(*std::max_element(counts_.begin(), counts_.end(), less));
  }

  std::vector<std::atomic<int>> counts_;
  std::atomic<long> faults_{0};
};

/// Position and log; `Derived` adds dereferencing.
template <class Derived>
class checked_position
{
public:
  using iterator_category = std::random_access_iterator_tag;
  using difference_type   = std::ptrdiff_t;

  checked_position() = default;
  checked_position(access_log* log, std::ptrdiff_t at) : log_(log), at_(at) {}

  Derived& operator+=(difference_type n)
  {
    at_ += n;
    log_->stand_at(at_);
    return static_cast<Derived&>(*this);
  }
  Derived& operator-=(difference_type n) { return *this += -n; }
  Derived& operator++() { return *this += 1; }
  Derived& operator--() { return *this += -1; }
  Derived operator++(int)
  {
    Derived const before = static_cast<Derived&>(*this);
    ++*this;
    return before;
  }
  Derived operator--(int)
  {
    Derived const before = static_cast<Derived&>(*this);
    --*this;
    return before;
  }
  friend Derived operator+(Derived a, difference_type n) { return a += n; }
  friend Derived operator+(difference_type n, Derived a) { return a += n; }
  friend Derived operator-(Derived a, difference_type n) { return a -= n; }
  friend difference_type operator-(Derived const& a, Derived const& b) { return a.at_ - b.at_; }
  friend bool operator==(Derived const& a, Derived const& b) { return a.at_ == b.at_; }
  friend bool operator!=(Derived const& a, Derived const& b) { return a.at_ != b.at_; }
  friend bool operator<(Derived const& a, Derived const& b) { return a.at_ < b.at_; }
  friend bool operator>(Derived const& a, Derived const& b) { return a.at_ > b.at_; }
  friend bool operator<=(Derived const& a, Derived const& b) { return a.at_ <= b.at_; }
  friend bool operator>=(Derived const& a, Derived const& b) { return a.at_ >= b.at_; }

protected:
  access_log* log_   = nullptr;
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
    iterator(detail::access_log* log, T const* items, std::ptrdiff_t at)
        : detail::checked_position<iterator>(log, at)
        , items_(items)
    {}
    reference operator*() const { return items_[this->log_->touch(this->at_) ? this->at_ : 0]; }
    reference operator[](std::ptrdiff_t n) const { return *(*this + n); }

  private:
    T const* items_ = nullptr;
  };

  explicit checked_input(std::vector<T> const& items) : items_(items.begin(), items.end()), log_(items.size())
  {}
  iterator begin() { return {&log_, items_.data(), 0}; }
  iterator end() { return {&log_, items_.data(), log_.size()}; }
  long faults() const { return log_.faults(); }
  int most_reads() const { return log_.most(); }
  int least_reads() const { return log_.least(); }
  int reads_of(std::ptrdiff_t at) const { return log_.accesses(at); }

private:
  std::vector<T> items_;
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
    slot(T* item) : item_(item) {}
    template <class Value>
    slot const& operator=(Value const& value) const
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
    iterator(detail::access_log* log, T* items, std::ptrdiff_t at)
        : detail::checked_position<iterator>(log, at)
        , items_(items)
    {}
    reference operator*() const { return this->log_->touch(this->at_) ? items_ + this->at_ : nullptr; }
    reference operator[](std::ptrdiff_t n) const { return *(*this + n); }

  private:
    T* items_ = nullptr;
  };

  checked_output(std::size_t size, T const& fill) : items_(size, fill), log_(size) {}
  iterator begin() { return {&log_, items_.data(), 0}; }
  iterator end() { return {&log_, items_.data(), log_.size()}; }
  std::vector<T> const& items() const { return items_; }
  long faults() const { return log_.faults(); }
  int most_writes() const { return log_.most(); }
  int least_writes() const { return log_.least(); }

private:
  std::vector<T> items_;
  detail::access_log log_;
};
} // namespace thrum_test
