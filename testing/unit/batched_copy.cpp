// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE batched_copy
#include <thrum/load_balance.h>

#include <thrust/device_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <forward_list>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "decode.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Batches out of one sequence into another, with gaps of one item between their places, in shuffled order.
template <class System, class T>
void check_batches(System const& system, random_source& random, std::vector<std::int64_t> const& sizes)
{
  auto const total = static_cast<std::size_t>(serial::total(sizes));
  std::vector<T> items, expected(total + sizes.size() + 1, T(99));
  for (std::size_t i = 0; i < total + 100; ++i)
    items.push_back(T(static_cast<int>(random.integer(0, 90))));
  auto const source_items = make_input<System>(items);
  auto out                = make_output<System>(expected);

  std::vector<T const*> sources;
  std::vector<T*> destinations;
  std::ptrdiff_t place = 1;
  for (std::int64_t const size : sizes)
  {
    auto const from = random.integer(0, static_cast<std::int64_t>(items.size()) - size);
    sources.push_back(source_items.begin() + from);
    destinations.push_back(out.begin() + place);
    std::copy_n(items.begin() + from, size, expected.begin() + place);
    place += size + 1;
  }
  static_assert(std::is_void_v<decltype(thrum::batched_copy(
                  system.policy(), sources.begin(), destinations.begin(), sizes.begin(), std::int64_t{}))>);
  thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), sizes.begin(),
                      static_cast<std::int64_t>(sizes.size()));
  BOOST_TEST(same_items(out.items(), expected));
}

using item_types = std::
  tuple<char, std::uint16_t, int, double, __int128, floats<3>, floats<64>, no_default, counted, std::string>;
template <class T>
T from_int(int value)
{
  if constexpr (std::is_same_v<T, std::string>)
    return std::string(static_cast<std::size_t>(value % 40), 's');
  else
    return T(value);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  auto const items = make_input<System>(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  auto out         = make_output<System>(8, -1);
  std::vector<int const*> const sources{items.begin() + 6, items.begin(), items.begin() + 3};
  std::vector<int*> const destinations{out.begin(), out.begin() + 5, out.begin() + 3};
  std::vector<int> const sizes{2, 3, 1};
  thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), sizes.begin(), 3);
  BOOST_TEST(same_items(out.items(), {6, 7, -1, 3, -1, 0, 1, 2}));
}

BOOST_AUTO_TEST_CASE(without_a_policy)
{
  std::vector<int> const items{0, 1, 2, 3, 4, 5, 6, 7};
  std::vector<int> out(8, -1);
  std::vector<int const*> const sources{items.data() + 6, items.data(), items.data() + 3};
  std::vector<int*> const destinations{out.data(), out.data() + 5, out.data() + 3};
  std::vector<int> const sizes{2, 3, 1};
  thrum::batched_copy(sources.begin(), destinations.begin(), sizes.begin(), 3);
  BOOST_TEST(same_items(out, {6, 7, -1, 3, -1, 0, 1, 2}));

  std::fill(out.begin(), out.end(), -1);
  thrust::device_vector<int const*> const device_sources(sources.begin(), sources.end());
  thrust::device_vector<int*> const device_destinations(destinations.begin(), destinations.end());
  thrust::device_vector<int> const device_sizes(sizes.begin(), sizes.end());
  thrum::batched_copy(device_sources.begin(), device_destinations.begin(), device_sizes.begin(), 3);
  BOOST_TEST(same_items(out, {6, 7, -1, 3, -1, 0, 1, 2}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(batches_of_every_shape, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const count : {0, 1, 2, 33, 1'000, 4'097, 20'000})
    for (auto const& [name, sizes] : shapes_of_lengths(random, count, 100'000))
    {
      BOOST_TEST_CONTEXT(count << " batches, " << name)
      {
        check_batches<System, int>(system, random, sizes);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_of_any_type, T, item_types)
{
  long const alive_before = counted::alive();
  auto const run          = [](auto const& system) {
    using System = std::decay_t<decltype(system)>;
    std::vector<T> items;
    for (int i = 0; i < 1'000; ++i)
      items.push_back(from_int<T>(i % 89));
    auto const in = make_input<System>(items);
    auto out      = make_output<System>(std::vector<T>(1'000, from_int<T>(90)));
    std::vector<T const*> const sources{in.begin() + 500, in.begin() + 100, in.begin() + 7, in.begin()};
    std::vector<T*> const destinations{out.begin(), out.begin() + 500, out.begin() + 501, out.begin() + 600};
    std::vector<std::uint16_t> const sizes{500, 1, 0, 400};
    thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), sizes.begin(), 4);
    auto expected = std::vector<T>(1'000, from_int<T>(90));
    std::copy_n(items.begin() + 500, 500, expected.begin());
    std::copy_n(items.begin() + 100, 1, expected.begin() + 500);
    std::copy_n(items.begin(), 400, expected.begin() + 600);
    BOOST_TEST(same_items(out.items(), expected));
  };
  run(seq_system());
  run(omp_system<3>());
  BOOST_TEST(counted::alive() == alive_before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sources_and_destinations_computed_on_the_way, System, systems)
{
  System const system;
  auto out           = make_output<System>(30'000, -1);
  int* const start   = out.begin();
  auto const batch   = thrust::make_counting_iterator(0);
  auto const sources = thrust::make_transform_iterator(
    batch, [](int i) { return thrust::make_constant_iterator(i); });
  auto const destinations = thrust::make_transform_iterator(
    batch, [start](int i) { return thrust::make_reverse_iterator(start + 3 * i + 3); });
  thrum::batched_copy(system.policy(), sources, destinations, thrust::make_constant_iterator(3), 10'000);
  auto const items = out.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    BOOST_REQUIRE(items[i] == static_cast<int>(i / 3));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_are_converted, System, few_systems)
{
  System const system;
  std::vector<float> const items{1.5f, 2.5f, 3.5f};
  std::vector<double> out(3, 0.0);
  float const* source = items.data();
  double* destination = out.data();
  int const size      = 3;
  thrum::batched_copy(system.policy(), &source, &destination, &size, 1);
  BOOST_TEST(same_items(out, {1.5, 2.5, 3.5}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators, System, forward_systems)
{
  System const system;
  std::vector<int> const items{0, 1, 2, 3};
  std::vector<int> out(4, -1);
  std::forward_list<int const*> const sources{items.data() + 2, items.data()};
  std::forward_list<int*> const destinations{out.data(), out.data() + 2};
  std::forward_list<int> const sizes{2, 2};
  thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), sizes.begin(), 2);
  BOOST_TEST(same_items(out, {2, 3, 0, 1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(bad_sizes_are_refused, System, systems)
{
  System const system;
  std::vector<int> const items(10, 5);
  std::vector<int> out(10, -1);
  std::vector<int const*> const sources(3, items.data());
  std::vector<int*> const destinations(3, out.data());
  auto const copy = [&](auto const& sizes, std::int64_t count) {
    thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), sizes.begin(), count);
  };
  check_refusal("batched_copy", "1", [&] { copy(std::vector<int>{1, -1, 1}, 3); });
  check_refusal("batched_copy", "-5", [&] { copy(std::vector<int>{1, 1, 1}, -5); });
  check_refusal("batched_copy", "1", [&] {
    copy(std::vector<std::int64_t>{0, std::numeric_limits<std::int64_t>::min(), 0}, 3);
  });
}
