// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What a window of a row says, item by item, for all that does not leave in pieces.

#include <thrum/detail/cuda/tile/run_tile.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct row_items : run_tile<Job>
{
  using base = run_tile<Job>;
  using base::items;
  using base::row;
  using typename base::Sink;
  using typename base::slot;
  using typename base::window;

  /// Places [first, count) of a chunk of the window that begins at place `chunk` and at item `from` of row r.
  /// `origin` is where the last run before it begins.
  template <class Cta>
  THRUM_DEVICE static void emit_items(Cta const& cta,
                                      slot& s,
                                      window& w,
                                      Job const& p,
                                      std::ptrdiff_t tile,
                                      int r,
                                      std::uint64_t from,
                                      std::uint32_t chunk,
                                      std::uint32_t first,
                                      std::uint32_t count,
                                      [[maybe_unused]] std::uint64_t& origin,
                                      [[maybe_unused]] bool beside)
  {
    start_word const* const word        = w.word + chunk / 32;
    [[maybe_unused]] std::int32_t ended = -1;
    if constexpr (Sink::ranks)
    {
      ended = gpu::find_last_starts(cta, word, w.last);
    }
    bool ranges = false;
    if constexpr (Sink::ranges)
    {
      ranges = word[lanes - 1].rank_at(31) - word[0].rank <= few_starts;
      if (ranges)
      {
        emit_ranges(cta, s, word, w.last, p, tile, r, from, first, count, origin);
      }
    }
    auto const base_place = static_cast<std::int64_t>(s.base + s.row_start[r] + from);
    for (std::uint32_t i = ranges ? count : first + cta.lane(); i < count; i += lanes)
    {
      int const k                = r * row + static_cast<int>(word[i / 32].rank_at(i % 32)) - 1;
      [[maybe_unused]] auto run  = tile * items;
      [[maybe_unused]] auto rank = std::int64_t{};
      if constexpr (Sink::numbers)
      {
        run += s.number[k];
      }
      if constexpr (Sink::ranks)
      {
        rank = rank_of(word, w.last, i, from, origin);
      }
      emit_item(s, p, base_place + i, run, rank, k, beside);
    }
    if constexpr (Sink::ranks)
    {
      origin = ended >= 0 ? from + static_cast<std::uint32_t>(ended) : origin;
      cta.sync_warp();
    }
  }

private:
  /// Ranges of a chunk that are worth a warp each.
  static constexpr std::uint32_t few_starts = 8;

  /// The place within its run of place i of a chunk that begins at item `from` of its row.
  THRUM_DEVICE static std::int64_t rank_of(start_word const* word,
                                           std::int32_t const* last,
                                           std::uint32_t i,
                                           std::uint64_t from,
                                           std::uint64_t origin)
  {
    std::uint32_t const up_to = word[i / 32].starts & gpu::bits_up_to(i % 32);
    std::int32_t const start  = up_to != 0 ? static_cast<std::int32_t>(i & ~31u) + gpu::highest_bit(up_to)
                                           : last[i / 32];
    return static_cast<std::int64_t>(start >= 0 ? i - static_cast<std::uint32_t>(start) : from + i - origin);
  }

  /// The same as emit_items, range by range, for chunks with few of them.
  template <class Cta>
  THRUM_DEVICE static void emit_ranges(Cta const& cta,
                                       slot& s,
                                       start_word const* word,
                                       std::int32_t const* last,
                                       Job const& p,
                                       std::ptrdiff_t tile,
                                       int r,
                                       std::uint64_t from,
                                       std::uint32_t first,
                                       std::uint32_t count,
                                       std::uint64_t origin)
  {
    std::uint32_t const own = word[cta.lane()].starts;
    for (std::uint32_t i = first, end; i < count; i = end)
    {
      int const done            = static_cast<int>(i / 32) - cta.lane(); // words that are before i
      std::uint32_t const later = done > 0 ? 0 : done < 0 ? own : own & ~gpu::bits_up_to(i % 32);
      std::uint32_t const some  = cta.ballot(later != 0);
      end                       = count;
      if (some != 0) // where the next run begins
      {
        int const next           = gpu::lowest_bit(some);
        std::uint32_t const bits = cta.shuffle(later, next);
        end                      = static_cast<std::uint32_t>(next * 32 + gpu::lowest_bit(bits));
      }
      int const k = r * row + static_cast<int>(word[i / 32].rank_at(i % 32)) - 1;
      p.sink.copy(cta, tile * items + s.number[k], rank_of(word, last, i, from, origin), end - i);
    }
  }

  THRUM_DEVICE static void emit_item([[maybe_unused]] slot& s,
                                     Job const& p,
                                     std::int64_t place,
                                     std::ptrdiff_t run,
                                     std::int64_t rank,
                                     [[maybe_unused]] int k,
                                     [[maybe_unused]] bool beside)
  {
    if constexpr (Sink::beside)
    {
      if (beside)
      {
        p.sink.emit_beside(place, run, rank);
        return;
      }
    }
    if constexpr (base::keeps)
    {
      p.sink.visit(place, run, rank, *s.value_at(k));
    }
    else
    {
      p.sink.visit(place, run, rank, nothing_kept{});
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
