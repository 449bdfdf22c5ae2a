// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// An allocator for policies, omp::par(scratch) and seq(scratch), that keeps account and can be made nasty:
//
//   scratch_allocator scratch;              after each call live_blocks() and wrong_frees() must be 0: a block
//                                           freed twice or with another size, or written past its end, is one
//   scratch.fail_at_call(k);                the k-th call from now, counted from 1, throws std::bad_alloc
//   scratch.hand_out_dirty_memory();        blocks come full of 0xFF, for the same size the same block again
//   scratch.align_to_8_only();              blocks at addresses that are 8 modulo 64
//
//   check_each_failing_allocation([&](scratch_allocator& scratch) { call, check the result });
#include <boost/test/unit_test.hpp>
#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include "cuda_system.h"
#endif

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

namespace thrum_test
{
/// Memory that the system under test reaches, from the host.
#if THRUM_HAS_CUDA
struct scratch_source
{
  static char* obtain(std::size_t bytes)
  {
    void* memory = nullptr;
    check_cuda(cudaMalloc(&memory, bytes));
    return static_cast<char*>(memory);
  }
  static void release(char* memory) { cudaFree(memory); }
  static void fill(char* memory, char byte, std::size_t bytes)
  {
    check_cuda(cudaMemset(memory, byte, bytes));
    settle_default_stream();
  }
  static bool is_full_of(char const* memory, char byte, std::size_t bytes)
  {
    std::vector<char> content(bytes);
    // After the kernels that came before.
    return cudaMemcpy(content.data(), memory, bytes, cudaMemcpyDeviceToHost) == cudaSuccess
           && std::count(content.begin(), content.end(), byte) == static_cast<std::ptrdiff_t>(bytes);
  }
};
#else
struct scratch_source
{
  static constexpr std::align_val_t alignment{64};
  static char* obtain(std::size_t bytes) { return static_cast<char*>(::operator new(bytes, alignment)); }
  static void release(char* memory) { ::operator delete(memory, alignment); }
  static void fill(char* memory, char byte, std::size_t bytes) { std::memset(memory, byte, bytes); }
  static bool is_full_of(char const* memory, char byte, std::size_t bytes)
  {
    return std::count(memory, memory + bytes, byte) == static_cast<std::ptrdiff_t>(bytes);
  }
};
#endif

class scratch_allocator
{
public:
  using value_type = char;

  scratch_allocator()                                    = default;
  scratch_allocator(scratch_allocator const&)            = delete;
  scratch_allocator& operator=(scratch_allocator const&) = delete;
  ~scratch_allocator()
  {
    for (auto const& [address, block] : live_)
    {
      scratch_source::release(block.memory);
    }
    for (auto const& [size, memory] : kept_)
    {
      scratch_source::release(memory);
    }
  }

  void fail_at_call(long k) { failing_call_ = calls_ + k; }
  void never_fail() { failing_call_ = 0; }
  void hand_out_dirty_memory() { dirty_ = true; }
  void align_to_8_only() { offset_ = 8; }

  char* allocate(std::ptrdiff_t bytes)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    if (++calls_ == failing_call_)
    {
      throw std::bad_alloc();
    }
    empty_blocks_ += bytes <= 0;
    auto const size    = static_cast<std::size_t>(bytes);
    char* const memory = block_of(offset_ + size + margin);
    if (dirty_)
    {
      scratch_source::fill(memory, static_cast<char>(0xFF), offset_ + size);
    }
    scratch_source::fill(memory + offset_ + size, margin_pattern, margin);
    live_.emplace(memory + offset_, live_block{memory, size});
    live_bytes_ += size;
    if (live_bytes_ > most_live_bytes_)
    {
      most_live_bytes_ = live_bytes_;
    }
    return memory + offset_;
  }

  void deallocate(char* address, std::size_t bytes)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    auto const found = live_.find(address);
    if (found == live_.end() || found->second.size != bytes)
    {
      ++wrong_frees_;
      return;
    }
    live_bytes_ -= bytes;
    if (!scratch_source::is_full_of(address + bytes, margin_pattern, margin))
    {
      ++wrong_frees_;
    }
    if (dirty_)
    {
      kept_.emplace(offset_ + bytes + margin, found->second.memory);
    }
    else
    {
      scratch_source::release(found->second.memory);
    }
    live_.erase(found);
  }

  long calls() const { return calls_; }
  long live_blocks() const { return static_cast<long>(live_.size()); }
  long empty_blocks() const { return empty_blocks_; } ///< asked for
  long wrong_frees() const { return wrong_frees_; }
  std::size_t most_live_bytes() const { return most_live_bytes_; }

private:
  struct live_block
  {
    char* memory;
    std::size_t size;
  };
  static constexpr std::size_t margin  = 256;
  static constexpr char margin_pattern = 0x5A;

  char* block_of(std::size_t size)
  {
    auto const kept = kept_.find(size);
    if (kept == kept_.end())
    {
      return scratch_source::obtain(size);
    }
    char* const memory = kept->second;
    kept_.erase(kept);
    return memory;
  }

  std::mutex mutex_;
  std::map<char*, live_block> live_;
  std::multimap<std::size_t, char*> kept_;
  long calls_                  = 0;
  long failing_call_           = 0;
  long wrong_frees_            = 0;
  long empty_blocks_           = 0;
  bool dirty_                  = false;
  std::size_t offset_          = 0;
  std::size_t live_bytes_      = 0;
  std::size_t most_live_bytes_ = 0;
};

/// Makes the first allocation of `call` fail, then the second, until none is left: the exception must
/// arrive, nothing be leaked, and the call after it succeed. `call` gets the allocator, and checks its own
/// result when it gets one.
template <class Call>
void check_each_failing_allocation(Call call)
{
  scratch_allocator scratch;
  bool failed = true;
  for (long k = 1; failed; ++k)
  {
    BOOST_TEST_CONTEXT("allocation " << k)
    {
      scratch.fail_at_call(k);
      failed = false;
      try
      {
        call(scratch);
      }
      catch (std::bad_alloc const&)
      {
        failed = true;
      }
      BOOST_TEST(scratch.live_blocks() == 0);
      BOOST_TEST(scratch.wrong_frees() == 0);
      scratch.never_fail();
      call(scratch);
    }
  }
}
} // namespace thrum_test
