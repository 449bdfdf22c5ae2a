// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// Reductions through an accelerated policy are thrum's, in each form that Thrust has.
#define BOOST_TEST_MODULE policy_accelerate_reduce
#include <thrum/execution_policy.h>

#include <thrust/functional.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <functional>
#include <utility>
#include <vector>

#include "accelerated.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 20'000;
auto const items       = leaves(size);
auto const first       = items.begin();
auto const last        = items.end();
bracketed const init(77);
put_together const op;

template <class T>
std::vector<T> one(T const& value)
{
  return {value};
}

std::vector<int> const keys = [] {
  std::vector<int> result;
  for (std::size_t i = 0; i < size; ++i)
    result.push_back(static_cast<int>(i / 700)); // several lanes of several tiles
  return result;
}();

/// The sums of a reduce by key that `call` performs on (keys, values, outputs).
template <class Call>
std::vector<bracketed> sums(Call call)
{
  std::vector<int> keys_out(size);
  std::vector<bracketed> values_out(size);
  auto const ends = call(keys.begin(), keys.end(), first, keys_out.begin(), values_out.begin());
  values_out.erase(ends.second, values_out.end());
  return values_out;
}
} // namespace

BOOST_AUTO_TEST_CASE(reduce)
{
  check_runs_thrum([](auto const& policy) { return one(thrust::reduce(policy, first, last)); },
                   [](auto const& policy) { return one(thrum::reduce(policy, first, last)); });
  check_runs_thrum([](auto const& policy) { return one(thrust::reduce(policy, first, last, init)); },
                   [](auto const& policy) { return one(thrum::reduce(policy, first, last, init)); });
  check_runs_thrum([](auto const& policy) { return one(thrust::reduce(policy, first, last, init, op)); },
                   [](auto const& policy) { return one(thrum::reduce(policy, first, last, init, op)); });
}

BOOST_AUTO_TEST_CASE(transform_reduce)
{
  auto const twice = [](bracketed x) { return x + x; };
  check_runs_thrum(
    [&](auto const& policy) { return one(thrust::transform_reduce(policy, first, last, twice, init, op)); },
    [&](auto const& policy) { return one(thrum::transform_reduce(policy, first, last, twice, init, op)); });
}

BOOST_AUTO_TEST_CASE(reduce_by_key)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        return sums([&](auto... range) { return thrust::reduce_by_key(policy, range..., extra...); });
      },
      [=](auto const& policy) {
        return sums([&](auto... range) { return thrum::reduce_by_key(policy, range..., extra...); });
      });
  };
  check();
  check(std::equal_to<int>());
  check(std::equal_to<int>(), op);
}

BOOST_AUTO_TEST_CASE(the_key_of_a_group_is_its_last)
{
  std::vector<int> const some_keys{11, 21, 31, 42, 52, 13}, ones(6, 1);
  std::vector<int> keys_out(3), sums_out(3);
  auto const last_digit = [](int a, int b) { return a % 10 == b % 10; };
  thrust::reduce_by_key(thrum::accelerate(thrust::seq), some_keys.begin(), some_keys.end(), ones.begin(),
                        keys_out.begin(), sums_out.begin(), last_digit);
  BOOST_TEST(same_items(keys_out, {31, 52, 13}));
  BOOST_TEST(same_items(sums_out, {3, 2, 1}));
}

#if THRUST_VERSION >= 300100
BOOST_AUTO_TEST_CASE(reduce_into)
{
  auto const check = [](auto... extra) {
    check_runs_thrum(
      [=](auto const& policy) {
        std::vector<bracketed> out(1);
        thrust::reduce_into(policy, first, last, out.begin(), extra...);
        return out;
      },
      [=](auto const& policy) {
        std::vector<bracketed> out(1);
        thrum::reduce_into(policy, first, last, out.begin(), extra...);
        return out;
      });
  };
  check();
  check(init);
  check(init, op);
}
#endif
