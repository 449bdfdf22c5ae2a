// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes to around 2^31 items and beyond 2^32, into no memory.
#define BOOST_TEST_MODULE cuda_large_decode
#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/load_balance.h>
#include <thrum/run_length.h>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>

#include <cstdint>
#include <vector>

#include "compare.h"
#include "read_items.h"
#include "systems.h"
#include "trap_operator.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
constexpr std::int64_t two_to_31 = std::int64_t{1} << 31;

std::int64_t const sizes[] = {two_to_31 - 2, two_to_31 - 1, two_to_31, 2 * two_to_31 + 1};

/// Runs 0 to 3: five items, none, nearly all, seven.
struct four_runs
{
  std::int64_t size;

  std::vector<std::int64_t> lengths() const { return {5, 0, size - 12, 7}; }
  THRUM_HOST_DEVICE int run_of(std::int64_t item) const { return item < 5 ? 0 : item < size - 7 ? 2 : 3; }
  THRUM_HOST_DEVICE std::int64_t begin_of(int run) const { return run == 0 ? 0 : run == 3 ? size - 7 : 5; }
};

/// Take the place of outputs.
struct expects_run
{
  four_runs runs;
  THRUM_HOST_DEVICE void operator()(std::ptrdiff_t item, std::int64_t value) const
  {
    trap::expect(value == runs.run_of(item));
  }
};
struct expects_rank
{
  four_runs runs;
  THRUM_HOST_DEVICE void operator()(std::ptrdiff_t item, std::int64_t rank) const
  {
    trap::expect(rank == item - runs.begin_of(runs.run_of(item)));
  }
};

struct counts_calls
{
  four_runs runs;
  unsigned long long* calls;
  THRUM_HOST_DEVICE void operator()(std::int64_t run, std::int64_t rank) const
  {
    std::int64_t const item = runs.begin_of(static_cast<int>(run)) + rank;
    trap::expect(rank >= 0 && item < runs.size && runs.run_of(item) == run);
    NV_IF_TARGET(NV_IS_DEVICE, (atomicAdd(calls, 1ull);))
  }
};
auto const numbers = thrust::make_counting_iterator(std::int64_t{0});
} // namespace

BOOST_AUTO_TEST_CASE(b10_run_length_decode)
{
  for (std::int64_t const size : sizes)
  {
    four_runs const runs{size};
    device_buffer<std::int64_t> const lengths(runs.lengths(), 0);
    auto const items = thrust::make_tabulate_output_iterator(expects_run{runs});
    auto const ranks = thrust::make_tabulate_output_iterator(expects_rank{runs});
    trap::reset();
    BOOST_TEST(thrum::run_length_decoded_size(thrust::device, lengths.begin(), lengths.end()) == size);
    auto const ends = thrum::run_length_decode(thrust::device, numbers, numbers + 4, lengths.begin(), items,
                                               ranks);
    BOOST_TEST((ends.first - items) == size);
    auto const bounded = thrum::run_length_decode_n(thrust::device, numbers, lengths.begin(), 4, items,
                                                    size - 1);
    BOOST_TEST((bounded.first - items) == size - 1);
    BOOST_TEST(bounded.second == size);
    BOOST_TEST(trap::violations() == 0, "size " << size);
  }
}

BOOST_AUTO_TEST_CASE(b10_load_balanced_for_each)
{
  for (std::int64_t const size : sizes)
  {
    four_runs const runs{size};
    device_buffer<std::int64_t> const lengths(runs.lengths(), 0);
    device_buffer<unsigned long long> calls(1, 0, output_margin);
    trap::reset();
    thrum::load_balanced_for_each(thrust::device, lengths.begin(), lengths.end(),
                                  counts_calls{runs, calls.begin()});
    BOOST_TEST(trap::violations() == 0, "size " << size);
    BOOST_TEST(calls.items().front() == static_cast<unsigned long long>(size));
  }
}

BOOST_AUTO_TEST_CASE(b10_view)
{
  for (std::int64_t const size : sizes)
  {
    device_buffer<std::int64_t> const lengths(four_runs{size}.lengths(), 0);
    auto const view = thrum::make_run_length_decoded_view(thrust::device, numbers, lengths.begin(), 4);
    BOOST_TEST(view.size() == size);
    BOOST_TEST(
      same_items(read_items(device_system(), view.begin() + (size - 9), 9), {2, 2, 3, 3, 3, 3, 3, 3, 3}));
  }
}
