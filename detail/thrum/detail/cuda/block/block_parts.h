// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the block primitives are made of: memory that need not be initialised, how many threads take part, and how
/// what a warp comes to is folded over the warps of a block.

#include <thrum/detail/cuda/block/warp.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <int Threads>
inline constexpr bool is_block_size_v = Threads % lanes == 0 && Threads >= lanes&& Threads <= 1024;

/// Memory for an X, of a type that may be __shared__ and a member of a union.
template <class X>
struct place_for
{
  alignas(16) alignas(X) unsigned char bytes[sizeof(X)];

  THRUM_DEVICE X& get() { return *reinterpret_cast<X*>(bytes); }
};

/// Where the warps of a block exchange values, if they need memory for that.
template <class T, int Warps, bool = shuffles_v<T>>
struct warp_exchanges : exchange<T>
{
  THRUM_DEVICE exchange<T>& of(int) { return *this; }
};
template <class T, int Warps>
struct warp_exchanges<T, Warps, false>
{
  exchange<T> each[Warps];

  THRUM_DEVICE exchange<T>& of(int warp) { return each[warp]; }
};

/// How many of `all` items the first `count` are: of 64 bits, as what is left of an input has.
THRUM_DEVICE constexpr int bounded(std::ptrdiff_t count, int all)
{
  return count < all ? static_cast<int>(count) : all;
}

/// Who takes part: all threads of the block...
template <int Threads, int N>
struct whole_tile
{
  static constexpr int warps = Threads / lanes;

  THRUM_DEVICE constexpr int items_from(int) const { return N; }
  THRUM_DEVICE constexpr bool goes_on(int t) const { return t + 1 < Threads; }
  THRUM_DEVICE constexpr int lanes_of(int) const { return lanes; }
  THRUM_DEVICE constexpr int all_warps() const { return warps; }
  THRUM_DEVICE constexpr int warps_before(int warp) const { return warp; }
};
/// ...or those that hold the first `count` items, of N each. (Bounded on one side only: of a number between 0 and N that
/// is compared with N, the assembler of CUDA 13.0 makes an instruction that says something else.)
template <int Threads, int N>
struct part_of_tile
{
  static constexpr int warps = Threads / lanes;

  int const count;

  THRUM_DEVICE explicit part_of_tile(std::ptrdiff_t n) : count(gpu::bounded(n, Threads * N)) {}

  /// How many items there are from the first of thread t on: it has as many, but N at most. Below 1: none.
  THRUM_DEVICE int items_from(int t) const { return count - t * N; }
  /// Whether any thread after t has items.
  THRUM_DEVICE bool goes_on(int t) const { return items_from(t + 1) > 0; }
  /// How many lanes of a warp have any. Below 1: none.
  THRUM_DEVICE int lanes_of(int warp) const { return least((count + N - 1) / N - warp * lanes, lanes); }
  /// How many warps have any.
  THRUM_DEVICE int all_warps() const { return (count + N * lanes - 1) / (N * lanes); }
  /// How many of those before a warp.
  THRUM_DEVICE int warps_before(int warp) const { return least(all_warps(), warp); }

private:
  THRUM_DEVICE static int least(int a, int b) { return a < b ? a : b; }
};

/// Folds that add numbers of at most a word modulo 2^bits: words are added for them, in any order.
template <class Op, class T>
inline constexpr bool adds_words_v = false;
template <class Op, class T>
inline constexpr bool adds_words_v<fold_op<Op, T>, T> = [] {
  if constexpr (fold_op<Op, T>::exact && fold_op<Op, T>::is == known::plus)
  {
    return sizeof(T) <= sizeof(std::uint32_t) && !std::is_same_v<T, bool>;
  }
  else
  {
    return false;
  }
}();

/// Places for what each warp comes to. Sums of words are read by whole warps.
template <class T, int Warps>
inline constexpr int places_of_warps_v = is_integer_v<T> && sizeof(T) <= sizeof(std::uint32_t) && (Warps > 2)
                                           ? lanes
                                           : Warps;

/// Folds those of a thread's N items that are among the first `here`, of which there is one, from left to right.
template <int N, class T, class Op>
THRUM_DEVICE void fold_items(T const (&items)[N], int here, raw<T>& sum, Op const& op)
{
  gpu::set(sum.value, items[0]);
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int i = 1; i < N; ++i)
  {
    if (i < here)
    {
      gpu::set_joined(sum.value, sum.value, items[i], op);
    }
  }
}

/// Leaves in lane 0 the fold of the values of the first `here` lanes: of neighbours, then of neighbouring pairs, and so
/// on; what is absent is left out.
template <class T, class Cta, class Op>
THRUM_DEVICE void fold_lanes(Cta const& cta, exchange<T>& memory, raw<T>& x, int here, Op const& op)
{
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int d = 1; d < lanes; d *= 2)
  {
    raw<T> y;
    gpu::from_above(cta, memory, x, y, d, here);
    if (cta.lane() + d < here)
    {
      gpu::set_joined(x.value, x.value, y.value, op);
    }
  }
}

/// Leaves in `sum` the fold of the first `end` of the warps' sums, from left to right, if there is any; where words are
/// added, 0 if there is none. All lanes of a warp call it. More than a `Few` words are added by the warp together, which
/// is one instruction from sm_80 on: a reduce gains by it where it would take six additions one after the other, a scan,
/// whose warps each ask for another sum, where it would take two.
template <int Warps, int Few, class T, class Cta, class Op>
THRUM_DEVICE void fold_warps(
  [[maybe_unused]] Cta const& cta, raw<T> const* of_warp, int end, raw<T>& sum, Op const& op)
{
  if constexpr (adds_words_v<Op, T> && (Warps > Few))
  {
    auto const word = static_cast<std::uint32_t>(of_warp[cta.lane()].value);
    sum.value       = static_cast<T>(cta.sum_words(cta.lane() < end ? word : 0));
  }
  else if constexpr (shuffles_v<T> && sizeof(T) * Warps <= 128)
  {
    // All of them, wide words at a time: as bytes, since those of warps without items hold no T.
    raw<T> read[Warps];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int w = 0; w < Warps; ++w)
    {
      ::new (static_cast<void*>(&read[w])) raw<T>(of_warp[w]);
    }
    gpu::set(sum.value, read[0].value);
    if constexpr (adds_words_v<Op, T>)
    {
      sum.value = end > 0 ? sum.value : T{};
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int w = 1; w < Warps; ++w)
    {
      if (w < end)
      {
        gpu::set_joined(sum.value, sum.value, read[w].value, op);
      }
    }
  }
  else if (end > 0)
  {
    gpu::set(sum.value, of_warp[0].value);
    _CCCL_PRAGMA_NOUNROLL()
    for (int w = 1; w < end; ++w)
    {
      gpu::set_joined(sum.value, sum.value, of_warp[w].value, op);
    }
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
