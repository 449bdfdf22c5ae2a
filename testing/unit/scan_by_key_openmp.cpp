// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE scan_by_key_openmp
#include <thrum/scan.h>

#include <functional>
#include <vector>

#include "compare.h"
#include "openmp_conditions.h"
#include "random.h"
#include "replay_by_key.h"
#include "sizes.h"
#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b63_more_threads_than_items)
{
  random_source random;
  for (int const threads : {9, 64, 96})
  {
    thread_count const count(threads);
    for (std::size_t const size : {1, 2, 3, 63, 64, 65, 129, 1000})
    {
      BOOST_TEST_CONTEXT(size << " items, " << threads << " threads")
      {
        auto const keys  = random.keys<int>(size, 10);
        auto const items = random.mixed_floats<float>(size);
        std::vector<float> out(size, -1.0F);
        thrum::inclusive_scan_by_key(thrust::omp::par, keys.begin(), keys.end(), items.begin(), out.begin());
        BOOST_TEST(
          same_bits(out, replay::inclusive_by_key(keys, items, std::equal_to<>(), thrust::plus<>())));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(b63_an_item_more_than_the_team_has_blocks)
{
  random_source random;
  for (int const threads : {2, 3, 7, 64})
  {
    thread_count const count(threads);
    auto const items = random.mixed_floats<float>(static_cast<std::size_t>(threads) * block_of_a_team<float>()
                                                  + 1);
    auto const keys  = random.keys<int>(items.size(), 2'000);
    std::vector<float> out(items.size(), -1.0F);
    BOOST_TEST_CONTEXT(items.size() << " items, " << threads << " threads")
    {
      team_meter team;
      metered_plus const plus{&team};
      thrum::inclusive_scan_by_key(thrust::omp::par, keys.begin(), keys.end(), items.begin(), out.begin(),
                                   std::equal_to<>(), plus);
      BOOST_TEST(same_bits(out, replay::inclusive_by_key(keys, items, std::equal_to<>(), plus)));
      BOOST_TEST(team.largest() > 1);
    }
  }
}

BOOST_AUTO_TEST_CASE(b65_any_team_gives_the_same_bits)
{
  random_source random;
  for (std::int64_t const mean_run : {3, 2'000, 100'000'000})
  {
    auto const keys      = random.keys<int>(400'003, mean_run);
    auto const items     = random.mixed_floats<float>(keys.size());
    auto const inclusive = replay::inclusive_by_key(keys, items, std::equal_to<>(), thrust::plus<>());
    auto const exclusive = replay::exclusive_by_key(keys, items, 0.5F, std::equal_to<>(), thrust::plus<>());
    BOOST_TEST_CONTEXT("mean run " << mean_run)
    {
      check_under_openmp_conditions([&] {
        std::vector<float> out(items.size(), -1.0F);
        auto const& k   = keys;
        auto const& par = thrust::omp::par;
        thrum::inclusive_scan_by_key(par, k.begin(), k.end(), items.begin(), out.begin());
        bool const right = bool(same_bits(out, inclusive));
        thrum::exclusive_scan_by_key(par, k.begin(), k.end(), items.begin(), out.begin(), 0.5F);
        return right && bool(same_bits(out, exclusive));
      });
    }
  }
}
