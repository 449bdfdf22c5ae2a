// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Small pieces of memory that calls borrow, so that they need no allocation, no memset and no copy. They are
/// made on first use, many at a time, and never given back to the system.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_CUDA
#  include <thrum/detail/dispatch/device_pool.h>

#  include <algorithm>
#  include <cstddef>
#  include <mutex>
#  include <vector>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Host memory that kernels write to: a result that a kernel leaves there needs no copy. A call that waits
/// borrows a piece of it.
class host_slot
{
public:
  static constexpr std::size_t bytes = 256; ///< and its alignment
  static constexpr std::size_t grown =
    64; ///< at a time; as many calls may wait at once before there are more

  explicit host_slot(char const* step) : place_(free_slots().take(step)) {}
  host_slot(host_slot const&)            = delete;
  host_slot& operator=(host_slot const&) = delete;
  ~host_slot()
  {
    if (!is_lent_)
    {
      free_slots().give_back(place_);
    }
  }

  void* get() const { return place_; }

  /// The device writes to it, and nobody is to have it if there is no knowing when that ends.
  void lend() { is_lent_ = true; }
  void come_back() { is_lent_ = false; }

private:
  class slot_list
  {
  public:
    void* take(char const* step)
    {
      std::lock_guard<std::mutex> const lock(mutex_);
      if (free_.empty())
      {
        free_.reserve(all_ + grown);
        auto* const memory = make(step);
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
    static unsigned char* make(char const* step)
    {
      outside_captures const around;
      void* memory = nullptr;
      gpu::check(cudaHostAlloc(&memory, grown * bytes, cudaHostAllocPortable | cudaHostAllocMapped), step);
      return static_cast<unsigned char*>(memory);
    }

    std::mutex mutex_;
    std::vector<void*> free_;
    std::size_t all_ = 0;
  };
  static slot_list& free_slots()
  {
    static auto* const list = new slot_list;
    return *list;
  }

  void* place_;
  bool is_lent_ = false;
};

/// So much a memset clears without a kernel.
inline constexpr std::size_t quick_memset_bytes = 4096;

/// Device memory of a stream's own. It is zero, and a kernel that gets it leaves it zero: so the next one in
/// the order of the stream may have it, and nobody has to wait for that.
class stream_zeros
{
public:
  static constexpr std::size_t bytes     = 17 * 1024; ///< 1024 results of 16 bytes, and a count
  static constexpr std::size_t alignment = 256;       ///< cudaMalloc's
  static constexpr std::size_t most      = 1024;      ///< streams of a process that have some

  /// The stream's, which is of the current device. Null if there is none for it: while it is captured, since a
  /// graph runs in the order of whatever stream it is launched on, and where `most` other streams have some.
  static void* of(cudaStream_t stream, char const* step)
  {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &capture) != cudaSuccess)
    {
      cudaGetLastError(); // what comes next on this stream will say so, too
      return nullptr;
    }
    if (capture != cudaStreamCaptureStatusNone)
    {
      return nullptr;
    }
    outside_captures const around;
    unsigned long long id = 0; // of no other stream before or after
    gpu::check(cudaStreamGetId(stream, &id), step);
    return all().of(id, gpu::current_device(step), step);
  }

private:
  static constexpr std::size_t grown = 16; ///< at a time, of a device

  class owners
  {
  public:
    void* of(unsigned long long stream, int device, char const* step)
    {
      std::lock_guard<std::mutex> const lock(mutex_);
      owned const asked{stream, device,
                        nullptr}; // of the device too: where it is not the stream's, nothing will start
      auto const at = std::lower_bound(owned_.begin(), owned_.end(), asked);
      if (at != owned_.end() && !(asked < *at))
      {
        return at->place;
      }
      if (owned_.size() == most)
      {
        return nullptr;
      }
      return owned_.insert(at, owned{stream, device, take(device, step)})->place;
    }

  private:
    struct owned
    {
      unsigned long long stream;
      int device;
      void* place;

      bool operator<(owned const& other) const
      {
        return stream < other.stream || (stream == other.stream && device < other.device);
      }
    };
    struct spare
    {
      unsigned char* next = nullptr;
      std::size_t left    = 0;
    };

    void* take(int device, char const* step)
    {
      if (spares_.size() <= static_cast<std::size_t>(device))
      {
        spares_.resize(static_cast<std::size_t>(device) + 1);
      }
      spare& s = spares_[static_cast<std::size_t>(device)];
      if (s.left == 0)
      {
        s = {make(step), grown};
      }
      --s.left;
      return s.next + s.left * bytes;
    }

    std::mutex mutex_;
    std::vector<owned> owned_; // in the order of the streams
    std::vector<spare> spares_;
  };
  static owners& all()
  {
    static auto* const them = new owners;
    return *them;
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

  /// On a stream of its own, so that it waits for nobody's work; and by memsets so small that they are no
  /// kernels, which other kernels could keep from running.
  static unsigned char* make(char const* step)
  {
    outside_captures const around;
    making made;
    gpu::check(cudaStreamCreateWithFlags(&made.stream, cudaStreamNonBlocking), step);
    gpu::check(cudaMalloc(&made.memory, grown * bytes), step);
    auto* const begin = static_cast<unsigned char*>(made.memory);
    for (std::size_t at = 0; at < grown * bytes; at += quick_memset_bytes)
    {
      gpu::check(cudaMemsetAsync(begin + at, 0, quick_memset_bytes, made.stream), step);
    }
    gpu::check(cudaStreamSynchronize(made.stream), step);
    made.memory = nullptr;
    return begin;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
#endif
