// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// From a block's runs to windows of their items, some consecutive ones in the registers of each thread. The contract
/// is thrum/block/run_length_decode.h's; why so: docs/decisions/0018-each-thread-searches.md.

#include <thrum/detail/cuda/block/run_lengths.h>
#include <thrum/detail/cuda/block/run_table.h>
#include <thrum/detail/cuda/block/this_block.h>

#include <cstdint>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Item, int Threads, int RunsPerThread, int DecodedItemsPerThread, class Cta = this_block>
class block_run_length_decode
{
  static_assert(Threads % 32 == 0 && Threads >= 32 && Threads <= 1024, "a block has 1 to 32 whole warps");
  static_assert(RunsPerThread >= 1 && RunsPerThread <= 32 && DecodedItemsPerThread >= 1);

  static constexpr int R     = RunsPerThread;
  static constexpr int D     = DecodedItemsPerThread;
  static constexpr int warps = Threads / lanes;
  using table                = run_table<Item, Threads * R>;

public:
  struct storage
  {
    table runs;
    std::uint64_t of_warp[warps];
  };

  THRUM_DEVICE explicit block_run_length_decode(storage& memory, Cta const& cta = Cta())
      : s_(&memory)
      , cta_(cta)
      , thread_(static_cast<std::uint32_t>(cta.thread()))
  {}

  template <class Length>
  THRUM_DEVICE std::uint32_t set_runs(Item const (&values)[R], Length const (&lengths)[R])
  {
    std::uint32_t length[R];
    bool plain        = true; // no run is empty, and no sum overflows
    std::uint64_t sum = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < R; ++i)
    {
      length[i] = gpu::as_place(lengths[i]);
      plain     = plain && length[i] > 0;
      sum += length[i];
    }
    plain                     = plain && sum <= last_place / Threads;
    auto const own            = static_cast<std::uint32_t>(sum);
    std::uint32_t const up_to = gpu::sum_up_to(cta_, own);
    if (lane() == lanes - 1)
    {
      s_->of_warp[warp()] = up_to;
    }
    if (cta_.sync_or(!plain))
    {
      set_sparse(values, length, sum);
    }
    else
    {
      std::uint32_t end = before_warp() + up_to - own;
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < R; ++i)
      {
        end += length[i];
        length[i] = end - 1;
      }
      set_plain(values, length);
    }
    cta_.sync();
    return size_;
  }

  template <class Offset>
  THRUM_DEVICE void set_run_offsets(Item const (&values)[R],
                                    Offset const (&offsets)[R],
                                    std::uint32_t decoded_size = last_place)
  {
    std::uint32_t const first = gpu::as_place(offsets[0]);
    if (lane() == 0)
    {
      s_->of_warp[warp()] = first;
    }
    cta_.sync();
    std::uint32_t next = cta_.shuffle(first, (lane() + 1) % lanes);
    if (lane() == lanes - 1)
    {
      next = warp() < warps - 1 ? static_cast<std::uint32_t>(s_->of_warp[warp() + 1]) : last_place;
    }
    std::uint32_t last[R], length[R];
    bool plain = true;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < R; ++i)
    {
      std::uint32_t const begin = gpu::as_place(offsets[i]);
      std::uint32_t const end   = i + 1 < R ? gpu::as_place(offsets[i + 1 < R ? i + 1 : 0]) : next;
      length[i]                 = end - begin;
      last[i]                   = end - 1;
      plain                     = plain && end > begin;
    }
    if (cta_.sync_or(!plain))
    {
      keep_some(values, last, length, count_before(0, length));
    }
    else
    {
      set_plain(values, last);
    }
    size_ = decoded_size;
    cta_.sync();
  }

  THRUM_DEVICE std::uint32_t decoded_size() const { return size_; }

  THRUM_DEVICE void decode(Item (&items)[D], std::uint32_t window_offset) const
  {
    walk<false>(items, window_offset, [](int, std::uint32_t) {});
  }
  template <class Rank>
  THRUM_DEVICE void decode(Item (&items)[D], Rank (&ranks)[D], std::uint32_t window_offset) const
  {
    walk<true>(items, window_offset, [&](int i, std::uint32_t rank) { ranks[i] = static_cast<Rank>(rank); });
  }

private:
  /// Items, and from bit 48 on runs that are kept: before this thread's and in all.
  struct counts
  {
    std::uint64_t before;
    std::uint64_t all;
  };
  static constexpr std::uint64_t items_mask = (std::uint64_t{1} << 48) - 1;

  THRUM_DEVICE int lane() const { return static_cast<int>(thread_ % lanes); }
  THRUM_DEVICE int warp() const { return static_cast<int>(thread_ / lanes); }

  /// What the warps before this one have, and in size_ what all have.
  THRUM_DEVICE std::uint32_t before_warp()
  {
    std::uint32_t before = 0;
    size_                = 0;
    if constexpr (warps <= 8)
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int w = 0; w < warps; ++w)
      {
        before = w == warp() ? size_ : before;
        size_ += static_cast<std::uint32_t>(s_->of_warp[w]);
      }
    }
    else
    {
      std::uint32_t const own   = lane() < warps ? static_cast<std::uint32_t>(s_->of_warp[lane()]) : 0;
      std::uint32_t const up_to = gpu::sum_up_to(cta_, own);
      size_                     = cta_.shuffle(up_to, lanes - 1);
      before                    = cta_.shuffle(up_to - own, warp());
    }
    return before;
  }

  THRUM_DEVICE bool is_last(int i) const { return i == R - 1 && thread_ == Threads - 1; }

  /// Every run has its place, since none is empty.
  THRUM_DEVICE void set_plain(Item const (&values)[R], std::uint32_t (&last)[R])
  {
    last[R - 1] = is_last(R - 1) ? last_place : last[R - 1];
    s_->runs.set_runs(thread_, values, last);
    set_lead();
  }
  THRUM_DEVICE void set_lead()
  {
    if (thread_ == 0)
    {
      s_->runs.before(0) = last_place;
    }
  }

  /// Runs that are empty have no place, and sums stop at last_place.
  THRUM_DEVICE void set_sparse(Item const (&values)[R], std::uint32_t const (&length)[R], std::uint64_t sum)
  {
    auto const n            = count_before(sum, length);
    std::uint64_t const all = n.all & items_mask;
    std::uint64_t end       = n.before & items_mask;
    std::uint32_t last[R];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < R; ++i)
    {
      end += length[i];
      last[i] = static_cast<std::uint32_t>(end <= last_place ? end - 1 : last_place);
    }
    size_ = static_cast<std::uint32_t>(all < last_place ? all : last_place);
    keep_some(values, last, length, n);
  }

  /// Those that are not empty move together; the block's last stays in any case, for what is past the end.
  THRUM_DEVICE void keep_some(Item const (&values)[R],
                              std::uint32_t const (&last)[R],
                              std::uint32_t const (&length)[R],
                              counts const& n)
  {
    auto at = static_cast<std::uint32_t>(n.before >> 48);
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < R; ++i)
    {
      if (length[i] > 0 || is_last(i))
      {
        s_->runs.set_run(at, values[i], is_last(i) ? last_place : last[i]);
        ++at;
      }
    }
    for (auto run = static_cast<std::uint32_t>(n.all >> 48) + thread_; run < Threads * R; run += Threads)
    {
      s_->runs.last_of(run * table::step) = last_place;
    }
    set_lead();
  }

  THRUM_DEVICE counts count_before(std::uint64_t sum, std::uint32_t const (&length)[R])
  {
    std::uint64_t own = sum;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < R; ++i)
    {
      own += length[i] > 0 || is_last(i) ? items_mask + 1 : 0;
    }
    std::uint64_t const up_to = sum_wide(own);
    if (lane() == lanes - 1)
    {
      s_->of_warp[warp()] = up_to;
    }
    cta_.sync();
    std::uint64_t const theirs = lane() < warps ? s_->of_warp[lane()] : 0;
    std::uint64_t const to     = sum_wide(theirs);
    return {gpu::shuffle_count(cta_, to - theirs, warp()) + up_to - own,
            gpu::shuffle_count(cta_, to, lanes - 1)};
  }
  THRUM_DEVICE std::uint64_t sum_wide(std::uint64_t x) const
  {
    exchange<std::uint64_t> none;
    raw<std::uint64_t> sum;
    sum.value = x;
    gpu::scan_lanes(cta_, none, sum, lane(), ::cuda::std::plus<std::uint64_t>{});
    return sum.value;
  }

  /// The thread's items, from the run of the first one on. Runs are looked up whether or not they change: that is fewer
  /// instructions than a choice.
  template <bool Ranks, class Note>
  THRUM_DEVICE void walk(Item (&items)[D], std::uint32_t window_offset, Note note) const
  {
    table& runs         = s_->runs;
    std::uint32_t place = window_offset + thread_ * D;
    place               = place < window_offset ? last_place : place;
    std::uint32_t run   = runs.run_at(place);

    [[maybe_unused]] std::uint32_t last   = D > 1 ? runs.last_of(run) : 0;
    [[maybe_unused]] std::uint32_t before = Ranks ? runs.before(run) : 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < D; ++i)
    {
      if (i > 0)
      {
        std::uint32_t const here = place + static_cast<std::uint32_t>(i);

        before = here > last ? last : before;
        gpu::add_if_less<table::step>(run, last, here);
        last = runs.last_of(run);
      }
      items[i] = runs.value_of(run);
      note(i, place + i - before - 1);
    }
  }

  storage* s_;
  Cta cta_;
  std::uint32_t thread_;
  std::uint32_t size_ = 0;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
