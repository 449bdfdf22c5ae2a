// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// A policy of a user's own that has its own overload of an algorithm keeps it, as it does in Thrust.
#define BOOST_TEST_MODULE policy_own_overload
#include <thrum/execution_policy.h>
#include <thrum/reduce.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/system/omp/execution_policy.h>

#include <functional>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace mine
{
std::string called;

/// Thrust hands over the policy itself: overloads may take it by reference, by constant reference or by value.
struct policy : thrust::omp::execution_policy<policy>
{};

template <class It, class T, class Op>
T reduce(policy&, It, It, T, Op)
{
  called = "reduce";
  return T(-1);
}
template <class It, class F, class T, class Op>
T transform_reduce(policy const&, It, It, F, T, Op)
{
  called = "transform_reduce";
  return T(-1);
}
template <class Keys, class Values, class KeysOut, class ValuesOut, class Pred, class Op>
thrust::pair<KeysOut, ValuesOut> reduce_by_key(
  policy, Keys, Keys, Values, KeysOut keys_out, ValuesOut values_out, Pred, Op)
{
  called = "reduce_by_key";
  return {keys_out, values_out};
}
template <class In, class Out, class Op>
Out inclusive_scan(policy&, In, In, Out out, Op)
{
  called = "inclusive_scan";
  return out;
}
template <class In, class Out, class T, class Op>
Out inclusive_scan(policy&, In, In, Out out, T, Op)
{
  called = "inclusive_scan with init";
  return out;
}
template <class In, class Out, class T, class Op>
Out exclusive_scan(policy const&, In, In, Out out, T, Op)
{
  called = "exclusive_scan";
  return out;
}
template <class Keys, class In, class Out, class Pred, class Op>
Out inclusive_scan_by_key(policy&, Keys, Keys, In, Out out, Pred, Op)
{
  called = "inclusive_scan_by_key";
  return out;
}
template <class Keys, class In, class Out, class T, class Pred, class Op>
Out exclusive_scan_by_key(policy, Keys, Keys, In, Out out, T, Pred, Op)
{
  called = "exclusive_scan_by_key";
  return out;
}
template <class In, class Out, class F, class Op>
Out transform_inclusive_scan(policy&, In, In, Out out, F, Op)
{
  called = "transform_inclusive_scan";
  return out;
}
template <class In, class Out, class F, class T, class Op>
Out transform_exclusive_scan(policy&, In, In, Out out, F, T, Op)
{
  called = "transform_exclusive_scan";
  return out;
}

/// One with an overload of a short form only.
struct short_form_policy : thrust::omp::execution_policy<short_form_policy>
{};
template <class It>
int reduce(short_form_policy&, It, It)
{
  called = "reduce, short form";
  return -1;
}

/// A system of a user's own: its overloads take any policy derived from it.
template <class Derived>
struct system : thrust::omp::execution_policy<Derived>
{};
struct policy_of_the_system : system<policy_of_the_system>
{};
template <class Derived, class It, class T, class Op>
T reduce(system<Derived>&, It, It, T, Op)
{
  called = "reduce of the system";
  return T(-1);
}

/// One that has nothing of its own.
struct bare_policy : thrust::omp::execution_policy<bare_policy>
{};

/// A type whose namespace has a greedy function of the same name: no overload for a policy.
struct plus
{
  int operator()(int a, int b) const { return a + b; }
};
} // namespace mine

namespace greedy
{
struct plus
{
  int operator()(int a, int b) const { return a + b; }
};
template <class... Args>
int reduce(Args&&...)
{
  return -1;
}
} // namespace greedy

namespace
{
std::vector<int> const items{1, 2, 3, 4};
std::vector<int> const keys{7, 7, 8, 8};
mine::policy const policy;

/// Calls, and tells which of the policy's overloads ran; empty if none did.
template <class Call>
std::string called_by(Call call)
{
  mine::called.clear();
  call();
  return mine::called;
}
} // namespace

BOOST_AUTO_TEST_CASE(every_form_of_a_reduction)
{
  auto const first = items.begin(), last = items.end();
  BOOST_TEST(called_by([&] { thrum::reduce(policy, first, last); }) == "reduce");
  BOOST_TEST(called_by([&] { thrum::reduce(policy, first, last, 0); }) == "reduce");
  BOOST_TEST(called_by([&] { thrum::reduce(policy, first, last, 0, mine::plus()); }) == "reduce");
  BOOST_TEST(called_by([&] { thrum::reduce(mine::policy(), first, last, 0); }) == "reduce");
  BOOST_TEST(
    called_by([&] { thrum::transform_reduce(policy, first, last, thrust::negate<int>(), 0, mine::plus()); })
    == "transform_reduce");
  std::vector<int> ko(4), vo(4);
  auto const reduce_by_key = [&](auto... extra) {
    thrum::reduce_by_key(policy, keys.begin(), keys.end(), first, ko.begin(), vo.begin(), extra...);
  };
  BOOST_TEST(called_by([&] { reduce_by_key(); }) == "reduce_by_key");
  BOOST_TEST(called_by([&] { reduce_by_key(std::equal_to<>()); }) == "reduce_by_key");
  BOOST_TEST(called_by([&] { reduce_by_key(std::equal_to<>(), mine::plus()); }) == "reduce_by_key");
}

BOOST_AUTO_TEST_CASE(every_form_of_a_scan)
{
  auto const first = items.begin(), last = items.end();
  std::vector<int> o(4);
  auto const out  = o.begin();
  auto const plus = mine::plus();
  BOOST_TEST(called_by([&] { thrum::inclusive_scan(policy, first, last, out); }) == "inclusive_scan");
  BOOST_TEST(called_by([&] { thrum::inclusive_scan(policy, first, last, out, plus); }) == "inclusive_scan");
  BOOST_TEST(called_by([&] { thrum::inclusive_scan(policy, first, last, out, 0, plus); })
             == "inclusive_scan with init");
  BOOST_TEST(called_by([&] { thrum::exclusive_scan(policy, first, last, out); }) == "exclusive_scan");
  BOOST_TEST(called_by([&] { thrum::exclusive_scan(policy, first, last, out, 0); }) == "exclusive_scan");
  BOOST_TEST(called_by([&] { thrum::exclusive_scan(policy, first, last, out, 0, plus); })
             == "exclusive_scan");

  auto const negate = thrust::negate<int>();
  BOOST_TEST(called_by([&] { thrum::transform_inclusive_scan(policy, first, last, out, negate, plus); })
             == "transform_inclusive_scan");
  BOOST_TEST(called_by([&] { thrum::transform_exclusive_scan(policy, first, last, out, negate, 0, plus); })
             == "transform_exclusive_scan");
}

BOOST_AUTO_TEST_CASE(every_form_of_a_scan_by_key)
{
  std::vector<int> out(4);
  auto const inclusive = [&](auto... extra) {
    return called_by([&] {
      thrum::inclusive_scan_by_key(policy, keys.begin(), keys.end(), items.begin(), out.begin(), extra...);
    });
  };
  auto const exclusive = [&](auto... extra) {
    return called_by([&] {
      thrum::exclusive_scan_by_key(policy, keys.begin(), keys.end(), items.begin(), out.begin(), extra...);
    });
  };
  BOOST_TEST(inclusive() == "inclusive_scan_by_key");
  BOOST_TEST(inclusive(std::equal_to<>()) == "inclusive_scan_by_key");
  BOOST_TEST(inclusive(std::equal_to<>(), mine::plus()) == "inclusive_scan_by_key");
  BOOST_TEST(exclusive() == "exclusive_scan_by_key");
  BOOST_TEST(exclusive(0) == "exclusive_scan_by_key");
  BOOST_TEST(exclusive(0, std::equal_to<>()) == "exclusive_scan_by_key");
  BOOST_TEST(exclusive(0, std::equal_to<>(), mine::plus()) == "exclusive_scan_by_key");
}

BOOST_AUTO_TEST_CASE(an_overload_of_a_short_form)
{
  mine::short_form_policy const short_form;
  auto const first = items.begin(), last = items.end();
  BOOST_TEST(called_by([&] { thrum::reduce(short_form, first, last); }) == "reduce, short form");
  int sum = 0;
  BOOST_TEST(called_by([&] { sum = thrum::reduce(short_form, first, last, 0); }) == "");
  BOOST_TEST(sum == 10);
}

/// As documented: an overload has to be for the policy itself.
BOOST_AUTO_TEST_CASE(an_overload_for_a_base_is_not_looked_for)
{
  mine::policy_of_the_system const of_system;
  int sum = 0;
  BOOST_TEST(called_by([&] { sum = thrum::reduce(of_system, items.begin(), items.end(), 0); }) == "");
  BOOST_TEST(sum == 10);
}

BOOST_AUTO_TEST_CASE(without_an_overload_it_is_ours)
{
  int sum = 0;
  BOOST_TEST(
    called_by([&] { sum = thrum::reduce(mine::bare_policy(), items.begin(), items.end(), 0, mine::plus()); })
    == "");
  BOOST_TEST(sum == 10);
  std::vector<int> out(4);
  BOOST_TEST(called_by([&] {
               thrum::inclusive_scan(mine::bare_policy(), items.begin(), items.end(), out.begin(),
                                     mine::plus());
             })
             == "");
  BOOST_TEST(out.back() == 10);
}

BOOST_AUTO_TEST_CASE(b68_a_function_that_takes_everything_is_no_overload_for_a_policy)
{
  BOOST_TEST(thrum::reduce(thrust::seq, items.begin(), items.end(), 0, greedy::plus()) == 10);
  BOOST_TEST(thrum::reduce(thrust::omp::par, items.begin(), items.end(), 0, greedy::plus()) == 10);
  BOOST_TEST(thrum::reduce(mine::bare_policy(), items.begin(), items.end(), 0, greedy::plus()) == 10);
}

BOOST_AUTO_TEST_CASE(an_accelerated_policy_keeps_it_too)
{
  BOOST_TEST(called_by([&] { thrust::reduce(thrum::accelerate(policy), items.begin(), items.end(), 0); })
             == "reduce");
}
