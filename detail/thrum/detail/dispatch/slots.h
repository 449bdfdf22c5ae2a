// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Small pieces of memory that calls which wait for the GPU borrow, so that they need no allocation, no memset and no
/// copy. They are made on first use, many at a time, and never given back to the system.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/dispatch/device_pool.h>

#  include <cstddef>
#  include <deque>
#  include <mutex>
#  include <vector>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Pieces of one size that nobody uses.
class slot_list
{
public:
  static constexpr std::size_t grown =
    64; ///< at a time; as many calls may wait at once before there are more

  /// `grow()` makes memory for `grown` pieces, or throws.
  template <class Grow>
  void* take(std::size_t bytes, Grow grow)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    if (free_.empty())
    {
      free_.reserve(all_ + grown);
      auto* const memory = static_cast<unsigned char*>(grow());
      all_ += grown;
      for (std::size_t i = 0; i < grown; ++i)
      {
        free_.push_back(memory + i * bytes);
      }
    }
    void* const slot = free_.back();
    free_.pop_back();
    return slot;
  }
  /// Does not throw: there is room for all.
  void give_back(void* slot)
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    free_.push_back(slot);
  }

private:
  std::mutex mutex_;
  std::vector<void*> free_;
  std::size_t all_ = 0;
};

/// Host memory that kernels write to: a result that a kernel leaves there needs no copy.
class host_slot
{
public:
  static constexpr std::size_t bytes = 256; ///< and its alignment

  explicit host_slot(char const* step) : place_(list().take(bytes, [&] { return make(step); })) {}
  host_slot(host_slot const&)            = delete;
  host_slot& operator=(host_slot const&) = delete;
  ~host_slot()
  {
    if (!is_lent_)
    {
      list().give_back(place_);
    }
  }

  void* get() const { return place_; }

  /// The device writes to it, and nobody is to have it if there is no knowing when that ends.
  void lend() { is_lent_ = true; }
  void come_back() { is_lent_ = false; }

private:
  static slot_list& list()
  {
    static auto* const list = new slot_list;
    return *list;
  }
  static void* make(char const* step)
  {
    outside_captures const around;
    void* memory = nullptr;
    gpu::check(cudaHostAlloc(&memory, slot_list::grown * bytes, cudaHostAllocPortable | cudaHostAllocMapped),
               step);
    return memory;
  }

  void* place_;
  bool is_lent_ = false;
};

/// So much a memset clears without a kernel.
inline constexpr std::size_t quick_memset_bytes = 4096;

/// Device memory that is zero, and that the kernel which gets it leaves zero.
class zero_slot
{
public:
  static constexpr std::size_t bytes     = 8192;
  static constexpr std::size_t alignment = 256; ///< cudaMalloc's

  zero_slot()                            = default;
  zero_slot(zero_slot const&)            = delete;
  zero_slot& operator=(zero_slot const&) = delete;
  ~zero_slot()
  {
    if (list_ != nullptr && is_zero_)
    {
      list_->give_back(place_);
    }
  }

  void take(char const* step)
  {
    list_  = &list_of(gpu::current_device(step));
    place_ = list_->take(bytes, [&] { return make(step); });
  }
  /// Null if none was taken.
  void* get() const { return place_; }

  /// A kernel works with it, and nobody is to have it if there is no knowing how that ended.
  void lend() { is_zero_ = false; }
  void come_back() { is_zero_ = true; }

private:
  static slot_list& list_of(int device)
  {
    static auto* const mutex = new std::mutex;
    static auto* const lists = new std::deque<slot_list>; // which do not move
    std::lock_guard<std::mutex> const lock(*mutex);
    while (lists->size() <= static_cast<std::size_t>(device))
    {
      lists->emplace_back();
    }
    return (*lists)[static_cast<std::size_t>(device)];
  }

  /// What has been made, for as long as not all of it has been.
  struct making
  {
    cudaStream_t stream = nullptr;
    void* memory        = nullptr;

    ~making() // calls that are given nothing would leave errors behind, or wait
    {
      if (memory != nullptr)
      {
        cudaFree(memory);
      }
      if (stream != nullptr)
      {
        cudaStreamDestroy(stream);
      }
    }
  };

  /// On a stream of its own, so that it waits for nobody's work; and by memsets so small that they are no kernels, which
  /// other kernels could keep from running.
  static void* make(char const* step)
  {
    outside_captures const around;
    making made;
    gpu::check(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking), step);
    gpu::check(cudaMalloc(&made.memory, slot_list::grown * bytes), step);
    auto* const begin = static_cast<unsigned char*>(made.memory);
    for (std::size_t at = 0; at < slot_list::grown * bytes; at += quick_memset_bytes)
    {
      gpu::check(cudaMemsetAsync(begin + at, 0, quick_memset_bytes, made.stream), step);
    }
    gpu::check(cudaStreamSynchronize(made.stream), step);
    made.memory = nullptr;
    return begin;
  }

  slot_list* list_ = nullptr;
  void* place_     = nullptr;
  bool is_zero_    = true;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
#endif
