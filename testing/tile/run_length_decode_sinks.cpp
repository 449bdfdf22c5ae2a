// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE run_length_decode_sinks
#include <thrum/detail/sequential/run_starts.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include "compare.h"
#include "decode_on_fibers.h"
#include "random.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
using thrum::detail::largest_total;
using thrum::detail::make_run_ends;
using thrum::detail::make_run_lengths;

/// A few thousand runs: short ones, empty stretches, two long ones.
std::vector<int> some_lengths()
{
  random_source random;
  auto lengths = random.integers<int>(5000, 0, 5);
  std::fill(lengths.begin() + 1000, lengths.begin() + 1900, 0);
  lengths[777]  = 9000;
  lengths[3071] = 3000;
  return lengths;
}

struct expansion
{
  std::vector<int> run;
  std::vector<std::int64_t> rank;

  explicit expansion(std::vector<int> const& lengths)
  {
    for (std::size_t i = 0; i < lengths.size(); ++i)
    {
      for (std::int64_t r = 0; r < lengths[i]; ++r)
      {
        run.push_back(static_cast<int>(i));
        rank.push_back(r);
      }
    }
  }
};

template <class Runs, class Sink, class Needed = gpu::no_place>
gpu::decode_job<Runs, Sink, Needed> job_of(Runs runs,
                                           Sink sink,
                                           std::int64_t capacity = largest_total,
                                           Needed needed         = {})
{
  return {runs, sink, capacity, true, needed};
}

auto runs_of(std::vector<int> const& lengths)
{
  return make_run_lengths(lengths.data(), static_cast<std::ptrdiff_t>(lengths.size()));
}

/// Calls check(way, light) in all ways.
template <class Check>
void in_all_ways(Check check)
{
  for (fiber_way const way : fiber_ways())
  {
    for (std::uint64_t const light : {0, 100'000})
    {
      if (has_time())
      {
        BOOST_TEST_CONTEXT("blocks " << way.blocks << ", order " << static_cast<int>(way.turn) << ", light "
                                     << light)
        {
          check(way, light);
        }
      }
    }
  }
}

struct doubled
{
  int operator()(int x) const { return 2 * x; }
};
} // namespace

BOOST_AUTO_TEST_CASE(ranks_beside_values)
{
  auto const lengths = some_lengths();
  expansion const all(lengths);
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::vector<int> out(all.run.size() + 1, -1);
    std::vector<int> ranks(all.run.size(), -1);
    thrust::counting_iterator<int> const values(0);
    using sink = gpu::ranked_writer<thrust::counting_iterator<int>, int*, int*>;
    decode_on_fibers(job_of(runs_of(lengths), sink(values, out.data() + 1, ranks.data())), way, light, 1000);
    BOOST_TEST(out[0] == -1);
    BOOST_TEST(same_items(std::vector<int>(out.begin() + 1, out.end()), all.run));
    BOOST_TEST(same_items(ranks, std::vector<int>(all.rank.begin(), all.rank.end())));
  });
}

BOOST_AUTO_TEST_CASE(calls)
{
  auto const lengths = some_lengths();
  expansion const all(lengths);
  std::vector<std::size_t> begin(lengths.size(), 0);
  std::partial_sum(lengths.begin(), lengths.end() - 1, begin.begin() + 1);
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::vector<int> calls(all.run.size(), -1);
    auto const f = [&](std::int64_t run, std::int64_t rank) {
      int& place = calls.at(begin[static_cast<std::size_t>(run)] + static_cast<std::size_t>(rank));
      place      = place == -1 ? static_cast<int>(run) : -2;
    };
    decode_on_fibers(job_of(runs_of(lengths), gpu::caller<std::decay_t<decltype(f)>>(f)), way, light, 1000);
    BOOST_TEST(same_items(calls, all.run));
  });
}

BOOST_AUTO_TEST_CASE(copies)
{
  auto const lengths = some_lengths();
  expansion const all(lengths);
  std::vector<int const*> from;
  std::vector<int*> to;
  std::vector<int> out(all.run.size());
  std::size_t at = 0;
  for (int const length : lengths)
  {
    from.push_back(all.run.data() + at);
    to.push_back(out.data() + at);
    at += static_cast<std::size_t>(length);
  }
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::fill(out.begin(), out.end(), -1);
    using sink = gpu::range_copier<int const* const*, int* const*>;
    decode_on_fibers(job_of(runs_of(lengths), sink(from.data(), to.data())), way, light, 1000);
    BOOST_TEST(same_items(out, all.run));
  });
}

BOOST_AUTO_TEST_CASE(copies_of_bytes)
{
  random_source random;
  auto lengths = random.integers<int>(300, 0, 700);
  lengths[123] = 20'000;
  std::vector<unsigned char> in;
  std::vector<unsigned char const*> from;
  std::vector<unsigned char*> to;
  std::size_t const total = static_cast<std::size_t>(std::accumulate(lengths.begin(), lengths.end(), 0));
  for (std::size_t i = 0; i < total + 300; ++i)
  {
    in.push_back(static_cast<unsigned char>(i * 7 % 251));
  }
  std::vector<unsigned char> expected(total + 4 * lengths.size(), 255);
  std::vector<unsigned char> out(expected.size());
  std::size_t read = 0, written = 0;
  for (int const length : lengths)
  {
    auto const count = static_cast<std::size_t>(length);
    from.push_back(in.data() + read);
    to.push_back(out.data() + written);
    std::copy_n(in.data() + read, count, expected.data() + written);
    read += count;
    written += count + static_cast<std::size_t>(random.integer(1, 4)); // all alignments, and gaps
  }
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::fill(out.begin(), out.end(), static_cast<unsigned char>(255));
    using sink = gpu::range_copier<unsigned char const* const*, unsigned char* const*>;
    decode_on_fibers(job_of(runs_of(lengths), sink(from.data(), to.data())), way, light, 3000);
    BOOST_TEST(same_items(out, expected));
  });
}

BOOST_AUTO_TEST_CASE(output_iterators)
{
  auto const lengths = some_lengths();
  expansion const all(lengths);
  std::vector<int> twice;
  for (int const run : all.run)
  {
    twice.push_back(2 * run);
  }
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::vector<long> out(all.run.size(), -1);
    auto const to = thrust::make_transform_output_iterator(out.data(), doubled{});
    using sink    = gpu::value_writer<thrust::counting_iterator<int>, decltype(to)>;
    decode_on_fibers(job_of(runs_of(lengths), sink(thrust::counting_iterator<int>(0), to)), way, light, 1000);
    BOOST_TEST(same_items(out, std::vector<long>(twice.begin(), twice.end())));
  });
}

BOOST_AUTO_TEST_CASE(ends)
{
  auto const lengths = some_lengths();
  expansion const all(lengths);
  std::vector<std::uint64_t> ends(lengths.size());
  std::partial_sum(lengths.begin(), lengths.end(), ends.begin());
  auto const runs = make_run_ends(ends.data(), static_cast<std::ptrdiff_t>(ends.size()));
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::vector<int> out(all.run.size(), -1);
    using sink        = gpu::value_writer<thrust::counting_iterator<int>, int*>;
    auto const status = decode_on_fibers(job_of(runs, sink(thrust::counting_iterator<int>(0), out.data())),
                                         way, light, 1000);
    BOOST_TEST(same_items(out, all.run));
    BOOST_TEST(status.total == all.run.size());
    BOOST_TEST(!status.bad());
  });
}

BOOST_AUTO_TEST_CASE(total_in_memory)
{
  auto const lengths = some_lengths();
  expansion const all(lengths);
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::int64_t needed = 0;
    std::vector<int> out(100, -1);
    using sink = gpu::value_writer<thrust::counting_iterator<int>, int*>;
    sink const to(thrust::counting_iterator<int>(0), out.data());
    decode_on_fibers(job_of(runs_of(lengths), to, 100, &needed), way, light, 1000);
    BOOST_TEST(static_cast<std::size_t>(needed) == all.run.size());
    BOOST_TEST(same_items(out, std::vector<int>(all.run.begin(), all.run.begin() + 100)));

    decode_on_fibers(job_of(runs_of({}), to, 100, &needed), way, light, 1000);
    BOOST_TEST(needed == 0);
  });
}

BOOST_AUTO_TEST_CASE(lengths_that_make_no_sense)
{
  auto lengths  = some_lengths();
  lengths[4000] = -3;
  lengths[2000] = -1;
  std::vector<std::uint64_t> large(4000, 1);
  large[1] = large[3500] = std::uint64_t{1} << 62;
  std::vector<std::uint64_t> larger(4000, 1);
  larger[3500] = (std::numeric_limits<std::uint64_t>::max)();
  std::vector<int> decreasing(4000, 7);
  decreasing[3500] = 6;
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    auto const sum_of = [&](auto const& runs) {
      return decode_on_fibers(job_of(runs, gpu::no_sink{}), way, light, 1000).sum();
    };
    auto const at = [](auto const& v) {
      return make_run_lengths(v.data(), static_cast<std::ptrdiff_t>(v.size()));
    };
    BOOST_TEST(sum_of(at(lengths)).negative == 2000);
    BOOST_TEST(sum_of(at(lengths)).total == thrum::detail::total_of(at(lengths)).total);
    BOOST_TEST(sum_of(at(large)).too_large == 3500);
    BOOST_TEST(sum_of(at(larger)).too_large == 3500);
    BOOST_TEST(sum_of(make_run_ends(decreasing.data(), 4000)).negative == 3500);

    using sink = gpu::value_writer<thrust::counting_iterator<int>, thrust::discard_iterator<>>;
    sink const nowhere(thrust::counting_iterator<int>(0), thrust::discard_iterator<>());
    std::int64_t needed = 0;
    auto const status   = decode_on_fibers(job_of(at(large), nowhere, 2000, &needed), way, light, 1000);
    BOOST_TEST(status.sum().too_large == 3500);
    BOOST_TEST(needed == -1);
  });
}

BOOST_AUTO_TEST_CASE(starts)
{
  auto const lengths = some_lengths();
  auto const every   = thrum::detail::runs_per_start;
  std::vector<std::int64_t> expected;
  std::int64_t before = 0;
  for (std::size_t run = 0; run < lengths.size(); ++run)
  {
    if (static_cast<std::ptrdiff_t>(run) % every == 0)
    {
      expected.push_back(before);
    }
    before += lengths[run];
  }
  in_all_ways([&](fiber_way way, std::uint64_t light) {
    std::vector<std::int64_t> out(expected.size(), -1);
    gpu::start_writer sink;
    sink.first = out.data();
    sink.every = every;
    decode_on_fibers(job_of(runs_of(lengths), sink), way, light, 1000);
    BOOST_TEST(same_items(out, expected));
  });
}
