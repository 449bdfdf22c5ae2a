// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The circumstances under which a call may find the OpenMP runtime: it grants fewer threads than asked for,
// none to spare, or more than there are items.
#include <boost/test/unit_test.hpp>

#include <omp.h>

#include <atomic>
#include <thread>
#include <vector>

#include "systems.h"

#if defined(__has_feature)
#  if __has_feature(thread_sanitizer)
#    define THRUM_TESTING_UNDER_THREAD_SANITIZER true
#  endif
#endif
#if !defined(THRUM_TESTING_UNDER_THREAD_SANITIZER)
#  define THRUM_TESTING_UNDER_THREAD_SANITIZER false
#endif

namespace thrum_test
{
inline constexpr bool under_thread_sanitizer = THRUM_TESTING_UNDER_THREAD_SANITIZER;

/// Calls right() in each circumstance, on several threads at once in some, and checks that it always
/// returned true. right() must not use Boost.Test's checks, which are for one thread.
template <class F>
void check_under_openmp_conditions(F right)
{
  std::atomic<int> calls{0}, wrong{0};
  auto const attempt = [&] {
    ++calls;
    if (!right())
    {
      ++wrong;
    }
  };
  auto const settle = [&](char const* condition, int expected_calls) {
    BOOST_TEST_CONTEXT(condition)
    {
      BOOST_TEST(calls == expected_calls);
      BOOST_TEST(wrong == 0);
    }
    calls = wrong = 0;
  };
  int const levels_before = omp_get_max_active_levels();

  for (int const threads : {1, 2, 3, 7, 64, 96})
  {
    thread_count const count(threads);
    attempt();
  }
  settle("threads from 1 to 96", 6);

  {
    thread_count const count(9);
    omp_set_dynamic(1);
    attempt();
    omp_set_dynamic(0);
  }
  settle("nine threads, the runtime may give fewer", 1);

  thread_count const count(3);
  for (int const levels : {1, 3})
  {
    omp_set_max_active_levels(levels);
#pragma omp parallel num_threads(4)
    attempt();
    settle(levels == 1 ? "four threads of a region, no nested teams"
                       : "four threads of a region, nested teams",
           4);

#pragma omp parallel num_threads(4)
#pragma omp single
    attempt();
    settle("one thread of a region while others wait", 1);

#pragma omp parallel num_threads(2)
#pragma omp single
    for (int task = 0; task < 6; ++task)
    {
#pragma omp task
      attempt();
    }
    settle("tasks", 6);
  }
  omp_set_max_active_levels(levels_before);

#pragma omp parallel num_threads(1)
  attempt();
  settle("a region of one thread", 1);

  // A league of one team: the only way to set the limit of OMP_THREAD_LIMIT while the program runs. LLVM 14's
  // archer, which tells ThreadSanitizer of OpenMP's barriers, crashes where a league begins.
  if constexpr (!under_thread_sanitizer)
  {
#pragma omp teams num_teams(1) thread_limit(2)
    attempt();
    settle("three threads where two are the limit", 1);
  }

  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i)
  {
    callers.emplace_back(attempt);
  }
  for (std::thread& caller : callers)
  {
    caller.join();
  }
  settle("threads that OpenMP did not make", 4);
}
} // namespace thrum_test
