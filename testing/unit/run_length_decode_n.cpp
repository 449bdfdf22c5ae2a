// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decoding into an output of a given capacity.
#define BOOST_TEST_MODULE run_length_decode_n
#include <thrum/run_length.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <list>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bounds_checked_iterator.h"
#include "decode.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Both forms, into `room` items of which the first min(total, capacity) must be written and no other.
template <class System, class T, class Length>
void check_bounded(System const& system,
                   std::vector<T> const& values,
                   std::vector<Length> const& lengths,
                   std::int64_t capacity,
                   std::size_t room)
{
  T const untouched     = T(-1);
  auto const all        = serial::decode(values, lengths).items;
  auto const total      = static_cast<std::int64_t>(all.size());
  auto const written    = std::min(total, capacity);
  auto const values_in  = make_input<System>(values);
  auto const lengths_in = make_input<System>(lengths);
  auto const runs       = static_cast<std::int64_t>(values.size());
  std::vector<T> expected(room, untouched);
  std::copy_n(all.begin(), written, expected.begin());

  auto out          = make_output<System>(room, untouched);
  auto const result = thrum::run_length_decode_n(system.policy(), values_in.begin(), lengths_in.begin(), runs,
                                                 out.begin(), capacity);
  static_assert(std::is_same_v<std::decay_t<decltype(result.second)>, std::int64_t>);
  BOOST_TEST((result.first == out.begin() + written));
  BOOST_TEST(result.second == total);
  BOOST_TEST(same_items(out.items(), expected));

  auto again  = make_output<System>(room, untouched);
  auto needed = make_output<System>(1, std::int64_t{-7});
  static_assert(
    std::is_void_v<decltype(thrum::run_length_decode_n(system.policy(), values_in.begin(), lengths_in.begin(),
                                                       runs, again.begin(), capacity, needed.begin()))>);
  thrum::run_length_decode_n(system.policy(), values_in.begin(), lengths_in.begin(), runs, again.begin(),
                             capacity, needed.begin());
  BOOST_TEST(same_items(needed.items(), {total}));
  BOOST_TEST(same_items(again.items(), expected));
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b11b_capacity_is_a_hard_limit, System, systems)
{
  System const system;
  std::vector<int> const values{5, 6, 7, 8}, lengths{3, 0, 4, 5}; // sum 12
  for (std::int64_t capacity = 0; capacity <= 16; ++capacity)
  {
    BOOST_TEST_CONTEXT("capacity " << capacity)
    {
      check_bounded(system, values, lengths, capacity, static_cast<std::size_t>(capacity));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b11b_nothing_beside_a_checked_output, System, systems)
{
  System const system;
  std::vector<int> const values{5, 6, 7, 8}, lengths{3, 0, 4, 5};
  for (std::int64_t const capacity : {11, 12, 13})
  {
    auto const values_in  = make_input<System>(values);
    auto const lengths_in = make_input<System>(lengths);
    checked_output<int> out(static_cast<std::size_t>(capacity), -1);
    auto const result = thrum::run_length_decode_n(system.policy(), values_in.begin(), lengths_in.begin(), 4,
                                                   out.begin(), capacity);
    BOOST_TEST(result.second == 12);
    BOOST_TEST((result.first - out.begin()) == std::min<std::int64_t>(12, capacity));
    BOOST_TEST(out.faults() == 0);
    BOOST_TEST(out.most_writes() == 1);
    BOOST_TEST(out.least_writes() == (capacity > 12 ? 0 : 1));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const values(std::vector<int>{7, 8, 9});
  Vector const lengths(std::vector<int>{2, 1, 3});
  Vector out(5, -1);
  auto const result = thrum::run_length_decode_n(values.begin(), lengths.begin(), 3, out.begin(), 4);
  BOOST_TEST((result.first == out.begin() + 4));
  BOOST_TEST(result.second == 6);
  BOOST_TEST(same_items(std::vector<int>(out.begin(), out.end()), {7, 7, 8, 9, -1}));

  Vector again(5, -1), needed(1, -1);
  thrum::run_length_decode_n(values.begin(), lengths.begin(), 3, again.begin(), 4, needed.begin());
  BOOST_TEST(needed[0] == 6);
  BOOST_TEST(same_items(std::vector<int>(again.begin(), again.end()), {7, 7, 8, 9, -1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(capacity_zero_asks_for_the_size, System, systems)
{
  System const system;
  random_source random;
  for (auto const& [name, lengths] : shapes_of_lengths(random, 20'000, 100'000))
  {
    BOOST_TEST_CONTEXT(name)
    {
      check_bounded(system, values_for<int>(lengths.size()), lengths, 0, 0);
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(no_runs, System, systems)
{
  System const system;
  check_bounded(system, std::vector<int>{}, std::vector<int>{}, 0, 0);
  check_bounded(system, std::vector<int>{}, std::vector<int>{}, 5, 5);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(capacities_below_and_above_the_total, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : {1, 33, 1'000, 4'096, 4'097, 20'000})
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 60'000))
    {
      auto const total = serial::total(lengths);
      for (std::int64_t const capacity : {total / 2, total - 1, total, total + 1, 2 * total + 100})
        if (capacity >= 0)
        {
          BOOST_TEST_CONTEXT(runs << " runs, " << name << ", capacity " << capacity << " of " << total)
          {
            check_bounded(system, values_for<std::int16_t>(runs), lengths, capacity,
                          static_cast<std::size_t>(capacity));
          }
        }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_giants_far_beyond_the_capacity, System, systems)
{
  System const system;
  std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
  auto const check           = [&](std::vector<std::int64_t> const& lengths, std::size_t of_zeros) {
    std::int64_t const capacity = 200'000;
    auto const values           = make_input<System>(values_for<int>(lengths.size()));
    auto const lengths_in       = make_input<System>(lengths);
    auto out                    = make_output<System>(static_cast<std::size_t>(capacity), -1);
    auto const result = thrum::run_length_decode_n(system.policy(), values.begin(), lengths_in.begin(),
                                                             static_cast<std::int64_t>(lengths.size()), out.begin(),
                                                             capacity);
    BOOST_TEST(result.second == serial::total(lengths));
    BOOST_TEST((result.first == out.end()));
    std::vector<int> expected(static_cast<std::size_t>(capacity), values_for<int>(of_zeros + 1).back());
    BOOST_TEST(same_items(out.items(), expected));
  };
  check({largest}, 0);
  check({largest - 7, 7}, 0);
  check({0, 0, largest / 2, largest / 2}, 2);
  std::vector<std::int64_t> desert(9'001, 0);
  desert[8'000] = largest;
  check(desert, 8'000);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_capacities, System, systems)
{
  System const system;
  random_source random;
  for (int round = 0; round < 60; ++round)
  {
    auto const runs    = static_cast<std::size_t>(random.integer(0, 9'000));
    auto const lengths = random.integers<std::uint8_t>(runs, 0, random.integer(0, 40));
    auto const room    = random.integer(0, serial::total(lengths) + 100);
    BOOST_TEST_CONTEXT("round " << round << ", " << runs << " runs, capacity " << room)
    {
      check_bounded(system, values_for<float>(runs), lengths, room, static_cast<std::size_t>(room));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  std::list<int> const values{7, 8, 9}, lengths{2, 1, 3};
  std::list<int> out(5, -1);
  std::int64_t needed = -7;
  auto const result   = thrum::run_length_decode_n(system.policy(), values.begin(), lengths.begin(), 3,
                                                   out.begin(), 4);
  BOOST_TEST((result.first == std::next(out.begin(), 4)));
  BOOST_TEST(result.second == 6);
  BOOST_TEST(same_items(std::vector<int>(out.begin(), out.end()), {7, 7, 8, 9, -1}));
  thrum::run_length_decode_n(system.policy(), values.begin(), lengths.begin(), 3, out.begin(), 1, &needed);
  BOOST_TEST(needed == 6);
}
