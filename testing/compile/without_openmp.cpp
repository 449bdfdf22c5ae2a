// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Built without OpenMP: whatever runs in the calling thread works, with the same results.
#define BOOST_TEST_MODULE without_openmp
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>

#include <boost/test/unit_test.hpp>

#include <vector>

#if defined(_OPENMP)
#  error "this test is to be compiled without OpenMP"
#endif

namespace
{
template <class Policy>
void check(Policy const& policy)
{
  std::vector<int> const in{3, 3, 5};
  std::vector<int> out(3);
  std::vector<int> lengths(3);
  BOOST_TEST(thrum::reduce(policy, in.begin(), in.end()) == 11);
  thrum::inclusive_scan(policy, in.begin(), in.end(), out.begin());
  BOOST_TEST(out == (std::vector<int>{3, 6, 11}), boost::test_tools::per_element());
  auto const ends = thrum::run_length_encode(policy, in.begin(), in.end(), out.begin(), lengths.begin());
  BOOST_TEST((ends.first - out.begin()) == 2);
  std::vector<int> decoded(3);
  thrum::run_length_decode(policy, out.begin(), ends.first, lengths.begin(), decoded.begin());
  BOOST_TEST(decoded == in, boost::test_tools::per_element());
}
} // namespace

BOOST_AUTO_TEST_CASE(b67_without_openmp)
{
  check(thrust::seq);
  check(thrust::host);
  check(thrust::cpp::par);
}

BOOST_AUTO_TEST_CASE(b67_without_openmp_and_policy)
{
  std::vector<int> items{3, 3, 5};
  thrum::inclusive_scan(items.begin(), items.end(), items.begin());
  BOOST_TEST(items.back() == 11);
}
