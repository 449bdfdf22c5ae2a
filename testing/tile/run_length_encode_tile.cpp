// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE run_length_encode_tile
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/run_length_encode_tile.h>
#include <thrum/run_length.h>

#include <thrust/execution_policy.h>
#include <thrust/iterator/discard_iterator.h>

#include <array>
#include <deque>
#include <random>
#include <vector>

#include "by_key_tile.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;
using thrum::detail::encode_kind;

namespace
{
/// The number of runs.
template <encode_kind Kind, class Keys, class Heads, class Lengths, class Pred = thrust::equal_to<>>
std::ptrdiff_t run(
  situation const& s, Keys first, std::size_t count, Heads heads, Lengths lengths, Pred pred = {})
{
  std::ptrdiff_t runs = -1;
  auto const p        = thrum::detail::make_counted_problem(
           thrum::detail::make_run_length_encode_problem<Kind>(first, first + static_cast<std::ptrdiff_t>(count),
                                                        heads, lengths, pred),
           &runs);
  using tile = gpu::run_length_encode_tile<std::remove_const_t<decltype(p)>>;
  static_assert(tile::memory::room >= 1);
  run_tile<tile>(s, p);
  return runs;
}

template <class K, class Pred = thrust::equal_to<>>
void check(std::vector<K> const& keys, Pred pred = {})
{
  std::vector<K> values(keys);
  std::vector<int> lengths(keys.size());
  std::vector<std::int64_t> offsets(keys.size());
  std::vector<std::int64_t> lengths_of_long(keys.size());
  auto const ends = thrum::run_length_encode(thrust::seq, keys.begin(), keys.end(), values.begin(),
                                             lengths.begin(), pred);
  values.erase(ends.first, values.end());
  lengths.erase(ends.second, lengths.end());
  auto const ends_of_long = thrum::run_length_encode_non_trivial(
    thrust::seq, keys.begin(), keys.end(), offsets.begin(), lengths_of_long.begin(), pred);
  offsets.erase(ends_of_long.first, offsets.end());
  lengths_of_long.erase(ends_of_long.second, lengths_of_long.end());

  in_every_situation([&](situation const& s) {
    checked_memory<K> in(keys);
    checked_memory<K> values_out(values.size());
    checked_memory<int> lengths_out(values.size());
    BOOST_TEST(
      run<encode_kind::all>(s, in.begin(), keys.size(), values_out.begin(), lengths_out.begin(), pred)
      == static_cast<std::ptrdiff_t>(values.size()));
    BOOST_TEST(same_results(values_out.items(), values));
    BOOST_TEST(same_results(lengths_out.items(), lengths));

    checked_memory<std::int64_t> offsets_out(offsets.size());
    checked_memory<std::int64_t> long_out(offsets.size());
    BOOST_TEST(
      run<encode_kind::non_trivial>(s, in.begin(), keys.size(), offsets_out.begin(), long_out.begin(), pred)
      == static_cast<std::ptrdiff_t>(offsets.size()));
    BOOST_TEST(same_results(offsets_out.items(), offsets));
    BOOST_TEST(same_results(long_out.items(), lengths_of_long));
  });
}

template <class K>
void check_patterns(std::initializer_list<std::size_t> counts)
{
  in_every_pattern<K>(counts, [&](random_source&, std::vector<K> const& keys) { check(keys); });
}
} // namespace

BOOST_AUTO_TEST_CASE(ints)
{
  check_patterns<int>({1, 2, 32, 33, 1024, 1025, 5120, 5121, 23'000});
}

BOOST_AUTO_TEST_CASE(narrow_and_wide_keys)
{
  check_patterns<std::int8_t>({1, 4097, 32'768, 32'769, 70'000});
  check_patterns<std::int16_t>({1, 2049, 16'385, 34'000});
  check_patterns<std::uint8_t>({33'000});
  check_patterns<std::int64_t>({1, 3073, 8000});
  check_patterns<floats<6>>({1, 513, 2000});
  check_patterns<floats<300>>({1, 33, 100});
  check_patterns<floats<500>>({1, 33, 70}); // more than shelves have room for
  check_patterns<counted>({1, 2000, 4000});
}

/// What is taken lies beside all that was taken and not given back.
BOOST_AUTO_TEST_CASE(shelves_hold_what_is_not_given_back)
{
  constexpr int room = 100;
  using shelves      = gpu::row_shelves<int, std::uint16_t, 1, room>;
  aligned_memory memory(sizeof(shelves));
  int taken   = 0;
  int refused = 0;
  int wrong   = 0;
  shared_grid(1, 32, order::shuffled).run([&](fiber_cta const& cta) {
    auto& on = *reinterpret_cast<shelves*>(memory.get());
    if (cta.lane() == 0)
    {
      on.clear();
    }
    cta.sync_warp();
    std::minstd_rand draw(1); // the same in all lanes
    std::deque<std::array<int, 3>> held;
    for (int step = 0; step < 2000; ++step)
    {
      if (draw() % 2 == 0 && !held.empty())
      {
        on.give_back(cta, 0, held.front()[2]);
        held.pop_front();
        continue;
      }
      int const count = static_cast<int>(draw() % 50);
      auto const s    = on.take(cta, 0, count);
      cta.sync_warp();
      if (cta.lane() == 0)
      {
        ++(s.begin < 0 ? refused : taken);
        wrong += s.begin + count > room;
        for (auto const& [begin, end, all] : held)
        {
          wrong += s.begin >= 0 && s.begin < end && begin < s.begin + count;
        }
      }
      if (s.begin >= 0)
      {
        held.push_back({s.begin, s.begin + count, s.taken});
      }
    }
  });
  BOOST_TEST(wrong == 0);
  BOOST_TEST(taken > 200);
  BOOST_TEST(refused > 200);
}

/// Of runs that suit the shelves, and of some that are too many.
BOOST_AUTO_TEST_CASE(runs_on_shelves_and_in_intakes)
{
  random_source random;
  for (int const mean : {14, 18, 30, 60})
  {
    BOOST_TEST_CONTEXT("mean " << mean)
    {
      check(random.keys<int>(80'000, mean));
    }
  }
  check(random.keys<std::int8_t>(200'000, 40));
}

BOOST_AUTO_TEST_CASE(nan_is_a_run_of_its_own)
{
  in_patterns_with_nan([](random_source&, std::vector<float> const& keys) { check(keys); });
}

BOOST_AUTO_TEST_CASE(predicate_that_is_no_equality)
{
  random_source random;
  check(random.integers<int>(20'000, 0, 30), climbs());
}

BOOST_AUTO_TEST_CASE(outputs_over_keys)
{
  random_source random;
  std::size_t const count = 23'456;
  for (auto const& pattern : key_patterns<int>(random, count))
  {
    auto const& keys = pattern.second;
    BOOST_TEST_CONTEXT(pattern.first)
    {
      std::vector<int> values(keys);
      std::vector<int> lengths(count);
      auto const ends = thrum::run_length_encode(thrust::seq, keys.begin(), keys.end(), values.begin(),
                                                 lengths.begin());
      auto const runs = ends.first - values.begin();
      values.resize(static_cast<std::size_t>(runs));
      lengths.resize(static_cast<std::size_t>(runs));
      in_every_situation([&](situation const& s) {
        for (bool const values_over_keys : {false, true})
        {
          checked_memory<int> k(keys);
          checked_memory<int> other(count);
          auto& to_values  = values_over_keys ? k : other;
          auto& to_lengths = values_over_keys ? other : k;
          BOOST_TEST(run<encode_kind::all>(s, k.begin(), count, to_values.begin(), to_lengths.begin())
                     == runs);
          auto got_values  = to_values.items();
          auto got_lengths = to_lengths.items();
          got_values.resize(values.size());
          got_lengths.resize(values.size());
          BOOST_TEST(same_results(got_values, values));
          BOOST_TEST(same_results(got_lengths, lengths));
        }
      });
    }
  }
}

BOOST_AUTO_TEST_CASE(fancy_iterators)
{
  random_source random;
  std::size_t const count = 23'456;
  auto const keys         = random.keys<int>(count, 3);
  std::vector<int> values(count);
  std::vector<int> lengths(count);
  auto const ends = thrum::run_length_encode(thrust::seq, keys.begin(), keys.end(), values.begin(),
                                             lengths.begin());
  auto const runs = ends.first - values.begin();
  lengths.resize(static_cast<std::size_t>(runs));
  counted_keys<int> counted_in(keys);
  auto const first = counted_in.begin();
  in_every_situation([&](situation const& s) {
    checked_memory<int> lengths_out(lengths.size());
    BOOST_TEST(run<encode_kind::all>(s, first, count, thrust::make_discard_iterator(), lengths_out.begin())
               == runs);
    BOOST_TEST(same_results(lengths_out.items(), lengths));
    BOOST_TEST(counted_in.each_read_once());
  });
}
