// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans and reductions of structs of 40 and of 256 bytes.
#define BOOST_TEST_MODULE value_types_large
#include "value_type_checks.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b43_ten_floats)
{
  check_value_type_from_int<floats<10>>(6'000);
}

BOOST_AUTO_TEST_CASE(b43_64_floats)
{
  check_value_type_from_int<floats<64>>(1'200);
}
