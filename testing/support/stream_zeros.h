// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the library keeps for a stream.
#include <thrum/detail/dispatch/slots.h>

#include <algorithm>
#include <vector>

#include "streams.h"

namespace thrum_test
{
/// Whether the memory that the stream's next call is given is zero.
inline bool zeros_are_zero(cudaStream_t stream)
{
  using zeros = thrum::detail::gpu::stream_zeros;
  std::vector<unsigned char> bytes(zeros::bytes, 1);
  check_cuda(cudaStreamSynchronize(stream));
  check_cuda(cudaMemcpy(bytes.data(), zeros::of(stream, "test"), bytes.size(), cudaMemcpyDeviceToHost));
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == 0; });
}
} // namespace thrum_test
