// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE run_length_encode
#include <thrum/run_length.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "encode.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::vector<int> const some_items{3, 3, 8, 1, 1, 1};

struct same_parity
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a % 2 == b % 2; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  check_encode(system, some_items, {{3, 8, 1}, {2, 1, 3}});
  check_encode(system, some_items, {{3, 8, 1}, {2, 1, 3}}, standard::equal_to<int>());
  check_encode(system, std::vector<int>{1, 3, 5, 2, 4, 7}, {{5, 4, 7}, {3, 2, 1}}, same_parity());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, int_vectors)
{
  Vector const in(some_items.begin(), some_items.end());
  auto const check = [&](auto... pred) {
    Vector values(3, -1), lengths(3, -1);
    auto const ends = thrum::run_length_encode(in.begin(), in.end(), values.begin(), lengths.begin(),
                                               pred...);
    BOOST_TEST((ends.first == values.end()));
    BOOST_TEST((ends.second == lengths.end()));
    BOOST_TEST(same_items(std::vector<int>(values.begin(), values.end()), {3, 8, 1}));
    BOOST_TEST(same_items(std::vector<int>(lengths.begin(), lengths.end()), {2, 1, 3}));
  };
  check();
  check(standard::equal_to<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_item_is_a_run, System, systems)
{
  check_encode(System(), std::vector<int>{42}, {{42}, {1}});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_powers_of_two, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t power = 4; power <= std::size_t{1} << 16; power *= 2)
    for (std::size_t const size : {power - 1, power, power + 1})
      for (std::int64_t const mean_run : {1, 2, 16, 256})
      {
        BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
        {
          compare_encode(system, random.keys<int>(size, mean_run), standard::equal_to<>());
        }
      }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(all_in_one_run, System, systems)
{
  System const system;
  for (std::size_t const size : {2, 100, 8'192, 50'000, 3'000'001})
    check_encode(system, std::vector<char>(size, 'r'), {{'r'}, {static_cast<std::int64_t>(size)}});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_in_a_run_of_its_own, System, systems)
{
  System const system;
  for (std::size_t const size : {2, 100, 8'192, 50'000, 1'000'003})
  {
    std::vector<int> items;
    for (std::size_t i = 0; i < size; ++i)
      items.push_back(static_cast<int>(i));
    check_encode(system, items, {items, std::vector<std::int64_t>(size, 1)});
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(one_boundary_anywhere, System, few_systems)
{
  System const system;
  std::size_t const size = 70'000;
  for (std::size_t boundary = 1; boundary < size; boundary += boundary < 260 ? 1 : 509)
  {
    std::vector<std::uint8_t> items(size, 5);
    std::fill(items.begin() + static_cast<std::ptrdiff_t>(boundary), items.end(), std::uint8_t{6});
    BOOST_TEST_CONTEXT("boundary at " << boundary)
    {
      check_encode(
        system, items,
        {{5, 6}, {static_cast<std::int64_t>(boundary), static_cast<std::int64_t>(size - boundary)}});
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_runs, System, systems)
{
  System const system;
  random_source random;
  for (int round = 0; round < 60; ++round)
  {
    auto const size     = static_cast<std::size_t>(random.integer(0, 100'000));
    auto const mean_run = random.integer(1, random.integer(1, 20'000));
    BOOST_TEST_CONTEXT("round " << round << ", size " << size << ", mean run " << mean_run)
    {
      compare_encode(system, random.keys<std::int16_t>(size, mean_run), standard::equal_to<>());
    }
  }
}
