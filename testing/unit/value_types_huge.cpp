// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans and reductions of structs of 1024 and of 4096 bytes.
#define BOOST_TEST_MODULE value_types_huge
#include "value_type_checks.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b43_256_floats)
{
  check_value_type_from_int<floats<256>>(300);
}

BOOST_AUTO_TEST_CASE(b43_1024_floats)
{
  check_value_type_from_int<floats<1024>>(300);
}
