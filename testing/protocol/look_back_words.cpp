// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Aggregates that travel inside the words that say they are there. No word is a race, so what is wrong with them shows
// in the sums.
#define BOOST_TEST_MODULE look_back_words
#include "look_back_checks.h"

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using values = std::tuple<floats<1>, floats<3>, floats<8>>; // one narrow word, one wide one, three
static_assert(gpu::fits_words_v<floats<8>>);
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b62_prefixes, T, values)
{
  check_prefixes<T>();
}

/// Whatever options a tile names, it gets the same.
BOOST_AUTO_TEST_CASE_TEMPLATE(prefixes_by_other_options, T, values)
{
  check_prefixes<T, gpu::look_back_options<gpu::growing_naps<>, gpu::naps, false>>();
  check_prefixes<T, gpu::look_back_options<gpu::no_delay, gpu::no_delay, true, true>>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b62_prefixes_of_segments, T, values)
{
  check_prefixes_of_segments<T>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b62_neighbours, T, values)
{
  check_neighbours<T>();
}
