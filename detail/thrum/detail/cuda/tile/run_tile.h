// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A tile of runs: rows of 32 lanes, each of a few consecutive runs. Its shape, its slot in shared memory, and what
/// is done to get there.

#include <thrum/detail/cuda/block/decode_sinks.h>
#include <thrum/detail/cuda/block/transfer.h>
#include <thrum/detail/cuda/tile/run_length_decode_job.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Job>
struct run_tile
{
  using Sink   = decltype(Job::sink);
  using format = run_format<decltype(Job::runs)>;
  using stored = typename format::stored;
  using kept   = typename Sink::kept;

  static constexpr bool keeps  = !std::is_same_v<kept, nothing_kept>;
  static constexpr bool pieces = !std::is_void_v<typename Sink::pieces>;

  static constexpr int V       = format::per_lane;
  static constexpr int row     = format::row;
  static constexpr int workers = 8;
  static constexpr int rows    = [] {
    constexpr std::size_t most = 24 * 1024; // six slots and more, and the windows, fit a processor
    constexpr std::size_t run  = sizeof(stored) + (keeps ? sizeof(kept) : 0) + (Sink::numbers ? 2 : 0);
    constexpr int fit          = static_cast<int>(detail::round_up((most + row * run - 1) / (row * run), 2));
    return fit < lanes ? fit : lanes;
  }();
  static constexpr int items = row * rows; ///< runs

  /// What a warp decodes at a time. Large items need room for slots more than that.
  static constexpr int window_chunks = !pieces ? 4 : sizeof(kept) <= 4 ? 8 : 2;
  using window                       = decode_window<window_chunks, Sink::ranks>;

  /// Whether all that a row decodes to fits a window, wherever in a line it begins.
  THRUM_DEVICE static bool is_short(std::uint64_t row_items) { return row_items <= window::items - 127; }

  struct slot
  {
    alignas(128) unsigned char run[static_cast<std::size_t>(format::lead + items) * sizeof(stored)];
    alignas(128) alignas(
      kept) unsigned char value[keeps ? items * sizeof(kept) : 16]; // in the end, of runs that are not empty
    std::uint16_t number[Sink::numbers ? items : 1];                // of such runs in the tile
    std::uint64_t row_start[rows + 1]; // items of the tile before the row; at first, the row's own
    std::uint64_t base;                // items before the tile
    std::uint64_t end;                 // of the items to decode now
    bool all_short;                    // rows

    THRUM_DEVICE stored* run_at(int i) { return reinterpret_cast<stored*>(run) + (format::lead + i); }
    THRUM_DEVICE kept* value_at(int i) { return reinterpret_cast<kept*>(value) + i; }
  };

  /// At least one: somebody has to say that the total is 0.
  THRUM_HOST_DEVICE static std::ptrdiff_t tiles(Job const& p)
  {
    return p.runs.count > 0 ? detail::ceil_div(p.runs.count, items) : 1;
  }
  THRUM_HOST_DEVICE static int runs_in(Job const& p, std::ptrdiff_t tile)
  {
    std::ptrdiff_t const left = p.runs.count - tile * items;
    return left < items ? static_cast<int>(left) : items;
  }

  template <class Cta>
  THRUM_DEVICE static void load(Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile)
  {
    int const count = runs_in(p, tile);
    if constexpr (format::ends)
    {
      if (cta.thread() == 0)
      {
        auto const first = p.runs.first;
        gpu::set(*s.run_at(-1),
                 tile == 0 ? stored{} : static_cast<stored>(*detail::advanced(first, tile * items - 1)));
      }
    }
    gpu::load_items_later(cta, detail::advanced(p.runs.first, tile * items), s.run_at(0), count);
    if constexpr (keeps && Sink::values_are_bytes)
    {
      gpu::load_items_later(cta, detail::advanced(p.sink.values(), tile * items), s.value_at(0), count);
    }
    cta.copies_done();
    if constexpr (keeps && !Sink::values_are_bytes)
    {
      cta.sync();
      for (int i = cta.thread(); i < count; i += cta.threads()) // the value of an empty run is not read
      {
        if (length_at(s, i) > 0)
        {
          gpu::set(*s.value_at(i), p.sink.load(tile * items + i));
        }
      }
    }
  }

  /// Whether bulk copies can bring a tile.
  static constexpr bool suits_bulk =
    moves_bytes_v<typename format::iterator, stored> && Sink::values_are_bytes;
  static bool begins_in_pieces(Job const& p)
  {
    bool aligned = true;
    if constexpr (suits_bulk)
    {
      aligned = gpu::begins_at_piece(p.runs.first);
      if constexpr (keeps)
      {
        aligned = aligned && gpu::begins_at_piece(p.sink.values());
      }
    }
    return aligned;
  }

  template <class Cta>
  THRUM_DEVICE static void load_bulk(
    Cta const& cta, slot& s, Job const& p, std::ptrdiff_t tile, typename Cta::barrier& loaded)
  {
    int const count     = runs_in(p, tile);
    int const lead      = tile == 0 ? 0 : format::lead;
    auto const* const r = p.runs.first + (tile * items - lead);
    if (format::ends && tile == 0)
    {
      *s.run_at(-1) = 0;
    }
    std::uint32_t const run_bytes = gpu::load_rest(r, s.run_at(-lead), count + lead);
    std::uint32_t value_bytes     = 0;
    if constexpr (keeps)
    {
      value_bytes = gpu::load_rest(p.sink.values() + tile * items, s.value_at(0), count);
    }
    cta.expect(loaded, run_bytes + value_bytes);
    if (run_bytes > 0)
    {
      cta.bulk_load(s.run_at(-lead), r, run_bytes, loaded);
    }
    if constexpr (keeps)
    {
      if (value_bytes > 0)
      {
        cta.bulk_load(s.value_at(0), p.sink.values() + tile * items, value_bytes, loaded);
      }
    }
  }

  THRUM_DEVICE static typename format::count length_at(slot& s, int i)
  {
    bool negative = false;
    stored before{};
    if constexpr (format::ends)
    {
      before = *s.run_at(i - 1);
    }
    return format::length(before, *s.run_at(i), negative);
  }

  /// The lengths of the lane's runs from `at` on, when they have just been loaded: what is wrong with them is noted,
  /// and runs behind the last become empty.
  template <class Cta>
  THRUM_DEVICE static void first_look(
    Cta const&, slot& s, Job const& p, std::ptrdiff_t tile, int at, lane_lengths<format>& runs)
  {
    int const count = runs_in(p, tile);
    for (int i = at < count ? count : at; i < at + V; ++i) // they are looked at again when the row is decoded
    {
      *s.run_at(i) = format::ends ? *s.run_at(count - 1) : stored{};
    }
    if (at >= count)
    {
      runs.clear();
      return;
    }
    if (runs.load(s.run_at(at)))
    {
      int i = at;
      for (bool negative = false; !negative; ++i)
      {
        format::length(format::ends ? *s.run_at(i - 1) : stored{}, *s.run_at(i), negative);
      }
      p.status->note_negative(tile * items + i - 1);
    }
  }

  /// Moves what belongs to runs that are not empty together, each row in itself; `to` is the place for the lane's.
  template <class Cta>
  THRUM_DEVICE static void compact(
    Cta const& cta, slot& s, int r, int at, lane_lengths<format> const& runs, std::uint32_t filled_below)
  {
    int const to = r * row + static_cast<int>(filled_below);
    if constexpr (keeps)
    {
      raw<kept> value[V];
      load_values(s.value_at(at), value);
      cta.sync_warp();
      int k = to;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < V; ++i)
      {
        if (runs.length[i] > 0)
        {
          gpu::set(*s.value_at(k), value[i].value);
          ++k;
        }
      }
    }
    if constexpr (Sink::numbers)
    {
      int k = to;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < V; ++i)
      {
        if (runs.length[i] > 0)
        {
          s.number[k++] = static_cast<std::uint16_t>(at + i);
        }
      }
    }
  }

private:
  THRUM_DEVICE static void load_values(kept const* from, raw<kept> (&value)[V])
  {
    if constexpr (in_words_v<kept, V> && item_words<kept, V>::step == V)
    {
      item_words<kept, V> words;
      words.load(from);
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < V; ++i)
      {
        words.get(i, value[i]);
      }
    }
    else
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < V; ++i)
      {
        gpu::set(value[i].value, from[i]);
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
