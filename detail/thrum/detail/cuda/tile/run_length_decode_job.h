// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What a run length decode asks of the GPU, as one value for its kernels, and what they tell each other.

#include <thrum/detail/cuda/block/run_lengths.h>

#include <cuda/atomic>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// What the kernels leave behind. All zero before.
struct decode_status
{
  std::uint64_t total;     ///< of the lengths, negative ones counted as 0; or too_many
  std::uint64_t negative;  ///< the complement of the index of the first negative length, or 0
  std::uint64_t too_large; ///< one more than the index of the length that takes the total too far, or 0
  std::uint64_t heavy;     ///< heavy tiles, and below them the windows of these: see heavy_windows

  using counter = ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_device>;

  THRUM_DEVICE void note_negative(std::ptrdiff_t run)
  {
    counter(negative).fetch_max(~static_cast<std::uint64_t>(run), ::cuda::memory_order_relaxed);
  }
  THRUM_HOST_DEVICE bool bad() const { return negative != 0 || too_large != 0; }

  run_sum sum() const
  {
    run_sum all;
    all.total     = total == too_many ? largest_total : static_cast<std::int64_t>(total);
    all.negative  = negative == 0 ? -1 : static_cast<std::ptrdiff_t>(~negative);
    all.too_large = static_cast<std::ptrdiff_t>(too_large) - 1;
    return all;
  }
};

/// A tile whose items are decoded by all blocks, window by window.
struct heavy_tile
{
  std::ptrdiff_t tile;
  std::uint64_t base;  ///< items before the tile
  std::uint64_t first; ///< of its windows
};

/// The counts of heavy tiles and of their windows are raised at once, so that the list is in the order of the
/// windows. A tile has few windows, so they fit.
struct heavy_windows
{
  static constexpr int window_bits             = 40;
  static constexpr std::uint64_t most_of_tile  = 4096;
  static constexpr std::uint64_t largest_items = std::uint64_t{1} << 40;

  THRUM_HOST_DEVICE static std::uint64_t one_tile(std::uint64_t windows)
  {
    return (std::uint64_t{1} << window_bits) + windows;
  }
  THRUM_HOST_DEVICE static std::uint64_t tiles(std::uint64_t packed) { return packed >> window_bits; }
  THRUM_HOST_DEVICE static std::uint64_t windows(std::uint64_t packed)
  {
    return packed & ((std::uint64_t{1} << window_bits) - 1);
  }
};

/// The place that nobody wants the total in.
struct no_place
{};

template <class Runs, class Sink, class Needed = no_place>
struct decode_job
{
  /// Places that memory has, for items of a byte: beyond them nothing is written before all lengths are known.
  static constexpr std::uint64_t beyond_reach = std::uint64_t{1} << 47;

  Runs runs;
  Sink sink;
  std::int64_t capacity;
  bool strict;                    ///< lengths that make no sense are errors
  Needed needed;                  ///< where the total goes
  std::uint64_t light_items  = 0; ///< what a tile decodes to at most while the next ones wait for it
  std::uint64_t window_items = 0; ///< of heavy tiles; 8 or more
  decode_status* status      = nullptr;
  heavy_tile* heavy          = nullptr; ///< as many as there are tiles

  THRUM_DEVICE std::uint64_t wanted(std::uint64_t base, std::uint64_t total) const
  {
    auto const most = static_cast<std::uint64_t>(capacity);
    return base >= most ? 0 : total < most - base ? total : most - base;
  }
  /// Whoever takes a window looks at all runs of its tile, so a tile with many items has large ones, and one with
  /// few still enough of them for several blocks.
  THRUM_DEVICE std::uint64_t window_size(std::uint64_t items) const
  {
    std::uint64_t const even   = items / heavy_windows::most_of_tile;
    std::uint64_t const large  = even < heavy_windows::largest_items ? even : heavy_windows::largest_items;
    std::uint64_t const eighth = items / 8 < window_items ? items / 8 : window_items;
    std::uint64_t const size   = eighth < window_items / 8 ? window_items / 8 : eighth;
    return size > large ? size : large;
  }

  /// How many items of a tile are to be decoded at once; if it has more, all go to the list.
  THRUM_DEVICE std::uint64_t take(std::ptrdiff_t tile, std::uint64_t base, std::uint64_t total) const
  {
    std::uint64_t const items = wanted(base, total);
    if (items == 0 || (items <= light_items && base < beyond_reach))
    {
      return items;
    }
    std::uint64_t const size    = window_size(items);
    std::uint64_t const windows = items / size + (items % size != 0);
    std::uint64_t const packed  = decode_status::counter(status->heavy)
                                   .fetch_add(heavy_windows::one_tile(windows), ::cuda::memory_order_relaxed);
    heavy[heavy_windows::tiles(packed)] = heavy_tile{tile, base, heavy_windows::windows(packed)};
    return 0;
  }

  THRUM_DEVICE void leave_total(std::uint64_t total) const
  {
    status->total = total;
    if constexpr (!std::is_same_v<Needed, no_place>)
    {
      detail::assign(*needed, total == too_many ? std::int64_t{-1} : static_cast<std::int64_t>(total));
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
