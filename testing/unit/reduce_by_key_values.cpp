// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Values of every arithmetic size.
#define BOOST_TEST_MODULE reduce_by_key_values
#include <thrum/reduce.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "by_key.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using small_types = std::tuple<bool, std::int8_t, std::uint16_t, std::int64_t, __int128>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(small_values, Value, small_types)
{
  sums_of_values<Value>({1, 2, 33, 1'000, 30'000});
}

// Without an init the input's value type accumulates, whatever the output holds.
BOOST_AUTO_TEST_CASE_TEMPLATE(b30_the_accumulator_is_the_inputs_type, System, systems)
{
  System const system;
  auto const keys   = make_input<System>(std::vector<int>(300, 5));
  auto const values = make_input<System>(std::vector<std::uint8_t>(300, 1));
  auto keys_out     = make_output<System>(1, -1);
  auto sums         = make_output<System>(1, -1);
  thrum::reduce_by_key(system.policy(), keys.begin(), keys.end(), values.begin(), keys_out.begin(),
                       sums.begin());
  BOOST_TEST(same_items(sums.items(), {44}));
}
