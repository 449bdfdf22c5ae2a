// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans over iterators that are no pointers.
#define BOOST_TEST_MODULE iterators_scan
#include <thrum/scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <numeric>
#include <vector>

#include "bounds_checked_iterator.h"
#include "compare.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 50'003; // several tiles and a rest

struct twice
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t x) const { return 2 * x; }
};

struct add_pairs
{
  using pair = thrust::tuple<int, std::int64_t>;
  THRUM_HOST_DEVICE pair operator()(pair const& a, pair const& b) const
  {
    return {thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(a) + thrust::get<1>(b)};
  }
};

struct to_tenths
{
  THRUM_HOST_DEVICE double operator()(int x) const { return x / 10.0; }
};

struct adds_index
{
  std::int64_t* out;
  THRUM_HOST_DEVICE void operator()(std::ptrdiff_t index, int sum) const { out[index] = sum + index; }
};

/// Hundredths, of which each number that is assigned gives some.
struct hundredths
{
  using value_type = int;
  int count        = 0;
  THRUM_HOST_DEVICE hundredths& operator=(double x)
  {
    count = static_cast<int>(100 * x);
    return *this;
  }
};

std::vector<int> numbers()
{
  return random_source().integers<int>(size, -1'000, 1'000);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(counting_input, System, few_systems)
{
  System const system;
  thrust::counting_iterator<std::int64_t> const first(1);
  auto out = make_output<System>(size, std::int64_t{-1});
  thrum::inclusive_scan(system.policy(), first, first + size, out.begin());
  std::vector<std::int64_t> items(size);
  std::iota(items.begin(), items.end(), 1);
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(constant_input_and_discarded_output, System, few_systems)
{
  System const system;
  thrust::constant_iterator<int> const first(3);
  auto out = make_output<System>(size, -1);
  thrum::exclusive_scan(system.policy(), first, first + size, out.begin(), 4);
  BOOST_TEST(same_items(out.items(), serial::exclusive(std::vector<int>(size, 3), 4, thrust::plus<>())));

  auto const nowhere = thrust::make_discard_iterator();
  auto const end     = thrum::inclusive_scan(system.policy(), first, first + size, nowhere);
  BOOST_TEST((end - nowhere) == static_cast<std::ptrdiff_t>(size));
  thrum::exclusive_scan(system.policy(), first, first + size, nowhere, 4, thrust::maximum<>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(transformed_input, System, few_systems)
{
  System const system;
  auto const items = numbers();
  auto const in    = make_input<System>(items);
  auto const first = thrust::make_transform_iterator(in.begin(), twice{});
  auto out         = make_output<System>(size, std::int64_t{-1});
  thrum::inclusive_scan(system.policy(), first, first + size, out.begin());
  std::vector<std::int64_t> doubled;
  for (int const item : items)
  {
    doubled.push_back(2 * item);
  }
  BOOST_TEST(same_items(out.items(), serial::inclusive(doubled, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(transformed_output, System, few_systems)
{
  System const system;
  auto const items = numbers();
  auto const in    = make_input<System>(items);
  auto out         = make_output<System>(size, -1.0);
  auto const into  = thrust::make_transform_output_iterator(out.begin(), to_tenths{});
  BOOST_TEST((thrum::inclusive_scan(system.policy(), in.begin(), in.end(), into) - into)
             == static_cast<std::ptrdiff_t>(size));
  std::vector<double> expected;
  for (int const sum : serial::inclusive(items, thrust::plus<>()))
  {
    expected.push_back(sum / 10.0);
  }
  BOOST_TEST(same_bits(out.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(tabulated_output, System, few_systems)
{
  System const system;
  auto const items = numbers();
  auto const in    = make_input<System>(items);
  auto out         = make_output<System>(size, std::int64_t{-1});
  auto const into  = thrust::make_tabulate_output_iterator(adds_index{out.begin()});
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), into);
  std::vector<std::int64_t> expected;
  for (int const sum : serial::inclusive(items, thrust::plus<>()))
  {
    expected.push_back(sum + static_cast<std::int64_t>(expected.size()));
  }
  BOOST_TEST(same_items(out.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(zipped_input_and_output, System, few_systems)
{
  System const system;
  auto const narrow = numbers();
  std::vector<std::int64_t> const wide(narrow.rbegin(), narrow.rend());
  auto const a     = make_input<System>(narrow);
  auto const b     = make_input<System>(wide);
  auto sums_a      = make_output<System>(size, -1);
  auto sums_b      = make_output<System>(size, std::int64_t{-1});
  auto const first = thrust::make_zip_iterator(a.begin(), b.begin());
  auto const out   = thrust::make_zip_iterator(sums_a.begin(), sums_b.begin());
  thrum::inclusive_scan(system.policy(), first, first + size, out, add_pairs{});
  BOOST_TEST(same_items(sums_a.items(), serial::inclusive(narrow, thrust::plus<>())));
  BOOST_TEST(same_items(sums_b.items(), serial::inclusive(wide, thrust::plus<>())));

  thrum::exclusive_scan(system.policy(), first, first + size, out, add_pairs::pair(5, 6), add_pairs{});
  BOOST_TEST(same_items(sums_a.items(), serial::exclusive(narrow, 5, thrust::plus<>())));
  BOOST_TEST(same_items(sums_b.items(), serial::exclusive(wide, std::int64_t{6}, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_strided_input_and_output, System, few_systems)
{
  System const system;
  auto const items = numbers();
  std::vector<int> spread;
  for (int const item : items)
  {
    spread.insert(spread.end(), {item, 1'000'000});
  }
  auto const in    = make_input<System>(spread);
  auto out         = make_output<System>(2 * size, -1);
  auto const evens = thrust::make_transform_iterator(thrust::make_counting_iterator(std::int64_t{0}),
                                                     twice{});
  auto const first = thrust::make_permutation_iterator(in.begin(), evens);
  thrum::inclusive_scan(system.policy(), first, first + size,
                        thrust::make_permutation_iterator(out.begin(), evens));
  std::vector<int> expected;
  for (int const sum : serial::inclusive(items, thrust::plus<>()))
  {
    expected.insert(expected.end(), {sum, -1});
  }
  BOOST_TEST(same_items(out.items(), expected));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_from_the_back, System, few_systems)
{
  System const system;
  auto data         = make_output<System>(std::vector<int>{1, 2, 3, 4, 5, 6});
  auto const first  = thrust::make_reverse_iterator(data.end());
  auto const result = thrum::inclusive_scan(system.policy(), first, first + 6, first);
  BOOST_TEST((result == first + 6));
  BOOST_TEST(same_items(data.items(), {21, 20, 18, 15, 11, 6}));

  auto items      = numbers();
  auto const in   = make_input<System>(items);
  auto out        = make_output<System>(size, -1);
  auto const back = thrust::make_reverse_iterator(in.end());
  thrum::inclusive_scan(system.policy(), back, back + size, out.begin());
  std::reverse(items.begin(), items.end());
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_random_access_in_pieces, System, host_systems)
{
  System const system;
  auto const items = numbers();
  std::deque<int> const in(items.begin(), items.end());
  std::deque<int> out(size, -1);
  thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
  BOOST_TEST(
    same_items(std::vector<int>(out.begin(), out.end()), serial::inclusive(items, thrust::plus<>())));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(packed_bools, System, host_systems)
{
  System const system;
  std::vector<bool> in(size);
  std::vector<int> counts{0};
  for (std::size_t i = 0; i < size; ++i)
  {
    in[i] = i % 3 == 0;
    counts.push_back(counts.back() + static_cast<int>(in[i]));
  }
  counts.pop_back();
  auto out = make_output<System>(size, -1);
  thrum::exclusive_scan(system.policy(), in.begin(), in.end(), out.begin(), 0);
  BOOST_TEST(same_items(out.items(), counts));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(each_item_is_read_and_written_once, System, thread_systems)
{
  System const system;
  for (std::size_t const count : {std::size_t{1}, std::size_t{1'000}, size, std::size_t{200'003}})
  {
    auto const items = random_source().integers<int>(count, -1'000, 1'000);
    checked_input<int> inclusive(items), exclusive(items);
    checked_output<int> out(count, -1), shifted(count, -1);
    thrum::inclusive_scan(system.policy(), inclusive.begin(), inclusive.end(), out.begin());
    thrum::exclusive_scan(system.policy(), exclusive.begin(), exclusive.end(), shifted.begin(), 3);
    BOOST_TEST(same_items(out.items(), serial::inclusive(items, thrust::plus<>())));
    BOOST_TEST(same_items(shifted.items(), serial::exclusive(items, 3, thrust::plus<>())));
    BOOST_TEST(inclusive.least_reads() == 1);
    BOOST_TEST(inclusive.most_reads() == 1);
    BOOST_TEST(exclusive.most_reads() <= 1);
    for (auto const* written : {&out, &shifted})
    {
      BOOST_TEST(written->least_writes() == 1);
      BOOST_TEST(written->most_writes() == 1);
      BOOST_TEST(written->faults() == 0);
    }
    BOOST_TEST(inclusive.faults() + exclusive.faults() == 0);
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(an_output_that_converts_numbers_in_its_own_way, System, few_systems)
{
  System const system;
  auto const quarters = make_input<System>(std::vector<double>(size, 0.25));
  auto out            = make_output<System>(size, hundredths{});
  thrum::inclusive_scan(system.policy(), quarters.begin(), quarters.end(), out.begin());
  auto const sums = out.items();
  BOOST_TEST(sums[0].count == 25);
  BOOST_TEST(sums[40'000].count == 1'000'025);
}
