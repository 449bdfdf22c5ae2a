// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// How the runs that end in a row of a tile of run length encode are written: from the row's shelf, or from its keys by
/// lists of where they end, or, where no keys are written, by the marks of where they begin and end.

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/cuda/tile/run_marks.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Both outputs of run length encode. What is discarded costs nothing.
template <class Heads, class Lengths>
struct run_output
{
  Heads heads;
  Lengths lengths;

  THRUM_DEVICE run_output after(int runs) const
  {
    return {detail::advanced(heads, runs), detail::advanced(lengths, runs)};
  }
  /// The run's value or its offset.
  template <class X>
  THRUM_DEVICE void write_head([[maybe_unused]] int i, [[maybe_unused]] X const& x) const
  {
    if constexpr (!is_discard_v<Heads>)
    {
      detail::assign(*detail::advanced(heads, i), x);
    }
  }
  THRUM_DEVICE void write_length([[maybe_unused]] int i, [[maybe_unused]] std::int64_t length) const
  {
    if constexpr (!is_discard_v<Lengths>)
    {
      detail::assign(*detail::advanced(lengths, i), static_cast<std::ptrdiff_t>(length));
    }
  }
};

/// Writes `count` runs of a row, which end at end_at(i) and have the value key_at(i, end); `before` is where the run
/// before them ends. A warp's lanes read what several of them need before they write the first.
template <class K, class Cta, class EndAt, class KeyAt, class Heads, class Lengths>
THRUM_DEVICE void write_runs(Cta const& cta,
                             int count,
                             std::int64_t before,
                             EndAt end_at,
                             KeyAt key_at,
                             run_output<Heads, Lengths> const& out)
{
  constexpr int ahead = 4;
  int i               = cta.lane();
  if constexpr (std::is_trivially_copyable_v<K> && sizeof(K) <= 16)
  {
    for (; i - cta.lane() + ahead * lanes <= count; i += ahead * lanes)
    {
      int end[ahead];
      int left[ahead];
      raw<K> key[ahead];
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < ahead; ++j)
      {
        end[j]  = end_at(i + j * lanes);
        left[j] = end_at(i + j * lanes > 0 ? i + j * lanes - 1 : 0);
      }
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < ahead; ++j)
      {
        gpu::set(key[j].value, key_at(i + j * lanes, end[j]));
      }
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < ahead; ++j)
      {
        out.write_head(i + j * lanes, key[j].value);
        out.write_length(i + j * lanes, i + j * lanes > 0 ? end[j] - left[j] : end[j] - before);
      }
    }
  }
  for (; i < count; i += lanes)
  {
    int const end = end_at(i);
    out.write_head(i, key_at(i, end));
    out.write_length(i, i > 0 ? end - end_at(i - 1) : end - before);
  }
}

/// Of a run_length_encode_problem whose tiles have such `Memory`, V items to a lane.
template <class Asked, class Memory, int V>
struct run_writer
{
  using K      = typename Asked::key;
  using slot   = typename Memory::slot;
  using output = run_output<decltype(std::declval<Asked const&>().heads_out.at(0)),
                            decltype(std::declval<Asked const&>().lengths_out.at(0))>;

  static constexpr bool all_runs     = Asked::kind == encode_kind::all;
  static constexpr int row           = V * lanes;
  static constexpr int flags_of_lane = 16; ///< that it lists at a time
  static constexpr int listed        = row < flags_of_lane * lanes ? row : flags_of_lane * lanes;

  /// Where the runs end that a worker is about to write.
  struct workspace
  {
    typename Memory::end end[all_runs ? listed + listed / flags_of_lane * 2 : 1];
  };

  /// `offset`: of the tile's first item.
  template <class Cta>
  THRUM_DEVICE static void write_row(Cta const& cta,
                                     slot& s,
                                     Asked const& asked,
                                     [[maybe_unused]] std::ptrdiff_t offset,
                                     int r,
                                     [[maybe_unused]] workspace& space)
  {
    output const out{asked.heads_out.at(s.base[r]), asked.lengths_out.at(s.base[r])};
    if constexpr (!all_runs)
    {
      write_marked(cta, s, offset, r, out);
    }
    else if (s.begin[r] >= 0)
    {
      write_shelved(cta, s, r, out);
    }
    else
    {
      write_kept(cta, s, r, space, out);
    }
  }

private:
  template <class Cta>
  THRUM_DEVICE static void write_shelved(Cta const& cta, slot& s, int r, output const& out)
  {
    K* const key          = s.on->key_at(s.first + r, s.begin[r]);
    auto const* const end = s.on->value_at(s.first + r, s.begin[r]);
    gpu::write_runs<K>(
      cta, s.written[r], s.start[r] - r * row - 1, [&](int i) { return end[i]; },
      [&](int i, int) -> K const& { return key[i]; }, out);
  }

  /// In a list of ends: what lanes list at a time lies in different banks.
  THRUM_DEVICE static std::uint32_t place_of(std::uint32_t i) { return i + i / flags_of_lane * 2; }

  /// Writes the runs that end in a row of keys, from lists of where they do.
  template <class Cta>
  THRUM_DEVICE static void write_kept(Cta const& cta, slot& s, int r, workspace& space, output const& out)
  {
    K* const key     = s.in->keys.at(r * row);
    std::int64_t end = s.start[r] - r * row - 1; // of the run before, from the row's begin on
    int written      = 0;
    for (int begin = 0; begin < row; begin += listed)
    {
      int const all = list_ends(cta, s, r, begin, space);
      gpu::write_runs<K>(
        cta, all, end, [&](int i) { return int{space.end[place_of(i)]}; },
        [&](int, int at) -> K const& { return key[at]; }, out.after(written));
      if (all > 0)
      {
        end = space.end[place_of(all - 1)];
        written += all;
      }
      cta.sync_warp();
    }
  }
  /// Of the row's items from `begin` on. How many there are.
  template <class Cta>
  THRUM_DEVICE static int list_ends(Cta const& cta, slot const& s, int r, int begin, workspace& space)
  {
    int const mine     = begin + cta.lane() * flags_of_lane;
    std::uint32_t ends = mine < row ? s.flags.of(r, mine + 1, flags_of_lane) : 0;
    int const count    = gpu::count_bits(ends);
    int const upto     = gpu::scan_counts(cta, count);
    for (int rank = upto - count; ends != 0; ends &= ends - 1)
    {
      space.end[place_of(rank++)] = static_cast<typename Memory::end>(mine + gpu::lowest_bit(ends));
    }
    cta.sync_warp();
    return gpu::count_from(cta, upto, lanes - 1);
  }

  /// Writes the runs that end in a row, word by word of its flags.
  template <class Cta>
  THRUM_DEVICE static void write_marked(
    Cta const& cta, slot& s, std::ptrdiff_t offset, int r, output const& out)
  {
    std::int64_t start = s.start[r];
    int written        = 0;
    for (int w = 0; w < V; w += lanes)
    {
      auto const m                = run_marks::of<Asked::kind>(s.flags, r, w + cta.lane());
      std::uint32_t const holders = cta.ballot(m.heads != 0);
      int const last              = m.last_head(-1);
      int const open              = gpu::last_below(cta, holders, last); // before the lane's word
      for (std::uint32_t left = cta.ballot(m.ends != 0); left != 0; left &= left - 1)
      {
        int const from     = gpu::lowest_bit(left);
        auto const word    = m.of_lane(cta, from);
        int const its_open = gpu::count_from(cta, open, from);
        write_word(offset, cta.lane(), word, its_open >= 0 ? its_open : start, written, out);
        written += gpu::count_bits(word.ends);
      }
      if (holders != 0)
      {
        start = gpu::count_from(cta, last, gpu::highest_bit(holders));
      }
    }
  }

  /// `start`: of the run that is open before the word; `place`: of the first run that ends in it.
  THRUM_DEVICE static void write_word(
    std::ptrdiff_t offset, int lane, run_marks const& m, std::int64_t start, int place, output const& out)
  {
    if ((m.ends >> lane & 1) != 0)
    {
      std::int64_t const begin = m.begin_of(lane, start);
      place += gpu::count_bits(m.ends & ~(0xffffffffu << lane));
      out.write_head(place, static_cast<std::ptrdiff_t>(offset + begin));
      out.write_length(place, m.begin + lane + 1 - begin);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
