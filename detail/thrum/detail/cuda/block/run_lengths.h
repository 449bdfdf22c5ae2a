// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Runs in shared memory: what is stored of each, its length or its end, as counts that never overflow.

#include <thrum/detail/core/runs.h>
#include <thrum/detail/cuda/block/lane_items.h>
#include <thrum/detail/cuda/block/warp.h>

#include <cuda/std/type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// More items than may be: sums stop here.
inline constexpr std::uint64_t too_many = std::uint64_t{1} << 63;

/// Adds counts of up to too_many.
struct add_counts
{
  THRUM_DEVICE constexpr std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const
  {
    return a < too_many - b ? a + b : too_many;
  }
};

/// How runs lie in a tile.
template <class Runs>
struct run_format
{
  using iterator             = typename Runs::iterator;
  using value                = value_type_t<iterator>;
  using stored               = std::conditional_t<::cuda::std::is_integral_v<value>, value, std::int64_t>;
  static constexpr bool ends = std::is_same_v<std::remove_const_t<Runs>, run_ends<iterator>>;
  using count = std::conditional_t<sizeof(stored) <= 4, std::uint32_t, std::uint64_t>; ///< holds a length

  /// Runs of one lane: few enough to keep their lengths in registers, and an odd number of 16-byte pieces, so
  /// that lanes which read a piece each hit different banks.
  static constexpr int per_lane = sizeof(stored) <= 2 ? static_cast<int>(16 / sizeof(stored))
                                                      : static_cast<int>(48 / sizeof(stored));
  static constexpr int row      = per_lane * lanes;

  /// Places before the first run's: where runs are given by ends, the end before is looked at.
  static constexpr int lead = ends ? static_cast<int>(16 / sizeof(stored)) : 0;

  THRUM_DEVICE static constexpr bool is_negative(stored const& x)
  {
    if constexpr (::cuda::std::is_signed_v<stored>)
    {
      return x < 0;
    }
    else
    {
      return false;
    }
  }

  /// The length of a run, from what is stored of it and of the run before it; what is negative counts as 0.
  THRUM_DEVICE static constexpr count length(stored const& before, stored const& x, bool& negative)
  {
    if (ends ? x < before : is_negative(x))
    {
      negative = true;
      return 0;
    }
    if constexpr (sizeof(stored) >= 8)
    {
      if (x > static_cast<stored>(largest_total))
      {
        return too_many;
      }
    }
    if constexpr (ends)
    {
      count const from       = is_negative(before) ? 0 : static_cast<count>(before); // that it was, was noted
      count const difference = static_cast<count>(x) - from;
      return sizeof(count) == 8 && difference > static_cast<count>(too_many) ? static_cast<count>(too_many)
                                                                             : difference;
    }
    else
    {
      return static_cast<count>(x);
    }
  }
};

/// The lengths of a lane's runs.
template <class Format>
struct lane_lengths
{
  using stored           = typename Format::stored;
  using count            = typename Format::count;
  static constexpr int V = Format::per_lane;

  count length[V];

  /// `from` is where the first of the lane's runs lies; tells whether one is negative.
  THRUM_DEVICE bool load(stored const* from)
  {
    item_words<stored, V> words;
    words.load(from);
    raw<stored> before;
    before.value  = Format::ends ? from[-1] : stored{};
    bool negative = false;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      raw<stored> x;
      words.get(i, x);
      length[i] = Format::length(before.value, x.value, negative);
      before    = x;
    }
    return negative;
  }
  THRUM_DEVICE void clear()
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      length[i] = 0;
    }
  }

  THRUM_DEVICE std::uint64_t sum() const
  {
    std::uint64_t all = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      all = sizeof(count) == 4 ? all + length[i] : add_counts{}(all, length[i]);
    }
    return all;
  }
  /// How many are not empty.
  THRUM_DEVICE int filled() const
  {
    int all = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; ++i)
    {
      all += length[i] > 0 ? 1 : 0;
    }
    return all;
  }
};

/// The sum of small numbers of this lane and those below.
template <class Cta>
THRUM_DEVICE std::uint32_t sum_up_to(Cta const& cta, std::uint32_t x)
{
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int d = 1; d < lanes; d *= 2)
  {
    std::uint32_t const below = cta.shuffle_up(x, d);
    x += cta.lane() >= d ? below : 0;
  }
  return x;
}

/// The same of counts; the sums are mostly small.
template <class Cta>
THRUM_DEVICE std::uint64_t sum_counts_up_to(Cta const& cta, std::uint64_t x)
{
  if (cta.ballot(x >= (1u << 26)) == 0)
  {
    return gpu::sum_up_to(cta, static_cast<std::uint32_t>(x));
  }
  exchange<std::uint64_t> none;
  raw<std::uint64_t> sum;
  sum.value = x;
  gpu::scan_lanes(cta, none, sum, cta.lane(), add_counts{});
  return sum.value;
}

template <class Cta>
THRUM_DEVICE std::uint64_t shuffle_count(Cta const& cta, std::uint64_t x, int from)
{
  auto const low  = cta.shuffle(static_cast<std::uint32_t>(x), from);
  auto const high = cta.shuffle(static_cast<std::uint32_t>(x >> 32), from);
  return static_cast<std::uint64_t>(high) << 32 | low;
}

/// The sum of all lanes' counts.
template <class Cta>
THRUM_DEVICE std::uint64_t sum_counts(Cta const& cta, std::uint64_t x)
{
  if (cta.ballot(x >= (1u << 26)) == 0)
  {
    return cta.sum_words(static_cast<std::uint32_t>(x));
  }
  return gpu::shuffle_count(cta, gpu::sum_counts_up_to(cta, x), lanes - 1);
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
