// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE scan_openmp
#include <thrum/scan.h>

#include <optional>
#include <vector>

#include "compare.h"
#include "openmp_conditions.h"
#include "random.h"
#include "reference.h"
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
        auto const items = random.mixed_floats<float>(size);
        std::vector<float> out(size, -1.0F);
        thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), out.begin());
        BOOST_TEST(same_bits(out, replay::inclusive(items, std::optional<float>(), thrust::plus<>())));
        thrum::exclusive_scan(thrust::omp::par, items.begin(), items.end(), out.begin(), 0.5F);
        BOOST_TEST(same_bits(out, replay::exclusive(items, 0.5F, thrust::plus<>())));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(b63_items_do_not_divide_by_threads)
{
  random_source random;
  for (int const threads : {3, 5, 7, 96})
  {
    thread_count const count(threads);
    auto const tile = replay::order_of(sizeof(float)).tile();
    auto const size = static_cast<std::size_t>(threads) * tile + 1;
    for (std::size_t const n : {size - 2, size - 1, size, size + tile})
    {
      BOOST_TEST_CONTEXT(n << " items, " << threads << " threads")
      {
        auto const items = random.mixed_floats<float>(n);
        std::vector<float> out(n, -1.0F);
        thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), out.begin());
        BOOST_TEST(same_bits(out, replay::inclusive(items, std::optional<float>(), thrust::plus<>())));
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
    std::vector<float> out(items.size(), -1.0F);
    BOOST_TEST_CONTEXT(items.size() << " items, " << threads << " threads")
    {
      team_meter team;
      metered_plus const plus{&team};
      thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), out.begin(), plus);
      BOOST_TEST(same_bits(out, replay::inclusive(items, std::optional<float>(), plus)));
      BOOST_TEST(team.largest() == threads);
    }
  }
}

BOOST_AUTO_TEST_CASE(b65_any_team_gives_the_same_bits)
{
  random_source random;
  for (std::size_t const size : {std::size_t{1000}, std::size_t{100'003}, std::size_t{1'000'003}})
  {
    auto const items     = random.mixed_floats<float>(size);
    auto const inclusive = replay::inclusive(items, std::optional<float>(), thrust::plus<>());
    auto const exclusive = replay::exclusive(items, 0.5F, thrust::plus<>());
    BOOST_TEST_CONTEXT("size " << size)
    {
      check_under_openmp_conditions([&] {
        std::vector<float> out(size, -1.0F);
        thrum::inclusive_scan(thrust::omp::par, items.begin(), items.end(), out.begin());
        bool const right = bool(same_bits(out, inclusive));
        thrum::exclusive_scan(thrust::omp::par, items.begin(), items.end(), out.begin(), 0.5F);
        return right && bool(same_bits(out, exclusive));
      });
    }
  }
}
