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
#include "vectors.h"
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
    auto const first = random.integer(0, static_cast<std::int64_t>(items.size()) - size);
    sources.push_back(source_items.begin() + first);
    destinations.push_back(out.begin() + place);
    std::copy_n(items.begin() + first, size, expected.begin() + place);
    place += size + 1;
  }
  auto const from = make_input<System>(sources);
  auto const to   = make_input<System>(destinations);
  auto const of   = make_input<System>(sizes);
  static_assert(std::is_void_v<decltype(thrum::batched_copy(system.policy(), from.begin(), to.begin(),
                                                            of.begin(), std::int64_t{}))>);
  thrum::batched_copy(system.policy(), from.begin(), to.begin(), of.begin(), of.size());
  BOOST_TEST(same_items(out.items(), expected));
}

using item_types = std::tuple<char,
                              std::uint16_t,
                              int,
                              double,
                              __int128,
                              floats<3>,
                              floats<64>,
                              no_default,
                              counted
#if !THRUM_HAS_CUDA
                              ,
                              std::string
#endif
                              >;

struct always
{
  THRUM_HOST_DEVICE thrust::constant_iterator<int> operator()(int i) const
  {
    return thrust::make_constant_iterator(i);
  }
};
struct third_from_behind
{
  int* start;
  THRUM_HOST_DEVICE thrust::reverse_iterator<int*> operator()(int i) const
  {
    return thrust::make_reverse_iterator(start + 3 * i + 3);
  }
};

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
  auto const items        = make_input<System>(std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7});
  auto out                = make_output<System>(8, -1);
  int const* const first  = items.begin();
  auto const sources      = make_input<System>(std::vector<int const*>{first + 6, first, first + 3});
  auto const destinations = make_input<System>(
    std::vector<int*>{out.begin(), out.begin() + 5, out.begin() + 3});
  auto const sizes = make_input<System>(std::vector<int>{2, 3, 1});
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

  thrust::device_vector<int> const device_items(items.begin(), items.end());
  thrust::device_vector<int> device_out(8, -1);
  int const* const from = thrust::raw_pointer_cast(device_items.data());
  int* const to         = thrust::raw_pointer_cast(device_out.data());
  thrust::device_vector<int const*> const device_sources(std::vector<int const*>{from + 6, from, from + 3});
  thrust::device_vector<int*> const device_destinations(std::vector<int*>{to, to + 5, to + 3});
  thrust::device_vector<int> const device_sizes(sizes.begin(), sizes.end());
  thrum::batched_copy(device_sources.begin(), device_destinations.begin(), device_sizes.begin(), 3);
  BOOST_TEST(same_items(items_of(device_out), {6, 7, -1, 3, -1, 0, 1, 2}));
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
    auto const in       = make_input<System>(items);
    auto out            = make_output<System>(std::vector<T>(1'000, from_int<T>(90)));
    T const* const from = in.begin();
    T* const to         = out.begin();
    auto const sources  = make_input<System>(std::vector<T const*>{from + 500, from + 100, from + 7, from});
    auto const destinations = make_input<System>(std::vector<T*>{to, to + 500, to + 501, to + 600});
    auto const sizes        = make_input<System>(std::vector<std::uint16_t>{500, 1, 0, 400});
    thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), sizes.begin(), 4);
    auto expected = std::vector<T>(1'000, from_int<T>(90));
    std::copy_n(items.begin() + 500, 500, expected.begin());
    std::copy_n(items.begin() + 100, 1, expected.begin() + 500);
    std::copy_n(items.begin(), 400, expected.begin() + 600);
    BOOST_TEST(same_items(out.items(), expected));
  };
  for_each_system<value_systems>(run);
  BOOST_TEST(counted::alive() == alive_before);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sources_and_destinations_computed_on_the_way, System, systems)
{
  System const system;
  auto out                = make_output<System>(30'000, -1);
  auto const batch        = thrust::make_counting_iterator(0);
  auto const sources      = thrust::make_transform_iterator(batch, always());
  auto const destinations = thrust::make_transform_iterator(batch, third_from_behind{out.begin()});
  thrum::batched_copy(system.policy(), sources, destinations, thrust::make_constant_iterator(3), 10'000);
  auto const items = out.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    BOOST_REQUIRE(items[i] == static_cast<int>(i / 3));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_are_converted, System, few_systems)
{
  System const system;
  auto const items       = make_input<System>(std::vector<float>{1.5f, 2.5f, 3.5f});
  auto out               = make_output<System>(3, 0.0);
  auto const source      = make_input<System>(std::vector<float const*>{items.begin()});
  auto const destination = make_input<System>(std::vector<double*>{out.begin()});
  auto const size        = make_input<System>(std::vector<int>{3});
  thrum::batched_copy(system.policy(), source.begin(), destination.begin(), size.begin(), 1);
  BOOST_TEST(same_items(out.items(), {1.5, 2.5, 3.5}));
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
  auto const items        = make_input<System>(std::vector<int>(10, 5));
  auto out                = make_output<System>(10, -1);
  auto const sources      = make_input<System>(std::vector<int const*>(3, items.begin()));
  auto const destinations = make_input<System>(std::vector<int*>(3, out.begin()));
  auto const copy         = [&](auto const& sizes, std::int64_t count) {
    auto const of = make_input<System>(sizes);
    thrum::batched_copy(system.policy(), sources.begin(), destinations.begin(), of.begin(), count);
  };
  check_refusal("batched_copy", "1", [&] { copy(std::vector<int>{1, -1, 1}, 3); });
  check_refusal("batched_copy", "-5", [&] { copy(std::vector<int>{1, 1, 1}, -5); });
  check_refusal("batched_copy", "1", [&] {
    copy(std::vector<std::int64_t>{0, std::numeric_limits<std::int64_t>::min(), 0}, 3);
  });
}
