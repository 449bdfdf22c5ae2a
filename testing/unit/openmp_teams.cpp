// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How work is shared by a team: how many threads there are, and what each of them gets. Schedules are not looked at: a
// thread waits until all of its team have come, or until it is clear that they will not.
#define BOOST_TEST_MODULE openmp_teams
#include <thrum/load_balance.h>
#include <thrum/reduce_by_key.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <tuple>
#include <vector>

#include "where.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Counts the items that each thread of a team handles. A thread's first item waits for the first items of the others,
/// so that no thread does all the work before the others have started.
class shares
{
public:
  explicit shares(int threads) : items_(static_cast<std::size_t>(threads)) {}
  void count()
  {
    auto const thread = static_cast<std::size_t>(omp_get_thread_num());
    if (items_[thread].fetch_add(1, std::memory_order_relaxed) == 0)
    {
      ++present_;
      auto const late = std::chrono::steady_clock::now() + std::chrono::seconds(20);
      while (present_ < static_cast<int>(items_.size()) && std::chrono::steady_clock::now() < late)
      {
        std::this_thread::yield();
      }
    }
  }
  int present() const { return present_; }
  std::int64_t items() const
  {
    std::int64_t sum = 0;
    for (auto const& of_thread : items_)
    {
      sum += of_thread;
    }
    return sum;
  }

private:
  std::vector<std::atomic<std::int64_t>> items_;
  std::atomic<int> present_{0};
};

/// Every thread of the team must come to `items` calls of shares::count made by `call`.
template <class Call>
void check_shared(std::int64_t items, Call call)
{
  shares counted(omp_get_max_threads());
  call(counted);
  BOOST_TEST(counted.present() == omp_get_max_threads());
  BOOST_TEST(counted.items() == items);
}

/// An output that counts the items written to it.
auto counting_output(shares& counted)
{
  return thrust::make_tabulate_output_iterator([&counted](auto, auto) { counted.count(); });
}

using teams = std::tuple<omp_system<2>, omp_system<4>>;
} // namespace

BOOST_AUTO_TEST_CASE(many_threads_work_on_smaller_blocks)
{
  omp_system<8> const system;
  std::vector<int> const items(1 << 20, 1);
  std::vector<int> out(items.size());
  {
    team_meter team;
    thrum::reduce_by_key(system.policy(), thrust::make_counting_iterator(0),
                         thrust::make_counting_iterator(1 << 20), items.begin(), out.begin(), out.begin(),
                         std::equal_to<>(), [&](int a, int b) { return team.note(), a + b; });
    thrum::reduce_by_key(system.policy(), items.begin(), items.end(), items.begin(), out.begin(),
                         thrust::make_discard_iterator(), [&](int a, int b) { return team.note(), a == b; });
    BOOST_TEST(team.largest() == 8);
  }
  {
    team_meter team;
    thrum::run_length_encode(system.policy(), items.begin(), items.end(), out.begin(),
                             thrust::make_discard_iterator(),
                             [&](int a, int b) { return team.note(), a == b; });
    BOOST_TEST(team.largest() == 8);
  }
}

BOOST_AUTO_TEST_CASE(many_threads_scan_what_is_no_memory)
{
  omp_system<16> const system;
  std::vector<int> out(1 << 20);
  auto const ones = thrust::make_constant_iterator(1);
  team_meter team, team_by_key;
  thrum::inclusive_scan(system.policy(), ones, ones + (1 << 20), out.begin(),
                        [&](int a, int b) { return team.note(), a + b; });
  BOOST_TEST(team.largest() == 16);
  BOOST_TEST(out.back() == 1 << 20);
  thrum::inclusive_scan_by_key(system.policy(), ones, ones + (1 << 20), ones, out.begin(), std::equal_to<>(),
                               [&](int a, int b) { return team_by_key.note(), a + b; });
  BOOST_TEST(team_by_key.largest() == 16);
  BOOST_TEST(out.back() == 1 << 20);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_few_calls_that_take_long_are_shared, System, teams)
{
  System const system;
  for (std::vector<int> const& sizes : {std::vector<int>{64}, std::vector<int>(64, 1)})
  {
    check_shared(64, [&](shares& counted) {
      thrum::load_balanced_for_each(system.policy(), sizes.begin(), sizes.end(),
                                    [&](std::int64_t, std::int64_t) { counted.count(); });
    });
  }
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_giant_segment_is_shared, System, teams)
{
  System const system;
  int const size = 1'000'000;
  check_shared(size, [&](shares& counted) {
    thrum::load_balanced_for_each(system.policy(), &size, &size + 1,
                                  [&](std::int64_t, std::int64_t) { counted.count(); });
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(large_items_are_shared, System, teams)
{
  struct page
  {
    char bytes[4096];
  };
  System const system;
  std::vector<page> const values(1'000);
  check_shared(1'000, [&](shares& counted) {
    thrum::run_length_decode(system.policy(), values.begin(), values.end(), thrust::make_constant_iterator(1),
                             counting_output(counted));
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_giant_run_is_shared, System, teams)
{
  System const system;
  std::int64_t const many = 1'000'000, all = std::int64_t{1} << 40;
  char const value = 'x';
  check_shared(many, [&](shares& counted) {
    thrum::run_length_decode(system.policy(), &value, &value + 1, &many, counting_output(counted));
  });
  check_shared(many, [&](shares& counted) {
    thrum::run_length_decode_n(system.policy(), &value, &all, 1, counting_output(counted), many);
  });
  std::vector<std::int64_t> lengths(9'000, 1);
  lengths[5'000] = all;
  std::vector<int> const values(lengths.size());
  check_shared(many, [&](shares& counted) {
    thrum::run_length_decode_n(system.policy(), values.begin(), lengths.begin(), 9'000,
                               counting_output(counted), many);
  });
}

BOOST_AUTO_TEST_CASE_TEMPLATE(a_run_behind_many_empty_ones_is_shared, System, teams)
{
  System const system;
  std::int64_t const runs = 20'000'000, items = 500'000;
  auto const index   = thrust::make_counting_iterator(std::int64_t{0});
  auto const lengths = thrust::make_transform_iterator(
    index, [=](std::int64_t run) { return run == runs - 1 ? items : 0; });
  check_shared(items, [&](shares& counted) {
    thrum::run_length_decode(system.policy(), index, index + runs, lengths, counting_output(counted));
  });
}
