// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Scans and reductions of objects: without a default constructor, not trivially copyable, made of parts.
#define BOOST_TEST_MODULE value_types_objects
#include <thrust/tuple.h>

#include <string>
#include <utility>
#include <vector>

#include "value_type_checks.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Has operators of its own where a library might take the language's for granted.
struct overloading
{
  int value              = 0;
  void operator&() const = delete;
  void operator,(overloading) = delete;
  THRUM_HOST_DEVICE friend overloading operator+(overloading const& a, overloading const& b)
  {
    return {a.value + b.value};
  }
  THRUM_HOST_DEVICE friend bool operator==(overloading const& a, overloading const& b)
  {
    return a.value == b.value;
  }
};

/// Addition of counts, and of letters to words: does not commute.
struct join_pairs
{
  using pair = standard::pair<double, char>;
  THRUM_HOST_DEVICE pair operator()(pair const& a, pair const& b) const
  {
    return {a.first + b.first, b.second};
  }
};

struct join_tuples
{
  using tuple = thrust::tuple<int, double, short>;
  THRUM_HOST_DEVICE tuple operator()(tuple const& a, tuple const& b) const
  {
    return {thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(b),
            static_cast<short>(thrust::get<2>(a) + thrust::get<2>(b))};
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(b44_no_default_constructor)
{
  check_value_type_from_int<no_default>(30'000);
}

BOOST_AUTO_TEST_CASE(b44_assignment_that_checks_its_target)
{
  trap::reset();
  check_value_type_from_int<counted>(8'000);
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(counted::alive() == 0);
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE(strings)
{
  random_source random;
  auto const make = [&](std::size_t size) {
    std::vector<std::string> items;
    for (std::size_t i = 0; i < size; ++i)
    {
      items.push_back(
        std::string(static_cast<std::size_t>(random.integer(0, 2)), static_cast<char>('a' + i % 26)));
    }
    return items;
  };
  check_value_type(make, std::string("a prefix too long for a small string "), add{}, 1'500);
}
#endif

BOOST_AUTO_TEST_CASE(b45_pairs_of_unequal_parts)
{
  random_source random;
  auto const make = [&](std::size_t size) {
    std::vector<join_pairs::pair> items;
    for (std::size_t i = 0; i < size; ++i)
    {
      items.emplace_back(static_cast<double>(random.integer(0, 9)),
                         static_cast<char>(random.integer('a', 'z')));
    }
    return items;
  };
  check_value_type(make, join_pairs::pair(0.0, '-'), join_pairs{}, 20'000);
}

BOOST_AUTO_TEST_CASE(tuples)
{
  random_source random;
  auto const make = [&](std::size_t size) {
    std::vector<join_tuples::tuple> items;
    for (std::size_t i = 0; i < size; ++i)
    {
      items.emplace_back(static_cast<int>(random.integer(-9, 9)), static_cast<double>(random.integer(0, 9)),
                         static_cast<short>(random.integer(0, 3)));
    }
    return items;
  };
  check_value_type(make, join_tuples::tuple(1, 2.0, short{3}), join_tuples{}, 20'000);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(overloaded_address_and_comma, System, value_systems)
{
  System const system;
  auto const policy = system.policy();
  auto const in     = make_input<System>(std::vector<overloading>(20'003, overloading{1}));
  auto out          = make_output<System>(20'003, overloading{});
  auto keys         = make_output<System>(20'003, overloading{});
  auto const first = in.begin(), last = in.end();
  thrum::inclusive_scan(policy, first, last, out.begin());
  BOOST_TEST(out.items().back().value == 20'003);
  thrum::exclusive_scan(policy, first, last, out.begin(), overloading{5}, add{});
  BOOST_TEST(out.items().back().value == 20'007);
  thrum::exclusive_scan_by_key(policy, first, last, first, out.begin(), overloading{5});
  BOOST_TEST(out.items().back().value == 20'007);
  BOOST_TEST(thrum::reduce(policy, first, last, overloading{}, add{}).value == 20'003);
  BOOST_TEST(thrum::reduce(policy, first, last).value == 20'003);
  BOOST_TEST(thrum::reduce(policy, first, last, overloading{}, thrum::commutative(add{})).value == 20'003);
  thrum::reduce_by_key(policy, first, last, first, keys.begin(), out.begin());
  BOOST_TEST(out.items().front().value == 20'003);
}
