// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// The errors that lengths can hold.
#define BOOST_TEST_MODULE run_length_decode_lengths
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "decode.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Every form of decoding with lengths; each must refuse.
template <class System, class Length>
void check_refusal_in_all_forms(System const& system,
                                std::vector<Length> const& lengths,
                                std::string const& number)
{
  auto const lengths_in = make_input<System>(lengths);
  auto const values     = thrust::make_counting_iterator(0);
  auto const runs       = static_cast<std::ptrdiff_t>(lengths.size());
  auto const none       = thrust::make_discard_iterator();
  check_refusal("run_length_decode", number, [&] {
    thrum::run_length_decode(system.policy(), values, values + runs, lengths_in.begin(), none);
  });
  check_refusal("run_length_decode", number, [&] {
    thrum::run_length_decode(system.policy(), values, values + runs, lengths_in.begin(), none, none);
  });
  check_refusal("run_length_decode_n", number, [&] {
    auto out = make_output<System>(2, -1); // too small for what the positive lengths ask for
    try
    {
      thrum::run_length_decode_n(system.policy(), values, lengths_in.begin(), runs, out.begin(), 2);
    }
    catch (...)
    {
      BOOST_TEST(out.items().size() == 2);
      throw;
    }
  });
}

std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_a_negative_length_is_refused_by_its_index, System, systems)
{
  System const system;
  check_refusal_in_all_forms(system, std::vector<int>{-2, 5, -1}, "0");
  check_refusal_in_all_forms(system, std::vector<int>{2, 5, -1}, "2");
  check_refusal_in_all_forms(system, std::vector<std::int8_t>{1, -128, 1}, "1");
  check_refusal_in_all_forms(
    system, std::vector<std::int64_t>{1, 1, 1, std::numeric_limits<std::int64_t>::min()}, "3");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_the_first_of_many_negative_lengths, System, systems)
{
  System const system;
  for (std::size_t const at : {0, 1, 4'095, 4'096, 4'097, 30'000, 49'999})
  {
    std::vector<int> lengths(50'000, 3);
    lengths[at]     = -1;
    lengths[49'999] = -1;
    check_refusal_in_all_forms(system, lengths, std::to_string(at));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_nothing_is_written_before_the_refusal, System, systems)
{
  System const system;
  std::vector<int> lengths(10'000, 3);
  lengths[7'777]    = -30'000; // the sum of all lengths is nearly nothing, that of the positive ones 29'997
  auto const values = make_input<System>(values_for<int>(lengths.size()));
  auto const lengths_in = make_input<System>(lengths);
  auto out              = make_output<System>(29'997, -1);
  auto const untouched  = out.items();
  auto const check      = [&] {
    auto const items = out.items();             // looks for writes beside the output
    if constexpr (System::takes_host_functions) // a single pass writes items before it sees a later length
    {
      BOOST_TEST(same_items(items, untouched));
    }
  };
  BOOST_CHECK_THROW(
    thrum::run_length_decode(system.policy(), values.begin(), values.end(), lengths_in.begin(), out.begin()),
    std::invalid_argument);
  check();
  BOOST_CHECK_THROW(
    thrum::run_length_decode_n(system.policy(), values.begin(), lengths_in.begin(), 10'000, out.begin(), 100),
    std::invalid_argument);
  check();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_a_total_beyond_63_bits_is_refused, System, systems)
{
  System const system;
  check_refusal_in_all_forms(system, std::vector<std::int64_t>{largest, 1}, "1");
  check_refusal_in_all_forms(system, std::vector<std::int64_t>{1, 0, largest, largest, largest}, "2");
  check_refusal_in_all_forms(system, std::vector<std::uint64_t>{0, std::uint64_t{1} << 63}, "1");
  check_refusal_in_all_forms(system, std::vector<std::uint64_t>{5, ~std::uint64_t{0}}, "1");
}

BOOST_AUTO_TEST_CASE_TEMPLATE(negative_counts_are_refused, System, systems)
{
  System const system;
  auto const value  = thrust::make_constant_iterator(1);
  auto const length = thrust::make_constant_iterator(2);
  auto out          = make_output<System>(2, -1);
  auto needed       = make_output<System>(1, std::int64_t{-7});
  check_refusal("run_length_decode_n", "-3",
                [&] { thrum::run_length_decode_n(system.policy(), value, length, -3, out.begin(), 2); });
  check_refusal("run_length_decode_n", "-4",
                [&] { thrum::run_length_decode_n(system.policy(), value, length, 1, out.begin(), -4); });
  check_refusal("run_length_decode_n", "-3", [&] {
    thrum::run_length_decode_n(system.policy(), value, length, -3, out.begin(), 2, needed.begin());
  });
  check_refusal("run_length_decode_n", "-4", [&] {
    thrum::run_length_decode_n(system.policy(), value, length, 1, out.begin(), -4, needed.begin());
  });
  BOOST_TEST(same_items(out.items(), {-1, -1}));
}
