// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Without a policy the iterators' systems decide, as they do in Thrust.
#define BOOST_TEST_MODULE policy_no_policy
#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/device_vector.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/system/cpp/vector.h>
#include <thrust/system/omp/vector.h>

#include <list>
#include <vector>

#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
int const size = 300'000;

struct with_threads
{
  thread_count threads{3};
};

template <class It>
place reduces_at(It first)
{
  witness seen;
  auto const plus = [&seen](int a, int) {
    seen.look();
    return a;
  };
  thrum::reduce(first, first + size, 0, plus);
  return seen.found();
}

template <class In, class Out>
place scans_at(In first, Out result)
{
  witness seen;
  auto const plus = [&seen](int a, int) {
    seen.look();
    return a;
  };
  thrum::inclusive_scan(first, first + size, result, plus);
  return seen.found();
}

template <class It>
place visits_at(It sizes)
{
  witness seen;
  thrum::load_balanced_for_each(sizes, sizes + size, [&seen](std::int64_t, std::int64_t) { seen.look(); });
  return seen.found();
}
} // namespace

BOOST_FIXTURE_TEST_CASE(memory_of_the_host, with_threads)
{
  std::vector<int> const plain(size, 1);
  thrust::host_vector<int> const host(size, 1);
  thrust::cpp::vector<int> const cpp(size, 1);
  BOOST_TEST((reduces_at(plain.begin()) == place::calling_thread));
  BOOST_TEST((reduces_at(plain.data()) == place::calling_thread));
  BOOST_TEST((reduces_at(host.begin()) == place::calling_thread));
  BOOST_TEST((reduces_at(cpp.begin()) == place::calling_thread));
  BOOST_TEST((visits_at(host.begin()) == place::calling_thread));
}

BOOST_FIXTURE_TEST_CASE(memory_of_the_device, with_threads)
{
  thrust::device_vector<int> const device(size, 1);
  thrust::omp::vector<int> omp(size, 1);
  BOOST_TEST((reduces_at(device.begin()) == place::team_of_3));
  BOOST_TEST((reduces_at(device.data()) == place::team_of_3));
  BOOST_TEST((reduces_at(omp.begin()) == place::team_of_3));
  BOOST_TEST((visits_at(device.begin()) == place::team_of_3));
}

BOOST_FIXTURE_TEST_CASE(fancy_iterators_follow_what_they_stand_on, with_threads)
{
  thrust::device_vector<int> const device(size, 1);
  thrust::host_vector<int> const host(size, 1);
  auto const negated = [](int x) { return -x; };
  BOOST_TEST((reduces_at(thrust::make_transform_iterator(device.begin(), negated)) == place::team_of_3));
  BOOST_TEST((reduces_at(thrust::make_transform_iterator(host.begin(), negated)) == place::calling_thread));
  BOOST_TEST((scans_at(thrust::make_counting_iterator(0), thrust::omp::vector<int>(size).begin())
              == place::team_of_3));
  BOOST_TEST((scans_at(thrust::make_counting_iterator(0), thrust::host_vector<int>(size).begin())
              == place::calling_thread));
}

// Where nothing has memory, Thrust takes the device.
BOOST_FIXTURE_TEST_CASE(iterators_of_no_system, with_threads)
{
  BOOST_TEST((reduces_at(thrust::make_counting_iterator(0)) == place::team_of_3));
  BOOST_TEST(
    (scans_at(thrust::make_constant_iterator(1), thrust::make_discard_iterator()) == place::team_of_3));
}

BOOST_AUTO_TEST_CASE(forward_iterators_have_the_hosts_memory)
{
  std::list<int> const items{4, 4, 5};
  std::vector<int> values(2, -1), lengths(2, -1), out(3, -1);
  thrum::run_length_encode(items.begin(), items.end(), values.begin(), lengths.begin());
  BOOST_TEST(values == (std::vector<int>{4, 5}), boost::test_tools::per_element());
  BOOST_TEST(lengths == (std::vector<int>{2, 1}), boost::test_tools::per_element());
  thrum::run_length_decode(values.begin(), values.end(), lengths.begin(), out.begin());
  BOOST_TEST(out == (std::vector<int>{4, 4, 5}), boost::test_tools::per_element());
}
