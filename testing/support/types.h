// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Value types that ask something of an implementation. Each is made from an int and has + and ==, exact and
// associative, so that `make_values<T>(...)` and the references of reference.h serve them all.
#include "trap_operator.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace thrum_test
{
/// Cannot be made from nothing.
class no_default
{
public:
  THRUM_HOST_DEVICE explicit no_default(int value) : value_(value) {}
  no_default() = delete;
  THRUM_HOST_DEVICE int value() const { return value_; }
  THRUM_HOST_DEVICE friend no_default operator+(no_default a, no_default b)
  {
    return no_default(a.value_ + b.value_);
  }
  THRUM_HOST_DEVICE friend bool operator==(no_default a, no_default b) { return a.value_ == b.value_; }

private:
  int value_;
};

/// Not trivially copyable, not default-constructible. Counts its living instances, and counts a violation
/// (see trap_operator.h) when memory that holds no instance is assigned to, read or destroyed. Instances that
/// live on a GPU are not counted: a GPU's scratch memory and registers end without destructors.
class counted
{
public:
  THRUM_HOST_DEVICE explicit counted(int value) : value_(value) { count(1); }
  THRUM_HOST_DEVICE counted(counted const& other) : value_(other.checked().value_) { count(1); }
  THRUM_HOST_DEVICE counted& operator=(counted const& other)
  {
    checked().value_ = other.checked().value_;
    return *this;
  }
  THRUM_HOST_DEVICE ~counted()
  {
    checked().magic_ = 0;
    count(-1);
  }

  THRUM_HOST_DEVICE int value() const { return checked().value_; }
  static long alive() { return living(); }
  THRUM_HOST_DEVICE friend counted operator+(counted const& a, counted const& b)
  {
    return counted(a.value() + b.value());
  }
  THRUM_HOST_DEVICE friend bool operator==(counted const& a, counted const& b)
  {
    return a.value() == b.value();
  }

private:
  static constexpr std::uint64_t living_magic = 0x600DC0DE600DC0DEu;
  static std::atomic<long>& living()
  {
    static std::atomic<long> count{0};
    return count;
  }
  THRUM_HOST_DEVICE static void count([[maybe_unused]] long change)
  {
    NV_IF_TARGET(NV_IS_HOST, (living() += change;))
  }
  THRUM_HOST_DEVICE counted const& checked() const
  {
    trap::expect(magic_ == living_magic);
    return *this;
  }
  THRUM_HOST_DEVICE counted& checked()
  {
    trap::expect(magic_ == living_magic);
    return *this;
  }

  std::uint64_t volatile magic_ = living_magic; // volatile: its last write must not be optimised away
  int value_;
};

/// Needs more than the alignment that allocators give by default. Counts a violation where it does not get
/// it.
class alignas(32) over_aligned
{
public:
  THRUM_HOST_DEVICE explicit over_aligned(int value = 0) : value_(value) { check(); }
  THRUM_HOST_DEVICE over_aligned(over_aligned const& other) : value_(other.value_) { check(); }
  over_aligned& operator=(over_aligned const&) = default;
  THRUM_HOST_DEVICE friend over_aligned operator+(over_aligned const& a, over_aligned const& b)
  {
    return over_aligned(static_cast<int>(a.value_ + b.value_));
  }
  THRUM_HOST_DEVICE friend bool operator==(over_aligned const& a, over_aligned const& b)
  {
    return a.value_ == b.value_;
  }

private:
  THRUM_HOST_DEVICE void check() const
  {
    trap::expect(reinterpret_cast<std::uintptr_t>(this) % alignof(over_aligned) == 0);
  }
  std::int64_t value_;
};

/// As over_aligned, but a plain aggregate of bytes: what libraries copy with wide instructions.
struct alignas(32) aligned_words
{
  std::int64_t word[4];
  aligned_words() = default;
  THRUM_HOST_DEVICE explicit aligned_words(int value) : word{value, 2 * value, 3 * value, 4 * value} {}
  THRUM_HOST_DEVICE friend aligned_words operator+(aligned_words const& a, aligned_words const& b)
  {
    aligned_words sum;
    for (int i = 0; i < 4; ++i)
    {
      sum.word[i] = a.word[i] + b.word[i];
    }
    return sum;
  }
  THRUM_HOST_DEVICE friend bool operator==(aligned_words const& a, aligned_words const& b)
  {
    for (int i = 0; i < 4; ++i)
    {
      if (a.word[i] != b.word[i])
      {
        return false;
      }
    }
    return true;
  }
};

/// Large: 4 * N bytes. Whole numbers below 2^24, so that every order gives the same bits.
template <std::size_t N>
struct floats
{
  float item[N];
  floats() = default;
  THRUM_HOST_DEVICE explicit floats(int value)
  {
    for (std::size_t i = 0; i < N; ++i)
    {
      item[i] = static_cast<float>((value + static_cast<int>(i)) % 8);
    }
  }
  THRUM_HOST_DEVICE friend floats operator+(floats const& a, floats const& b)
  {
    floats sum;
    for (std::size_t i = 0; i < N; ++i)
    {
      sum.item[i] = a.item[i] + b.item[i];
    }
    return sum;
  }
  THRUM_HOST_DEVICE friend bool operator==(floats const& a, floats const& b)
  {
    for (std::size_t i = 0; i < N; ++i)
    {
      if (a.item[i] != b.item[i])
      {
        return false;
      }
    }
    return true;
  }
};

/// x -> scale * x + shift modulo a prime: composition is associative, exact, and does not commute.
class affine
{
public:
  static constexpr std::uint32_t modulus = 1'000'003;
  affine()                               = default;
  THRUM_HOST_DEVICE explicit affine(int value)
      : scale_(static_cast<std::uint32_t>(value) * 7919u % (modulus - 1) + 1)
      , shift_(static_cast<std::uint32_t>(value) * 104729u % modulus)
  {}
  /// First a, then b.
  THRUM_HOST_DEVICE friend affine operator+(affine const& a, affine const& b)
  {
    affine both;
    both.scale_ = static_cast<std::uint32_t>(std::uint64_t{a.scale_} * b.scale_ % modulus);
    both.shift_ = static_cast<std::uint32_t>((std::uint64_t{b.scale_} * a.shift_ + b.shift_) % modulus);
    return both;
  }
  THRUM_HOST_DEVICE friend bool operator==(affine const& a, affine const& b)
  {
    return a.scale_ == b.scale_ && a.shift_ == b.shift_;
  }

private:
  std::uint32_t scale_ = 1;
  std::uint32_t shift_ = 0;
};

/// The types' own +, under a name that a library cannot know anything of.
struct add
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T const& a, T const& b) const
  {
    return a + b;
  }
};

/// Values made from the ints of some other vector.
template <class T>
std::vector<T> make_values(std::vector<int> const& ints)
{
  std::vector<T> result;
  result.reserve(ints.size());
  for (int const value : ints)
  {
    result.push_back(T(value));
  }
  return result;
}
} // namespace thrum_test
