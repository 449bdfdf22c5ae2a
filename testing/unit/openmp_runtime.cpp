// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whatever team the OpenMP runtime grants, results are right. Scans have tests like these of their own.
#define BOOST_TEST_MODULE openmp_runtime
#include <omp.h>

#include <functional>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "by_key.h"
#include "decode.h"
#include "encode.h"
#include "one_of_each.h"
#include "openmp_conditions.h"
#include "sizes.h"
#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Calls that are wrong under some condition, by name.
class wrong_calls
{
public:
  template <class Call>
  bool operator()(char const* name, Call call)
  {
    if (call(thrust::omp::par))
      return true;
    std::lock_guard<std::mutex> const lock(mutex_);
    names_ += std::string(name) + "; ";
    return false;
  }
  std::string const& names() const { return names_; }

private:
  std::mutex mutex_;
  std::string names_;
};
} // namespace

BOOST_AUTO_TEST_CASE(b65_any_team_run_length)
{
  wrong_calls wrong;
  check_under_openmp_conditions([&] {
    bool right = true;
    visit_run_length([&](char const* name, auto call) { right = wrong(name, call) && right; });
    return right;
  });
  BOOST_TEST(wrong.names() == "");
}

BOOST_AUTO_TEST_CASE(b65_any_team_load_balance)
{
  wrong_calls wrong;
  check_under_openmp_conditions([&] {
    bool right = true;
    visit_load_balance([&](char const* name, auto call) { right = wrong(name, call) && right; });
    return right;
  });
  BOOST_TEST(wrong.names() == "");
}

BOOST_AUTO_TEST_CASE(b65_any_team_reductions)
{
  wrong_calls wrong;
  check_under_openmp_conditions([&] {
    bool right = true;
    visit_reductions([&](char const* name, auto call) { right = wrong(name, call) && right; });
    return right;
  });
  BOOST_TEST(wrong.names() == "");
}

using large_teams = std::tuple<omp_system<9>, omp_system<64>, omp_system<96>>;
BOOST_AUTO_TEST_CASE_TEMPLATE(b63_more_threads_than_items, System, large_teams)
{
  System const system;
  random_source random;
  for (std::size_t const size : {1, 2, 3, 63, 64, 65, 129, 1'000, 9'001})
  {
    BOOST_TEST_CONTEXT("size " << size)
    {
      auto const keys = random.keys<int>(size, 3);
      compare_reduce_by_key(system, keys, random.integers<int>(size, -9, 9), std::equal_to<>(),
                            std::plus<>());
      compare_encode(system, keys, std::equal_to<>());
      check_decode(system, keys, random.integers<int>(size, 0, 5));
      check_decode(system, keys, std::vector<int>(size, 1));
    }
  }
}

using teams = std::tuple<omp_system<2>, omp_system<3>, omp_system<7>, omp_system<64>>;
BOOST_AUTO_TEST_CASE_TEMPLATE(b63_an_item_more_than_the_team_has_blocks, System, teams)
{
  System const system;
  random_source random;
  auto const size = static_cast<std::size_t>(omp_get_max_threads()) * block_of_a_team<int>() + 1;
  auto const keys = random.keys<int>(size, 3);
  {
    team_meter team;
    compare_reduce_by_key(system, keys, random.integers<int>(size, -9, 9), std::equal_to<>(),
                          metered_plus{&team});
    BOOST_TEST(team.largest() > 1);
  }
  {
    team_meter team;
    compare_encode(system, keys, [&](int a, int b) { return team.note(), a == b; });
    BOOST_TEST(team.largest() > 1);
  }
  check_decode(system, keys, std::vector<int>(size, 1));
  check_decode(system, std::vector<int>{7}, std::vector<std::size_t>{size});
}

BOOST_AUTO_TEST_CASE(the_callers_settings_stay_as_they_are)
{
  thread_count const granted(3);
  int const levels = omp_get_max_active_levels();
  visit_run_length([](char const* name, auto call) { BOOST_TEST(call(thrust::omp::par), name); });
  visit_load_balance([](char const* name, auto call) { BOOST_TEST(call(thrust::omp::par), name); });
  BOOST_TEST(omp_get_max_threads() == 3);
  BOOST_TEST(omp_get_max_active_levels() == levels);
  BOOST_TEST(omp_get_dynamic() == 0);
}
