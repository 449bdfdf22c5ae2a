// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A view's iterators: random access, and good for Thrust's and thrum's algorithms.
#define BOOST_TEST_MODULE run_length_decoded_view_iterators
#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>

#include <thrust/copy.h>
#include <thrust/gather.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/reduce.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

#include "decode.h"
#include "large.h"
#include "read_items.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class System>
struct code_and_items
{
  random_source random;
  std::vector<int> lengths  = random.integers<int>(30'000, 0, 5);
  std::vector<int> values   = values_for<int>(lengths.size());
  std::vector<int> expected = serial::decode(values, lengths).items;

  typename System::template buffer<int> values_in{values, 0};
  typename System::template buffer<int> lengths_in{lengths, 0};

  auto view(System const& system) const
  {
    return thrum::make_run_length_decoded_view(system.policy(), values_in.begin(), lengths_in.begin(),
                                               static_cast<std::int64_t>(lengths.size()));
  }
};

struct twice
{
  THRUM_HOST_DEVICE int operator()(int x) const { return 2 * x; }
};

struct first_plus_thousands
{
  template <class Pair>
  THRUM_HOST_DEVICE std::int64_t operator()(Pair const& both) const
  {
    return thrust::get<0>(both) + 1'000 * thrust::get<1>(both);
  }
};
} // namespace

#if !THRUM_HAS_CUDA // where the host cannot read
BOOST_AUTO_TEST_CASE_TEMPLATE(what_the_iterators_are, System, systems)
{
  System const system;
  code_and_items<System> const data;
  auto const view = data.view(system);
  using iterator  = std::decay_t<decltype(view.begin())>;
  using traits    = std::iterator_traits<iterator>;
  static_assert(std::is_same_v<typename traits::value_type, int>);
  static_assert(
    std::is_signed_v<typename traits::difference_type> && sizeof(typename traits::difference_type) == 8);
  static_assert(std::is_trivially_copyable_v<iterator>);
  static_assert(std::is_convertible_v<typename thrust::iterator_traversal<iterator>::type,
                                      thrust::random_access_traversal_tag>);
  static_assert(std::is_same_v<std::decay_t<decltype(view.end())>, iterator>);

  iterator it = view.begin();
  BOOST_TEST((it == view.begin()));
  BOOST_TEST((it != view.end()));
  ++it;
  BOOST_TEST((it - view.begin()) == 1);
  BOOST_TEST((it++ == view.begin() + 1));
  BOOST_TEST((it - view.begin()) == 2);
  --it;
  BOOST_TEST((it-- == view.begin() + 1));
  BOOST_TEST((it == view.begin()));
  it += 1'000;
  BOOST_TEST(*it == data.expected[1'000]);
  BOOST_TEST(it[-999] == data.expected[1]);
  it -= 400;
  BOOST_TEST(*it == data.expected[600]);
  BOOST_TEST((it < view.end() && view.end() > it && it <= it && it >= view.begin()));
  BOOST_TEST((*(it - 100) == data.expected[500]));
  BOOST_TEST((view.end() - it == static_cast<std::ptrdiff_t>(data.expected.size()) - 600));
}

#endif

BOOST_AUTO_TEST_CASE_TEMPLATE(backwards, System, few_systems)
{
  System const system;
  code_and_items<System> const data;
  auto const view = data.view(system);
  auto reversed   = data.expected;
  std::reverse(reversed.begin(), reversed.end());
  BOOST_TEST(
    same_items(read_items(system, thrust::make_reverse_iterator(view.end()), reversed.size()), reversed));
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE(steps_read_few_lengths)
{
  std::int64_t reads = 0;
  std::vector<int> lengths(1'000'000, 0);
  auto const counted  = thrust::make_transform_iterator(lengths.data(), [&reads](int length) {
    ++reads;
    return length;
  });
  auto const index    = thrust::make_counting_iterator(0);
  auto const reads_of = [&](auto call) {
    reads = 0;
    call();
    return reads;
  };

  lengths.front() = lengths.back() = 1; // and a desert between
  {
    auto const view = thrum::make_run_length_decoded_view(thrust::seq, index, counted, 1'000'000);
    auto it         = view.begin();
    BOOST_TEST(reads_of([&] { ++it; }) <= 512);
    BOOST_TEST(*it == 999'999);
    BOOST_TEST(reads_of([&] { --it; }) <= 512);
    BOOST_TEST(*it == 0);
  }
  std::fill(lengths.begin(), lengths.end(), 1);
  auto const view    = thrum::make_run_length_decoded_view(thrust::seq, index, counted, 1'000'000);
  auto forwards      = view.begin();
  auto backwards     = view.end();
  std::int64_t wrong = 0;
  BOOST_TEST(reads_of([&] {
               for (int i = 0; i < 1'000'000; ++i)
               {
                 wrong += *forwards++ != i;
                 wrong += *--backwards != 999'999 - i;
               }
             })
             <= 2 * 1'000'000);
  BOOST_TEST((forwards == view.end() && backwards == view.begin() && wrong == 0));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(steps_over_lengths_of_every_shape, System, few_systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : {1, 255, 256, 257, 512, 5'000})
  {
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 3'000))
    {
      BOOST_TEST_CONTEXT(runs << " runs, " << name)
      {
        auto const values = values_for<int>(runs);
        auto const view = thrum::make_run_length_decoded_view(system.policy(), values.data(), lengths.data(),
                                                              static_cast<std::int64_t>(runs));
        auto const expected = serial::decode(values, lengths).items;
        std::vector<int> forwards, backwards;
        for (auto it = view.begin(); it != view.end(); ++it)
        {
          forwards.push_back(*it);
        }
        for (auto it = view.end(); it != view.begin();)
        {
          backwards.push_back(*--it);
        }
        std::reverse(backwards.begin(), backwards.end());
        BOOST_TEST(same_items(forwards, expected));
        BOOST_TEST(same_items(backwards, expected));
      }
    }
  }
}

#endif

BOOST_AUTO_TEST_CASE_TEMPLATE(thrust_algorithms_over_a_view, System, systems)
{
  System const system;
  code_and_items<System> const data;
  auto const view = data.view(system);
  auto out        = make_output<System>(data.expected.size(), -1);
  thrust::transform(system.policy(), view.begin(), view.end(), out.begin(), twice());
  auto doubled = data.expected;
  for (int& x : doubled)
    x *= 2;
  BOOST_TEST(same_items(out.items(), doubled));

  thrust::copy(system.policy(), view.begin(), view.end(), out.begin());
  BOOST_TEST(same_items(out.items(), data.expected));

  std::int64_t sum = 0;
  for (int const x : data.expected)
    sum += x;
  BOOST_TEST(thrust::reduce(system.policy(), view.begin(), view.end(), std::int64_t{0}) == sum);
  BOOST_TEST(thrum::reduce(system.policy(), view.begin(), view.end(), std::int64_t{0}) == sum);
  BOOST_TEST(thrust::inner_product(system.policy(), view.begin(), view.end(),
                                   thrust::make_constant_iterator(3), std::int64_t{0})
             == 3 * sum);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_view_encoded_again_is_its_code, System, systems)
{
  System const system;
  code_and_items<System> const data;
  auto const view = data.view(system);
  std::vector<int> values, lengths;
  for (std::size_t run = 0; run < data.lengths.size(); ++run)
    if (data.lengths[run] > 0)
    {
      bool const joins = !values.empty() && values.back() == data.values[run];
      if (joins)
        lengths.back() += data.lengths[run];
      else
      {
        values.push_back(data.values[run]);
        lengths.push_back(data.lengths[run]);
      }
    }
  auto values_out  = make_output<System>(values.size(), -1);
  auto lengths_out = make_output<System>(values.size(), -1);
  thrum::run_length_encode(system.policy(), view.begin(), view.end(), values_out.begin(),
                           lengths_out.begin());
  BOOST_TEST(same_items(values_out.items(), values));
  BOOST_TEST(same_items(lengths_out.items(), lengths));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(beside_other_iterators_in_a_zip, System, few_systems)
{
  System const system;
  code_and_items<System> const data;
  auto const view  = data.view(system);
  auto const pairs = thrust::make_zip_iterator(view.begin(), thrust::make_counting_iterator(std::int64_t{0}));
  auto out         = make_output<System>(data.expected.size(), std::int64_t{-1});
  thrust::transform(system.policy(), pairs, pairs + view.size(), out.begin(), first_plus_thousands());
  auto const items = out.items();
  for (std::size_t i = 0; i < items.size(); ++i)
    BOOST_REQUIRE(items[i] == data.expected[i] + 1'000 * static_cast<std::int64_t>(i));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(keys_of_a_reduction, System, few_systems)
{
  System const system;
  code_and_items<System> const data;
  auto const ones  = make_input<System>(std::vector<int>(data.expected.size(), 1));
  auto const rows  = thrum::make_run_length_decoded_view(system.policy(), thrust::make_counting_iterator(0),
                                                         data.lengths_in.begin(), 30'000);
  auto rows_out    = make_output<System>(30'000, -1);
  auto sums        = make_output<System>(30'000, -1);
  auto const ends  = thrum::reduce_by_key(system.policy(), rows.begin(), rows.end(), ones.begin(),
                                          rows_out.begin(), sums.begin());
  auto const count = static_cast<std::size_t>(ends.first - rows_out.begin());
  auto const sum_items = sums.items();
  auto const row_items = rows_out.items();
  for (std::size_t i = 0; i < count; ++i)
    BOOST_REQUIRE(sum_items[i] == data.lengths[static_cast<std::size_t>(row_items[i])]);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_more_items_than_32_bits_count, System, systems)
{
  System const system;
  auto const lengths = make_input<System>(std::vector<std::int64_t>{5, std::int64_t{1} << 40, 0, 3});
  auto const values  = make_input<System>(std::vector<char>{'a', 'b', 'c', 'd'});
  auto const view = thrum::make_run_length_decoded_view(system.policy(), values.begin(), lengths.begin(), 4);
  auto const size = (std::int64_t{1} << 40) + 8;
  BOOST_TEST(view.size() == size);
  auto const at = [&](std::int64_t place) { return read_items(system, view.begin() + place, 1).front(); };
  BOOST_TEST(at(4) == 'a');
  BOOST_TEST(at(5) == 'b');
  BOOST_TEST(at(size - 4) == 'b');
  BOOST_TEST(at(size - 3) == 'd');
  BOOST_TEST(read_items(system, view.end() - 1, 1).front() == 'd');
  BOOST_TEST(at(std::int64_t{1} << 35) == 'b');
  if constexpr (System::takes_host_functions)
  {
    BOOST_TEST(view[size - 3] == 'd');
  }
}
