// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Lengths of every integral type.
#define BOOST_TEST_MODULE run_length_decode_length_types
#include <thrum/run_length.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "decode.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using length_types = std::tuple<bool,
                                char,
                                std::int8_t,
                                std::uint8_t,
                                std::int16_t,
                                std::uint16_t,
                                std::int32_t,
                                std::uint32_t,
                                std::int64_t,
                                std::uint64_t,
                                long long,
                                __int128>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(any_integral_type, Length, length_types)
{
  random_source random;
  auto const run = [&](auto const& system) {
    for (std::size_t const runs : {1, 2, 100, 4'097, 20'000})
      for (std::int64_t const most : {1, 2, 20, 127})
        check_decode(system, values_for<int>(runs), converted<Length>(random.integers<int>(runs, 0, most)));
  };
  for_each_system<value_systems>(run);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_largest_length_of_small_types, System, few_systems)
{
  System const system;
  check_decode(system, values_for<char>(20'000), std::vector<std::uint8_t>(20'000, 255));
  check_decode(system, values_for<char>(20'000), std::vector<std::int8_t>(20'000, 127));
  check_decode(system, values_for<char>(300), std::vector<std::uint16_t>(300, 65'535));
}
