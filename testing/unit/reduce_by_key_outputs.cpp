// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Outputs of every kind of iterator: nothing is asked of them but assignment.
#define BOOST_TEST_MODULE reduce_by_key_outputs
#include <thrum/reduce.h>

#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

#include "assign_only.h"
#include "by_key.h"
#include "random.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 50'003;

/// A value that turns into an int only where an output asks for it.
struct weight
{
  int grams;
};
struct add_weights
{
  THRUM_HOST_DEVICE weight operator()(weight a, weight b) const { return {a.grams + b.grams}; }
};
struct grams_of
{
  THRUM_HOST_DEVICE int operator()(weight w) const { return w.grams; }
};

class times
{
public:
  THRUM_HOST_DEVICE explicit times(int factor) : factor_(factor) {}
  THRUM_HOST_DEVICE int operator()(int x) const { return factor_ * x; }

private:
  int factor_;
};

template <class System>
struct data
{
  random_source random;
  std::vector<int> key_items   = random.keys<int>(size, 6);
  std::vector<int> value_items = random.integers<int>(size, -99, 99);
  groups<int, int> expected    = serial::reduce_by_key(
       key_items, value_items, standard::equal_to<>(), standard::plus<>());
  std::size_t count = expected.first.size();
  typename System::template buffer<int> keys{key_items, 0};
  typename System::template buffer<int> values{value_items, 0};
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b36_discard, System, systems)
{
  System const system;
  data<System> in;
  auto const none     = thrust::make_discard_iterator();
  auto const only_end = thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(),
                                             in.values.begin(), none, none);
  BOOST_TEST(static_cast<std::size_t>(only_end.first - none) == in.count);
  BOOST_TEST(static_cast<std::size_t>(only_end.second - none) == in.count);

  auto sums = make_output<System>(in.count, -1);
  thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(), in.values.begin(), none,
                       sums.begin());
  BOOST_TEST(same_items(sums.items(), in.expected.second));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b36_transform_output_of_a_struct, System, systems)
{
  System const system;
  data<System> in;
  std::vector<weight> weights;
  for (int const value : in.value_items)
    weights.push_back({value});
  auto const values = make_input<System>(weights);
  auto sums         = make_output<System>(in.count, -1);
  auto const grams  = thrust::make_transform_output_iterator(sums.begin(), grams_of());
  auto const ends   = thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(), values.begin(),
                                           thrust::make_discard_iterator(), grams, standard::equal_to<>(),
                                           add_weights());
  BOOST_TEST(static_cast<std::size_t>(ends.second - grams) == in.count);
  BOOST_TEST(same_items(sums.items(), in.expected.second));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b37_outputs_without_a_default_constructor, System, systems)
{
  System const system;
  data<System> in;
  auto const into_void = thrust::make_transform_output_iterator(thrust::make_discard_iterator(), times(1));
  static_assert(!std::is_default_constructible_v<times>);
  auto const dropped = thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(),
                                            in.values.begin(), into_void, into_void);
  BOOST_TEST(static_cast<std::size_t>(dropped.first - into_void) == in.count);

  auto keys_out = make_output<System>(in.count, -1);
  auto sums     = make_output<System>(in.count, -1);
  assign_only_iterator<int> const keys_to(keys_out.begin()), values_to(sums.begin());
  static_assert(!std::is_default_constructible_v<assign_only_iterator<int>>);
  static_assert(!std::is_copy_assignable_v<assign_only_iterator<int>>);
  auto const ends = thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(), in.values.begin(),
                                         keys_to, values_to);
  BOOST_TEST((ends.first.base() == keys_out.end()));
  BOOST_TEST((ends.second.base() == sums.end()));
  BOOST_TEST(same_items(keys_out.items(), in.expected.first));
  BOOST_TEST(same_items(sums.items(), in.expected.second));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(zip_reverse_and_permutation, System, few_systems)
{
  System const system;
  data<System> in;
  auto const n = static_cast<std::ptrdiff_t>(in.count);

  auto keys_out = make_output<System>(in.count, -1);
  auto copies   = make_output<System>(in.count, -1);
  auto sums     = make_output<System>(in.count, -1);
  auto reversed = thrust::make_reverse_iterator(sums.end());
  auto ends     = thrum::reduce_by_key(system.policy(),
                                       thrust::make_zip_iterator(in.keys.begin(), in.keys.begin()),
                                       thrust::make_zip_iterator(in.keys.end(), in.keys.end()), in.values.begin(),
                                       thrust::make_zip_iterator(keys_out.begin(), copies.begin()), reversed);
  BOOST_TEST((ends.second == reversed + n));
  BOOST_TEST(same_items(keys_out.items(), in.expected.first));
  BOOST_TEST(same_items(copies.items(), in.expected.first));
  auto backwards = sums.items();
  std::reverse(backwards.begin(), backwards.end());
  BOOST_TEST(same_items(backwards, in.expected.second));

  std::vector<int> even;
  for (std::size_t i = 0; i < in.count; ++i)
    even.push_back(static_cast<int>(2 * i));
  auto const places = make_input<System>(even);
  auto spread       = make_output<System>(2 * in.count, -1);
  auto every_second = thrust::make_permutation_iterator(spread.begin(), places.begin());
  thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(), in.values.begin(),
                       thrust::make_discard_iterator(), every_second);
  auto const items = spread.items();
  for (std::size_t i = 0; i < in.count; ++i)
  {
    BOOST_REQUIRE(items[2 * i] == in.expected.second[i]);
    BOOST_REQUIRE(items[2 * i + 1] == -1);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(plain_output_iterators, System, forward_systems)
{
  System const system;
  data<System> in;
  std::vector<int> keys_out, sums;
  thrum::reduce_by_key(system.policy(), in.keys.begin(), in.keys.end(), in.values.begin(),
                       std::back_inserter(keys_out), std::back_inserter(sums));
  BOOST_TEST(same_items(keys_out, in.expected.first));
  BOOST_TEST(same_items(sums, in.expected.second));
}
