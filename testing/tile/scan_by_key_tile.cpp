// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE scan_by_key_tile
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/scan_by_key_tile.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>

#include <vector>

#include "by_key_tile.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;
using thrum::detail::scan_kind;

namespace
{
template <class Problem>
void run(situation const& s, Problem const& p)
{
  run_tile<gpu::scan_by_key_tile<Problem>>(s, p);
}

template <scan_kind Kind, class K, class T, class Pred, class Op>
std::vector<T> scanned(situation const& s,
                       std::vector<K> const& keys,
                       std::vector<T> const& items,
                       ::cuda::std::optional<T> init,
                       Pred pred,
                       Op op)
{
  checked_memory<K> keys_in(keys);
  checked_memory<T> in(items);
  checked_memory<T> out(items);
  run(s, thrum::detail::make_scan_by_key_problem<Kind, T>(keys_in.begin(), keys_in.end(), in.begin(),
                                                          out.begin(), init, pred, op));
  return out.items();
}

template <class K, class T, class Op, class Pred = thrust::equal_to<>>
void check(std::vector<K> const& keys, std::vector<T> const& items, Op op, Pred pred = {})
{
  T const init = items.back();
  std::vector<T> inclusive(items);
  std::vector<T> exclusive(items);
  thrum::inclusive_scan_by_key(thrust::seq, keys.begin(), keys.end(), items.begin(), inclusive.begin(), pred,
                               op);
  thrum::exclusive_scan_by_key(thrust::seq, keys.begin(), keys.end(), items.begin(), exclusive.begin(), init,
                               pred, op);
  in_every_situation([&](situation const& s) {
    BOOST_TEST(same_results(scanned<scan_kind::inclusive, K, T>(s, keys, items, {}, pred, op), inclusive));
    BOOST_TEST(same_results(scanned<scan_kind::exclusive, K, T>(s, keys, items, init, pred, op), exclusive));
  });
}

template <class K, class T, class Op>
void check_patterns(std::initializer_list<std::size_t> counts,
                    std::vector<T> (*make_items)(random_source&, std::size_t),
                    Op op)
{
  in_every_pattern<K>(counts, [&](random_source& random, std::vector<K> const& keys) {
    check(keys, make_items(random, keys.size()), op);
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(mixed_floats)
{
  check_patterns<int, float>({1, 28, 29, 896, 897, 7168, 7169, 23'000}, mixed<float>, thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(keys_wider_and_narrower_than_items)
{
  check_patterns<std::int64_t, float>({1, 7169, 15'000}, mixed<float>, thrust::plus<>());
  check_patterns<std::int8_t, float>({1, 7169, 15'000}, mixed<float>, thrust::plus<>());
  check_patterns<int, double>({1, 3585, 8000}, mixed<double>, thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(bytes)
{
  check_patterns<std::int8_t, std::int8_t>({111, 113, 28'673, 60'000}, whole_range<std::int8_t>,
                                           thrust::plus<>());
}

BOOST_AUTO_TEST_CASE(operators_and_types_of_users)
{
  check_patterns<int, affine>({1, 100, 3585, 8000}, made<affine>, add());
  check_patterns<no_default, no_default>({1, 100, 7169, 15'000}, made<no_default>, add());
  check_patterns<int, floats<6>>({1, 100, 3000}, made<floats<6>>, add());
  check_patterns<int, floats<300>>({1, 33, 100}, made<floats<300>>, add());
  check_patterns<counted, counted>({1, 2000, 4000}, made<counted>, add());
}

BOOST_AUTO_TEST_CASE(nan_is_a_group_of_its_own)
{
  in_patterns_with_nan([](random_source& random, std::vector<float> const& keys) {
    check(keys, random.mixed_floats<float>(keys.size()), thrust::plus<>());
  });
}

BOOST_AUTO_TEST_CASE(output_over_keys_and_over_items)
{
  random_source random;
  std::size_t const count = 23'456;
  for (auto const& [name, keys] : key_patterns<float>(random, count))
  {
    BOOST_TEST_CONTEXT(name)
    {
      auto const items = random.mixed_floats<float>(count);
      std::vector<float> expected(count);
      thrum::inclusive_scan_by_key(thrust::seq, keys.begin(), keys.end(), items.begin(), expected.begin());
      auto const& keys_here = keys;
      in_every_situation([&](situation const& s) {
        for (bool const over_keys : {true, false})
        {
          checked_memory<float> k(keys_here);
          checked_memory<float> v(items);
          auto& out = over_keys ? k : v;
          run(s, thrum::detail::make_scan_by_key_problem<scan_kind::inclusive, float>(
                   k.begin(), k.end(), v.begin(), out.begin(), ::cuda::std::optional<float>(),
                   thrust::equal_to<>(), thrust::plus<>()));
          BOOST_TEST(same_results(out.items(), expected));
        }
      });
    }
  }
}

BOOST_AUTO_TEST_CASE(keys_of_a_fancy_iterator_are_read_once)
{
  random_source random;
  std::size_t const count = 23'456;
  auto const keys         = random.keys<int>(count, 3);
  auto const items        = random.mixed_floats<float>(count);
  std::vector<float> expected(count);
  thrum::inclusive_scan_by_key(thrust::seq, keys.begin(), keys.end(), items.begin(), expected.begin());
  counted_keys<int> counted_in(keys);
  auto const first = counted_in.begin();
  in_every_situation([&](situation const& s) {
    checked_memory<float> in(items);
    checked_memory<float> out(count);
    run(s, thrum::detail::make_scan_by_key_problem<scan_kind::inclusive, float>(
             first, first + static_cast<std::ptrdiff_t>(count), in.begin(), out.begin(),
             ::cuda::std::optional<float>(), thrust::equal_to<>(), thrust::plus<>()));
    BOOST_TEST(same_results(out.items(), expected));
    BOOST_TEST(counted_in.each_read_once());
  });
}
