// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tests of more than 2^31 items take seconds in an optimised program, and half an hour under a sanitizer:
//
//   BOOST_AUTO_TEST_CASE(name, *boost::unit_test::precondition(fast_enough))
#include <boost/test/tree/decorator.hpp>
#include <boost/test/unit_test.hpp>

namespace thrum_test
{
inline boost::test_tools::assertion_result fast_enough(boost::unit_test::test_unit_id)
{
#if defined(__has_feature)
#  if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) \
    || __has_feature(undefined_behavior_sanitizer)
  constexpr bool sanitized = true;
#  else
  constexpr bool sanitized = false;
#  endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  constexpr bool sanitized = true;
#else
  constexpr bool sanitized = false;
#endif
#if defined(__OPTIMIZE__)
  constexpr bool optimised = true;
#else
  constexpr bool optimised = false;
#endif
  boost::test_tools::assertion_result result{optimised && !sanitized};
  result.message() << "it has more than 2^31 items: too slow without optimisation or under a sanitizer";
  return result;
}
} // namespace thrum_test
