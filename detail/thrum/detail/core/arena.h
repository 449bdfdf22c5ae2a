// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scratch memory: laid out by one piece of code that first measures, then carves.

#include <thrum/detail/config/config.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Hands out aligned pieces of one block of memory. Without memory it only measures: constructing the
/// same object over a measuring arena first tells how much the real one needs.
class arena
{
public:
  static constexpr std::size_t granule = 128; ///< two cache lines: neighbouring threads share none

  arena() = default; ///< measures
  explicit arena(void* memory) noexcept : next_(static_cast<unsigned char*>(memory)), measuring_(false) {}

  bool measuring() const noexcept { return measuring_; }

  /// Bytes for the pieces taken so far, whatever the alignment of the memory they will be carved from.
  std::size_t bytes() const noexcept { return used_ + granule; }

  template <class T>
  T* take(std::size_t count)
  {
    constexpr std::size_t alignment = alignof(T) > granule ? alignof(T) : granule;
    std::size_t const size          = count * sizeof(T) + alignment;
    used_ += size;
    if (measuring_)
    {
      return nullptr;
    }
    auto const address = reinterpret_cast<std::uintptr_t>(next_);
    auto const padding = (alignment - address % alignment) % alignment;
    auto* const piece  = next_ + padding;
    next_ += size;
    return reinterpret_cast<T*>(piece);
  }

private:
  unsigned char* next_ = nullptr;
  std::size_t used_    = 0;
  bool measuring_      = true;
};

/// Types that may be copied as bytes and forgotten without ceremony.
template <class T>
inline constexpr bool is_plain_v =
  std::is_trivially_copyable_v<T>&& std::is_trivially_destructible_v<T>&& std::is_copy_constructible_v<T>;

/// `count` places for values of a type that need not be default-constructible: nothing is constructed
/// before it is set, everything set is destroyed at the end. For plain types it is a bare array.
template <class T>
class slot_array
{
  using place = std::conditional_t<is_plain_v<T>, T, std::optional<T>>;

public:
  slot_array(arena& memory, std::size_t count)
      : place_(memory.take<place>(count))
      , count_(memory.measuring() ? 0 : count)
  {
    if constexpr (!is_plain_v<T>)
    {
      for (std::size_t i = 0; i < count_; ++i)
      {
        ::new (static_cast<void*>(place_ + i)) place();
      }
    }
  }
  slot_array(slot_array const&)            = delete;
  slot_array& operator=(slot_array const&) = delete;
  ~slot_array()
  {
    if constexpr (!is_plain_v<T>)
    {
      std::destroy_n(place_, count_);
    }
  }

  T& operator[](std::ptrdiff_t i) noexcept { return value(place_[i]); }
  T const& operator[](std::ptrdiff_t i) const noexcept { return value(place_[i]); }

  template <class U>
  void set(std::ptrdiff_t i, U&& x)
  {
    if constexpr (is_plain_v<T>)
    {
      ::new (static_cast<void*>(place_ + i)) T(std::forward<U>(x));
    }
    else
    {
      place_[i].emplace(std::forward<U>(x));
    }
  }

  /// The values side by side; only plain types lie so.
  T* data() const noexcept
  {
    static_assert(is_plain_v<T>);
    return place_;
  }

private:
  static T& value(T& x) noexcept { return x; }
  static T& value(std::optional<T>& x) noexcept { return *x; }

  place* place_;
  std::size_t count_;
};

/// One value that may be absent, in scratch memory; what std::optional is elsewhere. (Compilers follow an
/// optional on the stack through the inlined operator, and warn of its absent value.)
template <class T>
class maybe
{
public:
  explicit maybe(arena& memory) : slot_(memory, 1) {}

  /// Null where absent.
  T const* get() const noexcept { return has_ ? std::addressof(slot_[0]) : nullptr; }
  T const& operator*() const noexcept { return slot_[0]; }
  explicit operator bool() const noexcept { return has_; }

  template <class U>
  void set(U&& x)
  {
    slot_.set(0, std::forward<U>(x));
    has_ = true;
  }
  void set(T const* x)
  {
    has_ = x != nullptr;
    if (has_)
    {
      slot_.set(0, *x);
    }
  }
  void clear() noexcept { has_ = false; }

  /// Becomes op(left, right), left operand first; what is absent is left out. `left` may be this very value.
  template <class U, class Op>
  void join(T const* left, U const& right, Op const& op)
  {
    if (left != nullptr)
    {
      slot_.set(0, op(*left, right));
    }
    else
    {
      slot_.set(0, right);
    }
    has_ = true;
  }

private:
  slot_array<T> slot_;
  bool has_ = false;
};
} // namespace detail
THRUM_NAMESPACE_END
