// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ring form of the engine, several blocks at the same time. ThreadSanitizer takes each lane for a thread, and so
// sees whether a barrier stands between all that two of them do to a place in shared memory, in whatever order they
// happen to run: mutants.sh takes the barriers away, one at a time.
#define BOOST_TEST_MODULE ring
#include <thrum/detail/cuda/engine/ring.h>

#include <tuple>

#include "relay_work.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using values = std::tuple<floats<1>, floats<32>>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(all_tiles, T, values)
{
  using tile           = relay_tile<T, 1>;
  using block          = gpu::ring_block<tile, host_cta>;
  constexpr int blocks = 2;
  constexpr int slots  = 3;
  random_source random;
  relay_work<T> work(random);
  auto scratch      = look_back_scratch<tile>(static_cast<std::ptrdiff_t>(relay_tiles), true);
  auto const shared = memory_of_blocks(blocks, block::bytes(slots));
  gpu::look_back_memory<tile> const states{scratch.get(), static_cast<std::ptrdiff_t>(relay_tiles), false,
                                           true};
  run_on_host_threads(blocks, block::threads, work.seed(), [&](host_cta const& cta) {
    auto const p = work.problem();
    block(cta, shared[static_cast<std::size_t>(cta.block())]->get(), slots, p, states).run();
  });
  BOOST_TEST(same_bits(work.result(), work.expected()));
}
