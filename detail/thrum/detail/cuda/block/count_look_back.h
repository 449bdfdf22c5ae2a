// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What stands before a tile whose aggregate is a count. Sums of integers are exact in any order: so whoever
/// publishes a tile adds it to its group as well, and who looks back reads one word for each group, and one for each
/// tile of its own.

#include <thrum/detail/cuda/block/look_back.h>
#include <thrum/detail/cuda/block/run_lengths.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Counts of up to too_many of tiles, and of groups of as many as a warp has lanes. Memory is all zero before.
class count_states
{
public:
  static constexpr int group = lanes;

  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    return places(tiles) * sizeof(std::uint64_t) + places(tiles) / group * sizeof(sum_words);
  }

  /// `tiles` as for bytes().
  THRUM_DEVICE count_states(void* memory, std::ptrdiff_t tiles)
      : tile_(static_cast<std::uint64_t*>(memory))
      , groups_(reinterpret_cast<std::uintptr_t>(memory) + places(tiles) * sizeof(std::uint64_t))
  {}

  THRUM_DEVICE void publish(std::ptrdiff_t tile, std::uint64_t count) const
  {
    word(tile_[tile]).store(count + 1, ::cuda::memory_order_relaxed);
    std::uint64_t const high = count >> low_bits;
    std::uint64_t low        = one_tile + (count & low_mask);
    if (high > 0)
    {
      word(of_group(tile / group).high).fetch_add(one_tile + high, ::cuda::memory_order_relaxed);
      low += one_high;
    }
    word(of_group(tile / group).low).fetch_add(low, ::cuda::memory_order_relaxed);
  }

  /// One more than a tile's count, or 0 if that is not there.
  THRUM_DEVICE std::uint64_t look(std::ptrdiff_t tile) const
  {
    return word(tile_[tile]).load(::cuda::memory_order_relaxed);
  }
  /// The same of a group.
  THRUM_DEVICE std::uint64_t look_at_group(std::ptrdiff_t g) const
  {
    std::uint64_t const low = word(of_group(g).low).load(::cuda::memory_order_relaxed);
    if (low >> tile_bit != group)
    {
      return 0;
    }
    std::uint64_t const sum   = low & (one_high - 1);
    std::uint64_t const large = low >> high_bit & (one_tile / one_high - 1);
    if (large == 0)
    {
      return sum + 1;
    }
    std::uint64_t const high = word(of_group(g).high).load(::cuda::memory_order_relaxed);
    if (high >> tile_bit != large)
    {
      return 0;
    }
    std::uint64_t const highs = high & (one_tile - 1);
    return add_counts{}(sum, highs < too_many >> low_bits ? highs << low_bits : too_many) + 1;
  }

private:
  /// The lower parts of its tiles' counts, and above that how many have a higher part and how many there are; the
  /// higher parts, and how many.
  struct sum_words
  {
    std::uint64_t low, high;
  };
  static constexpr int low_bits           = 46; // 32 of them have five bits more
  static constexpr std::uint64_t low_mask = (std::uint64_t{1} << low_bits) - 1;
  static constexpr int high_bit           = 52;
  static constexpr std::uint64_t one_high = std::uint64_t{1} << high_bit;
  static constexpr int tile_bit           = 58;
  static constexpr std::uint64_t one_tile = std::uint64_t{1} << tile_bit;

  static constexpr THRUM_HOST_DEVICE std::size_t places(std::ptrdiff_t tiles)
  {
    return detail::round_up(static_cast<std::size_t>(tiles), group);
  }
  THRUM_DEVICE static ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_device> word(std::uint64_t& of)
  {
    return ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_device>(of);
  }
  THRUM_DEVICE sum_words& of_group(std::ptrdiff_t g) const
  {
    return reinterpret_cast<sum_words*>(groups_)[g];
  }

  std::uint64_t* tile_;
  std::uintptr_t groups_; ///< a number, since a single tile has no memory
};

/// One warp's, as look_back is; all lanes hold the same. What stands before the first tile is 0.
class count_look_back
{
public:
  using states = count_states;

  THRUM_DEVICE count_look_back(maybe_raw<std::uint64_t> const&, add_counts) {}

  /// Waits for all tiles before `tile`. Tiles of later calls come later.
  template <class Cta>
  THRUM_DEVICE void find(Cta const& cta,
                         exchange<std::uint64_t>&,
                         states const& published,
                         std::ptrdiff_t tile,
                         stretch<std::uint64_t>& before)
  {
    std::ptrdiff_t const g = tile / states::group;
    bool const comes       = cta.lane() < tile % states::group; // a tile of the group, before this one
    std::ptrdiff_t const t = g * states::group + cta.lane();
    std::uint64_t own      = comes ? published.look(t) : 1;
    while (passed_ < g)
    {
      std::ptrdiff_t const mine = passed_ + cta.lane();
      std::uint64_t of_group    = mine < g ? published.look_at_group(mine) : 1;
      await(cta, of_group, [&] { return published.look_at_group(mine); });
      chain_  = add_counts{}(chain_, gpu::sum_counts(cta, of_group - 1));
      passed_ = g - passed_ < lanes ? g : passed_ + lanes;
    }
    await(cta, own, [&] { return published.look(t); });
    before.value.set(add_counts{}(chain_, gpu::sum_counts(cta, own - 1)));
  }

private:
  template <class Cta, class Look>
  THRUM_DEVICE static void await(Cta const& cta, std::uint64_t& seen, Look const& look)
  {
    for (int looks = 0; cta.ballot(seen == 0) != 0; ++looks)
    {
      if (looks > 0)
      {
        cta.pause();
      }
      if (seen == 0)
      {
        seen = look();
      }
    }
  }

  std::uint64_t chain_   = 0; // of the groups before passed_
  std::ptrdiff_t passed_ = 0;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
