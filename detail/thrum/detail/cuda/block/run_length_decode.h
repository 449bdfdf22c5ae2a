// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// From runs to items, by one warp: a bit for each place in the output where a run begins, and how many bits come
/// before each word of them. An item's run is then a count of bits: nobody searches, and no run is walked over.
/// Runs that are empty have no bit, so what belongs to a run stands at its *rank* among those that are not.

#include <thrum/detail/cuda/block/bits.h>
#include <thrum/detail/cuda/block/run_lengths.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// 32 places of the output: bit i says that a run begins at the i-th; `rank` runs begin before them.
struct alignas(8) start_word
{
  std::uint32_t starts;
  std::uint32_t rank;

  /// The rank, from 1 on, of the run that holds place `bit`.
  THRUM_DEVICE std::uint32_t rank_at(int bit) const
  {
    return rank + static_cast<std::uint32_t>(gpu::count_bits(starts & gpu::bits_up_to(bit)));
  }
};

/// A window of the output, in shared memory, in chunks of a word a lane.
template <int Chunks, bool Ranks>
struct decode_window
{
  static constexpr std::uint32_t chunk_items = lanes * 32;
  static constexpr std::uint32_t items       = Chunks * chunk_items;

  start_word word[Chunks * lanes];
  std::int32_t
    last[Ranks ? lanes : 1]; ///< of a chunk: the last place before the word where a run begins, or -1

  /// Of the places up to `end`.
  THRUM_DEVICE static int chunks(std::uint32_t end)
  {
    return static_cast<int>((end + chunk_items - 1) / chunk_items);
  }
};

/// A window of `end` places in which no run begins. All lanes of the warp call it.
template <class Cta, class Window>
THRUM_DEVICE void clear_window(Cta const& cta, Window& window, std::uint32_t end)
{
  for (int c = 0; c < Window::chunks(end); ++c)
  {
    window.word[c * lanes + cta.lane()].starts = 0;
  }
  cta.sync_warp();
}

/// Runs that begin before a stretch of the output.
struct earlier_runs
{
  std::uint32_t count  = 0;
  std::uint64_t origin = 0; ///< where the last of them begins
};

/// Marks where a lane's runs begin in a window that is clear, if they do: it holds items [from, to) of a row, the
/// first at place `shift`; `below` items come before the lane's. N holds any of these numbers.
template <class N, class Cta, class Window, class Format>
THRUM_DEVICE void mark_starts_as(Cta const& cta,
                                 Window& window,
                                 lane_lengths<Format> const& runs,
                                 N start,
                                 N from,
                                 N to,
                                 std::uint32_t shift,
                                 earlier_runs& earlier)
{
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 0; i < Format::per_lane; ++i)
  {
    if (runs.length[i] > 0)
    {
      if (static_cast<N>(start - from) < static_cast<N>(to - from))
      {
        std::uint32_t const place = static_cast<std::uint32_t>(start - from) + shift;
        cta.set_bits(window.word[place / 32].starts, 1u << place % 32);
      }
      else if (start < from)
      {
        ++earlier.count;
        earlier.origin = start;
      }
    }
    start = sizeof(N) == 4 ? static_cast<N>(start + runs.length[i])
                           : static_cast<N>(add_counts{}(start, runs.length[i]));
  }
}

/// The same, by numbers that are as short as may be: nothing in a `narrow` row is beyond 2^31.
/// \return what begins before the window, of all lanes
template <class Cta, class Window, class Format>
THRUM_DEVICE earlier_runs mark_starts(Cta const& cta,
                                      Window& window,
                                      lane_lengths<Format> const& runs,
                                      std::uint64_t below,
                                      std::uint64_t from,
                                      std::uint64_t to,
                                      std::uint32_t shift,
                                      bool narrow)
{
  earlier_runs earlier;
  if (narrow)
  {
    gpu::mark_starts_as<std::uint32_t>(cta, window, runs, static_cast<std::uint32_t>(below),
                                       static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to),
                                       shift, earlier);
  }
  else
  {
    gpu::mark_starts_as<std::uint64_t>(cta, window, runs, below, from, to, shift, earlier);
  }
  if (from > 0)
  {
    std::uint32_t const have = cta.ballot(earlier.count > 0);
    if (have != 0)
    {
      earlier.origin = gpu::shuffle_count(cta, earlier.origin, gpu::highest_bit(have));
    }
    earlier.count = cta.sum_words(earlier.count);
  }
  return earlier;
}

/// The same where all items of a lane's runs are in the window, the first at `place`: lanes whose items touch two
/// words mark them all at once.
template <class Cta, class Window, class Format>
THRUM_DEVICE void mark_all_starts(
  Cta const& cta, Window& window, lane_lengths<Format> const& runs, std::uint32_t place, std::uint32_t items)
{
  if (cta.ballot(place % 32 + items > 64) == 0)
  {
    std::uint32_t at = place % 32, low = 0, high = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Format::per_lane; ++i)
    {
      auto const length       = static_cast<std::uint32_t>(runs.length[i]);
      std::uint32_t const bit = length > 0 ? 1 : 0;
      low |= gpu::shift_out(bit, at);
      high |= gpu::shift_out(bit, at - 32);
      at += length;
    }
    start_word* const w = window.word + place / 32;
    if (low != 0)
    {
      cta.set_bits(w[0].starts, low);
    }
    if (high != 0)
    {
      cta.set_bits(w[1].starts, high);
    }
    return;
  }
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 0; i < Format::per_lane; ++i)
  {
    if (runs.length[i] > 0)
    {
      cta.set_bits(window.word[place / 32].starts, 1u << place % 32);
    }
    place += static_cast<std::uint32_t>(runs.length[i]);
  }
}

/// Counts what begins before each word, when all is marked; `before` runs begin before the window.
template <class Cta, class Window>
THRUM_DEVICE void count_starts(Cta const& cta, Window& window, std::uint32_t end, std::uint32_t before)
{
  cta.sync_warp();
  for (int c = 0; c < Window::chunks(end); ++c)
  {
    start_word& w             = window.word[c * lanes + cta.lane()];
    auto const own            = static_cast<std::uint32_t>(gpu::count_bits(w.starts));
    std::uint32_t const up_to = cta.scan_words(own);
    w.rank                    = before + up_to - own;
    before += cta.shuffle(up_to, lanes - 1);
  }
  cta.sync_warp();
}

/// Leaves for each word of a chunk the last place before it where a run begins; -1 if none does in the chunk.
/// \return the same of what follows the chunk
template <class Cta>
THRUM_DEVICE std::int32_t find_last_starts(Cta const& cta, start_word const* chunk, std::int32_t* last)
{
  std::uint32_t const own   = chunk[cta.lane()].starts;
  std::uint32_t const some  = cta.ballot(own != 0);
  std::uint32_t const below = some & ~(0xffffffffu << cta.lane());
  std::uint32_t const top   = own != 0 ? static_cast<std::uint32_t>(cta.lane() * 32 + gpu::highest_bit(own))
                                       : 0;
  int const source          = below != 0 ? gpu::highest_bit(below) : 0;
  std::uint32_t const place = cta.shuffle(top, source);
  last[cta.lane()]          = below != 0 ? static_cast<std::int32_t>(place) : -1;
  std::uint32_t const ended = cta.shuffle(top, some != 0 ? gpu::highest_bit(some) : 0);
  cta.sync_warp();
  return some != 0 ? static_cast<std::int32_t>(ended) : -1;
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
