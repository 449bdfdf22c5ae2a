// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans by key over iterators that are no pointers.
#define BOOST_TEST_MODULE iterators_scan_by_key
#include <thrum/scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 50'003; // several tiles and a rest

/// What cannot be stored as it is.
struct money
{
  std::int64_t cents;
  THRUM_HOST_DEVICE friend money operator+(money a, money b) { return {a.cents + b.cents}; }
};

struct cents_of
{
  THRUM_HOST_DEVICE std::int64_t operator()(money m) const { return m.cents; }
};

struct twice
{
  THRUM_HOST_DEVICE std::size_t operator()(std::size_t i) const { return 2 * i; }
};

struct hundreds
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t i) const { return i / 100; }
};

std::vector<int> numbers()
{
  return random_source().integers<int>(size, -1'000, 1'000);
}
std::vector<int> runs_of_keys()
{
  return random_source(4).keys<int>(size, 70);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b36_output_of_another_type, System, few_systems)
{
  System const system;
  auto const keys  = runs_of_keys();
  auto const items = numbers();
  std::vector<money> amounts;
  std::vector<std::int64_t> cents;
  for (int const item : items)
  {
    amounts.push_back({item});
    cents.push_back(item);
  }
  auto const k     = make_input<System>(keys);
  auto const v     = make_input<System>(amounts);
  auto out         = make_output<System>(size, std::int64_t{-1});
  auto const into  = thrust::make_transform_output_iterator(out.begin(), cents_of{});
  auto const first = k.begin(), last = k.end();
  auto const same = standard::equal_to<int>();
  thrum::inclusive_scan_by_key(system.policy(), first, last, v.begin(), into, same, thrust::plus<>());
  BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, cents, same, thrust::plus<>())));
  thrum::exclusive_scan_by_key(system.policy(), first, last, v.begin(), into, money{7}, same,
                               thrust::plus<>());
  BOOST_TEST(
    same_items(out.items(), serial::exclusive_by_key(keys, cents, std::int64_t{7}, same, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b36_discarded_output, System, few_systems)
{
  System const system;
  auto const k       = make_input<System>(runs_of_keys());
  auto const v       = make_input<System>(numbers());
  auto const nowhere = thrust::make_discard_iterator();
  auto const end     = thrum::inclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), nowhere);
  BOOST_TEST((end - nowhere) == static_cast<std::ptrdiff_t>(size));
  thrum::exclusive_scan_by_key(system.policy(), k.begin(), k.end(), v.begin(), nowhere, 3);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b38_zip_of_const_pointers_as_keys, System, few_systems)
{
  System const system;
  auto const major = runs_of_keys();
  auto const minor = random_source(5).keys<int>(size, 30);
  auto const items = random_source(6).integers<float>(size, -100, 100);
  std::vector<std::int64_t> both;
  for (std::size_t i = 0; i < size; ++i)
  {
    both.push_back(std::int64_t{major[i]} * 1'000 + minor[i]);
  }
  auto const a     = make_input<System>(major);
  auto const b     = make_input<System>(minor);
  auto const v     = make_input<System>(items);
  auto out         = make_output<System>(size, -1.0F);
  auto const first = thrust::make_zip_iterator(a.begin(), b.begin());
  thrum::inclusive_scan_by_key(system.policy(), first, first + size, v.begin(), out.begin());
  BOOST_TEST(
    same_items(out.items(), serial::inclusive_by_key(both, items, standard::equal_to<>(), thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(generated_keys_and_values, System, few_systems)
{
  System const system;
  auto const first = thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}),
                                                     hundreds{});
  auto out         = make_output<System>(size, -1);
  thrum::inclusive_scan_by_key(system.policy(), first, first + size, thrust::make_constant_iterator(1),
                               out.begin());
  std::vector<int> expected;
  for (std::size_t i = 0; i < size; ++i)
  {
    expected.push_back(static_cast<int>(i % 100) + 1);
  }
  BOOST_TEST(same_items(out.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_strided_and_from_the_back, System, few_systems)
{
  System const system;
  auto keys       = runs_of_keys();
  auto items      = numbers();
  auto const k    = make_input<System>(keys);
  auto const v    = make_input<System>(items);
  auto out        = make_output<System>(size, -1);
  auto const same = standard::equal_to<>();
  auto const back = thrust::make_reverse_iterator(k.end());
  thrum::inclusive_scan_by_key(system.policy(), back, back + size, thrust::make_reverse_iterator(v.end()),
                               out.begin());
  std::reverse(keys.begin(), keys.end());
  std::reverse(items.begin(), items.end());
  BOOST_TEST(same_items(out.items(), serial::inclusive_by_key(keys, items, same, thrust::plus<>())));

  std::size_t const taken = size / 2;
  auto const evens = thrust::make_transform_iterator(thrust::make_counting_iterator(std::size_t{0}), twice{});
  auto const even_keys = thrust::make_permutation_iterator(k.begin(), evens);
  thrum::exclusive_scan_by_key(system.policy(), even_keys, even_keys + taken,
                               thrust::make_permutation_iterator(v.begin(), evens), out.begin(), 9);
  std::vector<int> keys_taken, items_taken;
  for (std::size_t i = 0; i < taken; ++i)
  {
    keys_taken.push_back(keys[size - 1 - 2 * i]);
    items_taken.push_back(items[size - 1 - 2 * i]);
  }
  BOOST_TEST(same_items(serial::slice(out.items(), 0, taken),
                        serial::exclusive_by_key(keys_taken, items_taken, 9, same, thrust::plus<>())));
}
