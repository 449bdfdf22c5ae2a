// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aggregates beside a flag that is released and acquired: ThreadSanitizer sees whether all that a block reads was
// published before. Which orders of release, acquire, value and flag it refuses, mutants.sh shows.
#define BOOST_TEST_MODULE look_back_flags
#include "look_back_checks.h"

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using values = std::tuple<floats<9>>;
static_assert(!gpu::fits_words_v<floats<9>>);
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b62_prefixes, T, values)
{
  check_prefixes<T>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b62_prefixes_of_segments, T, values)
{
  check_prefixes_of_segments<T>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b62_neighbours, T, values)
{
  check_neighbours<T>();
}
