// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// thrum::block::reduce; its contract is in thrum/block/reduce.h.

#include <thrum/detail/cuda/block/block_parts.h>
#include <thrum/detail/cuda/block/this_block.h>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, int Threads, class Cta = this_block>
class block_reduce
{
  static_assert(is_block_size_v<Threads>, "Threads: a multiple of 32, from 32 to 1024");

  static constexpr int warps = Threads / lanes;

  struct parts : warp_exchanges<T, warps>
  {
    alignas(16) alignas(T) raw<T> of_warp[places_of_warps_v<T, warps>];
  };

public:
  /// What the block shares. It need not be initialised.
  struct storage : place_for<parts>
  {};

  THRUM_DEVICE explicit block_reduce(storage& s, Cta const& cta = Cta{}) : cta_(cta), parts_(s.get()) {}

  /// Folds one value of each thread. The result is thread 0's; what the others get is some value of the kind.
  template <class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce(T const& x, Op op = {})
  {
    return run<false>(place_of(x), whole_tile<Threads, 1>{}, fold_op<Op, T>{op});
  }
  /// Folds N values of each thread, those of thread 0 first.
  template <int N, class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce(T const (&items)[N], Op op = {})
  {
    return run<false>(items, whole_tile<Threads, N>{}, fold_op<Op, T>{op});
  }
  /// Folds the first `count` of all values, of which there is one at least.
  template <class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce_n(T const& x, std::ptrdiff_t count, Op op = {})
  {
    return run<false>(place_of(x), part_of_tile<Threads, 1>{count}, fold_op<Op, T>{op});
  }
  template <int N, class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce_n(T const (&items)[N], std::ptrdiff_t count, Op op = {})
  {
    return run<false>(items, part_of_tile<Threads, N>{count}, fold_op<Op, T>{op});
  }

  /// The same, with the result for all threads.
  template <class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce_to_all(T const& x, Op op = {})
  {
    return run<true>(place_of(x), whole_tile<Threads, 1>{}, fold_op<Op, T>{op});
  }
  template <int N, class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce_to_all(T const (&items)[N], Op op = {})
  {
    return run<true>(items, whole_tile<Threads, N>{}, fold_op<Op, T>{op});
  }
  template <class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce_to_all_n(T const& x, std::ptrdiff_t count, Op op = {})
  {
    return run<true>(place_of(x), part_of_tile<Threads, 1>{count}, fold_op<Op, T>{op});
  }
  template <int N, class Op = ::cuda::std::plus<T>>
  THRUM_DEVICE T reduce_to_all_n(T const (&items)[N], std::ptrdiff_t count, Op op = {})
  {
    return run<true>(items, part_of_tile<Threads, N>{count}, fold_op<Op, T>{op});
  }

private:
  using one = T const (&)[1];

  THRUM_DEVICE static one place_of(T const& x) { return reinterpret_cast<one>(x); }

  template <bool ToAll, int N, class Tile, class Op>
  THRUM_DEVICE T run(T const (&items)[N], Tile const& tile, Op const& op)
  {
    int const here = tile.items_from(cta_.thread());
    raw<T> sum;
    gpu::fold_items(items, here, sum, op); // of a thread that has none, for itself
    fold_warp(sum, tile.lanes_of(cta_.warp()), op);
    if constexpr (warps > 1)
    {
      if (cta_.lane() == 0)
      {
        gpu::set(parts_.of_warp[cta_.warp()].value, sum.value);
      }
      cta_.sync();
      if (ToAll || cta_.warp() == 0)
      {
        gpu::fold_warps<warps, 6>(cta_, parts_.of_warp, tile.all_warps(), sum, op);
      }
    }
    else if constexpr (ToAll && !adds_words_v<Op, T>)
    {
      gpu::from_lane(cta_, parts_.of(0), sum, sum, 0);
    }
    return sum.value;
  }

  template <class Op>
  THRUM_DEVICE void fold_warp(raw<T>& sum, int here, Op const& op)
  {
    if constexpr (adds_words_v<Op, T>)
    {
      auto const word = cta_.lane() < here ? static_cast<std::uint32_t>(sum.value) : 0;
      sum.value       = static_cast<T>(cta_.sum_words(word));
    }
    else
    {
      gpu::fold_lanes(cta_, parts_.of(cta_.warp()), sum, here, op);
    }
  }

  Cta cta_;
  parts& parts_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
