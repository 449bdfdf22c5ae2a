// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tests of run_length_decode: one call, checked in full.
#include "compare.h"
#include "run_length.h"
#include "systems.h"

#include <boost/test/unit_test.hpp>
#include <thrum/run_length.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace thrum_test
{
/// Plain decode into room for exactly the items expected.
template <class System, class T, class Length>
void check_decode(System const& system, std::vector<T> const& values, std::vector<Length> const& lengths)
{
  auto const expected   = serial::decode(values, lengths);
  auto const values_in  = make_input<System>(values);
  auto const lengths_in = make_input<System>(lengths);
  auto out              = make_output<System>(poison_like(expected.items));
  auto const end        = thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(),
                                                   lengths_in.begin(), out.begin());
  BOOST_TEST((end == out.end()));
  BOOST_TEST(same_items(out.items(), expected.items));
}

/// Values that differ from one run to the next, also modulo 256.
template <class T>
std::vector<T> values_for(std::size_t runs)
{
  std::vector<T> result;
  result.reserve(runs);
  for (std::size_t run = 0; run < runs; ++run)
    result.push_back(T(static_cast<int>(run * 7 % 251)));
  return result;
}

/// Does `text` begin with the algorithm and end with the number?
inline bool says(std::string const& text, std::string const& algorithm, std::string const& number)
{
  std::string const begin = "thrum::" + algorithm + ": ", end = " " + number;
  return text.size() > begin.size() + end.size() && text.compare(0, begin.size(), begin) == 0
         && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/// `call` must throw std::invalid_argument that names the algorithm and the number.
template <class Call>
void check_refusal(std::string const& algorithm, std::string const& number, Call call)
{
  BOOST_CHECK_EXCEPTION(call(), std::invalid_argument, [&](std::invalid_argument const& refusal) {
    BOOST_TEST_MESSAGE(refusal.what());
    return says(refusal.what(), algorithm, number);
  });
}
} // namespace thrum_test
