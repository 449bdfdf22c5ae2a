// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A block's runs in shared memory: for each its value and its last place in the output, for threads that search.

#include <thrum/detail/cuda/block/bits.h>
#include <thrum/detail/cuda/block/lane_words.h>
#include <thrum/detail/cuda/block/raw.h>

#include <cuda/std/type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// No place is beyond this one.
inline constexpr std::uint32_t last_place = 0xffffffffu;

/// A length or an offset in 32 bits: what is negative counts as 0, what is larger as the largest.
template <class Number>
THRUM_DEVICE std::uint32_t as_place(Number x)
{
  static_assert(::cuda::std::is_integral_v<Number>, "lengths and offsets are integers");
  if constexpr (::cuda::std::is_signed_v<Number>)
  {
    x = x < 0 ? 0 : x;
  }
  if constexpr (sizeof(Number) > sizeof(std::uint32_t))
  {
    x = x < static_cast<Number>(last_place) ? x : static_cast<Number>(last_place);
  }
  return static_cast<std::uint32_t>(x);
}

/// N runs, none of them empty. Before the first stands the place before place 0, which is last_place; the last run ends
/// there. A run is named by the bytes of `last` that are before it, which is what addresses are made of.
template <class Item, int N>
struct run_table
{
  static constexpr int lead           = 4; ///< so that the first run begins a piece of 16 bytes
  static constexpr std::uint32_t step = sizeof(std::uint32_t);

  alignas(16) std::uint32_t last[lead + N];
  alignas(alignof(Item) < 16 ? 16 : alignof(Item)) unsigned char value[N * sizeof(Item)];

  THRUM_DEVICE std::uint32_t& last_of(std::uint32_t run) { return word_at(last + lead, run); }
  /// The place before the run's first.
  THRUM_DEVICE std::uint32_t& before(std::uint32_t run) { return word_at(last + lead - 1, run); }
  THRUM_DEVICE Item& value_of(std::uint32_t run)
  {
    if constexpr (sizeof(Item) == step)
    {
      return *reinterpret_cast<Item*>(value + run);
    }
    else
    {
      return reinterpret_cast<Item*>(value)[run / step];
    }
  }

  THRUM_DEVICE void set_run(std::uint32_t number, Item const& x, std::uint32_t ends)
  {
    gpu::set(value_of(number * step), x);
    last_of(number * step) = ends;
  }
  /// Each of several lanes that follow each other sets its R runs.
  template <int R>
  THRUM_DEVICE void set_runs(std::uint32_t thread, Item const (&x)[R], std::uint32_t const (&ends)[R])
  {
    lane_words<std::uint32_t, R>::store(thread, ends, last + lead);
    if constexpr (lane_words<Item, R>::suits)
    {
      lane_words<Item, R>::store(thread, x, value);
    }
    else
    {
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < R; ++i)
      {
        gpu::set(value_of((thread * R + i) * step), x[i]);
      }
    }
  }

  /// Which run holds a place: by as many steps for all, none of which is a branch.
  THRUM_DEVICE std::uint32_t run_at(std::uint32_t place)
  {
    std::uint32_t run = 0;
    search<N - 1>(run, place);
    return run;
  }

private:
  THRUM_DEVICE static std::uint32_t& word_at(std::uint32_t* from, std::uint32_t bytes)
  {
    return *reinterpret_cast<std::uint32_t*>(reinterpret_cast<unsigned char*>(from) + bytes);
  }

  /// It is `run` or one of the `Left` after it.
  template <int Left>
  THRUM_DEVICE void search(std::uint32_t& run, std::uint32_t place)
  {
    if constexpr (Left > 0)
    {
      constexpr int half = (Left + 1) / 2;
      gpu::add_if_less<half * step>(run, last_of(run + (half - 1) * step), place);
      search<Left / 2>(run, place);
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
