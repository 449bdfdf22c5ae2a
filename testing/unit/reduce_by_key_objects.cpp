// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Values of users' types: with demands on memory, and large.
#define BOOST_TEST_MODULE reduce_by_key_objects
#include <thrum/reduce.h>

#include <functional>
#include <tuple>
#include <vector>

#include "by_key.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using user_types  = std::tuple<no_default, affine, over_aligned, aligned_words>;
using large_types = std::tuple<floats<10>, floats<64>, floats<256>>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(values_of_a_users_type, Value, user_types)
{
  trap::reset();
  sums_of_values<Value>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b43_large_values, Value, large_types)
{
  sums_of_values<Value>({1, 2, 33, 1'000, 3'000});
}

BOOST_AUTO_TEST_CASE(b44_values_that_must_be_made_before_they_are_assigned)
{
  long const alive_before = counted::alive();
  trap::reset();
  sums_of_values<counted>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(counted::alive() == alive_before);
}
