// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A user's namespace full of functions that would take any call of ours, and the three namespaces poured together.
#define BOOST_TEST_MODULE hostile_names
#include "hostile_names.h"

#include <thrust/system/omp/execution_policy.h>

#include <string>
#include <vector>

BOOST_AUTO_TEST_CASE(b68_greedy_functions_are_not_called)
{
  hostile::check_all(thrust::seq);
  hostile::check_all(thrust::omp::par);
  for (std::string const& name : hostile::diverted)
  {
    BOOST_ERROR("a call of ours went to hostile::" << name);
  }
}

BOOST_AUTO_TEST_CASE(b68_greedy_functions_do_divert) // or the test above could not fail
{
  hostile::diverted.clear();
  hostile::user_number const number{1};
  inclusive_scan(number);
  BOOST_TEST(hostile::diverted == std::vector<std::string>{"inclusive_scan"});
}

namespace
{
using namespace thrust;
using namespace thrum;
using namespace std;
} // namespace

BOOST_AUTO_TEST_CASE(b68_using_directives)
{
  std::vector<int> items{3, 1, 2};
  thrum::inclusive_scan(thrust::seq, items.begin(), items.end(), items.begin());
  BOOST_TEST(items.back() == 6);
  BOOST_TEST(thrum::reduce(seq, items.begin(), items.end()) == 13);
  BOOST_TEST(run_length_decoded_size(seq, items.begin(), items.end()) == 13);
}
