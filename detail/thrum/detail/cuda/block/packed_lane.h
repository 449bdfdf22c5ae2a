// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What one lane does with its V items where they are integers of 8 or 16 bits and the operator is known: with several
/// of them in an instruction. Any order gives the same bits, so they are paired as words hold them.

#include <thrum/detail/cuda/block/bits.h>
#include <thrum/detail/cuda/block/lane_items.h>

#include <limits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Op>
inline constexpr bool is_maximum_v = false;
template <class T>
inline constexpr bool is_maximum_v<::cuda::maximum<T>> = true;

/// Minimum and maximum of bytes. They are compared in the upper bytes of halves, where what lies in the lower ones decides
/// between equals alone; so a word as it is has its bytes 1 and 3 there, and bytes 0 and 2 come by a shift.
template <class T, bool Greatest>
struct extreme_bytes
{
  static constexpr T nothing = Greatest ? (std::numeric_limits<T>::min)() : (std::numeric_limits<T>::max)();
  static constexpr std::uint32_t one_back = 0x6543; ///< the bytes of two words, one byte further back

  /// In both halves.
  THRUM_DEVICE static std::uint32_t begin(T run)
  {
    return (static_cast<std::uint32_t>(run) & 0xff) * 0x01000100u;
  }
  THRUM_DEVICE static T end(std::uint32_t run) { return static_cast<T>(run >> 8 & 0xff); }

  THRUM_DEVICE static void fold(std::uint32_t word, std::uint32_t& run)
  {
    run = pick(run, pick(word << 8, word));
  }
  /// Of both halves.
  THRUM_DEVICE static T folded(std::uint32_t run) { return end(pick(run, run >> 16)); }

  THRUM_DEVICE static std::uint32_t scan(std::uint32_t word, std::uint32_t& run)
  {
    std::uint32_t const even  = word << 8;
    std::uint32_t const pairs = pick(even, word);
    std::uint32_t const first = gpu::choose_bytes(pairs, 0, 0x1010);
    std::uint32_t const upto  = gpu::choose_bytes(even, pairs, 0x5410);
    std::uint32_t const evens = pick(pick(even, upto), run);
    std::uint32_t const odds  = pick(pick(pairs, first), run);
    run                       = gpu::choose_bytes(odds, 0, 0x3232);
    return gpu::choose_bytes(evens, odds, 0x7351);
  }

private:
  THRUM_DEVICE static std::uint32_t pick(std::uint32_t a, std::uint32_t b)
  {
    return gpu::extremes_of_halves<Greatest, std::is_signed_v<T>>(a, b);
  }
};

/// Of halves.
template <class T, bool Greatest>
struct extreme_halves
{
  static constexpr T nothing = Greatest ? (std::numeric_limits<T>::min)() : (std::numeric_limits<T>::max)();
  static constexpr std::uint32_t one_back = 0x5432;

  THRUM_DEVICE static std::uint32_t begin(T run)
  {
    return (static_cast<std::uint32_t>(run) & 0xffff) * 0x00010001u;
  }
  THRUM_DEVICE static T end(std::uint32_t run) { return static_cast<T>(run & 0xffff); }

  THRUM_DEVICE static void fold(std::uint32_t word, std::uint32_t& run) { run = pick(run, word); }
  THRUM_DEVICE static T folded(std::uint32_t run) { return end(pick(run, run >> 16)); }

  THRUM_DEVICE static std::uint32_t scan(std::uint32_t word, std::uint32_t& run)
  {
    std::uint32_t const outputs = pick(pick(word, gpu::choose_bytes(word, 0, 0x1010)), run);
    run                         = gpu::choose_bytes(outputs, 0, 0x3232);
    return outputs;
  }

private:
  THRUM_DEVICE static std::uint32_t pick(std::uint32_t a, std::uint32_t b)
  {
    return gpu::extremes_of_halves<Greatest, std::is_signed_v<T>>(a, b);
  }
};

/// Sums of bytes, modulo 256; those of one word fit 16 bits.
template <class T>
struct sums_of_bytes
{
  static constexpr T nothing              = 0;
  static constexpr std::uint32_t one_back = 0x6543;

  THRUM_DEVICE static std::uint32_t begin(T run)
  {
    return (static_cast<std::uint32_t>(run) & 0xff) * 0x00010001u;
  }
  THRUM_DEVICE static T end(std::uint32_t run) { return static_cast<T>(run & 0xff); }

  THRUM_DEVICE static void fold(std::uint32_t word, std::uint32_t& run) { run = gpu::add_bytes(word, run); }
  THRUM_DEVICE static T folded(std::uint32_t run) { return end(run); }

  THRUM_DEVICE static std::uint32_t scan(std::uint32_t word, std::uint32_t& run)
  {
    std::uint32_t const even  = gpu::choose_bytes(word, 0, 0x4240);
    std::uint32_t const odd   = gpu::choose_bytes(word, 0, 0x4341);
    std::uint32_t const odds  = (even + odd) * 0x00010001u + run; // the upper half adds the lower one
    std::uint32_t const evens = odds - odd;
    run                       = gpu::choose_bytes(odds, 0, 0x4242);
    return gpu::choose_bytes(evens, odds, 0x6240);
  }
};

/// Which of these it is: none, if all else fails.
template <class T, class Op, class = void>
struct packed_steps
{
  static constexpr bool suits = false;
};
template <class T, class Op>
struct packed_steps<T, fold_op<Op, T>, std::enable_if_t<fold_op<Op, T>::exact && sizeof(T) <= 2>>
{
  static constexpr known is   = fold_op<Op, T>::is;
  static constexpr bool suits = is == known::extremum
                                || (is == known::plus && sizeof(T) == 1 && !std::is_same_v<T, bool>);

  static constexpr bool greatest = is_maximum_v<Op>;
  using extremes =
    std::conditional_t<sizeof(T) == 1, extreme_bytes<T, greatest>, extreme_halves<T, greatest>>;
  using type = std::conditional_t<is == known::plus, sums_of_bytes<T>, extremes>;
};
template <class T, int V, class Op>
inline constexpr bool is_packed_v = packed_steps<T, Op>::suits&& V * sizeof(T) % 16 == 0;

/// A lane's items in registers.
template <int Words>
struct lane_registers
{
  std::uint32_t word[Words];

  THRUM_DEVICE explicit lane_registers(void const* items)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Words / 4; ++i)
    {
      piece const p = static_cast<piece const*>(items)[i];
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int j = 0; j < 4; ++j)
      {
        word[4 * i + j] = p.word[j];
      }
    }
  }
  THRUM_DEVICE void store(void* items) const
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < Words / 4; ++i)
    {
      static_cast<piece*>(items)[i] = piece{{word[4 * i], word[4 * i + 1], word[4 * i + 2], word[4 * i + 3]}};
    }
  }
};

/// Folds V items.
template <int V, class T, class Op>
THRUM_DEVICE void fold_whole_lane(T const* items, raw<T>& sum, Op const& op)
{
  if constexpr (is_packed_v<T, V, Op>)
  {
    using steps         = typename packed_steps<T, Op>::type;
    constexpr int words = V * static_cast<int>(sizeof(T)) / 4;
    lane_registers<words> const lane(items);
    std::uint32_t run = steps::begin(steps::nothing);
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words; ++i)
    {
      steps::fold(lane.word[i], run);
    }
    gpu::set(sum.value, steps::folded(run));
  }
  else
  {
    gpu::fold_lane<V>(items, sum, op);
  }
}

/// Scans V items in place, from what stands before them.
template <bool Inclusive, int V, class T, class Op>
THRUM_DEVICE void scan_whole_lane(T* items, maybe_raw<T>& run, Op const& op)
{
  if constexpr (is_packed_v<T, V, Op>)
  {
    using steps         = typename packed_steps<T, Op>::type;
    constexpr int words = V * static_cast<int>(sizeof(T)) / 4;
    lane_registers<words> lane(items);
    T const first          = run.has ? run.place.value : steps::nothing;
    std::uint32_t before   = steps::begin(first);
    std::uint32_t previous = static_cast<std::uint32_t>(first) << (32 - 8 * sizeof(T));
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words; ++i)
    {
      std::uint32_t const outputs = steps::scan(lane.word[i], before);
      lane.word[i] = Inclusive ? outputs : gpu::choose_bytes(previous, outputs, steps::one_back);
      previous     = outputs;
    }
    lane.store(items);
    run.set(steps::end(before));
  }
  else
  {
    gpu::scan_lane<Inclusive, V>(items, run, op);
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
