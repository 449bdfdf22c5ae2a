// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the lanes of a warp do together, over a *Cta*: the device's own (device_cta.cuh), or fibers in
/// tests. A Cta has
///
///   block(), blocks(), threads()      which block this is, of how many, and how many threads it has
///   thread(), lane(), warp()          where this thread stands in its block, its warp; which warp it is in
///   sync(), sync_warp()               barriers of the block and of the warp, which order memory
///   sync_or(bit)                      the same barrier of the block, and whether any thread's bit is set
///   shuffle(word, lane), shuffle_up(word, lanes), shuffle_down(word, lanes)
///   ballot(bit)                       of 32-bit words, by all lanes of a warp
///   sum_words(word), scan_words(word) the sum of all lanes' words, and of those up to this lane's own
///   set_bits(word, bits)              of a word in shared memory, at once
///   copies_later                      whether there is copy_later
///   copy_later<W>(to, from)           a word of W bytes, 4, 8 or 16, from global memory to the block's slot
///   copies_done()                     waits for the thread's own
///   pause()                           when waiting for another block
///
/// and, for the ring, barriers in shared memory and bulk copies (engine/ring.h).

#include <thrum/detail/core/association_order.h>
#include <thrum/detail/core/rounding.h>
#include <thrum/detail/cuda/block/bits.h>
#include <thrum/detail/cuda/block/raw.h>

#include <cstdint>
#include <cstring>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
inline constexpr int lanes = association::lanes;

/// Values that travel between lanes as words; others are copied through memory.
template <class T>
inline constexpr bool shuffles_v = std::is_trivially_copyable_v<T> && sizeof(T) <= 32;

/// Memory in which a warp's values meet, where they need it.
template <class T, bool = shuffles_v<T>>
struct exchange
{};
template <class T>
struct exchange<T, false>
{
  raw<T> place[lanes];
};

/// Leaves in `to` what F(word) makes of each 32-bit word of `from`.
template <class T, class F>
THRUM_DEVICE void by_words(raw<T> const& from, raw<T>& to, F f)
{
  constexpr int words = (sizeof(T) + 3) / 4;
  std::uint32_t word[words];
  word[words - 1] = 0; // it may be part of the value only
  std::memcpy(word, &from, sizeof(T));
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 0; i < words; ++i)
  {
    word[i] = f(word[i]);
  }
  std::memcpy(static_cast<void*>(&to), word, sizeof(T));
}

/// Leaves in `y` the x of lane `from`, where a lane `takes` one, of lanes that `give` theirs; all lanes call it.
template <class T, class Cta>
THRUM_DEVICE void through_memory(
  Cta const& cta, exchange<T>& memory, raw<T> const& x, raw<T>& y, bool gives, bool takes, int from)
{
  if (gives)
  {
    gpu::set(memory.place[cta.lane()].value, x.value);
  }
  cta.sync_warp();
  if (takes)
  {
    gpu::set(y.value, memory.place[from].value);
  }
  cta.sync_warp();
}

/// Leaves in `y` the x of the lane `d` below; all lanes call it, and those of which `present` is false hold
/// nothing that anybody asks for.
template <class T, class Cta>
THRUM_DEVICE void from_below(Cta const& cta,
                             [[maybe_unused]] exchange<T>& memory,
                             raw<T> const& x,
                             raw<T>& y,
                             int d,
                             [[maybe_unused]] bool present)
{
  if constexpr (shuffles_v<T>)
  {
    gpu::by_words(x, y, [&](std::uint32_t word) { return cta.shuffle_up(word, d); });
  }
  else
  {
    int const from = cta.lane() - d;
    gpu::through_memory(cta, memory, x, y, present, present && from >= 0, from);
  }
}

/// Leaves in `y` the x of the lane `d` above, where that is one of the first `here` lanes, which hold something; all
/// lanes call it.
template <class T, class Cta>
THRUM_DEVICE void from_above(Cta const& cta,
                             [[maybe_unused]] exchange<T>& memory,
                             raw<T> const& x,
                             raw<T>& y,
                             int d,
                             [[maybe_unused]] int here)
{
  if constexpr (shuffles_v<T>)
  {
    gpu::by_words(x, y, [&](std::uint32_t word) { return cta.shuffle_down(word, d); });
  }
  else
  {
    int const from = cta.lane() + d;
    gpu::through_memory(cta, memory, x, y, cta.lane() < here, from < here && from < lanes, from);
  }
}

/// Leaves in every lane's `y` the x of lane `from`, which has one.
template <class T, class Cta>
THRUM_DEVICE void from_lane(
  Cta const& cta, [[maybe_unused]] exchange<T>& memory, raw<T> const& x, raw<T>& y, int from)
{
  if constexpr (shuffles_v<T>)
  {
    gpu::by_words(x, y, [&](std::uint32_t word) { return cta.shuffle(word, from); });
  }
  else
  {
    if (cta.lane() == from)
    {
      gpu::set(memory.place[0].value, x.value);
    }
    cta.sync_warp();
    gpu::set(y.value, memory.place[0].value);
    cta.sync_warp();
  }
}

/// Inclusive scan of the lanes' values in place: y[l] = op(y[l - d], y[l]) for d = 1, 2, 4, ..., all l at
/// once, where l >= d and no segment begins in between (P. M. Kogge, H. S. Stone, 1973). `reach` is how many
/// lanes down a lane's segment goes: the lane itself where there are no segments, -1 where it holds nothing.
/// Lanes that hold nothing come after all others.
template <int Width = lanes, class T, class Cta, class Op>
THRUM_DEVICE void scan_lanes(Cta const& cta, exchange<T>& memory, raw<T>& x, int reach, Op const& op)
{
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int d = 1; d < Width; d *= 2)
  {
    raw<T> y;
    gpu::from_below(cta, memory, x, y, d, reach >= 0);
    if (reach >= d)
    {
      gpu::set_joined(x.value, y.value, x.value, op);
    }
  }
}

/// The sum of the lanes' numbers up to this lane's own.
template <class Cta>
THRUM_DEVICE int scan_counts(Cta const& cta, int x)
{
  return static_cast<int>(cta.scan_words(static_cast<std::uint32_t>(x)));
}

/// The number of lane `from`, in every lane.
template <class Cta>
THRUM_DEVICE int count_from(Cta const& cta, int x, int from)
{
  return static_cast<int>(cta.shuffle(static_cast<std::uint32_t>(x), from));
}

/// The sum of the lanes' numbers, in every lane.
template <class Cta>
THRUM_DEVICE int sum_lanes(Cta const& cta, int x)
{
  return static_cast<int>(cta.sum_words(static_cast<std::uint32_t>(x)));
}

/// The largest of the lanes' numbers up to this lane's own, -1 or more; in the last lane, of all.
template <class Cta>
THRUM_DEVICE int scan_most(Cta const& cta, int x)
{
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int d = 1; d < lanes; d *= 2)
  {
    int const below = static_cast<int>(cta.shuffle_up(static_cast<std::uint32_t>(x), d));
    x               = cta.lane() >= d && below > x ? below : x;
  }
  return x;
}

/// How many lanes down the segment of this lane goes, if bit l of `heads` says that one begins in lane l.
THRUM_DEVICE inline int reach_of(int lane, std::uint32_t heads)
{
  std::uint32_t const upto = heads & (0xffffffffu >> (lanes - 1 - lane));
  int distance             = lane;
  if (upto != 0)
  {
    distance = lane - gpu::highest_bit(upto);
  }
  return distance;
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
