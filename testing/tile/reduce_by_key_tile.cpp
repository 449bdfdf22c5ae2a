// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE reduce_by_key_tile
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/reduce_by_key_tile.h>
#include <thrum/reduce.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <vector>

#include "by_key_tile.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
/// The number of groups.
template <class Keys, class Values, class KeysOut, class ValuesOut, class Pred, class Op>
std::ptrdiff_t run(situation const& s,
                   Keys first,
                   std::size_t count,
                   Values values,
                   KeysOut keys_out,
                   ValuesOut values_out,
                   Pred pred,
                   Op op)
{
  std::ptrdiff_t groups = -1;
  auto const p          = thrum::detail::make_counted_problem(
             thrum::detail::make_reduce_by_key_problem(first, first + static_cast<std::ptrdiff_t>(count), values,
                                                       keys_out, values_out, pred, op),
             &groups);
  run_tile<gpu::reduce_by_key_tile<std::remove_const_t<decltype(p)>>>(s, p);
  return groups;
}

template <class K, class T>
struct groups
{
  std::vector<K> keys;
  std::vector<T> values;
};

template <class K, class T, class Pred, class Op>
groups<K, T> expected_of(std::vector<K> keys, std::vector<T> values, Pred pred, Op op)
{
  auto const keys_in   = keys;
  auto const values_in = values;
  auto const ends      = thrum::reduce_by_key(thrust::seq, keys_in.begin(), keys_in.end(), values_in.begin(),
                                              keys.begin(), values.begin(), pred, op);
  keys.erase(ends.first, keys.end());
  values.erase(ends.second, values.end());
  return {keys, values};
}

template <class K, class T, class Op, class Pred = thrust::equal_to<>>
void check(std::vector<K> const& keys, std::vector<T> const& values, Op op, Pred pred = {})
{
  auto const expected = expected_of(keys, values, pred, op);
  auto const count    = static_cast<std::ptrdiff_t>(expected.keys.size());
  in_every_situation([&](situation const& s) {
    checked_memory<K> keys_in(keys);
    checked_memory<T> values_in(values);
    checked_memory<K> keys_out(expected.keys.size());
    checked_memory<T> values_out(expected.keys.size());
    BOOST_TEST(
      run(s, keys_in.begin(), keys.size(), values_in.begin(), keys_out.begin(), values_out.begin(), pred, op)
      == count);
    BOOST_TEST(same_results(keys_out.items(), expected.keys));
    BOOST_TEST(same_results(values_out.items(), expected.values));
  });
}

template <class K, class T, class Op>
void check_patterns(std::initializer_list<std::size_t> counts,
                    std::vector<T> (*make_values_of)(random_source&, std::size_t),
                    Op op)
{
  in_every_pattern<K>(counts, [&](random_source& random, std::vector<K> const& keys) {
    check(keys, make_values_of(random, keys.size()), op);
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(mixed_floats)
{
  check_patterns<int, float>({1, 28, 29, 896, 897, 7168, 7169, 23'000}, mixed<float>, thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(keys_wider_and_narrower_than_values)
{
  check_patterns<std::int64_t, float>({1, 3585, 8000}, mixed<float>, thrust::plus<>());
  check_patterns<std::int8_t, float>({1, 7169, 15'000}, mixed<float>, thrust::plus<>());
  check_patterns<int, double>({1, 3585, 8000}, mixed<double>, thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(narrow_keys_and_values)
{
  auto const bytes = whole_range<std::int8_t>;
  check_patterns<std::int8_t, std::int8_t>({111, 113, 28'673, 60'000}, bytes, thrust::plus<>());
  check_patterns<std::int16_t, std::int8_t>({111, 30'000}, bytes, thrust::plus<>());
  check_patterns<int, std::int8_t>({111, 15'000}, bytes, thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(operators_and_types_of_users)
{
  check_patterns<int, affine>({1, 100, 3585, 8000}, made<affine>, add());
  check_patterns<no_default, no_default>({1, 100, 7169, 15'000}, made<no_default>, add());
  check_patterns<int, floats<6>>({1, 100, 3000}, made<floats<6>>, add());
  check_patterns<int, floats<300>>({1, 33, 100}, made<floats<300>>, add());
  check_patterns<floats<300>, int>({1, 33, 100}, made<int>, thrust::plus<>());
  check_patterns<counted, counted>({1, 2000, 4000}, made<counted>, add());
}

BOOST_AUTO_TEST_CASE(nan_is_a_group_of_its_own)
{
  in_patterns_with_nan([](random_source& random, std::vector<float> const& keys) {
    check(keys, random.mixed_floats<float>(keys.size()), thrust::plus<>());
  });
}

// Each group writes its last key, and neighbours are compared.
BOOST_AUTO_TEST_CASE(predicate_that_is_no_equality)
{
  random_source random;
  check(random.integers<int>(20'000, 0, 30), random.mixed_floats<float>(20'000), thrust::plus<>(), climbs());
}

BOOST_AUTO_TEST_CASE(outputs_over_inputs)
{
  random_source random;
  std::size_t const count = 23'456;
  for (auto const& pattern : key_patterns<float>(random, count))
  {
    auto const& keys = pattern.second;
    BOOST_TEST_CONTEXT(pattern.first)
    {
      auto const values   = random.mixed_floats<float>(count);
      auto const expected = expected_of(keys, values, thrust::equal_to<>(), thrust::plus<>());
      auto const groups   = expected.keys.size();
      in_every_situation([&](situation const& s) {
        for (int const which : {1, 2, 3, 4})
        {
          checked_memory<float> k(keys);
          checked_memory<float> v(values);
          checked_memory<float> other_k(count);
          checked_memory<float> other_v(count);
          auto& to_k     = which == 1 || which == 3 ? k : which == 4 ? v : other_k;
          auto& to_v     = which == 2 || which == 3 ? v : which == 4 ? k : other_v;
          auto const got = run(s, k.begin(), count, v.begin(), to_k.begin(), to_v.begin(),
                               thrust::equal_to<>(), thrust::plus<>());
          BOOST_TEST(got == static_cast<std::ptrdiff_t>(groups));
          auto keys_out   = to_k.items();
          auto values_out = to_v.items();
          keys_out.resize(groups);
          values_out.resize(groups);
          BOOST_TEST(same_results(keys_out, expected.keys));
          BOOST_TEST(same_results(values_out, expected.values));
        }
      });
    }
  }
}

BOOST_AUTO_TEST_CASE(fancy_iterators)
{
  random_source random;
  std::size_t const count = 23'456;
  auto const keys         = random.keys<int>(count, 3);
  auto const values       = random.mixed_floats<float>(count);
  auto const expected     = expected_of(keys, values, thrust::equal_to<>(), thrust::plus<>());
  counted_keys<int> counted_in(keys);
  auto const first = counted_in.begin();
  in_every_situation([&](situation const& s) {
    checked_memory<float> values_in(values);
    checked_memory<float> negated(expected.keys.size());
    auto const groups = run(
      s, first, count, values_in.begin(), thrust::make_discard_iterator(),
      thrust::make_transform_output_iterator(negated.begin(), [](float x) { return -x; }),
      thrust::equal_to<>(), thrust::plus<>());
    BOOST_TEST(groups == static_cast<std::ptrdiff_t>(expected.keys.size()));
    auto values_out = negated.items();
    for (float& x : values_out)
    {
      x = -x;
    }
    BOOST_TEST(same_results(values_out, expected.values));
    BOOST_TEST(counted_in.each_read_once());
  });
}
