// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Inputs and outputs of every kind of iterator, and how often they are dereferenced.
#define BOOST_TEST_MODULE run_length_encode_iterators
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <cstdint>
#include <forward_list>
#include <functional>
#include <iterator>
#include <list>
#include <vector>

#include "assign_only.h"
#include "bounds_checked_iterator.h"
#include "encode.h"
#include "read_items.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 70'003;

struct third
{
  THRUM_HOST_DEVICE int operator()(int i) const { return i / 3; }
};

/// Has no default constructor.
class times
{
public:
  THRUM_HOST_DEVICE explicit times(int factor) : factor_(factor) {}
  THRUM_HOST_DEVICE int operator()(int x) const { return factor_ * x; }

private:
  int factor_;
};

template <class System, class It>
void check_input(System const& system, It first)
{
  auto const last     = first + static_cast<std::ptrdiff_t>(size);
  auto const expected = serial::encode(read_items(system, first, size), standard::equal_to<>());
  auto values         = make_output<System>(poison_like(expected.values));
  auto lengths        = make_output<System>(expected.lengths.size(), -7);
  auto const ends = thrum::run_length_encode(system.policy(), first, last, values.begin(), lengths.begin());
  BOOST_TEST((ends.first == values.end()));
  BOOST_TEST((ends.second == lengths.end()));
  BOOST_TEST(same_items(values.items(), expected.values));
  BOOST_TEST(same_items(lengths.items(), converted<int>(expected.lengths)));
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(inputs, System, few_systems)
{
  System const system;
  random_source random;
  auto const counting = thrust::make_counting_iterator(0);
  check_input(system, counting);
  check_input(system, thrust::make_constant_iterator(2.5));
  check_input(system, thrust::make_transform_iterator(counting, third{}));

  auto const items = make_input<System>(random.keys<std::int16_t>(2 * size, 3));
  check_input(system, thrust::make_reverse_iterator(items.end()));
  check_input(system, items.begin() + 1);
  std::vector<int> even;
  for (std::size_t i = 0; i < size; ++i)
    even.push_back(static_cast<int>(2 * i));
  auto const places = make_input<System>(even);
  check_input(system, thrust::make_permutation_iterator(items.begin(), places.begin()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_zip_of_const_pointers, System, few_systems)
{
  System const system;
  random_source random;
  auto const high = random.keys<int>(size, 50);
  auto const low  = random.keys<char>(size, 5);
  std::vector<std::pair<int, char>> both;
  for (std::size_t i = 0; i < size; ++i)
    both.emplace_back(high[i], low[i]);
  auto const expected = serial::encode(both, std::equal_to<>());
  auto const high_in  = make_input<System>(high);
  auto const low_in   = make_input<System>(low);
  auto high_out       = make_output<System>(expected.values.size(), -1);
  auto low_out        = make_output<System>(expected.values.size(), '?');
  auto lengths        = make_output<System>(expected.values.size(), std::int64_t{-7});
  thrum::run_length_encode(system.policy(), thrust::make_zip_iterator(high_in.begin(), low_in.begin()),
                           thrust::make_zip_iterator(high_in.end(), low_in.end()),
                           thrust::make_zip_iterator(high_out.begin(), low_out.begin()), lengths.begin());
  BOOST_TEST(same_items(lengths.items(), expected.lengths));
  auto const high_items = high_out.items();
  auto const low_items  = low_out.items();
  for (std::size_t i = 0; i < expected.values.size(); ++i)
  {
    BOOST_REQUIRE(high_items[i] == expected.values[i].first);
    BOOST_REQUIRE(low_items[i] == expected.values[i].second);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b37_outputs, System, few_systems)
{
  System const system;
  random_source random;
  auto const items    = random.keys<int>(size, 3);
  auto const expected = serial::encode(items, standard::equal_to<>());
  auto const runs     = expected.values.size();
  auto const in       = make_input<System>(items);

  auto doubled       = make_output<System>(runs, -1);
  auto const doubler = thrust::make_transform_output_iterator(doubled.begin(), times(2));
  auto reversed      = make_output<System>(runs, std::int64_t{-7});
  auto const back    = thrust::make_reverse_iterator(reversed.end());
  auto const ends    = thrum::run_length_encode(system.policy(), in.begin(), in.end(), doubler, back);
  BOOST_TEST(static_cast<std::size_t>(ends.first - doubler) == runs);
  BOOST_TEST(static_cast<std::size_t>(ends.second - back) == runs);
  auto const doubled_items  = doubled.items();
  auto const reversed_items = reversed.items();
  for (std::size_t i = 0; i < runs; ++i)
  {
    BOOST_REQUIRE(doubled_items[i] == 2 * expected.values[i]);
    BOOST_REQUIRE(reversed_items[runs - 1 - i] == expected.lengths[i]);
  }

  auto values           = make_output<System>(runs, -1);
  auto lengths          = make_output<System>(runs, std::int64_t{-7});
  auto const assignable = thrum::run_length_encode(system.policy(), in.begin(), in.end(),
                                                   assign_only_iterator<int>(values.begin()),
                                                   assign_only_iterator<std::int64_t>(lengths.begin()));
  BOOST_TEST((assignable.first.base() == values.end()));
  BOOST_TEST((assignable.second.base() == lengths.end()));
  BOOST_TEST(same_items(values.items(), expected.values));
  BOOST_TEST(same_items(lengths.items(), expected.lengths));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_once_and_each_result_written_once, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const n : {1, 2, 33, 1'000, 8'193, 100'000})
    for (std::int64_t const mean_run : {1, 20, 1'000'000})
    {
      auto const items    = random.keys<int>(n, mean_run);
      auto const expected = serial::encode(items, standard::equal_to<>());
      checked_input<int> in(items);
      checked_output<int> values(expected.values.size(), -1);
      checked_output<std::int64_t> lengths(expected.values.size(), -7);
      thrum::run_length_encode(system.policy(), in.begin(), in.end(), values.begin(), lengths.begin());
      BOOST_TEST_CONTEXT("size " << n << ", mean run " << mean_run)
      {
        BOOST_TEST(same_items(values.items(), expected.values));
        BOOST_TEST(same_items(lengths.items(), expected.lengths));
        BOOST_TEST(in.faults() + values.faults() + lengths.faults() == 0);
        BOOST_TEST(in.least_reads() == 1);
        BOOST_TEST(in.most_reads() == 1);
        BOOST_TEST(values.most_writes() == 1);
        BOOST_TEST(lengths.most_writes() == 1);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  random_source random;
  for (std::size_t const n : {0, 1, 2, 1'000, 50'000})
  {
    auto const items    = random.keys<int>(n, 3);
    auto const expected = serial::encode(items, standard::equal_to<>());
    std::forward_list<int> const in(items.begin(), items.end());
    std::list<int> values(expected.values.size(), -1);
    std::vector<std::int64_t> lengths;
    auto const ends = thrum::run_length_encode(system.policy(), in.begin(), in.end(), values.begin(),
                                               std::back_inserter(lengths));
    BOOST_TEST((ends.first == values.end()));
    BOOST_TEST(same_items(std::vector<int>(values.begin(), values.end()), expected.values));
    BOOST_TEST(same_items(lengths, expected.lengths));
  }
}
