// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Decoding with each item's place within its run.
#define BOOST_TEST_MODULE run_length_decode_ranks
#include <thrum/run_length.h>

#include <thrust/iterator/discard_iterator.h>

#include <cstdint>
#include <iterator>
#include <list>
#include <tuple>
#include <vector>

#include "bounds_checked_iterator.h"
#include "decode.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Rank, class System, class T>
void check_ranks(System const& system, std::vector<T> const& values, std::vector<std::int64_t> const& lengths)
{
  auto const expected   = serial::decode(values, lengths);
  auto const values_in  = make_input<System>(values);
  auto const lengths_in = make_input<System>(lengths);
  auto out              = make_output<System>(poison_like(expected.items));
  auto ranks            = make_output<System>(expected.ranks.size(), static_cast<Rank>(-7));
  auto const ends       = thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(),
                                                   lengths_in.begin(), out.begin(), ranks.begin());
  BOOST_TEST((ends.first == out.end()));
  BOOST_TEST((ends.second == ranks.end()));
  BOOST_TEST(same_items(out.items(), expected.items));
  BOOST_TEST(same_items(ranks.items(), converted<Rank>(expected.ranks)));
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  auto const values  = make_input<System>(std::vector<char>{'x', 'y', 'z'});
  auto const lengths = make_input<System>(std::vector<int>{2, 0, 3});
  auto out           = make_output<System>(5, '?');
  auto ranks         = make_output<System>(5, -1);
  auto const ends = thrum::run_length_decode(system.policy(), values.begin(), values.end(), lengths.begin(),
                                             out.begin(), ranks.begin());
  BOOST_TEST((ends.first == out.end()));
  BOOST_TEST((ends.second == ranks.end()));
  BOOST_TEST(same_items(out.items(), {'x', 'x', 'z', 'z', 'z'}));
  BOOST_TEST(same_items(ranks.items(), {0, 1, 0, 1, 2}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const values(std::vector<int>{7, 8, 9});
  Vector const lengths(std::vector<int>{2, 0, 3});
  Vector out(5, -1), ranks(5, -1);
  auto const ends = thrum::run_length_decode(values.begin(), values.end(), lengths.begin(), out.begin(),
                                             ranks.begin());
  BOOST_TEST((ends.first == out.end()));
  BOOST_TEST((ends.second == ranks.end()));
  BOOST_TEST(same_items(std::vector<int>(out.begin(), out.end()), {7, 7, 9, 9, 9}));
  BOOST_TEST(same_items(std::vector<int>(ranks.begin(), ranks.end()), {0, 1, 0, 1, 2}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_of_every_shape, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : counts_of_runs())
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 70'000))
    {
      BOOST_TEST_CONTEXT(runs << " runs, " << name)
      {
        check_ranks<std::int64_t>(system, values_for<int>(runs), lengths);
      }
    }
}

// Wherever a team cuts the giant, a piece may begin with any of its items.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_giant_that_begins_anywhere, System, systems)
{
  System const system;
  for (std::int64_t start = 0; start <= 130; ++start)
  {
    BOOST_TEST_CONTEXT("start " << start)
    {
      check_ranks<std::int32_t>(system, std::vector<std::uint8_t>{1, 2, 3}, {start, 70'000, start});
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(ranks_of_any_type, System, few_systems)
{
  System const system;
  random_source random;
  auto const lengths = random.integers<std::int64_t>(30'000, 0, 100);
  auto const values  = values_for<char>(30'000);
  check_ranks<std::uint8_t>(system, values, lengths);
  check_ranks<std::int16_t>(system, values, lengths);
  check_ranks<std::uint32_t>(system, values, lengths);
  check_ranks<float>(system, values, lengths);
  check_ranks<__int128>(system, values, lengths);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(either_output_may_be_dropped, System, few_systems)
{
  System const system;
  random_source random;
  auto const lengths    = random.integers<std::int64_t>(30'000, 0, 9);
  auto const values     = values_for<int>(30'000);
  auto const expected   = serial::decode(values, lengths);
  auto const values_in  = make_input<System>(values);
  auto const lengths_in = make_input<System>(lengths);
  auto const none       = thrust::make_discard_iterator();
  auto out              = make_output<System>(poison_like(expected.items));
  auto ranks            = make_output<System>(poison_like(expected.ranks));
  auto const count      = static_cast<std::ptrdiff_t>(expected.items.size());
  auto const only_items = thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(),
                                                   lengths_in.begin(), out.begin(), none);
  auto const only_ranks = thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(),
                                                   lengths_in.begin(), none, ranks.begin());
  BOOST_TEST((only_items.second - none) == count);
  BOOST_TEST((only_ranks.first - none) == count);
  BOOST_TEST(same_items(out.items(), expected.items));
  BOOST_TEST(same_items(ranks.items(), expected.ranks));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_output_is_written_once, System, systems)
{
  System const system;
  random_source random;
  for (auto const& [name, lengths] : shapes_of_lengths(random, 5'000, 50'000))
  {
    auto const values   = values_for<int>(lengths.size());
    auto const expected = serial::decode(values, lengths);
    checked_input<int> values_in(values);
    checked_input<std::int64_t> lengths_in(lengths);
    checked_output<int> out(expected.items.size(), -1);
    checked_output<std::int64_t> ranks(expected.items.size(), -1);
    thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(), lengths_in.begin(),
                             out.begin(), ranks.begin());
    BOOST_TEST_CONTEXT(name)
    {
      BOOST_TEST(same_items(out.items(), expected.items));
      BOOST_TEST(same_items(ranks.items(), expected.ranks));
      BOOST_TEST(values_in.faults() + lengths_in.faults() + out.faults() + ranks.faults() == 0);
      BOOST_TEST(out.most_writes() == (expected.items.empty() ? 0 : 1));
      BOOST_TEST(ranks.most_writes() == (expected.items.empty() ? 0 : 1));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  std::list<int> const values{7, 8, 9}, lengths{2, 0, 3};
  std::vector<int> out, ranks;
  thrum::run_length_decode(system.policy(), values.begin(), values.end(), lengths.begin(),
                           std::back_inserter(out), std::back_inserter(ranks));
  BOOST_TEST(same_items(out, {7, 7, 9, 9, 9}));
  BOOST_TEST(same_items(ranks, {0, 1, 0, 1, 2}));
}
