// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE load_balanced_for_each
#include <thrum/load_balance.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <forward_list>
#include <limits>
#include <memory>
#include <tuple>
#include <type_traits>
#include <vector>

#include "bounds_checked_iterator.h"
#include "decode.h"
#include "large.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Counts the calls for each item; a pair that is no item is a fault.
class visits
{
public:
  explicit visits(std::vector<std::int64_t> const& sizes)
      : starts_{0}
      , counts_(static_cast<std::size_t>(serial::total(sizes)))
  {
    for (std::int64_t const size : sizes)
      starts_.push_back(starts_.back() + size);
  }
  void at(std::int64_t segment, std::int64_t rank)
  {
    bool const is_segment = segment >= 0 && segment + 1 < static_cast<std::int64_t>(starts_.size());
    auto const s          = static_cast<std::size_t>(segment);
    if (is_segment && rank >= 0 && rank < starts_[s + 1] - starts_[s])
      ++counts_[static_cast<std::size_t>(starts_[s] + rank)];
    else
      ++faults_;
  }
  bool each_once() const
  {
    return faults_ == 0
           && std::all_of(counts_.begin(), counts_.end(), [](auto const& count) { return count == 1; });
  }

private:
  std::vector<std::int64_t> starts_;
  std::vector<std::atomic<int>> counts_;
  std::atomic<long> faults_{0};
};

template <class System, class Size>
void check_visits(System const& system, std::vector<Size> const& sizes)
{
  auto const in = make_input<System>(sizes);
  visits seen(converted<std::int64_t>(sizes));
  auto const visit = [&seen](auto segment, auto rank) {
    static_assert(
      std::is_same_v<decltype(segment), std::int64_t> && std::is_same_v<decltype(rank), std::int64_t>);
    seen.at(segment, rank);
  };
  static_assert(
    std::is_void_v<decltype(thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(), visit))>);
  thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(), visit);
  BOOST_TEST(seen.each_once());
}

using size_types =
  std::tuple<bool, std::int8_t, std::uint8_t, std::uint16_t, std::int32_t, std::uint64_t, __int128>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(with_a_policy, System, systems)
{
  System const system;
  check_visits(system, std::vector<int>{2, 0, 3, 1});
  check_visits(system, std::vector<int>{0, 0});
  check_visits(system, std::vector<int>{});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, int_vectors)
{
  Vector const sizes(std::vector<int>{2, 0, 3, 1});
  visits seen({2, 0, 3, 1});
  thrum::load_balanced_for_each(sizes.begin(), sizes.end(),
                                [&](std::int64_t segment, std::int64_t rank) { seen.at(segment, rank); });
  BOOST_TEST(seen.each_once());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_of_every_shape, System, systems)
{
  System const system;
  random_source random;
  for (std::size_t const segments : counts_of_runs())
    for (auto const& [name, sizes] : shapes_of_lengths(random, segments, 70'000))
    {
      BOOST_TEST_CONTEXT(segments << " segments, " << name)
      {
        check_visits(system, sizes);
      }
    }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(sizes_of_any_type, Size, size_types)
{
  random_source random;
  check_visits(seq_system(), converted<Size>(random.integers<int>(20'000, 0, 9)));
  check_visits(omp_system<3>(), converted<Size>(random.integers<int>(20'000, 0, 9)));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fancy_iterators, System, few_systems)
{
  System const system;
  auto const fours = thrust::make_constant_iterator(4);
  visits seen(std::vector<std::int64_t>(10'000, 4));
  thrum::load_balanced_for_each(system.policy(), fours, fours + 10'000,
                                [&](std::int64_t segment, std::int64_t rank) { seen.at(segment, rank); });
  BOOST_TEST(seen.each_once());

  random_source random;
  auto const sizes = random.integers<std::int64_t>(20'000, 0, 9);
  checked_input<std::int64_t> in(sizes);
  visits seen_too(sizes);
  thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(),
                                [&](std::int64_t segment, std::int64_t rank) { seen_too.at(segment, rank); });
  BOOST_TEST(seen_too.each_once());
  BOOST_TEST(in.faults() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators, System, forward_systems)
{
  System const system;
  std::forward_list<int> const sizes{2, 0, 3, 1};
  visits seen({2, 0, 3, 1});
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(),
                                [&](std::int64_t segment, std::int64_t rank) { seen.at(segment, rank); });
  BOOST_TEST(seen.each_once());
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_function_that_cannot_be_copied_cheaply_keeps_its_state, System, systems)
{
  System const system;
  struct adds_up
  {
    std::shared_ptr<std::atomic<std::int64_t>> sum;
    THRUM_HOST_DEVICE void operator()(std::int64_t segment, std::int64_t rank) const
    {
      *sum += 10 * segment + rank;
    }
  };
  adds_up const f{std::make_shared<std::atomic<std::int64_t>>(0)};
  std::vector<int> const sizes{2, 0, 3};
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(), f);
  BOOST_TEST(*f.sum == 0 + 1 + 20 + 21 + 22);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_function_that_can_only_be_moved, System, few_systems)
{
  System const system;
  std::vector<int> const sizes{2, 0, 3};
  std::atomic<int> calls{0};
  auto const make = [&] {
    return [&calls, one = std::make_unique<int>(1)](std::int64_t, std::int64_t) { calls += *one; };
  };
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(), make());
  thrum::load_balanced_for_each(sizes.begin(), sizes.end(), make());
  BOOST_TEST(calls == 10);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(what_the_function_returns_is_ignored, System, few_systems)
{
  System const system;
  struct counts
  {
    std::atomic<int>* calls;
    [[nodiscard]] THRUM_HOST_DEVICE int operator()(std::int64_t, std::int64_t) const { return ++*calls; }
  };
  std::vector<int> const sizes{2, 0, 3};
  std::atomic<int> calls{0};
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(), counts{&calls});
  BOOST_TEST(calls == 5);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(bad_sizes_are_refused, System, systems)
{
  System const system;
  auto const run = [&](auto const& sizes) {
    thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(),
                                  [](std::int64_t, std::int64_t) {});
  };
  check_refusal("load_balanced_for_each", "0", [&] { run(std::vector<int>{-2, 5, -1}); });
  check_refusal("load_balanced_for_each", "2", [&] { run(std::vector<int>{2, 5, -1}); });
  check_refusal("load_balanced_for_each", "7777", [&] {
    std::vector<int> sizes(10'000, 1);
    sizes[7'777] = -4;
    run(sizes);
  });
  check_refusal("load_balanced_for_each", "1", [&] {
    run(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(), 1});
  });
}

BOOST_AUTO_TEST_CASE(more_items_than_31_bits_count, *boost::unit_test::precondition(fast_enough))
{
  omp_system<2> const system;
  std::vector<std::int64_t> const sizes{1, (std::int64_t{1} << 31) + 1, 2};
  std::atomic<std::int64_t> last{-1};
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(),
                                [&](std::int64_t segment, std::int64_t rank) {
                                  if (segment == 1 && rank == std::int64_t{1} << 31)
                                    last = rank;
                                });
  BOOST_TEST(last == std::int64_t{1} << 31);
}
