// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE run_length_decoded_view
#include <thrum/iterator/run_length_decoded_view.h>

#include <thrust/copy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>

#include <cstdint>
#include <iterator>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "allocator.h"
#include "decode.h"
#include "read_items.h"
#include "types.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class System, class T, class Length>
void check_view(System const& system, std::vector<T> const& values, std::vector<Length> const& lengths)
{
  auto const expected   = serial::decode(values, lengths).items;
  auto const values_in  = make_input<System>(values);
  auto const lengths_in = make_input<System>(lengths);
  auto const view       = thrum::make_run_length_decoded_view(
          system.policy(), values_in.begin(), lengths_in.begin(), static_cast<std::int64_t>(values.size()));
  BOOST_TEST(static_cast<std::size_t>(view.size()) == expected.size());
  BOOST_TEST(static_cast<std::size_t>(view.end() - view.begin()) == expected.size());
  BOOST_TEST(same_items(read_items(system, view.begin(), expected.size()), expected));
}

#if THRUM_HAS_CUDA
using view_systems = std::tuple<cuda_system>;
#else
using view_systems = std::tuple<seq_system, host_system, omp_system<1>, omp_system<3>>;
#endif

struct modulo_3
{
  THRUM_HOST_DEVICE int operator()(std::int64_t i) const { return static_cast<int>(i % 3); }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  auto const values  = make_input<System>(std::vector<char>{'x', 'y', 'z'});
  auto const lengths = make_input<System>(std::vector<int>{2, 0, 3});
  auto const view = thrum::make_run_length_decoded_view(system.policy(), values.begin(), lengths.begin(), 3);
  BOOST_TEST(view.size() == 5);
  BOOST_TEST(same_items(read_items(system, view.begin(), 5), {'x', 'x', 'z', 'z', 'z'}));
  BOOST_TEST(view[1] == 'x');
  BOOST_TEST(view[2] == 'z');
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const values(std::vector<int>{7, 8, 9});
  Vector const lengths(std::vector<int>{2, 0, 3});
  auto const view = thrum::make_run_length_decoded_view(values.begin(), lengths.begin(), 3);
  BOOST_TEST(view.size() == 5);
  Vector out(5, -1);
  thrust::copy(view.begin(), view.end(), out.begin());
  BOOST_TEST(same_items(items_of(out), {7, 7, 9, 9, 9}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_of_every_shape, System, view_systems)
{
  System const system;
  random_source random;
  for (std::size_t const runs : counts_of_runs())
    for (auto const& [name, lengths] : shapes_of_lengths(random, runs, 20'000))
    {
      BOOST_TEST_CONTEXT(runs << " runs, " << name)
      {
        check_view(system, values_for<int>(runs), lengths);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_and_lengths_of_any_type, System, few_systems)
{
  System const system;
  random_source random;
  auto const lengths = random.integers<int>(2'000, 0, 5);
  check_view(system, values_for<bool>(2'000), converted<std::uint8_t>(lengths));
  check_view(system, values_for<__int128>(2'000), converted<std::uint64_t>(lengths));
  check_view(system, values_for<floats<64>>(2'000), converted<std::int8_t>(lengths));
  check_view(system, values_for<no_default>(2'000), converted<__int128>(lengths));
  check_view(system, values_for<counted>(2'000), converted<bool>(random.integers<int>(2'000, 0, 1)));
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE_TEMPLATE(any_item_in_any_order, System, view_systems)
{
  System const system;
  random_source random;
  for (auto const& [name, lengths] : shapes_of_lengths(random, 9'000, 50'000))
  {
    auto const values   = values_for<int>(lengths.size());
    auto const expected = serial::decode(values, lengths).items;
    auto const view  = thrum::make_run_length_decoded_view(system.policy(), values.begin(), lengths.begin(),
                                                           9'000);
    auto const first = view.begin();
    auto const count = static_cast<std::int64_t>(expected.size());
    for (int round = 0; round < 2'000 && count > 0; ++round)
    {
      auto const i = random.integer(0, count - 1);
      BOOST_REQUIRE(view[i] == expected[static_cast<std::size_t>(i)]);
      BOOST_REQUIRE(first[i] == expected[static_cast<std::size_t>(i)]);
      BOOST_REQUIRE(*(first + i) == expected[static_cast<std::size_t>(i)]);
    }
  }
}

#endif

BOOST_AUTO_TEST_CASE_TEMPLATE(lengths_and_values_computed_on_the_way, System, few_systems)
{
  System const system;
  auto const index = thrust::make_counting_iterator(std::int64_t{0});
  auto const view  = thrum::make_run_length_decoded_view(
     system.policy(), index, thrust::make_transform_iterator(index, modulo_3()), 9'000);
  BOOST_TEST(view.size() == 9'000);
  auto const items = read_items(system, view.begin(), 9'000);
  BOOST_TEST(items[0] == 1);
  BOOST_TEST(items[1] == 2);
  BOOST_TEST(items[2] == 2);
  BOOST_TEST(items[8'999] == 8'999);
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE(a_view_moves_and_does_not_copy)
{
  scratch_allocator memory;
  random_source random;
  auto const lengths  = random.integers<int>(50'000, 0, 9);
  auto const values   = values_for<int>(lengths.size());
  auto const expected = serial::decode(values, lengths).items;
  {
    auto view = thrum::make_run_length_decoded_view(thrust::omp::par(memory), values.begin(), lengths.begin(),
                                                    50'000);
    using type = decltype(view);
    static_assert(!std::is_copy_constructible_v<type> && !std::is_copy_assignable_v<type>);
    static_assert(std::is_move_constructible_v<type>);
    auto const first = view.begin();
    auto moved       = std::move(view);
    BOOST_TEST(same_items(std::vector<int>(moved.begin(), moved.end()), expected));
    // The table has another owner now, and lives on: so do iterators.
    BOOST_TEST(
      same_items(std::vector<int>(first, first + static_cast<std::ptrdiff_t>(expected.size())), expected));
    BOOST_TEST(memory.live_blocks() == 1);
    BOOST_TEST(memory.most_live_bytes()
               <= 64 * 1024 + sizeof(int) * lengths.size() * 2 / 50); // a small table
  }
  BOOST_TEST(memory.live_blocks() == 0);
  BOOST_TEST(memory.wrong_frees() == 0);
}

#endif

BOOST_AUTO_TEST_CASE_TEMPLATE(bad_lengths_are_refused, System, systems)
{
  System const system;
  auto const make = [&](auto const& lengths, std::int64_t runs) {
    auto const in = make_input<System>(lengths);
    thrum::make_run_length_decoded_view(system.policy(), thrust::make_counting_iterator(0), in.begin(), runs);
  };
  std::string const name = "make_run_length_decoded_view";
  check_refusal(name, "2", [&] { make(std::vector<int>{2, 5, -1}, 3); });
  check_refusal(name, "-9", [&] { make(std::vector<int>{2, 5, 1}, -9); });
  check_refusal(name, "1", [&] {
    make(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(), 1}, 2);
  });
  std::vector<std::int8_t> many(50'000, 1);
  many[33'333] = many[44'444] = -3;
  check_refusal(name, "33333", [&] { make(many, 50'000); });
}
