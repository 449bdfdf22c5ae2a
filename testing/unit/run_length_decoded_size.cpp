// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
#define BOOST_TEST_MODULE run_length_decoded_size
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>

#include <cstdint>
#include <forward_list>
#include <limits>
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
template <class System, class Length>
std::int64_t size_of(System const& system, std::vector<Length> const& lengths)
{
  auto const in = make_input<System>(lengths);
  static_assert(
    std::is_same_v<decltype(thrum::run_length_decoded_size(system.policy(), in.begin(), in.end())),
                   std::int64_t>);
  return thrum::run_length_decoded_size(system.policy(), in.begin(), in.end());
}

std::int64_t const largest = std::numeric_limits<std::int64_t>::max();
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  BOOST_TEST(size_of(system, std::vector<int>{}) == 0);
  BOOST_TEST(size_of(system, std::vector<int>{0}) == 0);
  BOOST_TEST(size_of(system, std::vector<int>{3, 0, 4, 5}) == 12);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const lengths(std::vector<int>{3, 0, 4, 5});
  BOOST_TEST(thrum::run_length_decoded_size(lengths.begin(), lengths.end()) == 12);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_of_every_shape, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : counts_of_runs())
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 1'000'000'000'000))
      BOOST_TEST(size_of(system, lengths) == serial::total(lengths), runs << " runs, " << name);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_the_total_has_64_bits_whatever_the_lengths_have, System, systems)
{
  System const system;
  BOOST_TEST(size_of(system, std::vector<std::int32_t>(3, 1 << 30)) == std::int64_t{3} << 30);
  BOOST_TEST(size_of(system, std::vector<std::uint8_t>(1'000'000, 255)) == 255'000'000);
  BOOST_TEST(size_of(system, std::vector<std::int8_t>(1'000'000, 127)) == 127'000'000);
  BOOST_TEST(size_of(system, std::vector<std::uint16_t>(100'000, 65'535)) == 6'553'500'000);
  BOOST_TEST(size_of(system, std::vector<std::uint32_t>(100'000, 0xFFFFFFFF))
             == 100'000 * std::int64_t{0xFFFFFFFF});
  BOOST_TEST(size_of(system, std::vector<bool>(100'000, true)) == 100'000);
  BOOST_TEST(size_of(system, std::vector<std::uint64_t>{1, std::uint64_t{1} << 62})
             == (std::int64_t{1} << 62) + 1);
  BOOST_TEST(size_of(system, std::vector<__int128>{7, std::int64_t{1} << 40}) == (std::int64_t{1} << 40) + 7);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(up_to_the_largest_total, System, systems)
{
  System const system;
  BOOST_TEST(size_of(system, std::vector<std::int64_t>{largest}) == largest);
  BOOST_TEST(size_of(system, std::vector<std::int64_t>{0, largest - 5, 0, 5}) == largest);
  std::vector<std::int64_t> many(100'000, largest / 100'000);
  many[50'000] += largest % 100'000;
  BOOST_TEST(size_of(system, many) == largest);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_a_larger_total_is_refused, System, systems)
{
  System const system;
  using lengths = std::vector<std::int64_t>;
  check_refusal("run_length_decoded_size", "1", [&] { size_of(system, lengths{largest, 1}); });
  check_refusal("run_length_decoded_size", "3", [&] {
    size_of(system, lengths{0, largest, 0, largest, largest});
  });
  check_refusal("run_length_decoded_size", "1", [&] {
    size_of(system, std::vector<std::uint64_t>{0, std::uint64_t{1} << 63, 5});
  });
  lengths many(100'000, largest / 100'000);
  many[70'000] = largest;
  check_refusal("run_length_decoded_size", "70000", [&] { size_of(system, many); });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b11a_a_negative_length_is_refused_by_its_index, System, systems)
{
  System const system;
  check_refusal("run_length_decoded_size", "0", [&] { size_of(system, std::vector<int>{-2, 5, -1}); });
  check_refusal("run_length_decoded_size", "2", [&] { size_of(system, std::vector<int>{2, 5, -1}); });
  for (std::size_t const at : {0, 1, 4'095, 4'096, 50'000, 99'999})
  {
    std::vector<std::int8_t> lengths(100'000, 3);
    lengths[at]     = -1;
    lengths[99'999] = -1; // the first of two is named
    check_refusal("run_length_decoded_size", std::to_string(at), [&] { size_of(system, lengths); });
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fancy_iterators, System, few_systems)
{
  System const system;
  auto const four = thrust::make_constant_iterator(4);
  BOOST_TEST(thrum::run_length_decoded_size(system.policy(), four, four + 100'000) == 400'000);
  random_source random;
  auto const lengths = random.integers<int>(50'000, 0, 9);
  checked_input<int> in(lengths);
  BOOST_TEST(thrum::run_length_decoded_size(system.policy(), in.begin(), in.end()) == serial::total(lengths));
  BOOST_TEST(in.faults() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators, System, forward_systems)
{
  System const system;
  std::forward_list<int> const lengths{3, 0, 4, 5};
  BOOST_TEST(thrum::run_length_decoded_size(system.policy(), lengths.begin(), lengths.end()) == 12);
}
