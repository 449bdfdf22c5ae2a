// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tests of run_length_encode: one call, checked in full.
#include "compare.h"
#include "run_length.h"
#include "systems.h"

#include <boost/test/unit_test.hpp>
#include <thrum/run_length.h>

#include <cstdint>
#include <vector>

namespace thrum_test
{
/// Calls run_length_encode(policy, ..., extra...) with room for exactly the runs expected; values, lengths and the
/// returned ends must match, and nothing may be written beside them.
template <class Length, class System, class T, class... Pred>
void check_encode_as(System const& system,
                     std::vector<T> const& items,
                     code<T> const& expected,
                     Pred const&... pred)
{
  auto const in   = make_input<System>(items);
  auto values     = make_output<System>(poison_like(expected.values));
  auto lengths    = make_output<System>(expected.lengths.size(), static_cast<Length>(-7));
  auto const ends = thrum::run_length_encode(system.policy(), in.begin(), in.end(), values.begin(),
                                             lengths.begin(), pred...);
  BOOST_TEST((ends.first == values.end()));
  BOOST_TEST((ends.second == lengths.end()));
  BOOST_TEST(same_items(values.items(), expected.values));
  BOOST_TEST(same_items(lengths.items(), converted<Length>(expected.lengths)));
}

template <class System, class T, class... Pred>
void check_encode(System const& system,
                  std::vector<T> const& items,
                  code<T> const& expected,
                  Pred const&... pred)
{
  check_encode_as<std::int64_t>(system, items, expected, pred...);
}

/// The same against the reference.
template <class System, class T, class Pred>
void compare_encode(System const& system, std::vector<T> const& items, Pred pred)
{
  check_encode(system, items, serial::encode(items, pred), pred);
}
} // namespace thrum_test
