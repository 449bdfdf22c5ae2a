// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// In the calling thread, forward iterators and plain output iterators will do.
#define BOOST_TEST_MODULE iterators_forward
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <forward_list>
#include <functional>
#include <iterator>
#include <list>
#include <optional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "replay_by_key.h"
#include "replay_commuting.h"
#include "systems.h"
#include "types.h"
#include <boost/iterator/transform_iterator.hpp>
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 30'003; // several tiles and a rest

struct square
{
  float operator()(float x) const { return x * x; }
};

struct twice
{
  int operator()(int x) const { return 2 * x; }
};

std::vector<float> numbers()
{
  return random_source().mixed_floats<float>(size);
}

template <class List>
std::vector<float> items_in(List const& list)
{
  return std::vector<float>(list.begin(), list.end());
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(reduce_a_list, System, forward_systems)
{
  System const system;
  auto const items = numbers();
  std::forward_list<float> const list(items.begin(), items.end());
  auto const first = list.begin(), last = list.end();
  auto const& policy = system.policy();
  BOOST_TEST(same_bits(thrum::reduce(policy, first, last), replay::commuting_reduce(items, 0.0F, add{})));
  BOOST_TEST(
    same_bits(thrum::reduce(policy, first, last, 0.5F, add{}), replay::ordered_reduce(items, 0.5F, add{})));
  std::vector<float> out;
  thrum::reduce_into(policy, first, last, std::back_inserter(out), 0.5F, add{});
  BOOST_TEST(same_bits(out, {replay::ordered_reduce(items, 0.5F, add{})}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(transform_reduce_a_list, System, forward_systems)
{
  System const system;
  std::list<int> const list{4, -7, 1, 9};
  BOOST_TEST(
    thrum::transform_reduce(system.policy(), list.begin(), list.end(), twice{}, 100, thrust::plus<>())
    == 114);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(iterators_of_boost_that_hand_out_values, System, forward_systems)
{
  System const system;
  std::list<int> const list{4, -7, 1, 9};
  auto const first = boost::make_transform_iterator(list.begin(), twice{});
  auto const last  = boost::make_transform_iterator(list.end(), twice{});
  BOOST_TEST(thrum::reduce(system.policy(), first, last) == 14);
  std::vector<int> sums;
  thrum::inclusive_scan(system.policy(), first, last, std::back_inserter(sums));
  BOOST_TEST(same_items(sums, {8, -6, -4, 14}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(scan_a_list_into_a_growing_vector, System, forward_systems)
{
  System const system;
  auto const items = numbers();
  std::forward_list<float> const list(items.begin(), items.end());
  std::vector<float> inclusive, exclusive;
  thrum::inclusive_scan(system.policy(), list.begin(), list.end(), std::back_inserter(inclusive));
  thrum::exclusive_scan(system.policy(), list.begin(), list.end(), std::back_inserter(exclusive), 0.5F);
  BOOST_TEST(same_bits(inclusive, replay::inclusive(items, std::optional<float>(), add{})));
  BOOST_TEST(same_bits(exclusive, replay::exclusive(items, 0.5F, add{})));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(scan_a_list_in_place, System, forward_systems)
{
  System const system;
  auto const items = numbers();
  std::list<float> inclusive(items.begin(), items.end()), exclusive(items.begin(), items.end());
  auto const first = inclusive.begin(), last = inclusive.end();
  BOOST_TEST((thrum::inclusive_scan(system.policy(), first, last, first, 0.5F, add{}) == last));
  BOOST_TEST(same_bits(items_in(inclusive), replay::inclusive(items, std::optional<float>(0.5F), add{})));

  auto const begin = exclusive.begin(), end = exclusive.end();
  BOOST_TEST((thrum::exclusive_scan(system.policy(), begin, end, begin, 0.5F) == end));
  BOOST_TEST(same_bits(items_in(exclusive), replay::exclusive(items, 0.5F, add{})));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(transform_scan_a_list, System, forward_systems)
{
  System const system;
  auto items = numbers();
  std::list<float> const list(items.begin(), items.end());
  std::vector<float> inclusive, exclusive;
  auto const first = list.begin(), last = list.end();
  thrum::transform_inclusive_scan(system.policy(), first, last, std::back_inserter(inclusive), square{},
                                  add{});
  thrum::transform_exclusive_scan(system.policy(), first, last, std::back_inserter(exclusive), square{}, 0.5F,
                                  add{});
  for (float& item : items)
  {
    item = item * item;
  }
  BOOST_TEST(same_bits(inclusive, replay::inclusive(items, std::optional<float>(), add{})));
  BOOST_TEST(same_bits(exclusive, replay::exclusive(items, 0.5F, add{})));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(scan_lists_by_key, System, forward_systems)
{
  System const system;
  auto const keys  = random_source().keys<int>(size, 70);
  auto const items = numbers();
  std::forward_list<int> const k(keys.begin(), keys.end());
  std::list<float> v(items.begin(), items.end());
  std::vector<float> exclusive;
  auto const same = std::equal_to<>();
  thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), std::back_inserter(exclusive),
                               0.5F, same, add{});
  BOOST_TEST(same_bits(exclusive, replay::exclusive_by_key(keys, items, 0.5F, same, add{})));

  auto const end = thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), v.begin(),
                                                same, add{});
  BOOST_TEST((end == v.end()));
  BOOST_TEST(same_bits(items_in(v), replay::inclusive_by_key(keys, items, same, add{})));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(nothing_comes_of_empty_lists, System, forward_systems)
{
  System const system;
  std::forward_list<int> const none;
  std::vector<int> out;
  thrum::inclusive_scan(system.policy(), none.begin(), none.end(), std::back_inserter(out));
  thrum::exclusive_scan(system.policy(), none.begin(), none.end(), std::back_inserter(out), 1);
  thrum::inclusive_scan_by_key(system.policy(), none.begin(), none.end(), none.begin(),
                               std::back_inserter(out));
  BOOST_TEST(out.empty());
  BOOST_TEST(thrum::reduce(system.policy(), none.begin(), none.end(), 6) == 6);
}
