// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// The bounded form that leaves its total in memory: bad lengths are no exception there.
#define BOOST_TEST_MODULE run_length_decode_needed
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "bounds_checked_iterator.h"
#include "decode.h"
#include "reference.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class System, class Length>
void check(System const& system,
           std::vector<Length> const& lengths,
           std::int64_t capacity,
           std::int64_t total,
           std::vector<int> const& expected)
{
  auto const values     = make_input<System>(values_for<int>(lengths.size()));
  auto const lengths_in = make_input<System>(lengths);
  auto out              = make_output<System>(expected.size(), -1);
  auto needed           = make_output<System>(1, std::int64_t{-7});
  thrum::run_length_decode_n(system.policy(), values.begin(), lengths_in.begin(),
                             static_cast<std::int64_t>(lengths.size()), out.begin(), capacity,
                             needed.begin());
  BOOST_TEST(same_items(needed.items(), {total}));
  BOOST_TEST(same_items(out.items(), expected));
}

struct halved
{
  template <class Total>
  THRUM_HOST_DEVICE double operator()(Total total) const
  {
    return static_cast<double>(total) / 2;
  }
};

std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_a_negative_length_counts_as_zero, System, systems)
{
  System const system;
  check(system, std::vector<int>{-2, 5, -1}, 2, 5, {7, 7});
  check(system, std::vector<int>{-2, 5, -1}, 7, 5, {7, 7, 7, 7, 7, -1, -1});
  check(system, std::vector<std::int8_t>{-128, -1, -128}, 2, 0, {-1, -1});
  check(system, std::vector<std::int64_t>{1, std::numeric_limits<std::int64_t>::min(), 2}, 3, 3, {0, 14, 14});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_many_negative_lengths, System, systems)
{
  System const system;
  random_source random;
  auto const lengths = random.integers<int>(30'000, -5, 5);
  std::vector<int> clamped;
  for (int const length : lengths)
    clamped.push_back(length > 0 ? length : 0);
  auto const expected = serial::decode(values_for<int>(lengths.size()), clamped).items;
  auto const total    = static_cast<std::int64_t>(expected.size());
  check(system, lengths, total, total, expected);
  check(system, lengths, total / 3, total,
        serial::decode(expected, std::vector<int>(expected.size() / 3, 1)).items);
}

// Outputs that are not memory are written another way.
BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_a_negative_length_counts_as_zero_for_any_output, System, systems)
{
  System const system;
  auto const values  = make_input<System>(std::vector<int>{1, 2, 3, 4});
  auto const lengths = make_input<System>(std::vector<int>{-2, 5, -1, 2});
  std::vector<int> const all{2, 2, 2, 2, 2, 4, 4};
  for (std::size_t capacity = 0; capacity <= 7; ++capacity)
  {
    auto needed = make_output<System>(1, std::int64_t{-7});
    checked_output<int> out(capacity, -1);
    thrum::run_length_decode_n(system.policy(), values.begin(), lengths.begin(), 4, out.begin(),
                               static_cast<std::int64_t>(capacity), needed.begin());
    BOOST_TEST(same_items(needed.items(), {7}));
    BOOST_TEST(same_items(out.items(), serial::slice(all, 0, capacity)));
    BOOST_TEST(out.faults() == 0);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_a_total_beyond_63_bits_is_minus_one, System, systems)
{
  System const system;
  auto const total_of = [&](std::vector<std::int64_t> const& lengths) {
    auto const lengths_in = make_input<System>(lengths);
    auto needed           = make_output<System>(1, std::int64_t{-7});
    int* const nowhere    = nullptr;
    thrum::run_length_decode_n(system.policy(), thrust::make_counting_iterator(0), lengths_in.begin(),
                               static_cast<std::int64_t>(lengths.size()), nowhere, 0, needed.begin());
    return needed.items().front();
  };
  BOOST_TEST(total_of({largest}) == largest);
  BOOST_TEST(total_of({largest - 1, 1}) == largest);
  BOOST_TEST(total_of({largest, 1}) == -1);
  BOOST_TEST(total_of({largest, 0, 0}) == largest);
  BOOST_TEST(total_of({largest, largest, largest}) == -1); // 3 * (2^63 - 1): wraps to a positive number
  BOOST_TEST(total_of({largest, -5}) == largest);

  std::vector<std::int64_t> many(100'000, largest / 100'000);
  BOOST_TEST(total_of(many) == largest / 100'000 * 100'000);
  many.back() += largest % 100'000;
  BOOST_TEST(total_of(many) == largest);
  ++many.front();
  BOOST_TEST(total_of(many) == -1);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_unsigned_length_beyond_63_bits, System, systems)
{
  System const system;
  auto const lengths = make_input<System>(std::vector<std::uint64_t>{0, std::uint64_t{1} << 63});
  auto needed        = make_output<System>(1, std::int64_t{-7});
  int* const nowhere = nullptr;
  thrum::run_length_decode_n(system.policy(), thrust::make_counting_iterator(0), lengths.begin(), 2, nowhere,
                             0, needed.begin());
  BOOST_TEST(same_items(needed.items(), {-1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_overflow_writes_nothing_beyond_the_capacity, System, systems)
{
  System const system;
  auto const values  = make_input<System>(std::vector<int>{1, 2, 3});
  auto const lengths = make_input<System>(std::vector<std::int64_t>{5, largest, largest});
  auto out           = make_output<System>(8, -1);
  auto needed        = make_output<System>(1, std::int64_t{-7});
  thrum::run_length_decode_n(system.policy(), values.begin(), lengths.begin(), 3, out.begin(), 8,
                             needed.begin());
  BOOST_TEST(same_items(needed.items(), {-1}));
  BOOST_TEST(out.items().size() == 8); // items() looks for writes beside the output
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_total_goes_through_any_output_iterator, System, few_systems)
{
  System const system;
  auto const lengths = make_input<System>(std::vector<int>{2, 3});
  auto out           = make_output<System>(5, -1);
  auto halves        = make_output<System>(1, -1.0);
  auto const halving = thrust::make_transform_output_iterator(halves.begin(), halved());
  thrum::run_length_decode_n(system.policy(), thrust::make_constant_iterator(9), lengths.begin(), 2,
                             out.begin(), 5, halving);
  BOOST_TEST(halves.items().front() == 2.5);
  BOOST_TEST(same_items(out.items(), {9, 9, 9, 9, 9}));
}
