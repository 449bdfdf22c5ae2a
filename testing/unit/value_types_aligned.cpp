// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans and reductions of types that need more than the usual alignment, with scratch memory that is
// aligned to eight bytes only.
#define BOOST_TEST_MODULE value_types_aligned
#include "value_type_checks.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// More than the library's own granule, too.
struct alignas(256) page
{
  int number;
  page() = default;
  THRUM_HOST_DEVICE explicit page(int value) : number(value) {}
  THRUM_HOST_DEVICE page(page const& other) : number(other.number)
  {
    trap::expect(reinterpret_cast<std::uintptr_t>(this) % 256 == 0);
  }
  page& operator=(page const&) = default;
  THRUM_HOST_DEVICE friend page operator+(page const& a, page const& b) { return page(a.number + b.number); }
  THRUM_HOST_DEVICE friend bool operator==(page const& a, page const& b) { return a.number == b.number; }
};
} // namespace

BOOST_AUTO_TEST_CASE(b45_objects_aligned_to_32)
{
  trap::reset();
  check_value_type_from_int<over_aligned>(6'000);
  BOOST_TEST(trap::violations() == 0);
}

BOOST_AUTO_TEST_CASE(b45_words_aligned_to_32)
{
  check_value_type_from_int<aligned_words>(6'000);
}

BOOST_AUTO_TEST_CASE(b45_pages_aligned_to_256)
{
  trap::reset();
  check_value_type_from_int<page>(700);
  BOOST_TEST(trap::violations() == 0);
}
