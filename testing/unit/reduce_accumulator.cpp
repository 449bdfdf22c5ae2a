// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: which value comes out is shown by the plain build
// A reduce accumulates in init's type where there is an init, else in the input's value type.
#define BOOST_TEST_MODULE reduce_accumulator
#include <thrum/reduce.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "compare.h"
#include "random.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Adds, and insists on the type of both operands.
template <class T>
struct add_exactly
{
  template <class A, class B>
  THRUM_HOST_DEVICE T operator()(A const& a, B const& b) const
  {
    static_assert(std::is_same_v<A, T> && std::is_same_v<B, T>);
    return static_cast<T>(a + b);
  }
};

template <class T, class Got>
void check_typed(Got got, T expected)
{
  static_assert(std::is_same_v<Got, T>);
  BOOST_TEST(got == expected);
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(b30_value_type_accumulates_without_init, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::uint8_t>(300, 1));
  check_typed<std::uint8_t>(thrum::reduce(system.policy(), in.begin(), in.end()), 44);
  auto out = make_output<System>(1, -1);
  thrum::reduce_into(system.policy(), in.begin(), in.end(), out.begin());
  BOOST_TEST(same_items(out.items(), {44}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b30_init_type_accumulates, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::uint8_t>(300, 1));
  check_typed<int>(thrum::reduce(system.policy(), in.begin(), in.end(), 0), 300);
  check_typed<int>(thrum::reduce(system.policy(), in.begin(), in.end(), 0, add_exactly<int>{}), 300);
  check_typed<std::int8_t>(thrum::reduce(system.policy(), in.begin(), in.end(), std::int8_t{0}), 44);
  auto out = make_output<System>(1, std::int64_t{-1});
  thrum::reduce_into(system.policy(), in.begin(), in.end(), out.begin(), std::int8_t{0}, thrust::plus<>());
  BOOST_TEST(same_items(out.items(), {44}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b32_partial_sums_keep_init_type, System, thread_systems)
{
  System const system;
  auto const quarters = make_input<System>(std::vector<std::int32_t>(4, 1 << 30));
  check_typed<std::int64_t>(thrum::reduce(system.policy(), quarters.begin(), quarters.end(), std::int64_t{0}),
                            std::int64_t{1} << 32);

  auto const bytes = make_input<System>(std::vector<std::uint8_t>(1'000'000, 255));
  auto const first = bytes.begin(), last = bytes.end();
  check_typed<std::int64_t>(thrum::reduce(system.policy(), first, last, std::int64_t{0}), 255'000'000);
  check_typed<std::int64_t>(
    thrum::reduce(system.policy(), first, last, std::int64_t{0}, add_exactly<std::int64_t>{}), 255'000'000);

  auto const large = make_input<System>(std::vector<std::int32_t>(500'000, 2'147'483'647));
  check_typed<std::int64_t>(thrum::reduce(system.policy(), large.begin(), large.end(), std::int64_t{0}),
                            500'000 * 2'147'483'647LL);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b29_int_init_narrows_64_bit_items, System, thread_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<std::int64_t>{5'000'000'000, 7, 0});
  check_typed<int>(thrum::reduce(system.policy(), in.begin(), in.end(), 0), 705'032'711);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b33_flags_count_in_init_type, System, thread_systems)
{
  System const system;
  random_source random;
  std::vector<bool> flags;
  int set = 0;
  for (int i = 0; i < 10'000; ++i)
  {
    flags.push_back(random.integer(0, 1) != 0);
    set += static_cast<int>(flags.back());
  }
  auto const in    = make_input<System>(flags);
  auto const first = in.begin(), last = in.end();
  check_typed<int>(thrum::reduce(system.policy(), first, last, 0), set);
  check_typed<bool>(thrum::reduce(system.policy(), first, last), true);
  check_typed<bool>(thrum::reduce(system.policy(), first, last, true, thrust::logical_and<>()), false);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b33_narrow_items_wrap_as_their_type_does, System, thread_systems)
{
  System const system;
  random_source random;
  auto const check = [&](auto low, auto high) {
    using T          = decltype(low);
    auto const items = random.integers<T>(100'003, low, high);
    std::int64_t sum = 0;
    for (T const item : items)
    {
      sum += item;
    }
    auto const in = make_input<System>(items);
    check_typed<T>(thrum::reduce(system.policy(), in.begin(), in.end()), static_cast<T>(sum));
    check_typed<std::int64_t>(thrum::reduce(system.policy(), in.begin(), in.end(), std::int64_t{0}), sum);
  };
  check(std::int8_t{-128}, std::int8_t{127});
  check(std::uint8_t{0}, std::uint8_t{255});
  check(std::int16_t{-32'768}, std::int16_t{32'767});
  check(std::uint16_t{0}, std::uint16_t{65'535});
}
