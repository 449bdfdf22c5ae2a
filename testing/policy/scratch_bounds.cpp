// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scratch memory is bounded: never more than 1 MB and 1% of the input, for types of up to 16 bytes.
#define BOOST_TEST_MODULE policy_scratch_bounds
#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/discard_iterator.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "count_memory.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
struct two_words
{
  explicit two_words(int value = 0) : word{value, -value} {}
  std::int64_t word[2];
  friend two_words operator+(two_words a, two_words b)
  {
    a.word[0] += b.word[0];
    a.word[1] += b.word[1];
    return a;
  }
  friend bool operator==(two_words a, two_words b)
  {
    return a.word[0] == b.word[0] && a.word[1] == b.word[1];
  }
};

struct add
{
  template <class T>
  T operator()(T a, T b) const
  {
    return static_cast<T>(a + b);
  }
};

/// The most memory that `call` held at any time, the second time it ran: the runtime keeps what it needs for itself.
template <class Call>
void check_bound(char const* name, std::size_t input_bytes, Call call)
{
  call();
  memory_since const since;
  call();
  auto const bound = (std::int64_t{1} << 20) + static_cast<std::int64_t>(input_bytes / 100);
  BOOST_TEST(since.most_bytes() <= bound, name << ": " << since.most_bytes() << " bytes");
}

template <class T, class System>
void check_algorithms(System const& system, std::size_t size)
{
  auto const& policy = system.policy();
  std::vector<T> values, out(size, T(0));
  std::vector<std::int32_t> keys, lengths(size, 1);
  for (std::size_t i = 0; i < size; ++i)
  {
    values.push_back(T(static_cast<int>(i % 100)));
    keys.push_back(static_cast<std::int32_t>(i / 3));
  }
  auto const first = values.begin(), last = values.end();
  auto const runs         = static_cast<std::int64_t>(size);
  auto const none         = thrust::make_discard_iterator();
  std::size_t const bytes = size * sizeof(T), both = size * (sizeof(T) + 4);
  std::equal_to<> const same;
  add const plus;

  check_bound("reduce", bytes, [&] { thrum::reduce(policy, first, last, T(0), plus); });
  check_bound("reduce, any order", bytes,
              [&] { thrum::reduce(policy, first, last, T(0), thrum::commutative(plus)); });
  check_bound("inclusive_scan", bytes,
              [&] { thrum::inclusive_scan(policy, first, last, out.begin(), plus); });
  check_bound("exclusive_scan_by_key", both, [&] {
    thrum::exclusive_scan_by_key(policy, keys.begin(), keys.end(), first, out.begin(), T(0), same, plus);
  });
  check_bound("reduce_by_key", both, [&] {
    thrum::reduce_by_key(policy, keys.begin(), keys.end(), first, none, out.begin(), same, plus);
  });
  check_bound("reduce_by_key, keys of the type", both, [&] {
    thrum::reduce_by_key(policy, first, last, keys.begin(), out.begin(), none, same, plus);
  });
  check_bound("run_length_encode", bytes,
              [&] { thrum::run_length_encode(policy, first, last, out.begin(), none); });
  check_bound("run_length_encode_non_trivial", bytes,
              [&] { thrum::run_length_encode_non_trivial(policy, first, last, none, none); });
  check_bound("run_length_decode", both,
              [&] { thrum::run_length_decode(policy, first, last, lengths.begin(), out.begin()); });
  check_bound("run_length_decode with ranks", both,
              [&] { thrum::run_length_decode(policy, first, last, lengths.begin(), out.begin(), none); });
  check_bound("run_length_decode_n", both,
              [&] { thrum::run_length_decode_n(policy, first, lengths.begin(), runs, out.begin(), runs); });
  check_bound("run_length_decode_ends", both,
              [&] { thrum::run_length_decode_ends(policy, first, last, keys.begin(), out.begin()); });
  check_bound("load_balanced_for_each", 4 * size, [&] {
    thrum::load_balanced_for_each(policy, lengths.begin(), lengths.end(), [](std::int64_t, std::int64_t) {});
  });
  check_bound("make_run_length_decoded_view", both,
              [&] { thrum::make_run_length_decoded_view(policy, first, lengths.begin(), runs); });
}

/// A view keeps its table, which may be more than 1% of lengths of a byte; all else is within the limits.
template <class System>
void check_view(System const& system)
{
  std::int64_t const runs = 40'000'000;
  auto const bytes        = static_cast<std::size_t>(runs);
  std::size_t const table = bytes / 256 * 8;
  auto const lengths      = thrust::make_constant_iterator(std::uint8_t{1});
  auto const make         = [&] {
    return thrum::make_run_length_decoded_view(system.policy(), lengths, lengths, runs);
  };
  check_bound("make_run_length_decoded_view", bytes + 100 * table,
              make); // 1% of that: the table, and 1% of the lengths
  memory_since const since;
  auto const view = make();
  BOOST_TEST(view.size() == runs);
  BOOST_TEST(since.live_bytes() <= static_cast<std::int64_t>(table + 4096));
}

using item_types = std::tuple<char, int, double, two_words>;
} // namespace

using view_systems = std::tuple<seq_system, omp_system<2>, omp_system<64>>;
BOOST_TEST_DECORATOR(*boost::unit_test::precondition(counts_memory))
BOOST_AUTO_TEST_CASE_TEMPLATE(the_table_of_a_view, System, view_systems)
{
  check_view(System());
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(counts_memory))
BOOST_AUTO_TEST_CASE_TEMPLATE(in_sequence, T, item_types)
{
  check_algorithms<T>(seq_system(), 1'000);
  check_algorithms<T>(seq_system(), 1'000'000);
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(counts_memory))
BOOST_AUTO_TEST_CASE_TEMPLATE(on_two_threads, T, item_types)
{
  check_algorithms<T>(omp_system<2>(), 1'000);
  check_algorithms<T>(omp_system<2>(), 1'000'000);
}

BOOST_TEST_DECORATOR(*boost::unit_test::precondition(counts_memory))
BOOST_AUTO_TEST_CASE_TEMPLATE(on_64_threads, T, item_types)
{
  check_algorithms<T>(omp_system<64>(), 1'000);
  check_algorithms<T>(omp_system<64>(), 1'000'000);
}
