// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Decoding where the code says where each run ends.
#define BOOST_TEST_MODULE run_length_decode_ends
#include <thrum/run_length.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <forward_list>
#include <iterator>
#include <limits>
#include <tuple>
#include <vector>

#include "bounds_checked_iterator.h"
#include "decode.h"
#include "large.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class System, class T, class End>
void check_ends(System const& system,
                std::vector<T> const& values,
                std::vector<End> const& ends,
                std::vector<T> const& expected)
{
  auto const values_in = make_input<System>(values);
  auto const ends_in   = make_input<System>(ends);
  auto out             = make_output<System>(poison_like(expected));
  auto const end       = thrum::run_length_decode_ends(system.policy(), values_in.begin(), values_in.end(),
                                                       ends_in.begin(), out.begin());
  BOOST_TEST((end == out.end()));
  BOOST_TEST(same_items(out.items(), expected));
}

template <class End, class System>
void compare_ends(System const& system, std::vector<std::int64_t> const& lengths)
{
  auto const values = values_for<int>(lengths.size());
  check_ends(system, values, serial::ends<End>(lengths), serial::decode(values, lengths).items);
}

struct thrice
{
  THRUM_HOST_DEVICE int operator()(int i) const { return 3 * i; }
};

using end_types = std::tuple<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  check_ends(system, std::vector<char>{'x', 'y', 'z'}, std::vector<int>{2, 2, 5}, {'x', 'x', 'z', 'z', 'z'});
  check_ends(system, std::vector<char>{'x'}, std::vector<int>{0}, {});
  check_ends(system, std::vector<char>{}, std::vector<int>{}, {});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const values(std::vector<int>{7, 8, 9});
  Vector const ends(std::vector<int>{2, 2, 5});
  Vector out(5, -1);
  BOOST_TEST(
    (thrum::run_length_decode_ends(values.begin(), values.end(), ends.begin(), out.begin()) == out.end()));
  BOOST_TEST(same_items(std::vector<int>(out.begin(), out.end()), {7, 7, 9, 9, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(rows_of_a_sparse_matrix, System, systems)
{
  std::vector<int> const row_pointers{0, 3, 3, 4, 8};
  check_ends(System(), std::vector<int>{0, 1, 2, 3},
             std::vector<int>(row_pointers.begin() + 1, row_pointers.end()), {0, 0, 0, 2, 3, 3, 3, 3});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_of_every_shape, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : counts_of_runs())
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 70'000))
    {
      BOOST_TEST_CONTEXT(runs << " runs, " << name)
      {
        compare_ends<std::int32_t>(system, lengths);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(ends_of_any_type, End, end_types)
{
  random_source random;
  auto const lengths = random.integers<std::int64_t>(30'000, 0, 5);
  auto const few     = random.integers<std::int64_t>(60, 0, 4);
  for_each_system<few_systems>([&](auto const& system) {
    compare_ends<End>(system, lengths);
    compare_ends<std::uint8_t>(system, few);
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_beside_the_ranges, System, systems)
{
  System const system;
  random_source random;
  for (auto const& [name, lengths] : shapes_of_lengths(random, 5'000, 50'000))
  {
    auto const values   = values_for<int>(lengths.size());
    auto const expected = serial::decode(values, lengths).items;
    checked_input<int> values_in(values);
    checked_input<std::int64_t> ends_in(serial::ends<std::int64_t>(lengths));
    checked_output<int> out(expected.size(), -1);
    thrum::run_length_decode_ends(system.policy(), values_in.begin(), values_in.end(), ends_in.begin(),
                                  out.begin());
    BOOST_TEST_CONTEXT(name)
    {
      BOOST_TEST(same_items(out.items(), expected));
      BOOST_TEST(values_in.faults() + ends_in.faults() + out.faults() == 0);
      BOOST_TEST(out.most_writes() == (expected.empty() ? 0 : 1));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(ends_computed_on_the_way, System, few_systems)
{
  System const system;
  auto const ends = thrust::make_transform_iterator(thrust::make_counting_iterator(1), thrice());
  auto const runs = thrust::make_counting_iterator(0);
  auto out        = make_output<System>(30'000, -1);
  BOOST_TEST(
    (thrum::run_length_decode_ends(system.policy(), runs, runs + 10'000, ends, out.begin()) == out.end()));
  auto const items = out.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    BOOST_REQUIRE(items[i] == static_cast<int>(i / 3));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators_in_and_out, System, forward_systems)
{
  System const system;
  std::forward_list<int> const values{7, 8, 9}, ends{2, 2, 5};
  std::vector<int> out;
  thrum::run_length_decode_ends(system.policy(), values.begin(), values.end(), ends.begin(),
                                std::back_inserter(out));
  BOOST_TEST(same_items(out, {7, 7, 9, 9, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(decreasing_or_negative_ends_are_refused, System, systems)
{
  System const system;
  auto const decode = [&](std::vector<int> const& ends) {
    auto const values_in = make_input<System>(values_for<int>(ends.size()));
    auto const ends_in   = make_input<System>(ends);
    auto out             = make_output<System>(200'000, -1);
    try
    {
      thrum::run_length_decode_ends(system.policy(), values_in.begin(), values_in.end(), ends_in.begin(),
                                    out.begin());
    }
    catch (...)
    {
      BOOST_TEST(out.items().size() == 200'000); // nothing beside the output
      throw;
    }
  };
  check_refusal("run_length_decode_ends", "2", [&] { decode({2, 5, 4}); });
  check_refusal("run_length_decode_ends", "0", [&] { decode({-1, 5, 6}); });
  check_refusal("run_length_decode_ends", "1", [&] { decode({4, 3, 9}); });
  for (int const at : {1, 4'095, 4'096, 4'097, 19'999})
  {
    auto ends = serial::ends<int>(std::vector<int>(20'000, 2));
    ends[static_cast<std::size_t>(at)] -= 3;
    check_refusal("run_length_decode_ends", std::to_string(at), [&] { decode(ends); });
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_smallest_of_all_ends_is_refused, System, few_systems)
{
  System const system;
  auto const ends = make_input<System>(
    std::vector<std::int64_t>{5, std::numeric_limits<std::int64_t>::min(), 7});
  check_refusal("run_length_decode_ends", "1", [&] {
    thrum::run_length_decode_ends(system.policy(), ends.begin(), ends.end(), ends.begin(),
                                  thrust::make_discard_iterator());
  });
}

BOOST_AUTO_TEST_CASE(b10_ends_beyond_two_to_the_31, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  auto const ends = make_input(system,
                               std::vector<std::int64_t>{5, 3'000'000'000, 3'000'000'000, 3'000'000'007});
  auto const none = thrust::make_discard_iterator();
  auto const end  = thrum::run_length_decode_ends(system.policy(), ends.begin(), ends.end(), ends.begin(),
                                                  none);
  BOOST_TEST((end - none) == 3'000'000'007);
}
