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

#include <cuda/std/atomic>

#include "bounds_checked_iterator.h"
#include "decode.h"
#include "large.h"
#include "vectors.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Counts the calls for each item; a pair that is no item is a fault.
class visit_counts
{
public:
  std::int64_t const* starts;
  int* counts; // behind those of the items, that of the faults
  std::int64_t segments;
  std::int64_t items;

  THRUM_HOST_DEVICE void operator()(std::int64_t segment, std::int64_t rank) const
  {
    bool const is_segment = segment >= 0 && segment < segments;
    bool const is_item    = is_segment && rank >= 0 && rank < starts[segment + 1] - starts[segment];
    cuda::std::atomic_ref<int>(counts[is_item ? starts[segment] + rank : items]).fetch_add(1);
  }
};

template <class System>
class visits
{
public:
  explicit visits(std::vector<std::int64_t> const& sizes)
      : starts_(starts_of(sizes), 0)
      , counts_(std::vector<int>(static_cast<std::size_t>(serial::total(sizes)) + 1, 0), output_margin)
  {}
  visit_counts counter()
  {
    return {starts_.begin(), counts_.begin(), starts_.size() - 1, counts_.size() - 1};
  }
  bool each_once() const
  {
    auto const counts = counts_.items();
    return counts.back() == 0
           && std::count(counts.begin(), counts.end(), 1) == static_cast<std::ptrdiff_t>(counts.size()) - 1;
  }

private:
  static std::vector<std::int64_t> starts_of(std::vector<std::int64_t> const& sizes)
  {
    auto starts = serial::ends<std::int64_t>(sizes);
    starts.insert(starts.begin(), 0);
    return starts;
  }
  typename System::template buffer<std::int64_t> starts_;
  typename System::template buffer<int> counts_;
};

/// Takes what it is called with as it is.
struct visits_exactly
{
  visit_counts counter;
  template <class Segment, class Rank>
  THRUM_HOST_DEVICE void operator()(Segment segment, Rank rank) const
  {
    static_assert(std::is_same_v<Segment, std::int64_t> && std::is_same_v<Rank, std::int64_t>);
    counter(segment, rank);
  }
};

template <class System, class Size>
void check_visits(System const& system, std::vector<Size> const& sizes)
{
  auto const in = make_input<System>(sizes);
  visits<System> seen(converted<std::int64_t>(sizes));
  visits_exactly const visit{seen.counter()};
  static_assert(
    std::is_void_v<decltype(thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(), visit))>);
  thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(), visit);
  BOOST_TEST(seen.each_once());
}

struct counts_calls
{
  int* calls;
  [[nodiscard]] THRUM_HOST_DEVICE int operator()(std::int64_t, std::int64_t) const
  {
    return cuda::std::atomic_ref<int>(*calls).fetch_add(1);
  }
};

struct does_nothing
{
  THRUM_HOST_DEVICE void operator()(std::int64_t, std::int64_t) const {}
};

struct keeps_rank
{
  std::int64_t segment, rank;
  std::int64_t* kept;
  THRUM_HOST_DEVICE void operator()(std::int64_t of_segment, std::int64_t at) const
  {
    if (of_segment == segment && at == rank)
    {
      *kept = at;
    }
  }
};

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
  visits<std::conditional_t<is_host_vector_v<Vector>, seq_system, parallel_system>> seen({2, 0, 3, 1});
  thrum::load_balanced_for_each(sizes.begin(), sizes.end(), seen.counter());
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
  for_each_system<value_systems>(
    [&](auto const& system) { check_visits(system, converted<Size>(random.integers<int>(20'000, 0, 9))); });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(fancy_iterators, System, few_systems)
{
  System const system;
  auto const fours = thrust::make_constant_iterator(4);
  visits<System> seen(std::vector<std::int64_t>(10'000, 4));
  thrum::load_balanced_for_each(system.policy(), fours, fours + 10'000, seen.counter());
  BOOST_TEST(seen.each_once());

  random_source random;
  auto const sizes = random.integers<std::int64_t>(20'000, 0, 9);
  checked_input<std::int64_t> in(sizes);
  visits<System> seen_too(sizes);
  thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(), seen_too.counter());
  BOOST_TEST(seen_too.each_once());
  BOOST_TEST(in.faults() == 0);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(forward_iterators, System, forward_systems)
{
  System const system;
  std::forward_list<int> const sizes{2, 0, 3, 1};
  visits<System> seen({2, 0, 3, 1});
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(), seen.counter());
  BOOST_TEST(seen.each_once());
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE_TEMPLATE(a_function_that_cannot_be_copied_cheaply_keeps_its_state, System, systems)
{
  System const system;
  struct adds_up
  {
    std::shared_ptr<std::atomic<std::int64_t>> sum;
    void operator()(std::int64_t segment, std::int64_t rank) const { *sum += 10 * segment + rank; }
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

#endif

BOOST_AUTO_TEST_CASE_TEMPLATE(what_the_function_returns_is_ignored, System, few_systems)
{
  System const system;
  auto const sizes = make_input<System>(std::vector<int>{2, 0, 3});
  auto calls       = make_output<System>(1, 0);
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(), counts_calls{calls.begin()});
  BOOST_TEST(same_items(calls.items(), {5}));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(bad_sizes_are_refused, System, systems)
{
  System const system;
  auto const run = [&](auto const& sizes) {
    auto const in = make_input<System>(sizes);
    thrum::load_balanced_for_each(system.policy(), in.begin(), in.end(), does_nothing());
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
  parallel_system const system;
  std::int64_t const beyond = std::int64_t{1} << 31;
  auto const sizes          = make_input(system, std::vector<std::int64_t>{1, beyond + 1, 2});
  auto last                 = make_output(system, 1, std::int64_t{-1});
  thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(),
                                keeps_rank{1, beyond, last.begin()});
  BOOST_TEST(same_items(last.items(), {beyond}));
}
