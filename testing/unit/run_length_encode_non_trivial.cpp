// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Offsets and lengths of the runs of two items and more.
#define BOOST_TEST_MODULE run_length_encode_non_trivial
#include <thrum/run_length.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <forward_list>
#include <functional>
#include <limits>
#include <list>
#include <tuple>
#include <vector>

#include "encode.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct stretches
{
  std::vector<std::int64_t> offsets;
  std::vector<std::int64_t> lengths;
};

template <class T, class Pred>
stretches expected_of(std::vector<T> const& items, Pred pred)
{
  stretches result;
  std::int64_t offset = 0;
  for (std::int64_t const length : serial::encode(items, pred).lengths)
  {
    if (length >= 2)
    {
      result.offsets.push_back(offset);
      result.lengths.push_back(length);
    }
    offset += length;
  }
  return result;
}

template <class System, class T, class... Pred>
void check(System const& system, std::vector<T> const& items, stretches const& expected, Pred const&... pred)
{
  auto const in   = make_input<System>(items);
  auto offsets    = make_output<System>(expected.offsets.size(), std::int64_t{-7});
  auto lengths    = make_output<System>(expected.lengths.size(), -7);
  auto const ends = thrum::run_length_encode_non_trivial(system.policy(), in.begin(), in.end(),
                                                         offsets.begin(), lengths.begin(), pred...);
  BOOST_TEST((ends.first == offsets.end()));
  BOOST_TEST((ends.second == lengths.end()));
  BOOST_TEST(same_items(offsets.items(), expected.offsets));
  BOOST_TEST(same_items(lengths.items(), converted<int>(expected.lengths)));
}

template <class System, class T>
void compare(System const& system, std::vector<T> const& items)
{
  check(system, items, expected_of(items, standard::equal_to<>()), standard::equal_to<>());
}

struct halved
{
  THRUM_HOST_DEVICE int operator()(int i) const { return i / 2; }
};

struct same_parity
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a % 2 == b % 2; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  check(system, std::vector<int>{3, 3, 8, 1, 1, 1, 4}, {{0, 3}, {2, 3}});
  check(system, std::vector<int>{3, 3, 8, 1, 1, 1, 4}, {{0, 3}, {2, 3}}, standard::equal_to<>());
  check(system, std::vector<int>{3, 5, 8, 1, 7, 9, 4}, {{0, 3}, {2, 3}}, same_parity());
  check(system, std::vector<int>{1}, {});
  check(system, std::vector<int>{1, 2}, {});
  check(system, std::vector<int>{2, 2}, {{0}, {2}});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, int_vectors)
{
  std::vector<int> const items{3, 3, 8, 1, 1, 1};
  Vector const in(items.begin(), items.end());
  auto const run = [&](auto... pred) {
    Vector offsets(2, -1), lengths(2, -1);
    auto const ends = thrum::run_length_encode_non_trivial(in.begin(), in.end(), offsets.begin(),
                                                           lengths.begin(), pred...);
    BOOST_TEST((ends.first == offsets.end()));
    BOOST_TEST((ends.second == lengths.end()));
    BOOST_TEST(same_items(std::vector<int>(offsets.begin(), offsets.end()), {0, 3}));
    BOOST_TEST(same_items(std::vector<int>(lengths.begin(), lengths.end()), {2, 3}));
  };
  run();
  run(standard::equal_to<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_powers_of_two, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t power = 4; power <= std::size_t{1} << 16; power *= 2)
    for (std::size_t const size : {power - 1, power, power + 1})
    {
      BOOST_TEST_CONTEXT("size " << size)
      {
        compare(system, random.integers<std::uint8_t>(size, 0, 1));
        compare(system, random.integers<int>(size, 0, 50)); // few runs longer than 1
        compare(system, random.keys<std::int64_t>(size, 100));
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(runs_across_every_edge, System, systems)
{
  System const system;
  for (std::size_t const edge : {32, 64, 1'024, 3'584, 4'096, 8'192, 16'384, 32'768, 65'536})
  {
    std::vector<int> items;
    for (std::size_t i = 0; i < 2 * edge; ++i)
      items.push_back(static_cast<int>(i));
    items[edge] = items[edge - 1]; // the only run lies across the edge
    compare(system, items);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(long_runs_and_none, System, systems)
{
  System const system;
  check(system, std::vector<char>(1'000'000, 'q'), {{0}, {1'000'000}});
  std::vector<int> distinct;
  for (int i = 0; i < 1'000'000; ++i)
    distinct.push_back(i);
  check(system, distinct, {});
  check(system, std::vector<float>(100'000, std::numeric_limits<float>::quiet_NaN()), {});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fancy_iterators, System, few_systems)
{
  System const system;
  auto const halves = thrust::make_transform_iterator(thrust::make_counting_iterator(0), halved{});
  auto const none   = thrust::make_discard_iterator();
  auto offsets      = make_output<System>(50'000, -7);
  auto const ends   = thrum::run_length_encode_non_trivial(system.policy(), halves, halves + 100'001,
                                                           offsets.begin(), none);
  BOOST_TEST((ends.first == offsets.end()));
  BOOST_TEST((ends.second - none) == 50'000);
  auto const items = offsets.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    BOOST_REQUIRE(items[i] == static_cast<int>(2 * i));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  random_source random;
  auto const items    = random.integers<int>(50'000, 0, 3);
  auto const expected = expected_of(items, standard::equal_to<>());
  std::forward_list<int> const in(items.begin(), items.end());
  std::list<std::int64_t> offsets(expected.offsets.size(), -7), lengths(expected.lengths.size(), -7);
  auto const ends = thrum::run_length_encode_non_trivial(system.policy(), in.begin(), in.end(),
                                                         offsets.begin(), lengths.begin());
  BOOST_TEST((ends.first == offsets.end()));
  BOOST_TEST((ends.second == lengths.end()));
  BOOST_TEST(same_items(std::vector<std::int64_t>(offsets.begin(), offsets.end()), expected.offsets));
  BOOST_TEST(same_items(std::vector<std::int64_t>(lengths.begin(), lengths.end()), expected.lengths));
}
