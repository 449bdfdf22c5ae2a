// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Policies of Thrust's CUDA system with an allocator: all scratch memory is from there, and goes back.
#define BOOST_TEST_MODULE cuda_policies_scratch
#include "grids.h" // first

#include "allocator.h"
#include "cuda_calls.h"
#include "streams.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
template <class Policy>
void check_scratch(Policy const& policy, scratch_allocator& scratch, std::size_t size)
{
  cuda_calls calls(size);
  calls.visit([&](char const*, auto, auto call) {
    long const before = scratch.calls();
    call(policy);
    BOOST_TEST(calls.right(), "size " << size);
    BOOST_TEST(scratch.live_blocks() == 0);
    BOOST_TEST(scratch.wrong_frees() == 0);
    if (size > 100'000)
    {
      BOOST_TEST(scratch.calls() > before);
    }
  });
}

/// One tile, a few, and several groups of tiles: in the form for few tiles, and in the one for many, which
/// few are where there are few processors.
template <class Policy>
void check_scratch(Policy const& policy, scratch_allocator& scratch)
{
  for (int const processors : {0, 1})
  {
    grid_of const grid(processors);
    for (std::size_t const size : {100, 5'000, 700'001})
    {
      check_scratch(policy, scratch, size);
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b57_par_with_an_allocator)
{
  scratch_allocator scratch;
  check_scratch(thrust::cuda::par(scratch), scratch);
}

BOOST_AUTO_TEST_CASE(b57_par_with_an_allocator_on_a_stream)
{
  stream const s;
  scratch_allocator scratch;
  check_scratch(thrust::cuda::par(scratch).on(s.get()), scratch);
}

// Scratch memory that was used before, and at addresses as odd as allocators may give.
BOOST_AUTO_TEST_CASE(dirty_scratch_aligned_to_eight_bytes)
{
  scratch_allocator scratch;
  scratch.hand_out_dirty_memory();
  scratch.align_to_8_only();
  check_scratch(thrust::cuda::par(scratch), scratch);
}
