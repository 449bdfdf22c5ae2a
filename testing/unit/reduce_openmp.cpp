// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE reduce_openmp
#include <thrum/reduce.h>

#include <vector>

#include "compare.h"
#include "openmp_conditions.h"
#include "random.h"
#include "replay_commuting.h"
#include "sizes.h"
#include "types.h"
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
        auto const first = items.begin(), last = items.end();
        BOOST_TEST(same_bits(thrum::reduce(thrust::omp::par, first, last),
                             replay::commuting_reduce(items, 0.0F, add{})));
        BOOST_TEST(same_bits(thrum::reduce(thrust::omp::par, first, last, 0.5F, add{}),
                             replay::ordered_reduce(items, 0.5F, add{})));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(b63_chunks_do_not_divide_by_threads)
{
  random_source random;
  std::size_t const chunk = replay::commuting_order_of(sizeof(double)).least_chunk();
  for (int const threads : {3, 5, 7, 96})
  {
    thread_count const count(threads);
    for (std::size_t const chunks : {1, 2, 4, 8, 11})
    {
      BOOST_TEST_CONTEXT(chunks << " chunks and an item, " << threads << " threads")
      {
        auto const items = random.mixed_floats<double>(chunks * chunk + 1);
        BOOST_TEST(same_bits(thrum::reduce(thrust::omp::par, items.begin(), items.end()),
                             replay::commuting_reduce(items, 0.0, add{})));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(b63_an_item_more_than_the_team_has_blocks)
{
  random_source random;
  auto const piece = 64 * replay::commuting_order_of(sizeof(float)).columns; // that a thread takes at a time
  for (int const threads : {2, 3, 7, 64})
  {
    thread_count const count(threads);
    auto const team_size = static_cast<std::size_t>(threads);
    team_meter team, ordered_team;
    metered_plus const plus{&team}, ordered{&ordered_team};
    auto const items  = random.mixed_floats<float>(team_size * piece + 1);
    auto const blocks = random.mixed_floats<float>(team_size * block_of_a_team<float>() + 1);
    BOOST_TEST_CONTEXT(threads << " threads")
    {
      BOOST_TEST(
        same_bits(thrum::reduce(thrust::omp::par, items.begin(), items.end(), 0.5F, thrum::commutative(plus)),
                  replay::commuting_reduce(items, 0.5F, plus)));
      BOOST_TEST(team.largest() == threads);
      BOOST_TEST(same_bits(thrum::reduce(thrust::omp::par, blocks.begin(), blocks.end(), 0.5F, ordered),
                           replay::ordered_reduce(blocks, 0.5F, ordered)));
      BOOST_TEST(ordered_team.largest() == threads);
    }
  }
}

BOOST_AUTO_TEST_CASE(b65_any_team_gives_the_same_bits)
{
  random_source random;
  for (std::size_t const size : {std::size_t{1000}, std::size_t{100'003}, std::size_t{1'000'003}})
  {
    auto const items     = random.mixed_floats<float>(size);
    auto const commuting = replay::commuting_reduce(items, 0.5F, add{});
    auto const ordered   = replay::ordered_reduce(items, 0.5F, add{});
    auto const first = items.begin(), last = items.end();
    BOOST_TEST_CONTEXT("size " << size)
    {
      check_under_openmp_conditions([&] {
        return same_representation(thrum::reduce(thrust::omp::par, first, last, 0.5F), commuting)
               && same_representation(thrum::reduce(thrust::omp::par, first, last, 0.5F, add{}), ordered);
      });
    }
  }
}
