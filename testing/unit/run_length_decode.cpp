// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE run_length_decode
#include <thrum/run_length.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "decode.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  auto const values  = make_input<System>(std::vector<char>{'x', 'y', 'z'});
  auto const lengths = make_input<System>(std::vector<int>{2, 1, 3});
  auto out           = make_output<System>(6, '?');
  auto const end = thrum::run_length_decode(system.policy(), values.begin(), values.end(), lengths.begin(),
                                            out.begin());
  BOOST_TEST((end == out.end()));
  BOOST_TEST(same_items(out.items(), {'x', 'x', 'y', 'z', 'z', 'z'}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const values(std::vector<int>{7, 8, 9});
  Vector const lengths(std::vector<int>{2, 1, 3});
  Vector out(6, -1);
  BOOST_TEST(
    (thrum::run_length_decode(values.begin(), values.end(), lengths.begin(), out.begin()) == out.end()));
  BOOST_TEST(same_items(std::vector<int>(out.begin(), out.end()), {7, 7, 8, 9, 9, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b08_zero_lengths_anywhere, System, systems)
{
  System const system;
  check_decode(system, std::vector<char>{'a', 'b', 'c', 'd', 'e'}, std::vector<int>{0, 2, 0, 0, 1});
  check_decode(system, std::vector<char>{'a', 'b', 'c'}, std::vector<int>{2, 0, 3});
  check_decode(system, std::vector<char>{'a', 'b'}, std::vector<int>{0, 0});
  check_decode(system, std::vector<char>{'a'}, std::vector<int>{0});
  check_decode(system, std::vector<char>{}, std::vector<int>{});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b08_all_zero, System, systems)
{
  System const system;
  for (std::size_t const runs : {1, 100, 4'096, 4'097, 1'000'000})
    check_decode(system, values_for<int>(runs), std::vector<int>(runs, 0));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b08_a_long_run_behind_a_million_zeros, System, systems)
{
  System const system;
  std::vector<int> lengths(1'000'001, 0);
  lengths.back() = 10'000'000;
  check_decode(system, values_for<char>(lengths.size()), lengths);
  std::swap(lengths.front(), lengths.back());
  check_decode(system, values_for<char>(lengths.size()), lengths);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_of_every_shape, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : counts_of_runs())
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 100'000))
    {
      BOOST_TEST_CONTEXT(runs << " runs, " << name)
      {
        check_decode(system, values_for<int>(runs), converted<int>(lengths));
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_length_of_a_single_run, System, systems)
{
  System const system;
  for (int length = 0; length <= 1'100; ++length)
    check_decode(system, std::vector<std::uint16_t>{0xABCD}, std::vector<int>{length});
  for (int const length : {4'095, 4'096, 4'097, 65'535, 65'536, 65'537, 9'000'001})
    check_decode(system, std::vector<std::uint16_t>{0xABCD}, std::vector<int>{length});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(two_runs_that_meet_anywhere, System, few_systems)
{
  System const system;
  for (int first = 0; first <= 300; ++first)
    check_decode(system, std::vector<std::uint8_t>{1, 2}, std::vector<int>{first, 300 - first});
}

// Wherever a team cuts the giant, a piece may begin with any of its items.
BOOST_AUTO_TEST_CASE_TEMPLATE(a_giant_that_begins_anywhere, System, systems)
{
  System const system;
  for (int start = 0; start <= 130; ++start)
  {
    BOOST_TEST_CONTEXT("start " << start)
    {
      check_decode(system, std::vector<std::uint8_t>{1, 2, 3}, std::vector<int>{start, 100'000, start});
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_codes, System, systems)
{
  System const system;
  random_source random;
  for (int round = 0; round < 60; ++round)
  {
    auto const runs  = static_cast<std::size_t>(random.integer(0, 12'000));
    auto const most  = random.integer(0, random.integer(0, 300));
    auto lengths     = random.integers<int>(runs, 0, most);
    auto const zeros = random.integer(0, 3);
    for (int& length : lengths)
      length = random.integer(0, 3) < zeros ? 0 : length;
    BOOST_TEST_CONTEXT("round " << round << ", " << runs << " runs of up to " << most)
    {
      check_decode(system, random.integers<std::int64_t>(runs, -1'000'000, 1'000'000), lengths);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(decoding_undoes_encoding, System, systems)
{
  System const system;
  random_source random;
  for (std::int64_t const mean_run : {1, 3, 50, 4'000})
  {
    auto const items = random.keys<int>(300'000, mean_run);
    auto const in    = make_input<System>(items);
    auto values      = make_output<System>(items.size(), -1);
    auto lengths     = make_output<System>(items.size(), std::int64_t{-1});
    auto out         = make_output<System>(items.size(), -1);
    auto const ends  = thrum::run_length_encode(system.policy(), in.begin(), in.end(), values.begin(),
                                                lengths.begin());
    auto const end   = thrum::run_length_decode(system.policy(), values.begin(), ends.first, lengths.begin(),
                                                out.begin());
    BOOST_TEST((end == out.end()));
    BOOST_TEST(same_items(out.items(), items));
  }
}
