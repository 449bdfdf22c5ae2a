// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a program asks of CUDA's runtime: kernels by their names, memory, copies and waits, and on which
// stream.
//
//   cuda_trace trace;
//   call(policy);
//   trace.stop();
//   BOOST_TEST(trace.kernels().size() == 1U);
//   BOOST_TEST(trace.is_only_on(stream), trace);
//   BOOST_TEST(trace.count("cudaMalloc") == 0);
//
//   cuda_trace::fail_allocation(k);   the k-th by cudaMalloc, cudaHostAlloc or from a pool, from 1, fails
//   cuda_trace::hide_pools();         the device seems to have no pools of memory
//
// The linker leads the program's calls to the functions below (`--wrap`; thrum_cuda_trace of
// testing/CMakeLists.txt has the list), so that one source file of a program includes this, and its CUDA is
// linked statically. trace.cu tests that all of them get here.
#include "cuda_system.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include <cxxabi.h>

namespace thrum_test
{
/// The stream that is meant where none is named.
inline cudaStream_t default_stream()
{
  return thrust::cuda_cub::default_stream();
}

struct traced_call
{
  std::string name; ///< of the function, or of the kernel that it starts
  bool is_kernel;
  std::optional<cudaStream_t> stream;
};

class cuda_trace
{
public:
  cuda_trace() { recording = this; }
  cuda_trace(cuda_trace const&)            = delete;
  cuda_trace& operator=(cuda_trace const&) = delete;
  ~cuda_trace() { stop(); }
  void stop() { recording = nullptr; }

  std::vector<std::string> kernels() const
  {
    std::vector<std::string> names;
    for (traced_call const& call : calls_)
    {
      if (call.is_kernel)
      {
        names.push_back(call.name);
      }
    }
    return names;
  }

  long count(std::string const& function) const
  {
    return std::count_if(calls_.begin(), calls_.end(),
                         [&](traced_call const& call) { return !call.is_kernel && call.name == function; });
  }

  /// Memory that is not from a pool which the caller names.
  long allocations() const
  {
    return count("cudaMalloc") + count("cudaMallocAsync") + count("cudaMallocManaged")
           + count("cudaHostAlloc") + count("cudaMallocHost");
  }
  /// Asking whether a stream is done is half of a wait for it.
  long waits_for_streams() const { return count("cudaStreamSynchronize") + count("cudaStreamQuery"); }
  long waits() const
  {
    return waits_for_streams() + count("cudaDeviceSynchronize") + count("cudaEventSynchronize")
           + count("cudaMemcpy") + count("cudaMemset") + count("cudaMalloc") + count("cudaFree");
  }

  bool is_only_on(cudaStream_t stream) const
  {
    return std::all_of(calls_.begin(), calls_.end(),
                       [&](traced_call const& call) { return !call.stream || *call.stream == stream; });
  }

  friend std::ostream& operator<<(std::ostream& out, cuda_trace const& trace)
  {
    for (traced_call const& call : trace.calls_)
    {
      out << call.name.substr(0, 200);
      if (call.stream)
      {
        out << " on " << *call.stream;
      }
      out << '\n';
    }
    return out;
  }

  static void fail_allocation(long k) { allocations_left = k; }
  static void hide_pools() { pools_are_hidden = true; }

  // What follows is for the functions that the linker puts in the place of CUDA's.

  static void note(char const* function, std::optional<cudaStream_t> stream = {})
  {
    if (recording != nullptr)
    {
      recording->calls_.push_back({function, false, named(stream)});
    }
  }

  static void note_kernel(void const* kernel, cudaStream_t stream)
  {
    if (recording != nullptr)
    {
      recording->calls_.push_back({name_of(kernel), true, named(stream)});
    }
  }

  /// How much is to be asked for. Of an allocation that fails, more than there is: it fails as when memory
  /// runs out, with all that CUDA remembers of an error.
  static std::size_t asked(std::size_t bytes)
  {
    return allocations_left > 0 && --allocations_left == 0 ? std::size_t{1} << 60 : bytes;
  }
  static bool is_hidden(cudaDeviceAttr attribute)
  {
    return pools_are_hidden && attribute == cudaDevAttrMemoryPoolsSupported;
  }

  /// A launch by <<<>>> names its kernel by a handle.
  static std::map<cudaKernel_t, void const*>& kernels_of_handles()
  {
    static std::map<cudaKernel_t, void const*> known;
    return known;
  }

private:
  static std::optional<cudaStream_t> named(std::optional<cudaStream_t> stream)
  {
    return stream && *stream == nullptr ? default_stream() : stream;
  }

  static std::string name_of(void const* kernel)
  {
    char const* mangled = nullptr;
    check_cuda(cudaFuncGetName(&mangled, kernel));
    std::unique_ptr<char, decltype(&std::free)> const name(
      abi::__cxa_demangle(mangled, nullptr, nullptr, nullptr), &std::free);
    return name ? name.get() : mangled;
  }

  inline static cuda_trace* recording = nullptr;
  inline static long allocations_left = 0;
  inline static bool pools_are_hidden = false;
  std::vector<traced_call> calls_;
};
} // namespace thrum_test

#include "cuda_trace_wraps.h"
