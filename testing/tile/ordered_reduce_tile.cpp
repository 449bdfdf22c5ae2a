// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE ordered_reduce_tile
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/ordered_reduce_tile.h>
#include <thrum/reduce.h>

#include <thrust/execution_policy.h>

#include <vector>

#include "compare.h"
#include "fibers.h"
#include "random.h"
#include "replay_by_key.h"
#include "tile_situations.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using thrum::detail::scan_kind;

/// By `add`, of which nobody knows that it commutes.
template <class T>
void check(std::vector<T> const& items)
{
  T const expected = thrum::reduce(thrust::seq, items.begin(), items.end(), items.back(), add());
  in_every_situation([&](situation const& s) {
    checked_memory<T> in(items);
    checked_memory<T> out(1);
    auto p = thrum::detail::make_scan_problem<scan_kind::total, T>(
      in.begin(), in.end(), out.begin(), ::cuda::std::optional<T>(items.back()), add());
    run_tile<gpu::ordered_reduce_tile<decltype(p)>>(s, p);
    BOOST_TEST_CONTEXT("count " << items.size())
    {
      BOOST_TEST(same_representation(out.items()[0], expected));
    }
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(mixed_floats)
{
  random_source random;
  for (std::size_t const count : {1, 27, 29, 895, 897, 7167, 7168, 7169, 50'000})
  {
    check(random.mixed_floats<float>(count));
  }
}

/// Tiles of 512 items: more than two groups of them.
BOOST_AUTO_TEST_CASE(items_of_24_bytes)
{
  random_source random;
  for (std::size_t const count : {1, 511, 513, 128 * 512, 129 * 512 + 1, 260 * 512 + 77})
  {
    auto const all = random.mixed_floats<float>(count * 6);
    std::vector<floats<6>> items(count);
    for (std::size_t i = 0; i < all.size(); ++i)
    {
      items[i / 6].item[i % 6] = all[i];
    }
    check(items);
  }
}
