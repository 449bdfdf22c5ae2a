// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Inputs of every kind of iterator.
#define BOOST_TEST_MODULE reduce_by_key_iterators
#include <thrum/reduce.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <cstdint>
#include <forward_list>
#include <functional>
#include <list>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "read_items.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct hundredth
{
  THRUM_HOST_DEVICE int operator()(std::int64_t i) const { return static_cast<int>(i / 100); }
};

struct add_both
{
  using pair = thrust::tuple<int, double>;
  THRUM_HOST_DEVICE pair operator()(pair const& a, pair const& b) const
  {
    return pair(thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(a) + thrust::get<1>(b));
  }
};

/// Calls with the iterators given and compares with what the reference makes of their items.
template <class System, class Keys, class Values>
void check_iterators(System const& system, Keys keys, Values values, std::size_t size)
{
  auto const n        = static_cast<std::ptrdiff_t>(size);
  auto const expected = serial::reduce_by_key(read_items(system, keys, size),
                                              read_items(system, values, size), standard::equal_to<>(),
                                              standard::plus<>());
  auto keys_out       = make_output<System>(poison_like(expected.first));
  auto values_out     = make_output<System>(poison_like(expected.second));
  auto const ends     = thrum::reduce_by_key(system.policy(), keys, keys + n, values, keys_out.begin(),
                                             values_out.begin());
  BOOST_TEST((ends.first == keys_out.end()));
  BOOST_TEST((ends.second == values_out.end()));
  BOOST_TEST(same_items(keys_out.items(), expected.first));
  BOOST_TEST(same_items(values_out.items(), expected.second));
}

std::size_t const size = 50'003;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(counting_transform_and_constant, System, few_systems)
{
  System const system;
  auto const counting = thrust::make_counting_iterator(std::int64_t{0});
  check_iterators(system, thrust::make_transform_iterator(counting, hundredth()), counting, size);
  check_iterators(system, counting, thrust::make_constant_iterator(3), size);
  check_iterators(system, thrust::make_constant_iterator('x'), counting, size);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(reverse_and_permutation, System, few_systems)
{
  System const system;
  random_source random;
  auto const keys   = make_input<System>(random.keys<int>(2 * size, 3));
  auto const values = make_input<System>(random.integers<int>(2 * size, -99, 99));
  check_iterators(system, thrust::make_reverse_iterator(keys.end()),
                  thrust::make_reverse_iterator(values.end()), size);

  std::vector<int> strided, shuffled = random.integers<int>(size, 0, 2 * static_cast<std::int64_t>(size) - 1);
  for (std::size_t i = 0; i < size; ++i)
    strided.push_back(static_cast<int>(2 * i));
  auto const every_second = make_input<System>(strided);
  auto const anywhere     = make_input<System>(shuffled);
  check_iterators(system, thrust::make_permutation_iterator(keys.begin(), every_second.begin()),
                  thrust::make_permutation_iterator(values.begin(), anywhere.begin()), size);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_pointer_to_anywhere, System, few_systems)
{
  System const system;
  random_source random;
  auto const keys   = make_input<System>(random.keys<char>(size + 17, 3));
  auto const values = make_input<System>(random.integers<std::int16_t>(size + 17, -99, 99));
  for (std::ptrdiff_t offset = 0; offset < 17; ++offset)
    check_iterators(system, keys.begin() + offset, values.begin() + 17 - offset, size);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b38_zip_of_const_pointers_as_keys, System, systems)
{
  System const system;
  random_source random;
  std::vector<int> const high = random.keys<int>(size, 50);
  std::vector<int> const low  = random.keys<int>(size, 5);
  auto const high_in          = make_input<System>(high);
  auto const low_in           = make_input<System>(low);
  auto const values           = make_input<System>(random.integers<int>(size, 0, 9));
  int const* const first_key  = high_in.begin();
  int const* const second_key = low_in.begin();
  int const* const value      = values.begin();
  check_iterators(system, thrust::make_zip_iterator(first_key, second_key), value, size);
}

BOOST_AUTO_TEST_CASE(b38_without_a_policy)
{
  int const high[]       = {1, 1, 1, 2};
  int const low[]        = {5, 5, 6, 6};
  float const values[]   = {0.5f, 1.0f, 2.0f, 4.0f};
  int const* const first = high;
  int const* const other = low;
  auto const keys        = thrust::make_zip_iterator(first, other);
  int high_out[3], low_out[3];
  float sums[3];
  auto const keys_out = thrust::make_zip_iterator(&high_out[0], &low_out[0]);
  auto const ends     = thrum::reduce_by_key(keys, keys + 4, &values[0], keys_out, &sums[0]);
  BOOST_TEST((ends.first == keys_out + 3));
  BOOST_TEST((ends.second == sums + 3));
  BOOST_TEST(same_items(std::vector<int>(high_out, high_out + 3), {1, 1, 2}));
  BOOST_TEST(same_items(std::vector<int>(low_out, low_out + 3), {5, 6, 6}));
  BOOST_TEST(same_items(std::vector<float>(sums, sums + 3), {1.5f, 2.0f, 4.0f}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(values_zipped_with_an_operator_on_tuples, System, few_systems)
{
  System const system;
  random_source random;
  auto const keys    = random.keys<int>(size, 20);
  auto const counts  = random.integers<int>(size, 0, 9);
  auto const weights = random.integers<double>(size, 0, 9); // whole numbers: any order gives the same bits
  auto const expected_counts  = serial::reduce_by_key(keys, counts, standard::equal_to<>(),
                                                      standard::plus<>());
  auto const expected_weights = serial::reduce_by_key(keys, weights, standard::equal_to<>(),
                                                      standard::plus<>());
  auto const keys_in          = make_input<System>(keys);
  auto const counts_in        = make_input<System>(counts);
  auto const weights_in       = make_input<System>(weights);
  auto keys_out               = make_output<System>(poison_like(expected_counts.first));
  auto counts_out             = make_output<System>(poison_like(expected_counts.second));
  auto weights_out            = make_output<System>(poison_like(expected_weights.second));
  thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(),
                       thrust::make_zip_iterator(counts_in.begin(), weights_in.begin()), keys_out.begin(),
                       thrust::make_zip_iterator(counts_out.begin(), weights_out.begin()),
                       standard::equal_to<>(), add_both());
  BOOST_TEST(same_items(keys_out.items(), expected_counts.first));
  BOOST_TEST(same_items(counts_out.items(), expected_counts.second));
  BOOST_TEST(same_items(weights_out.items(), expected_weights.second));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  random_source random;
  for (std::size_t const n : {0, 1, 2, 1'000, 30'000})
  {
    auto const keys     = random.keys<int>(n, 3);
    auto const values   = random.integers<int>(n, -9, 9);
    auto const expected = serial::reduce_by_key(keys, values, standard::equal_to<>(), standard::plus<>());
    std::forward_list<int> const keys_in(keys.begin(), keys.end());
    std::list<int> const values_in(values.begin(), values.end());
    std::list<int> keys_out(expected.first.size(), -1);
    std::forward_list<int> values_out(expected.second.size(), -1);
    auto const ends = thrum::reduce_by_key(system.policy(), keys_in.begin(), keys_in.end(), values_in.begin(),
                                           keys_out.begin(), values_out.begin());
    BOOST_TEST((ends.first == keys_out.end()));
    BOOST_TEST((ends.second == values_out.end()));
    BOOST_TEST(same_items(std::vector<int>(keys_out.begin(), keys_out.end()), expected.first));
    BOOST_TEST(same_items(std::vector<int>(values_out.begin(), values_out.end()), expected.second));
  }
}
