// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values of 1 to 40 bytes with operators that do not commute, each with a maker of the i-th value.
#include <thrum/detail/config/config.h>

#include <cstdint>
#include <ostream>
#include <vector>

namespace thrum_test
{
/// x -> times * x + plus, first the left one: 2, 4, 8 or 16 bytes.
template <class Word>
struct affine
{
  Word times, plus;

  THRUM_HOST_DEVICE friend bool operator==(affine const& a, affine const& b)
  {
    return a.times == b.times && a.plus == b.plus;
  }
};
struct compose
{
  template <class Word>
  THRUM_HOST_DEVICE affine<Word> operator()(affine<Word> const& a, affine<Word> const& b) const
  {
    return {static_cast<Word>(1ULL * a.times * b.times), static_cast<Word>(1ULL * b.times * a.plus + b.plus)};
  }
};

/// Consecutive numbers. Joined with what does not follow directly, it is broken for good.
struct stretch
{
  std::int32_t first, last;

  THRUM_HOST_DEVICE friend bool operator==(stretch const& a, stretch const& b)
  {
    return a.first == b.first && a.last == b.last;
  }
  friend std::ostream& operator<<(std::ostream& out, stretch const& s)
  {
    return out << '[' << s.first << ", " << s.last << ']';
  }
};
struct follow
{
  THRUM_HOST_DEVICE stretch operator()(stretch const& a, stretch const& b) const
  {
    return a.last + 1 == b.first ? stretch{a.first, b.last} : stretch{-1000000, -1000000};
  }
};

/// What identifies a text: a polynomial of its letters, and its length. 24 bytes.
struct text
{
  std::uint64_t polynomial, power, length;

  THRUM_HOST_DEVICE friend bool operator==(text const& a, text const& b)
  {
    return a.polynomial == b.polynomial && a.power == b.power && a.length == b.length;
  }
};
/// The same, with more than travels through registers.
struct long_text : text
{
  std::uint64_t more[2];
};
/// The same, that is not copied as bytes and cannot be made from nothing.
struct own_text : text
{
  THRUM_HOST_DEVICE explicit own_text(text const& t) : text(t) {}
  THRUM_HOST_DEVICE own_text(own_text const& other) : text(other) {}
  THRUM_HOST_DEVICE own_text& operator=(own_text const& other)
  {
    text::operator=(other);
    return *this;
  }
};
struct concatenate
{
  THRUM_HOST_DEVICE text operator()(text const& a, text const& b) const
  {
    return {a.polynomial * b.power + b.polynomial, a.power * b.power, a.length + b.length};
  }
  THRUM_HOST_DEVICE long_text operator()(long_text const& a, long_text const& b) const
  {
    return {(*this)(static_cast<text const&>(a), static_cast<text const&>(b)), {a.more[0], b.more[1]}};
  }
  THRUM_HOST_DEVICE own_text operator()(own_text const& a, own_text const& b) const
  {
    return own_text((*this)(static_cast<text const&>(a), static_cast<text const&>(b)));
  }
};

/// The last that is not 0. 1 byte.
struct last_set
{
  THRUM_HOST_DEVICE std::uint8_t operator()(std::uint8_t a, std::uint8_t b) const { return b != 0 ? b : a; }
};

template <class T>
struct nth
{
  static T value(int i) { return static_cast<T>(i * 2654435761LL >> 3); }
};
template <>
struct nth<float>
{
  static float value(int i) { return 1.0F / static_cast<float>(i % 97 + 1) - 0.1F; }
};
template <>
struct nth<double>
{
  static double value(int i) { return 1.0 / (i % 97 + 1) - 0.1; }
};
template <>
struct nth<std::uint8_t>
{
  static std::uint8_t value(int i) { return static_cast<std::uint8_t>(i % 41 == 0 ? i / 41 + 1 : 0); }
};
template <class Word>
struct nth<affine<Word>>
{
  static affine<Word> value(int i) { return {static_cast<Word>(2 * i + 1), static_cast<Word>(7 * i + 3)}; }
};
template <>
struct nth<stretch>
{
  static stretch value(int i) { return {i, i}; }
};
template <>
struct nth<text>
{
  static text value(int i) { return {static_cast<std::uint64_t>(i) * 37 + 5, 1099511628211ULL, 1}; }
};
template <>
struct nth<long_text>
{
  static long_text value(int i) { return {nth<text>::value(i), {0x1111, 0x2222}}; }
};
template <>
struct nth<own_text>
{
  static own_text value(int i) { return own_text(nth<text>::value(i)); }
};

template <class T>
std::vector<T> first_values(int count)
{
  std::vector<T> values;
  for (int i = 0; i < count; ++i)
  {
    values.push_back(nth<T>::value(i));
  }
  return values;
}
} // namespace thrum_test
