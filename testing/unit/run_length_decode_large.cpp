// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: none: counts of billions would take hours
// More output than 32 bits can count; no memory holds it.
#define BOOST_TEST_MODULE run_length_decode_large
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <atomic>
#include <cstdint>
#include <vector>

#include "decode.h"
#include "large.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_three_times_two_to_the_30_into_nothing, System, systems)
{
  System const system;
  auto const lengths = make_input<System>(std::vector<std::int32_t>(3, 1 << 30));
  auto const values  = thrust::make_counting_iterator(0);
  auto const none    = thrust::make_discard_iterator();
  auto const end     = thrum::run_length_decode(system.policy(), values, values + 3, lengths.begin(), none);
  BOOST_TEST((end - none) == std::int64_t{3} << 30);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b10_a_million_times_255, System, systems)
{
  System const system;
  auto const lengths = thrust::make_constant_iterator(std::uint8_t{255});
  auto const values  = thrust::make_counting_iterator(0);
  auto const none    = thrust::make_discard_iterator();
  auto const end     = thrum::run_length_decode(system.policy(), values, values + 1'000'000, lengths, none);
  BOOST_TEST((end - none) == 255'000'000);
}

#if !THRUM_HAS_CUDA
BOOST_AUTO_TEST_CASE(b10_every_item_beyond_two_to_the_31_passes, *boost::unit_test::precondition(fast_enough))
{
  auto const check = [](auto const& system) {
    std::vector<std::int64_t> const lengths{7, (std::int64_t{1} << 31) + 1, 0, 1'000'000};
    std::vector<std::uint8_t> const values{1, 2, 3, 4};
    std::atomic<std::int64_t> seen[5] = {};
    thread_local std::int64_t mine[5];
    // Counting each item in shared memory would take minutes: a thread passes its counts on every 2^16 items.
    auto const count = [&seen](std::uint8_t value) {
      if (++mine[value] == 65'536)
      {
        seen[value] += 65'536;
        mine[value] = 0;
      }
      return value;
    };
    auto const out = thrust::make_transform_output_iterator(thrust::make_discard_iterator(), count);
    auto const end = thrum::run_length_decode(system.policy(), values.begin(), values.end(), lengths.begin(),
                                              out);
    BOOST_TEST((end - out) == serial::total(lengths));
#  pragma omp parallel num_threads(2)
    for (int value = 1; value <= 4; ++value)
    {
      seen[value] += mine[value];
      mine[value] = 0;
    }
    for (std::size_t run = 0; run < 4; ++run)
      BOOST_TEST(seen[run + 1] == lengths[run], "run " << run);
  };
  check(omp_system<2>());
}

#endif

namespace
{
struct keeps_rank
{
  std::int64_t rank;
  std::int64_t* kept;
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t at) const
  {
    if (at == rank)
    {
      *kept = at;
    }
    return at;
  }
};
} // namespace

BOOST_AUTO_TEST_CASE(b10_ranks_beyond_two_to_the_31, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  std::int64_t const length = (std::int64_t{1} << 32) + 3;
  auto last                 = make_output(system, 1, std::int64_t{-1});
  auto const none           = thrust::make_discard_iterator();
  auto const ranks   = thrust::make_transform_output_iterator(none, keeps_rank{length - 1, last.begin()});
  auto const value   = thrust::make_constant_iterator('v');
  auto const lengths = thrust::make_constant_iterator(length);
  auto const ends    = thrum::run_length_decode(system.policy(), value, value + 1, lengths, none, ranks);
  BOOST_TEST((ends.second - ranks) == length);
  BOOST_TEST(same_items(last.items(), {length - 1}));
}

BOOST_AUTO_TEST_CASE(more_runs_than_31_bits_count, *boost::unit_test::precondition(fast_enough))
{
  parallel_system const system;
  std::int64_t const runs = (std::int64_t{1} << 31) + 7;
  auto const none         = thrust::make_discard_iterator();
  auto const zeros        = thrust::make_constant_iterator(std::int8_t{0});
  auto const result       = thrum::run_length_decode_n(
          system.policy(), thrust::make_counting_iterator(std::int64_t{0}), zeros, runs, none, 100);
  BOOST_TEST(result.second == 0);
  BOOST_TEST((result.first - none) == 0);
  auto const ones = thrust::make_constant_iterator(std::int8_t{1});
  BOOST_TEST(thrum::run_length_decoded_size(system.policy(), ones, ones + runs) == runs);
}
