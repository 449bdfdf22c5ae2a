// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE scan_by_key
#include <thrum/scan.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "sizes.h"
#include "systems.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::vector<int> const small_keys{1, 1, 1, 2, 2, 3};
std::vector<int> const small_values{1, 5, 2, 4, 3, 9};

struct same_tens
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a / 10 == b / 10; }
};

struct at_most_one_apart
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a - b <= 1 && b - a <= 1; }
};

/// Not symmetric: tells (previous, current) from (current, previous).
struct goes_up_by_one
{
  THRUM_HOST_DEVICE bool operator()(int previous, int current) const { return previous + 1 == current; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_inclusive_arity_with_a_policy, System, systems)
{
  System const system;
  auto const k  = make_input<System>(small_keys);
  auto const v  = make_input<System>(small_values);
  auto out      = make_output<System>(6, -1);
  auto const of = [&](auto... extra) {
    auto const end = thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(),
                                                  extra...);
    BOOST_TEST(end == out.end());
    return out.items();
  };
  BOOST_TEST(same_items(of(), {1, 6, 8, 4, 7, 9}));
  BOOST_TEST(same_items(of(same_tens{}), {1, 6, 8, 12, 15, 24}));
  BOOST_TEST(same_items(of(thrust::equal_to<int>(), thrust::maximum<int>()), {1, 5, 5, 4, 4, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_exclusive_arity_with_a_policy, System, systems)
{
  System const system;
  auto const k  = make_input<System>(small_keys);
  auto const v  = make_input<System>(small_values);
  auto out      = make_output<System>(6, -1);
  auto const of = [&](auto... extra) {
    auto const end = thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(),
                                                  extra...);
    BOOST_TEST(end == out.end());
    return out.items();
  };
  BOOST_TEST(same_items(of(), {0, 1, 6, 0, 4, 0}));
  BOOST_TEST(same_items(of(100), {100, 101, 106, 100, 104, 100}));
  BOOST_TEST(same_items(of(100, same_tens{}), {100, 101, 106, 108, 112, 115}));
  BOOST_TEST(same_items(of(3, thrust::equal_to<int>(), thrust::maximum<int>()), {3, 3, 5, 3, 4, 3}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, vectors<int>)
{
  auto const k = make_vector<Vector>(small_keys);
  auto const v = make_vector<Vector>(small_values);
  Vector out(6, -1);
  auto const inclusive = [&](auto... extra) {
    BOOST_TEST(
      (thrum::inclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), extra...) == out.end()));
    return items_of(out);
  };
  BOOST_TEST(same_items(inclusive(), {1, 6, 8, 4, 7, 9}));
  BOOST_TEST(same_items(inclusive(same_tens{}), {1, 6, 8, 12, 15, 24}));
  BOOST_TEST(same_items(inclusive(thrust::equal_to<int>(), thrust::maximum<int>()), {1, 5, 5, 4, 4, 9}));

  auto const exclusive = [&](auto... extra) {
    BOOST_TEST(
      (thrum::exclusive_scan_by_key(k.begin(), k.end(), v.begin(), out.begin(), extra...) == out.end()));
    return items_of(out);
  };
  BOOST_TEST(same_items(exclusive(), {0, 1, 6, 0, 4, 0}));
  BOOST_TEST(same_items(exclusive(100), {100, 101, 106, 100, 104, 100}));
  BOOST_TEST(same_items(exclusive(100, same_tens{}), {100, 101, 106, 108, 112, 115}));
  BOOST_TEST(same_items(exclusive(3, thrust::equal_to<int>(), thrust::maximum<int>()), {3, 3, 5, 3, 4, 3}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_of_nothing, System, thread_systems)
{
  System const system;
  auto const none = make_input<System>(std::vector<int>{});
  auto out        = make_output<System>(1, -1);
  auto const at   = out.begin();
  BOOST_TEST(thrum::inclusive_scan_by_key(system.policy(), none.begin(), none.end(), none.begin(), at) == at);
  BOOST_TEST(thrum::exclusive_scan_by_key(system.policy(), none.begin(), none.end(), none.begin(), at, 5)
             == at);
  BOOST_TEST(same_items(out.items(), {-1}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_around_every_boundary, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : sizes_within_tiles<std::int64_t>())
  {
    for (std::int64_t const mean_run : {1, 5, 300, 20'000})
    {
      BOOST_TEST_CONTEXT("size " << size << ", mean run " << mean_run)
      {
        auto const keys  = random.keys<int>(size, mean_run);
        auto const items = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
        auto const k     = make_input<System>(keys);
        auto const v     = make_input<System>(items);
        auto out         = make_output<System>(size, std::int64_t{-1});
        auto const equal = standard::equal_to<>();
        auto const plus  = thrust::plus<>();
        thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin());
        BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, equal, plus)));
        std::int64_t const init = 9;
        thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), init);
        BOOST_TEST(same_items(out.items(), serial::exclusive_by_key(keys, items, init, equal, plus)));
      }
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(segments_that_begin_at_internal_boundaries, System, thread_systems)
{
  System const system;
  random_source random;
  for (std::size_t const length : run_lengths_at_boundaries<std::int64_t>())
  {
    BOOST_TEST_CONTEXT("length " << length)
    {
      auto const keys  = keys_in_runs_of(length, 130'003);
      auto const items = random.integers<std::int64_t>(keys.size(), -1'000'000'000'000, 1'000'000'000'000);
      auto const k     = make_input<System>(keys);
      auto const v     = make_input<System>(items);
      auto out         = make_output<System>(items.size(), std::int64_t{-1});
      auto const equal = standard::equal_to<>();
      auto const plus  = thrust::plus<>();
      thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin());
      BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, equal, plus)));
      std::int64_t const init = 9;
      thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), init);
      BOOST_TEST(same_items(out.items(), serial::exclusive_by_key(keys, items, init, equal, plus)));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(neighbours_are_compared_previous_first, System, thread_systems)
{
  System const system;
  auto const k = make_input<System>(std::vector<int>{1, 2, 3, 2, 1, 2, 7, 8});
  auto const v = make_input<System>(std::vector<int>(8, 1));
  auto out     = make_output<System>(8, -1);
  thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(), goes_up_by_one{},
                               thrust::plus<>());
  BOOST_TEST(same_items(out.items(), {1, 2, 3, 1, 1, 2, 1, 2}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b15_neighbours_decide_where_equality_is_not_transitive, System, thread_systems)
{
  System const system;
  auto const k = make_input<System>(std::vector<int>{1, 2, 3, 4, 9, 10});
  auto const v = make_input<System>(std::vector<int>{1, 2, 3, 4, 5, 6});
  auto out     = make_output<System>(6, -1);
  thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin(),
                               at_most_one_apart{}, thrust::plus<>());
  BOOST_TEST(same_items(out.items(), {1, 3, 6, 10, 5, 11}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_nan_is_a_segment_of_its_own, System, thread_systems)
{
  System const system;
  float const nan   = std::numeric_limits<float>::quiet_NaN();
  auto const around = sizes_around({replay::order_of(sizeof(int)).tile()});
  for (std::size_t const at : around)
  {
    auto keys = std::vector<float>(around.back() + 5, 1.0F);
    keys[0] = keys[at] = keys[at + 1] = nan;
    std::vector<int> const ones(keys.size(), 1);
    auto const k = make_input<System>(keys);
    auto const v = make_input<System>(ones);
    auto out     = make_output<System>(keys.size(), -1);
    thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), out.begin());
    BOOST_TEST(same_items(out.items(),
                          serial::inclusive_by_key(keys, ones, standard::equal_to<>(), thrust::plus<>())));
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b50_output_may_be_the_keys, System, thread_systems)
{
  System const system;
  auto small = make_output<System>(small_keys);
  std::vector<int> const ones(6, 1);
  auto const small_ones = make_input<System>(ones);
  thrum::inclusive_scan_by_key(system.policy(), small.begin(), small.end(), small_ones.begin(),
                               small.begin());
  BOOST_TEST(same_items(small.items(), {1, 2, 3, 1, 2, 1}));

  random_source random;
  for (std::int64_t const mean_run : {1, 30, 5'000, 100'000'000})
  {
    BOOST_TEST_CONTEXT("mean run " << mean_run)
    {
      auto const keys  = random.keys<int>(1'000'003, mean_run);
      auto const items = random.integers<int>(keys.size(), -1000, 1000);
      auto const v     = make_input<System>(items);
      auto data        = make_output<System>(keys);
      thrum::inclusive_scan_by_key(system.policy(), data.begin(), data.end(), v.begin(), data.begin());
      BOOST_TEST(same_items(data.items(),
                            serial::inclusive_by_key(keys, items, standard::equal_to<>(), thrust::plus<>())));

      auto again = make_output<System>(keys);
      thrum::exclusive_scan_by_key(system.policy(), again.begin(), again.end(), v.begin(), again.begin(), 4);
      BOOST_TEST(same_items(
        again.items(), serial::exclusive_by_key(keys, items, 4, standard::equal_to<>(), thrust::plus<>())));
    }
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b50_output_may_be_the_values, System, thread_systems)
{
  System const system;
  random_source random;
  auto const keys  = random.keys<int>(1'000'003, 700);
  auto const items = random.integers<int>(keys.size(), -1000, 1000);
  auto const k     = make_input<System>(keys);
  auto data        = make_output<System>(items);
  thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), data.begin(), data.begin());
  BOOST_TEST(same_items(data.items(),
                        serial::inclusive_by_key(keys, items, standard::equal_to<>(), thrust::plus<>())));

  auto again = make_output<System>(items);
  thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), again.begin(), again.begin(), 4);
  BOOST_TEST(same_items(again.items(),
                        serial::exclusive_by_key(keys, items, 4, standard::equal_to<>(), thrust::plus<>())));
}
