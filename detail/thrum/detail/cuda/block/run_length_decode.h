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
struct start_word
{
  std::uint32_t starts;
  std::uint32_t rank;

  /// The rank, from 1 on, of the run that holds place `bit`.
  THRUM_DEVICE std::uint32_t rank_at(int bit) const
  {
    return rank + static_cast<std::uint32_t>(gpu::count_bits(starts & gpu::bits_up_to(bit)));
  }
};

/// A window of the output, in shared memory: Words words a lane.
template <int Words, bool Ranks>
struct decode_window
{
  static constexpr int words           = Words * lanes;
  static constexpr std::uint32_t items = words * 32;
  static_assert(!Ranks || Words == 1);

  start_word word[words];
  std::int32_t last[Ranks ? lanes : 1]; ///< the last place before the word where a run begins, or -1
};

/// Where the runs of a lane begin in a stretch of the output.
template <class Format>
struct lane_starts
{
  static constexpr std::uint32_t nowhere = 0xffffffffu; ///< empty, or not in the stretch
  static constexpr int V                 = Format::per_lane;

  std::uint32_t at[V];
  std::uint32_t earlier = 0; ///< runs of all lanes that begin before the stretch
  std::uint64_t origin  = 0; ///< where the last of them begins

  /// The stretch is [from, to) of the items of a row, of which `below` come before the lane's; it begins at
  /// place `shift`. All lanes of the warp call it. `narrow`: nothing in the row is beyond 2^31.
  template <class Cta>
  THRUM_DEVICE void find(Cta const& cta,
                         lane_lengths<Format> const& runs,
                         std::uint64_t below,
                         std::uint64_t from,
                         std::uint64_t to,
                         std::uint32_t shift,
                         bool narrow)
  {
    if (narrow)
    {
      place<std::uint32_t>(runs, below, from, to, shift);
    }
    else
    {
      place<std::uint64_t>(runs, below, from, to, shift);
    }
    if (from > 0)
    {
      std::uint32_t const have = cta.ballot(earlier > 0);
      if (have != 0)
      {
        origin = gpu::shuffle_count(cta, origin, gpu::highest_bit(have));
      }
      earlier = cta.shuffle(gpu::sum_up_to(cta, earlier), lanes - 1);
    }
  }

private:
  template <class N>
  THRUM_DEVICE void place(lane_lengths<Format> const& runs,
                          std::uint64_t below,
                          std::uint64_t from,
                          std::uint64_t to,
                          std::uint32_t shift)
  {
    auto start       = static_cast<N>(below);
    auto const first = static_cast<N>(from);
    auto const items = static_cast<N>(to - from);
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      bool const filled = runs.length[i] > 0;
      at[i]             = filled && static_cast<N>(start - first) < items
                            ? static_cast<std::uint32_t>(start - first) + shift
                            : nowhere;
      if (filled && start < first)
      {
        ++earlier;
        origin = start;
      }
      start = sizeof(N) == 4 ? static_cast<N>(start + runs.length[i])
                             : static_cast<N>(add_counts{}(start, runs.length[i]));
    }
  }
};

/// Calls visit(begin, count) for each window [begin, begin + count) of the places up to `end`, when the window
/// is made. All lanes of the warp call it; so they do `visit`.
template <class Cta, class Window, class Format, class Emit>
THRUM_DEVICE void for_each_window(
  Cta const& cta, Window& window, lane_starts<Format> const& starts, std::uint32_t end, Emit visit)
{
  constexpr int own   = Window::words / lanes;
  std::uint32_t rank  = starts.earlier;
  start_word* const w = window.word + cta.lane() * own;
  _CCCL_PRAGMA_NOUNROLL()
  for (std::uint32_t begin = 0; begin < end; begin += Window::items)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < own; ++i)
    {
      w[i].starts = 0;
    }
    cta.sync_warp();
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Format::per_lane; ++i)
    {
      std::uint32_t const place = starts.at[i] - begin;
      if (place < Window::items)
      {
        cta.set_bits(window.word[place / 32].starts, 1u << place % 32);
      }
    }
    cta.sync_warp();
    std::uint32_t here = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < own; ++i)
    {
      here += static_cast<std::uint32_t>(gpu::count_bits(w[i].starts));
    }
    std::uint32_t const up_to = gpu::sum_up_to(cta, here);
    std::uint32_t before      = rank + up_to - here;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < own; ++i)
    {
      w[i].rank = before;
      before += static_cast<std::uint32_t>(gpu::count_bits(w[i].starts));
    }
    rank += cta.shuffle(up_to, lanes - 1);
    cta.sync_warp();
    visit(begin, end - begin < Window::items ? end - begin : Window::items);
    cta.sync_warp();
  }
}

/// Leaves beside each word of a window the last place before it where a run begins; -1 if none does in the window.
/// \return the same of what follows the window
template <class Cta>
THRUM_DEVICE std::int32_t find_last_starts(Cta const& cta, decode_window<1, true>& window)
{
  std::uint32_t const own   = window.word[cta.lane()].starts;
  std::uint32_t const some  = cta.ballot(own != 0);
  std::uint32_t const below = some & ~(0xffffffffu << cta.lane());
  std::uint32_t const top   = own != 0 ? static_cast<std::uint32_t>(cta.lane() * 32 + gpu::highest_bit(own))
                                       : 0;
  int const source          = below != 0 ? gpu::highest_bit(below) : 0;
  std::uint32_t const place = cta.shuffle(top, source);
  window.last[cta.lane()]   = below != 0 ? static_cast<std::int32_t>(place) : -1;
  std::uint32_t const ended = cta.shuffle(top, some != 0 ? gpu::highest_bit(some) : 0);
  cta.sync_warp();
  return some != 0 ? static_cast<std::int32_t>(ended) : -1;
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
