// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Inputs and outputs of every kind of iterator.
#define BOOST_TEST_MODULE run_length_decode_iterators
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
#include <iterator>
#include <list>
#include <vector>

#include "assign_only.h"
#include "bounds_checked_iterator.h"
#include "decode.h"
#include "read_items.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::ptrdiff_t const runs = 20'001;

template <class System, class Values, class Lengths>
void check_input(System const& system, Values values, Lengths lengths)
{
  auto const expected =
    serial::decode(read_items(system, values, runs), read_items(system, lengths, runs)).items;
  auto out       = make_output<System>(poison_like(expected));
  auto const end = thrum::run_length_decode(system.policy(), values, values + runs, lengths, out.begin());
  BOOST_TEST((end == out.end()));
  BOOST_TEST(same_items(out.items(), expected));
}

/// Has no default constructor.
class times
{
public:
  THRUM_HOST_DEVICE explicit times(int factor) : factor_(factor) {}
  THRUM_HOST_DEVICE int operator()(int x) const { return factor_ * x; }

private:
  int factor_;
};

struct modulo_5
{
  THRUM_HOST_DEVICE int operator()(std::int64_t i) const { return static_cast<int>(i % 5); }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(inputs, System, few_systems)
{
  System const system;
  random_source random;
  auto const counting = thrust::make_counting_iterator(std::int64_t{0});
  auto const cycling  = thrust::make_transform_iterator(counting, modulo_5());
  auto const values   = make_input<System>(values_for<int>(2 * runs));
  auto const lengths  = make_input<System>(random.integers<int>(2 * runs, 0, 6));
  check_input(system, counting, cycling);
  check_input(system, thrust::make_constant_iterator('x'), lengths.begin());
  check_input(system, values.begin() + 3, thrust::make_constant_iterator(7));
  check_input(system, values.begin(), thrust::make_constant_iterator(std::uint8_t{1}));
  check_input(system, thrust::make_reverse_iterator(values.end()),
              thrust::make_reverse_iterator(lengths.end()));
  std::vector<int> even;
  for (int i = 0; i < runs; ++i)
    even.push_back(2 * i);
  auto const places = make_input<System>(even);
  check_input(system, thrust::make_permutation_iterator(values.begin(), places.begin()),
              thrust::make_permutation_iterator(lengths.begin(), places.begin()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(values_zipped, System, few_systems)
{
  System const system;
  random_source random;
  auto const letters          = values_for<char>(runs);
  auto const numbers          = random.integers<int>(runs, 0, 1'000);
  auto const lengths          = random.integers<int>(runs, 0, 6);
  auto const letters_in       = make_input<System>(letters);
  auto const numbers_in       = make_input<System>(numbers);
  auto const lengths_in       = make_input<System>(lengths);
  auto const expected_letters = serial::decode(letters, lengths).items;
  auto const expected_numbers = serial::decode(numbers, lengths).items;
  auto letters_out            = make_output<System>(expected_letters.size(), '?');
  auto numbers_out            = make_output<System>(expected_numbers.size(), -1);
  thrum::run_length_decode(system.policy(), thrust::make_zip_iterator(letters_in.begin(), numbers_in.begin()),
                           thrust::make_zip_iterator(letters_in.end(), numbers_in.end()), lengths_in.begin(),
                           thrust::make_zip_iterator(letters_out.begin(), numbers_out.begin()));
  BOOST_TEST(same_items(letters_out.items(), expected_letters));
  BOOST_TEST(same_items(numbers_out.items(), expected_numbers));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(outputs, System, few_systems)
{
  System const system;
  random_source random;
  auto const values     = values_for<int>(runs);
  auto const lengths    = random.integers<int>(runs, 0, 6);
  auto const expected   = serial::decode(values, lengths).items;
  auto const count      = expected.size();
  auto const values_in  = make_input<System>(values);
  auto const lengths_in = make_input<System>(lengths);
  auto const decode     = [&](auto out) {
    return thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(), lengths_in.begin(),
                                        out);
  };

  auto const none = thrust::make_discard_iterator();
  BOOST_TEST(static_cast<std::size_t>(decode(none) - none) == count);

  auto doubled       = make_output<System>(count, std::int64_t{-1});
  auto const doubler = thrust::make_transform_output_iterator(doubled.begin(), times(2));
  BOOST_TEST(static_cast<std::size_t>(decode(doubler) - doubler) == count);

  auto reversed = make_output<System>(count, -1);
  decode(thrust::make_reverse_iterator(reversed.end()));
  auto wider = make_output<System>(count, -1.5);
  decode(wider.begin());
  auto narrower = make_output<System>(count, std::uint8_t{77});
  decode(narrower.begin());
  auto assigned = make_output<System>(count, -1);
  BOOST_TEST((decode(assign_only_iterator<int>(assigned.begin())).base() == assigned.end()));

  auto const doubled_items  = doubled.items();
  auto const reversed_items = reversed.items();
  auto const wider_items    = wider.items();
  auto const narrower_items = narrower.items();
  for (std::size_t i = 0; i < count; ++i)
  {
    BOOST_REQUIRE(doubled_items[i] == 2 * expected[i]);
    BOOST_REQUIRE(reversed_items[count - 1 - i] == expected[i]);
    BOOST_REQUIRE(wider_items[i] == expected[i]);
    BOOST_REQUIRE(narrower_items[i] == expected[i]);
  }
  BOOST_TEST(same_items(assigned.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_beside_the_ranges, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const n : {1, 33, 4'096, 4'097, 20'000})
    for (auto const& [name, lengths] : shapes_of_lengths(random, n, 50'000))
    {
      auto const values   = values_for<int>(lengths.size());
      auto const expected = serial::decode(values, lengths).items;
      checked_input<int> values_in(values);
      checked_input<std::int64_t> lengths_in(lengths);
      checked_output<int> out(expected.size(), -1);
      thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(), lengths_in.begin(),
                               out.begin());
      BOOST_TEST_CONTEXT(name << ", " << n << " runs")
      {
        BOOST_TEST(same_items(out.items(), expected));
        BOOST_TEST(values_in.faults() + lengths_in.faults() + out.faults() == 0);
        BOOST_TEST(out.most_writes() == (expected.empty() ? 0 : 1));
      }
    }
}

#if !THRUM_HAS_CUDA
// A team reads the lengths around the borders between threads once more.
BOOST_AUTO_TEST_CASE_TEMPLATE(in_sequence_lengths_are_read_twice_and_values_once, System, forward_systems)
{
  System const system;
  random_source random;
  for (std::size_t const n : {1, 33, 4'096, 4'097, 20'000})
    for (auto const& [name, lengths] : shapes_of_lengths(random, n, 50'000))
    {
      checked_input<int> values_in(values_for<int>(lengths.size()));
      checked_input<std::int64_t> lengths_in(lengths);
      auto const none = thrust::make_discard_iterator();
      thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(), lengths_in.begin(), none);
      BOOST_TEST(values_in.most_reads() <= 1, name << ", " << n << " runs");
      BOOST_TEST(lengths_in.most_reads() <= 2, name << ", " << n << " runs");
    }
}

#endif

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  random_source random;
  for (std::size_t const n : {0, 1, 2, 1'000, 20'000})
  {
    auto const values   = values_for<int>(n);
    auto const lengths  = random.integers<int>(n, 0, 4);
    auto const expected = serial::decode(values, lengths).items;
    std::forward_list<int> const values_in(values.begin(), values.end());
    std::list<int> const lengths_in(lengths.begin(), lengths.end());
    std::list<int> out(expected.size(), -1);
    auto const end = thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(),
                                              lengths_in.begin(), out.begin());
    BOOST_TEST((end == out.end()));
    BOOST_TEST(same_items(std::vector<int>(out.begin(), out.end()), expected));
    std::vector<int> appended;
    thrum::run_length_decode(system.policy(), values_in.begin(), values_in.end(), lengths_in.begin(),
                             std::back_inserter(appended));
    BOOST_TEST(same_items(appended, expected));
  }
}
