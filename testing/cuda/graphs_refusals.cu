// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that would wait, for a value or because the policy says so, cannot be captured into a CUDA graph: they throw before
// they have done anything, and the capture goes on.
#define BOOST_TEST_MODULE cuda_graphs_refusals
#include "cuda_calls.h"
#include "graphs.h"
#include "streams.h"

#include <string>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
bool is_captured(stream const& s)
{
  cudaStreamCaptureStatus status{};
  check_cuda(cudaStreamIsCapturing(s.get(), &status));
  return status == cudaStreamCaptureStatusActive;
}

/// While a call that can be captured is, makes one that cannot, before and behind it.
template <class Refused>
void check_refused(stream const& s, char const* name, Refused refused)
{
  std::size_t const size = 10'000;
  auto const items       = random_source().integers<int>(size, -9, 9);
  device_buffer<int> in(items, 0), out(size, 0, output_margin);
  auto const scan = [&] {
    thrum::inclusive_scan(thrust::cuda::par_nosync.on(s.get()), in.begin(), in.end(), out.begin());
  };
  auto const try_refused = [&] {
    BOOST_CHECK_EXCEPTION(refused(), thrust::system_error, [](thrust::system_error const& error) {
      return error.code().value() == cudaErrorStreamCaptureUnsupported;
    });
    BOOST_TEST(is_captured(s), name << " broke the capture");
    BOOST_TEST(cudaPeekAtLastError() == cudaSuccess, name << " left an error");
  };
  graph const alone(s, scan);
  graph const recorded(s, [&] {
    try_refused();
    scan();
    try_refused();
  });
  BOOST_TEST(recorded.size() == alone.size(), name << " left something in the graph");
  recorded.replay(s);
  s.wait();
  BOOST_TEST(same_items(out.items(), serial::inclusive(items, thrust::plus<>())), name);
}
} // namespace

BOOST_AUTO_TEST_CASE(b59_what_returns_a_value_is_refused)
{
  stream const s;
  for (std::size_t const size : {std::size_t{1'000}, std::size_t{100'003}})
  {
    cuda_calls calls(size);
    calls.visit([&](char const* name, auto returns, auto call) {
      if constexpr (decltype(returns)::value)
      {
        check_refused(s, name, [&] { call(thrust::cuda::par_nosync.on(s.get())); });
        call(thrust::cuda::par_nosync.on(s.get())); // and does its work outside of captures
        s.wait();
        BOOST_TEST(calls.right(), name);
      }
    });
  }
}

BOOST_AUTO_TEST_CASE(b59_policies_that_wait_are_refused)
{
  stream const s;
  cuda_calls calls(100'003);
  calls.visit([&](char const* name, auto, auto call) {
    check_refused(s, name, [&] { call(thrust::cuda::par.on(s.get())); });
    call(thrust::cuda::par.on(s.get()));
    BOOST_TEST(calls.right(), name);
  });
}

// A stream that waits for the default stream, and is waited for, is captured: nothing can be done on that one.
BOOST_AUTO_TEST_CASE(b59_the_default_stream_beside_a_capture_is_refused)
{
  device_buffer<int> const in(std::vector<int>(100'003, 1), 0);
  cudaStream_t blocking = nullptr;
  cudaGraph_t recorded  = nullptr;
  check_cuda(cudaStreamCreate(&blocking));
  check_cuda(cudaStreamBeginCapture(blocking, cudaStreamCaptureModeThreadLocal));
  BOOST_CHECK_THROW(thrum::reduce(thrust::cuda::par, in.begin(), in.end()), thrust::system_error);
  BOOST_TEST(cudaStreamEndCapture(blocking, &recorded) == cudaSuccess);
  BOOST_TEST(cudaGetLastError() == cudaSuccess);
  cudaGraphDestroy(recorded);
  cudaStreamDestroy(blocking);
  BOOST_TEST(thrum::reduce(thrust::cuda::par, in.begin(), in.end()) == 100'003);
}
