// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// par_nosync: calls that give the host nothing return while the kernels before them still run.
#define BOOST_TEST_MODULE cuda_nosync
#include "cuda_calls.h"
#include "streams.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
void check_returns_at_once(std::size_t size)
{
  stream const s;
  auto const policy = thrust::cuda::par_nosync.on(s.get());
  cuda_calls calls(size);
  calls.visit([&](char const* name, auto returns, auto call) {
    call(policy); // loads the kernels, and fills the pool of scratch memory
    s.wait();
    BOOST_TEST(calls.right());
    if constexpr (!decltype(returns)::value)
    {
      calls.spoil_outputs();
      {
        busy_kernel const before(s.get());
        call(policy);
        BOOST_TEST(!s.is_idle(), name << " of " << size << " items waited");
      }
      s.wait();
      BOOST_TEST(calls.right());
    }
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(b13_b55_one_item)
{
  check_returns_at_once(1);
}

BOOST_AUTO_TEST_CASE(b13_b55_one_tile)
{
  check_returns_at_once(1'000);
}

BOOST_AUTO_TEST_CASE(b13_b55_several_groups_of_tiles)
{
  check_returns_at_once(1'500'007);
}

// Without nosync a call waits for its own stream, and for no other.
BOOST_AUTO_TEST_CASE(b54_calls_on_one_stream_do_not_wait_for_another)
{
  stream const one, other;
  cuda_calls calls(100'003);
  calls.visit([&](char const* name, auto, auto call) {
    call(thrust::cuda::par.on(one.get()));
    calls.spoil_outputs();
    {
      busy_kernel const elsewhere(other.get());
      call(thrust::cuda::par.on(one.get()));
      BOOST_TEST(one.is_idle(), name);
      BOOST_TEST(!other.is_idle(), name << " waited for another stream");
    }
    BOOST_TEST(calls.right());
  });
}
