// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// thrum::block::exchange; its contract is in thrum/block/exchange.h.

#include <thrum/detail/cuda/block/block_parts.h>
#include <thrum/detail/cuda/block/this_block.h>
#include <thrum/detail/cuda/block/thread_items.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, int Threads, int N, class Cta = this_block>
class block_exchange
{
  static_assert(is_block_size_v<Threads>, "Threads: a multiple of 32, from 32 to 1024");

  using meeting = meeting_place<T, N, Threads * N>;

public:
  /// What the block shares. It need not be initialised.
  struct storage : place_for<meeting>
  {};

  THRUM_DEVICE explicit block_exchange(storage& s, Cta const& cta = Cta{}) : cta_(cta), place_(s.get()) {}

  THRUM_DEVICE void blocked_to_striped(T (&items)[N])
  {
    place_.put(cta_.thread(), items);
    cta_.sync();
    place_.get_apart(cta_.thread(), Threads, items);
  }
  THRUM_DEVICE void striped_to_blocked(T (&items)[N])
  {
    place_.put_apart(cta_.thread(), Threads, items);
    cta_.sync();
    place_.get(cta_.thread(), items);
  }

  THRUM_DEVICE void blocked_to_warp_striped(T (&items)[N])
  {
    place_.put(cta_.thread(), items);
    cta_.sync_warp();
    place_.get_apart(first_in_warp(), lanes, items);
  }
  THRUM_DEVICE void warp_striped_to_blocked(T (&items)[N])
  {
    place_.put_apart(first_in_warp(), lanes, items);
    cta_.sync_warp();
    place_.get(cta_.thread(), items);
  }

  /// `count`: how many places are taken; items of the others stay as they are.
  THRUM_DEVICE void scatter_to_blocked(T (&items)[N],
                                       int const (&ranks)[N],
                                       std::ptrdiff_t count = Threads * N)
  {
    scatter(items, ranks);
    int const here = gpu::bounded(count, Threads * N) - cta_.thread() * N;
    if (here >= N)
    {
      place_.get(cta_.thread(), items);
    }
    else
    {
      place_.get_some(cta_.thread(), items, here);
    }
  }
  THRUM_DEVICE void scatter_to_striped(T (&items)[N],
                                       int const (&ranks)[N],
                                       std::ptrdiff_t count = Threads * N)
  {
    scatter(items, ranks);
    place_.get_apart(cta_.thread(), Threads, items, gpu::bounded(count, Threads * N));
  }

private:
  THRUM_DEVICE int first_in_warp() const { return cta_.warp() * lanes * N + cta_.lane(); }

  THRUM_DEVICE void scatter(T const (&items)[N], int const (&ranks)[N])
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      if (ranks[i] >= 0)
      {
        gpu::set(*place_.at(ranks[i]), items[i]);
      }
    }
    cta_.sync();
  }

  Cta cta_;
  meeting& place_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
