// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// thrum::block::load; its contract is in thrum/block/load.h.

#include <thrum/detail/cuda/block/block_transfer.h>
#include <thrum/detail/cuda/block/this_block.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, int Threads, int N, block::transfer How = block::transfer::direct, class Cta = this_block>
class block_load
{
  static_assert(is_block_size_v<Threads>, "Threads: a multiple of 32, from 32 to 1024");

  using place = transfer_place<T, Threads, N, How>;

public:
  /// What the block shares. It need not be initialised.
  struct storage : place_for<place>
  {};

  THRUM_DEVICE explicit block_load(storage& s, Cta const& cta = Cta{}) : cta_(cta), place_(s.get()) {}

  /// Brings Threads * N items from `from` on.
  template <class It>
  THRUM_DEVICE void load(It from, T (&items)[N])
  {
    load_n(from, Threads * N, items);
  }
  /// Brings the first `count` of them. The other items stay as they are.
  template <class It>
  THRUM_DEVICE void load_n(It from, std::ptrdiff_t count, T (&items)[N])
  {
    auto const source = detail::unwrap(from);
    int const here    = gpu::bounded(count, Threads * N);
    if constexpr (How == block::transfer::direct)
    {
      direct(source, here, items);
    }
    else if constexpr (How == block::transfer::striped)
    {
      each(source, cta_.thread(), Threads, here, items);
    }
    else
    {
      transposed(source, here, items);
    }
  }
  /// The same; the other items become `otherwise`.
  template <class It>
  THRUM_DEVICE void load_n(It from, std::ptrdiff_t count, T (&items)[N], T const& otherwise)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      items[i] = otherwise;
    }
    load_n(from, count, items);
  }

private:
  /// Items first, first + step, ... below `count`.
  template <class It>
  THRUM_DEVICE static void each(It from, int first, int step, int count, T (&items)[N])
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      int const at = first + i * step;
      if (at < count)
      {
        items[i] = static_cast<T>(*detail::advanced(from, at));
      }
    }
  }

  template <class It>
  THRUM_DEVICE void direct(It from, int count, T (&items)[N])
  {
    int const first = cta_.thread() * N;
    if constexpr (moves_words_v<It, T, N>)
    {
      if (gpu::begins_at_word<T, N>(from) && first + N <= count)
      {
        gpu::read_items(from + first, items);
        return;
      }
    }
    each(from, first, 1, count, items);
  }

  template <class It>
  THRUM_DEVICE void transposed(It from, int count, T (&items)[N])
  {
    int const first = cta_.warp() * lanes * N; // of the warp
    bool in_pieces  = false;
    if constexpr (moves_bytes_v<It, T>)
    {
      in_pieces = first + lanes * N <= count && gpu::begins_at_piece(from);
      if (in_pieces)
      {
        pieces(reinterpret_cast<piece const*>(from + first), first * static_cast<int>(sizeof(T)));
      }
    }
    if (!in_pieces)
    {
      singly(from, first, count);
    }
    cta_.sync_warp();
    int const here = count - cta_.thread() * N;
    if (here >= N)
    {
      place_.get(cta_.thread(), items);
    }
    else
    {
      place_.get_some(cta_.thread(), items, here);
    }
  }

  /// All items of the warp; `byte` is where they begin in the block's.
  THRUM_DEVICE void pieces(piece const* from, int byte)
  {
    piece p[pieces_of_lane_v<T, N>];
    gpu::for_pieces_of_lane<T, N>(cta_.lane(), [&](int j, int i) { p[j] = from[i]; });
    gpu::for_pieces_of_lane<T, N>(
      cta_.lane(), [&](int j, int i) { *reinterpret_cast<piece*>(place_.byte(byte + 16 * i)) = p[j]; });
  }
  template <class It>
  THRUM_DEVICE void singly(It from, int first, int count)
  {
    constexpr int held = sizeof(T) <= 16 ? N : 1; // of which the loads go out before the first store
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int begin = 0; begin < N; begin += held)
    {
      raw<T> x[held];
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < held; ++i)
      {
        int const at = first + (begin + i) * lanes + cta_.lane();
        if (at < count)
        {
          gpu::set(x[i].value, static_cast<T>(*detail::advanced(from, at)));
        }
      }
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < held; ++i)
      {
        int const at = first + (begin + i) * lanes + cta_.lane();
        if (at < count)
        {
          gpu::set(*place_.at(at), x[i].value);
        }
      }
    }
  }

  Cta cta_;
  place& place_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
