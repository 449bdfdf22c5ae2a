// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads that OpenMP did not make call the library at the same time, each with teams of its own.
#define BOOST_TEST_MODULE threads
#include <thrust/system/omp/execution_policy.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "allocator.h"
#include "mixed_calls.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Nothing, one item, odd numbers, edges of tiles of 8, 4 and 1 bytes, a few tiles, and some hundred.
std::vector<std::ptrdiff_t> const sizes{0,     1,     2,      33,     3'583,  3'584,
                                        3'585, 7'169, 28'672, 28'673, 57'345, 300'007};

/// Makes calls in an order of its own, and counts those that are wrong.
template <class Policy>
int wrong_calls(Policy const& policy,
                mixed_data const& data,
                std::vector<mixed_result> const& expected,
                std::uint64_t seed,
                int rounds)
{
  random_source random(seed);
  auto const cases = data.cases();
  int wrong        = 0;
  for (int round = 0; round < rounds; ++round)
  {
    auto const which = static_cast<std::size_t>(random.integer(0, static_cast<int>(cases.size()) - 1));
    auto const& one  = cases[which];
    std::vector<unsigned char> bytes(mixed_output::bytes_for(one.size), mixed_output::unwritten);
    auto const returned = make_mixed_call(one, policy, data.input(), mixed_output{bytes.data(), one.size});
    wrong += returned != expected[which].returned || bytes != expected[which].bytes;
  }
  return wrong;
}
} // namespace

BOOST_AUTO_TEST_CASE(sixteen_threads_with_teams_of_their_own_10000_calls)
{
  mixed_data const data(sizes);
  std::vector<mixed_result> expected;
  for (mixed_case const& one : data.cases())
  {
    expected.push_back(data.expected(one));
  }
  auto const first_seed = random_source().bits();
  int const rounds      = 625;
  std::atomic<int> wrong{0};
  std::vector<scratch_allocator> scratch(16);
  auto const thrown = run_side_by_side(16, [&](int thread) {
    thread_count const team(1 + thread % 3);
    auto const seed = first_seed + static_cast<std::uint64_t>(thread);
    wrong += thread % 2 == 0 ? wrong_calls(thrust::omp::par, data, expected, seed, rounds)
                             : wrong_calls(thrust::omp::par(scratch[static_cast<std::size_t>(thread)]), data,
                                           expected, seed, rounds);
  });
  BOOST_TEST(thrown == "");
  BOOST_TEST(wrong == 0);
  for (scratch_allocator const& own : scratch)
  {
    BOOST_TEST(own.wrong_frees() == 0);
    BOOST_TEST(own.live_blocks() == 0);
  }
}
