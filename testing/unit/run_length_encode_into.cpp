// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
#define BOOST_TEST_MODULE run_length_encode_into
#include <thrum/run_length.h>

#include <thrust/iterator/discard_iterator.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bounds_checked_iterator.h"
#include "encode.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Count, class System, class... Pred>
void check_into(System const& system, std::vector<int> const& items, Pred const&... pred)
{
  auto const expected = serial::encode(items, standard::equal_to<>());
  auto const in       = make_input<System>(items);
  auto values         = make_output<System>(poison_like(expected.values));
  auto lengths        = make_output<System>(poison_like(expected.lengths));
  auto count          = make_output<System>(1, static_cast<Count>(-7));
  static_assert(
    std::is_void_v<decltype(thrum::run_length_encode_into(
      system.policy(), in.begin(), in.end(), values.begin(), lengths.begin(), count.begin(), pred...))>);
  thrum::run_length_encode_into(system.policy(), in.begin(), in.end(), values.begin(), lengths.begin(),
                                count.begin(), pred...);
  BOOST_TEST(same_items(count.items(), {static_cast<Count>(expected.values.size())}));
  BOOST_TEST(same_items(values.items(), expected.values));
  BOOST_TEST(same_items(lengths.items(), expected.lengths));
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_with_a_policy, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const size : {0, 1, 2, 1'000, 60'000})
  {
    auto const items = random.keys<int>(size, 4);
    check_into<int>(system, items);
    check_into<std::int64_t>(system, items, standard::equal_to<int>());
    check_into<std::uint16_t>(system, items, standard::equal_to<>());
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(every_arity_without_a_policy, Vector, int_vectors)
{
  std::vector<int> const items{3, 3, 8, 1, 1, 1};
  Vector const in(items.begin(), items.end());
  auto const check = [&](auto... pred) {
    Vector values(3, -1), lengths(3, -1), count(1, -1);
    thrum::run_length_encode_into(in.begin(), in.end(), values.begin(), lengths.begin(), count.begin(),
                                  pred...);
    BOOST_TEST(count[0] == 3);
    BOOST_TEST(same_items(std::vector<int>(values.begin(), values.end()), {3, 8, 1}));
    BOOST_TEST(same_items(std::vector<int>(lengths.begin(), lengths.end()), {2, 1, 3}));
  };
  check();
  check(standard::equal_to<int>());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(the_count_is_written_once, System, few_systems)
{
  System const system;
  auto const in   = make_input<System>(std::vector<char>(300'000, 'z'));
  auto const none = thrust::make_discard_iterator();
  checked_output<std::int64_t> count(1, -1);
  thrum::run_length_encode_into(system.policy(), in.begin(), in.end(), none, none, count.begin());
  BOOST_TEST(count.items().front() == 1);
  BOOST_TEST(count.faults() == 0);
  BOOST_TEST(count.most_writes() == 1);
}
