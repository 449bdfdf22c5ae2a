// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// thrum::block::scan; its contract is in thrum/block/scan.h.

#include <thrum/detail/cuda/block/block_scan_steps.h>
#include <thrum/detail/cuda/block/this_block.h>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, int Threads, class Cta = this_block>
class block_scan
{
  static_assert(is_block_size_v<Threads>, "Threads: a multiple of 32, from 32 to 1024");

  using steps = scan_steps<T, Threads, Cta>;

public:
  /// What the block shares. It need not be initialised.
  struct storage : place_for<typename steps::shared>
  {};

  THRUM_DEVICE explicit block_scan(storage& s, Cta const& cta = Cta{}) : steps_{cta, s.get()} {}

  /// Folds of all values up to a thread's own.
  template <class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE T inclusive(T const& x, Op op = {}, Aggregate&... aggregate)
  {
    return one<true>(x, whole_tile<Threads, 1>{}, nothing_before{}, op, aggregate...);
  }
  template <int N, class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE void inclusive(T (&items)[N], Op op = {}, Aggregate&... aggregate)
  {
    run<true>(items, whole_tile<Threads, N>{}, nothing_before{}, fold_op<Op, T>{op}, aggregate...);
  }
  template <class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE T inclusive_n(T const& x, std::ptrdiff_t count, Op op = {}, Aggregate&... aggregate)
  {
    return one<true>(x, part_of_tile<Threads, 1>{count}, nothing_before{}, op, aggregate...);
  }
  template <int N, class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE void inclusive_n(T (&items)[N], std::ptrdiff_t count, Op op = {}, Aggregate&... aggregate)
  {
    run<true>(items, part_of_tile<Threads, N>{count}, nothing_before{}, fold_op<Op, T>{op}, aggregate...);
  }

  /// Folds of `init` and all values before a thread's own.
  template <class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE T exclusive(T const& x, T const& init, Op op = {}, Aggregate&... aggregate)
  {
    return one<false>(x, whole_tile<Threads, 1>{}, value_before<T>{init}, op, aggregate...);
  }
  template <int N, class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE void exclusive(T (&items)[N], T const& init, Op op = {}, Aggregate&... aggregate)
  {
    run<false>(items, whole_tile<Threads, N>{}, value_before<T>{init}, fold_op<Op, T>{op}, aggregate...);
  }
  template <class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE T
  exclusive_n(T const& x, std::ptrdiff_t count, T const& init, Op op = {}, Aggregate&... aggregate)
  {
    return one<false>(x, part_of_tile<Threads, 1>{count}, value_before<T>{init}, op, aggregate...);
  }
  template <int N, class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE void exclusive_n(
    T (&items)[N], std::ptrdiff_t count, T const& init, Op op = {}, Aggregate&... aggregate)
  {
    run<false>(items, part_of_tile<Threads, N>{count}, value_before<T>{init}, fold_op<Op, T>{op},
               aggregate...);
  }

  /// Folds of all values before a thread's own. The first of all has none: it stays as it is.
  template <class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE T exclusive_no_init(T const& x, Op op = {}, Aggregate&... aggregate)
  {
    return one<false>(x, whole_tile<Threads, 1>{}, nothing_before{}, op, aggregate...);
  }
  template <int N, class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE void exclusive_no_init(T (&items)[N], Op op = {}, Aggregate&... aggregate)
  {
    run<false>(items, whole_tile<Threads, N>{}, nothing_before{}, fold_op<Op, T>{op}, aggregate...);
  }
  template <class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE T exclusive_no_init_n(T const& x, std::ptrdiff_t count, Op op = {}, Aggregate&... aggregate)
  {
    return one<false>(x, part_of_tile<Threads, 1>{count}, nothing_before{}, op, aggregate...);
  }
  template <int N, class Op = ::cuda::std::plus<T>, class... Aggregate>
  THRUM_DEVICE void exclusive_no_init_n(T (&items)[N],
                                        std::ptrdiff_t count,
                                        Op op = {},
                                        Aggregate&... aggregate)
  {
    run<false>(items, part_of_tile<Threads, N>{count}, nothing_before{}, fold_op<Op, T>{op}, aggregate...);
  }

  /// The same behind what `before(aggregate)` returns: the first warp calls it, and lane 0's result is it.
  template <class Op, class F>
  THRUM_DEVICE T inclusive_with_prefix(T const& x, Op op, F&& before)
  {
    return one<true>(x, whole_tile<Threads, 1>{}, found_before<std::remove_reference_t<F>>{before}, op);
  }
  template <int N, class Op, class F>
  THRUM_DEVICE void inclusive_with_prefix(T (&items)[N], Op op, F&& before)
  {
    run<true>(items, whole_tile<Threads, N>{}, found_before<std::remove_reference_t<F>>{before},
              fold_op<Op, T>{op});
  }
  template <class Op, class F>
  THRUM_DEVICE T inclusive_with_prefix_n(T const& x, std::ptrdiff_t count, Op op, F&& before)
  {
    return one<true>(x, part_of_tile<Threads, 1>{count}, found_before<std::remove_reference_t<F>>{before},
                     op);
  }
  template <int N, class Op, class F>
  THRUM_DEVICE void inclusive_with_prefix_n(T (&items)[N], std::ptrdiff_t count, Op op, F&& before)
  {
    run<true>(items, part_of_tile<Threads, N>{count}, found_before<std::remove_reference_t<F>>{before},
              fold_op<Op, T>{op});
  }
  template <class Op, class F>
  THRUM_DEVICE T exclusive_with_prefix(T const& x, Op op, F&& before)
  {
    return one<false>(x, whole_tile<Threads, 1>{}, found_before<std::remove_reference_t<F>>{before}, op);
  }
  template <int N, class Op, class F>
  THRUM_DEVICE void exclusive_with_prefix(T (&items)[N], Op op, F&& before)
  {
    run<false>(items, whole_tile<Threads, N>{}, found_before<std::remove_reference_t<F>>{before},
               fold_op<Op, T>{op});
  }
  template <class Op, class F>
  THRUM_DEVICE T exclusive_with_prefix_n(T const& x, std::ptrdiff_t count, Op op, F&& before)
  {
    return one<false>(x, part_of_tile<Threads, 1>{count}, found_before<std::remove_reference_t<F>>{before},
                      op);
  }
  template <int N, class Op, class F>
  THRUM_DEVICE void exclusive_with_prefix_n(T (&items)[N], std::ptrdiff_t count, Op op, F&& before)
  {
    run<false>(items, part_of_tile<Threads, N>{count}, found_before<std::remove_reference_t<F>>{before},
               fold_op<Op, T>{op});
  }

private:
  template <bool Inclusive, class Tile, class Before, class Op, class... Aggregate>
  THRUM_DEVICE T
  one(T const& x, Tile const& tile, Before const& before, Op const& op, Aggregate&... aggregate)
  {
    T item[1] = {x};
    run<Inclusive>(item, tile, before, fold_op<Op, T>{op}, aggregate...);
    return item[0];
  }

  template <bool Inclusive, int N, class Tile, class Before, class Op, class... Aggregate>
  THRUM_DEVICE void run(
    T (&items)[N], Tile const& tile, Before const& before, Op const& op, Aggregate&... aggregate)
  {
    static_assert(sizeof...(Aggregate) <= 1);
    raw<T> total;
    steps_.template scan<Inclusive, sizeof...(Aggregate) != 0>(items, tile, before, total, op);
    ((aggregate = total.value), ...);
  }

  steps steps_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
