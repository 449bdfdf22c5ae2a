// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The policies of Thrust's CUDA system that a program may hold, with what each of them says:
//
//   for_each_policy([&](policy_facts const& facts, auto const& policy) { ... });
#include "streams.h"

#include <thrum/detail/config/config.h>

#include <algorithm>
#include <cstddef>
#include <new>
#include <vector>

#include <thrust/device_malloc_allocator.h>

namespace thrum_test
{
/// An allocator of device memory that asks CUDA for nothing, so that a trace shows what the caller asks for.
/// Its blocks are just as large as was asked for, and what lies between them is watched.
class reserved_memory
{
public:
  using value_type = char;

  reserved_memory()
  {
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&memory_), capacity));
    start_anew(capacity);
  }
  reserved_memory(reserved_memory const&)            = delete;
  reserved_memory& operator=(reserved_memory const&) = delete;
  ~reserved_memory() { cudaFree(memory_); }

  char* allocate(std::ptrdiff_t bytes)
  {
    auto const size = static_cast<std::size_t>(bytes);
    if (size > capacity - margin || top_ > capacity - margin - size)
    {
      throw std::bad_alloc();
    }
    blocks_.push_back({top_, size, true});
    top_ += (size + 2 * margin - 1) / margin * margin;
    return memory_ + blocks_.back().begin;
  }
  void deallocate(char* address, std::size_t bytes)
  {
    for (block& b : blocks_)
    {
      if (memory_ + b.begin == address && b.size == bytes && b.is_out)
      {
        b.is_out = false;
        return;
      }
    }
    ++wrong_frees_;
  }

  /// Since the last call of settle().
  long allocations() const { return static_cast<long>(blocks_.size()); }

  /// Once the device is done: whether all blocks came back and nothing was written beside them. Then it
  /// starts anew.
  bool settle()
  {
    bool const is_complete = wrong_frees_ == 0
                             && std::none_of(blocks_.begin(), blocks_.end(),
                                             [](block const& b) { return b.is_out; });
    std::vector<char> content(top_);
    check_cuda(cudaMemcpy(content.data(), memory_, top_, cudaMemcpyDeviceToHost));
    for (block const& b : blocks_)
    {
      std::fill_n(content.begin() + static_cast<std::ptrdiff_t>(b.begin), b.size, pattern);
    }
    bool const is_intact = std::all_of(content.begin(), content.end(),
                                       [](char byte) { return byte == pattern; });
    start_anew(top_);
    return is_complete && is_intact;
  }

private:
  struct block
  {
    std::size_t begin;
    std::size_t size;
    bool is_out;
  };
  static constexpr std::size_t capacity = std::size_t{64} << 20;
  static constexpr std::size_t margin   = 256;
  static constexpr char pattern         = 0x5A;

  void start_anew(std::size_t used)
  {
    check_cuda(cudaMemset(memory_, pattern, used));
    settle_default_stream();
    blocks_.clear();
    top_         = 0;
    wrong_frees_ = 0;
  }

  char* memory_     = nullptr;
  std::size_t top_  = 0;
  long wrong_frees_ = 0;
  std::vector<block> blocks_;
};

/// The shape of the policies of RAPIDS' memory manager: classes of their own over Thrust's policy with an
/// allocator, which they hold by value.
template <class T>
class allocator_by_value : public thrust::device_malloc_allocator<T>
{
public:
  using pointer   = thrust::device_ptr<T>;
  using size_type = std::size_t;
  template <class U>
  struct rebind
  {
    using other = allocator_by_value<U>;
  };

  explicit allocator_by_value(reserved_memory& memory) : memory_(&memory) {}

  pointer allocate(size_type count)
  {
    return thrust::device_pointer_cast(reinterpret_cast<T*>(memory_->allocate(bytes(count))));
  }
  void deallocate(pointer place, size_type count)
  {
    memory_->deallocate(reinterpret_cast<char*>(place.get()), static_cast<std::size_t>(bytes(count)));
  }

private:
  static std::ptrdiff_t bytes(size_type count) { return static_cast<std::ptrdiff_t>(count * sizeof(T)); }

  reserved_memory* memory_;
};

template <template <class> class OnStream>
using with_allocator_by_value = thrust::detail::execute_with_allocator<allocator_by_value<char>, OnStream>;

class resource_policy : public with_allocator_by_value<thrust::cuda_cub::execute_on_stream_base>
{
public:
  resource_policy(cudaStream_t stream, reserved_memory& memory)
      : with_allocator_by_value<thrust::cuda_cub::execute_on_stream_base>(
        thrust::cuda::par(allocator_by_value<char>(memory)).on(stream))
  {}
};
class resource_policy_nosync : public with_allocator_by_value<thrust::cuda_cub::execute_on_stream_nosync_base>
{
public:
  resource_policy_nosync(cudaStream_t stream, reserved_memory& memory)
      : with_allocator_by_value<thrust::cuda_cub::execute_on_stream_nosync_base>(
        thrust::cuda::par_nosync(allocator_by_value<char>(memory)).on(stream))
  {}
};

/// Of the user's own, with nothing of its own.
struct plain_own_policy : thrust::cuda::execution_policy<plain_own_policy>
{};

/// Of the user's own, with a stream and memory.
struct lending_policy : thrust::cuda::execution_policy<lending_policy>
{
  cudaStream_t stream;
  reserved_memory* memory;
  lending_policy(cudaStream_t s, reserved_memory& m) : stream(s), memory(&m) {}
};
inline THRUM_HOST_DEVICE cudaStream_t get_stream(lending_policy const& policy)
{
  return policy.stream;
}
template <class T>
thrust::pair<thrust::pointer<T, lending_policy>, std::ptrdiff_t> get_temporary_buffer(lending_policy& policy,
                                                                                      std::ptrdiff_t count)
{
  auto const bytes = count * static_cast<std::ptrdiff_t>(sizeof(T));
  return {thrust::pointer<T, lending_policy>(reinterpret_cast<T*>(policy.memory->allocate(bytes))), count};
}
template <class T>
void return_temporary_buffer(lending_policy& policy,
                             thrust::pointer<T, lending_policy> place,
                             std::ptrdiff_t count)
{
  policy.memory->deallocate(reinterpret_cast<char*>(place.get()),
                            static_cast<std::size_t>(count) * sizeof(T));
}

struct policy_facts
{
  char const* name;
  cudaStream_t stream;
  reserved_memory* memory; ///< null: it brings none
  bool waits;
};

template <class Visit>
void for_each_policy(Visit visit)
{
  stream const own;
  reserved_memory memory;
  auto const s     = own.get();
  auto const usual = thrust::cuda_cub::default_stream();
  visit(policy_facts{"thrust::device", usual, nullptr, true}, thrust::device);
  visit(policy_facts{"par", usual, nullptr, true}, thrust::cuda::par);
  visit(policy_facts{"par.on", s, nullptr, true}, thrust::cuda::par.on(s));
  visit(policy_facts{"par_nosync", usual, nullptr, false}, thrust::cuda::par_nosync);
  visit(policy_facts{"par_nosync.on", s, nullptr, false}, thrust::cuda::par_nosync.on(s));
  visit(policy_facts{"par(memory)", usual, &memory, true}, thrust::cuda::par(memory));
  visit(policy_facts{"par(memory).on", s, &memory, true}, thrust::cuda::par(memory).on(s));
  visit(policy_facts{"par_nosync(memory)", usual, &memory, false}, thrust::cuda::par_nosync(memory));
  visit(policy_facts{"par_nosync(memory).on", s, &memory, false}, thrust::cuda::par_nosync(memory).on(s));
  visit(policy_facts{"resource_policy", s, &memory, true}, resource_policy(s, memory));
  visit(policy_facts{"resource_policy_nosync", s, &memory, false}, resource_policy_nosync(s, memory));
  visit(policy_facts{"plain_own_policy", usual, nullptr, true}, plain_own_policy());
  visit(policy_facts{"lending_policy", s, &memory, true}, lending_policy(s, memory));
}
} // namespace thrum_test
