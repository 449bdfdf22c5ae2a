// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Comparisons that say where two results differ: BOOST_TEST(same_items(got, expected)).
#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstring>
#include <ios>
#include <ostream>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum_test
{
namespace detail
{
template <class T, class = void>
inline constexpr bool is_printable = false;
template <class T>
inline constexpr bool
  is_printable<T, std::void_t<decltype(std::declval<std::ostream&>() << std::declval<T const&>())>> = true;

template <class T>
void print(std::ostream& out, T const& value)
{
  if constexpr (std::is_floating_point_v<T>)
  {
    out << std::hexfloat << value << std::defaultfloat;
  }
  else if constexpr (std::is_integral_v<T> && sizeof(T) == 1)
  {
    out << static_cast<int>(value);
  }
  else if constexpr (is_printable<T>)
  {
    out << value;
  }
  else
  {
    out << "(a value)";
  }
}

template <class T, class Equal>
boost::test_tools::predicate_result compare(std::vector<T> const& got,
                                            std::vector<T> const& expected,
                                            Equal equal)
{
  boost::test_tools::predicate_result result{true};
  if (got.size() != expected.size())
  {
    result = false;
    result.message() << "got " << got.size() << " items, expected " << expected.size();
    return result;
  }
  for (std::size_t i = 0; i < got.size(); ++i)
  {
    T const is = got[i], should = expected[i];
    if (equal(is, should))
    {
      continue;
    }
    result = false;
    result.message() << "item " << i << " of " << got.size() << " is ";
    print(result.message().stream(), is);
    result.message() << ", expected ";
    print(result.message().stream(), should);
    return result;
  }
  return result;
}
} // namespace detail

/// Equal by the type's own ==.
template <class T>
auto same_items(std::vector<T> const& got, std::vector<T> const& expected)
{
  return detail::compare(got, expected, [](T const& a, T const& b) { return a == b; });
}

/// Equal bit for bit, for types without padding.
template <class T>
bool same_representation(T const& a, T const& b)
{
  static_assert(std::is_trivially_copyable_v<T>);
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Equal bit for bit: for floating-point results, where == would let -0 pass for +0.
template <class T>
auto same_bits(std::vector<T> const& got, std::vector<T> const& expected)
{
  return detail::compare(got, expected, [](T const& a, T const& b) { return same_representation(a, b); });
}
/// The same, and by the type's own == where it is more than its bits.
template <class T>
auto same_results(std::vector<T> const& got, std::vector<T> const& expected)
{
  if constexpr (std::is_trivially_copyable_v<T>)
  {
    return same_bits(got, expected);
  }
  else
  {
    return same_items(got, expected);
  }
}
template <class T, class = std::enable_if_t<std::is_floating_point_v<T>>>
auto same_bits(T got, T expected)
{
  return same_bits(std::vector<T>{got}, std::vector<T>{expected});
}
} // namespace thrum_test
