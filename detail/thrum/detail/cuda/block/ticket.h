// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Which tile is next, and memory that blocks clear before they use it.

#include <thrum/detail/config/config.h>
#include <thrum/detail/core/rounding.h>

#include <cstddef>
#include <cstdint>

#include <cuda/atomic>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Tiles in ascending order: whoever runs takes the next, so the oldest tile is always being worked on, however
/// many blocks the device runs at a time. Memory is zero before.
class ticket
{
public:
  static constexpr std::size_t bytes = 128;

  THRUM_DEVICE explicit ticket(void* memory) : next_(static_cast<unsigned long long*>(memory)) {}

  /// The first of so many.
  THRUM_DEVICE std::ptrdiff_t take(unsigned tiles = 1) const
  {
    using counter = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
    return static_cast<std::ptrdiff_t>(counter(*next_).fetch_add(tiles, ::cuda::memory_order_relaxed));
  }

private:
  unsigned long long* next_;
};

struct alignas(16) zero_words
{
  std::uint64_t word[2];
};

/// Memory that nobody cleared before the kernel: blocks do, in parts, while their first tiles are on the way. A memset of
/// more than 4 KB is a kernel of its own, and costs 4 us. The counters are zero before, and the memory a whole number of
/// 16-byte words.
class clearing
{
public:
  static constexpr std::size_t part_bytes = 4096;

  THRUM_DEVICE clearing(void* counters, unsigned char* memory, std::size_t bytes)
      : counters_(static_cast<unsigned long long*>(counters))
      , memory_(memory)
      , bytes_(bytes)
  {}

  /// Takes parts as long as there are any, then waits for those that others have taken: blocks that run. All lanes of a
  /// warp call it; afterwards they may use the memory.
  template <class Cta>
  THRUM_DEVICE void run(Cta const& cta) const
  {
    auto const parts = static_cast<std::uint32_t>(
      detail::ceil_div(static_cast<std::ptrdiff_t>(bytes_), part_bytes));
    counter taken(counters_[0]);
    counter done(counters_[1]);
    for (;;)
    {
      auto const next          = cta.lane() == 0 ? taken.fetch_add(1, ::cuda::memory_order_relaxed) : 0;
      std::uint32_t const part = cta.shuffle(static_cast<std::uint32_t>(next), 0);
      if (part >= parts)
      {
        break;
      }
      clear(cta, part * part_bytes);
      cta.sync_warp();
      if (cta.lane() == 0)
      {
        done.fetch_add(1, ::cuda::memory_order_release);
      }
    }
    for (bool all = false; !all;)
    {
      all = cta.ballot(cta.lane() == 0 && done.load(::cuda::memory_order_acquire) == parts) != 0;
      if (!all)
      {
        cta.pause();
      }
    }
    cta.sync_warp();
  }

private:
  using counter = ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device>;
  template <class Cta>
  THRUM_DEVICE void clear(Cta const& cta, std::size_t begin) const
  {
    std::size_t const end = begin + part_bytes < bytes_ ? begin + part_bytes : bytes_;
    for (std::size_t at = begin + static_cast<std::size_t>(cta.lane()) * sizeof(zero_words); at < end;
         at += 32 * sizeof(zero_words))
    {
      *reinterpret_cast<zero_words*>(memory_ + at) = zero_words{};
    }
  }

  unsigned long long* counters_;
  unsigned char* memory_;
  std::size_t bytes_;
};

/// Whether this is the last block to come here: what the others did before, it sees. One thread of each block asks; the
/// count is zero before.
template <class Cta>
THRUM_DEVICE bool comes_last(Cta const& cta, unsigned long long& count)
{
  ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device> counter(count);
  return counter.fetch_add(1, ::cuda::memory_order_acq_rel) + 1
         == static_cast<unsigned long long>(cta.blocks());
}

/// Makes memory zero by all threads of a block: a whole number of 16-byte words.
template <class Cta>
THRUM_DEVICE void clear_words(Cta const& cta, void* memory, std::size_t bytes)
{
  for (std::size_t at = static_cast<std::size_t>(cta.thread()) * sizeof(zero_words); at < bytes;
       at += static_cast<std::size_t>(cta.threads()) * sizeof(zero_words))
  {
    *reinterpret_cast<zero_words*>(static_cast<unsigned char*>(memory) + at) = zero_words{};
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
