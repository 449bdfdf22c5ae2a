// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// CUDA graphs for tests: recorded from a stream, replayed, and looked into.
//
//   graph const recorded(s, [&] { call(thrust::cuda::par_nosync.on(s.get())); });
//   recorded.replay(s);
#include "streams.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace thrum_test
{
class graph
{
public:
  /// What `record` starts on the stream.
  template <class Record>
  graph(stream const& s, Record record, cudaStreamCaptureMode mode = cudaStreamCaptureModeThreadLocal)
  {
    check_cuda(cudaStreamBeginCapture(s.get(), mode));
    record();
    check_cuda(cudaStreamEndCapture(s.get(), &recorded_));
    check_cuda(cudaGraphInstantiate(&program_, recorded_, 0));
  }
  graph(graph const&)            = delete;
  graph& operator=(graph const&) = delete;
  ~graph()
  {
    cudaGraphExecDestroy(program_);
    cudaGraphDestroy(recorded_);
  }
  void replay(stream const& s) const { check_cuda(cudaGraphLaunch(program_, s.get())); }

  std::size_t size() const
  {
    std::size_t count = 0;
    check_cuda(cudaGraphGetNodes(recorded_, nullptr, &count));
    return count;
  }
  std::vector<cudaGraphNode_t> nodes(cudaGraphNodeType type) const
  {
    std::size_t count = 0;
    check_cuda(cudaGraphGetNodes(recorded_, nullptr, &count));
    std::vector<cudaGraphNode_t> all(count);
    check_cuda(cudaGraphGetNodes(recorded_, all.data(), &count));
    all.erase(
      std::remove_if(all.begin(), all.end(), [&](cudaGraphNode_t node) { return type_of(node) != type; }),
      all.end());
    return all;
  }
  std::vector<std::string> kernels() const
  {
    std::vector<std::string> names;
    for (cudaGraphNode_t const node : nodes(cudaGraphNodeTypeKernel))
    {
      cudaKernelNodeParams kernel{};
      char const* name = nullptr;
      check_cuda(cudaGraphKernelNodeGetParams(node, &kernel));
      check_cuda(cudaFuncGetName(&name, kernel.func));
      names.emplace_back(name);
    }
    return names;
  }
  std::size_t allocated_bytes() const
  {
    std::size_t bytes = 0;
    for (cudaGraphNode_t const node : nodes(cudaGraphNodeTypeMemAlloc))
    {
      cudaMemAllocNodeParams memory{};
      check_cuda(cudaGraphMemAllocNodeGetParams(node, &memory));
      bytes += memory.bytesize;
    }
    return bytes;
  }

private:
  static cudaGraphNodeType type_of(cudaGraphNode_t node)
  {
    cudaGraphNodeType type{};
    check_cuda(cudaGraphNodeGetType(node, &type));
    return type;
  }

  cudaGraph_t recorded_    = nullptr;
  cudaGraphExec_t program_ = nullptr;
};
} // namespace thrum_test
