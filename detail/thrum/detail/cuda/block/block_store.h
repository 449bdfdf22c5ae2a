// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// thrum::block::store; its contract is in thrum/block/store.h.

#include <thrum/detail/cuda/block/block_transfer.h>
#include <thrum/detail/cuda/block/this_block.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class T, int Threads, int N, block::transfer How = block::transfer::direct, class Cta = this_block>
class block_store
{
  static_assert(is_block_size_v<Threads>, "Threads: a multiple of 32, from 32 to 1024");

  using place = transfer_place<T, Threads, N, How>;

public:
  /// What the block shares. It need not be initialised.
  struct storage : place_for<place>
  {};

  THRUM_DEVICE explicit block_store(storage& s, Cta const& cta = Cta{}) : cta_(cta), place_(s.get()) {}

  /// Writes Threads * N items to `to` and on.
  template <class It>
  THRUM_DEVICE void store(It to, T const (&items)[N])
  {
    store_n(to, Threads * N, items);
  }
  /// Writes the first `count` of them.
  template <class It>
  THRUM_DEVICE void store_n(It to, std::ptrdiff_t count, T const (&items)[N])
  {
    auto const target = detail::unwrap(to);
    int const here    = gpu::bounded(count, Threads * N);
    if constexpr (How == block::transfer::direct)
    {
      direct(target, here, items);
    }
    else if constexpr (How == block::transfer::striped)
    {
      each(target, cta_.thread(), Threads, here, items);
    }
    else
    {
      transposed(target, here, items);
    }
  }

private:
  /// Items first, first + step, ... below `count`.
  template <class It>
  THRUM_DEVICE static void each(It to, int first, int step, int count, T const (&items)[N])
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      int const at = first + i * step;
      if (at < count)
      {
        detail::assign(*detail::advanced(to, at), items[i]);
      }
    }
  }

  template <class It>
  THRUM_DEVICE void direct(It to, int count, T const (&items)[N])
  {
    int const first = cta_.thread() * N;
    if constexpr (moves_words_v<It, T, N>)
    {
      if (gpu::begins_at_word<T, N>(to) && first + N <= count)
      {
        gpu::write_items(to + first, items);
        return;
      }
    }
    each(to, first, 1, count, items);
  }

  template <class It>
  THRUM_DEVICE void transposed(It to, int count, T const (&items)[N])
  {
    place_.put(cta_.thread(), items);
    cta_.sync_warp();
    int const first = cta_.warp() * lanes * N; // of the warp
    if constexpr (moves_bytes_v<It, T>)
    {
      if (first + lanes * N <= count && gpu::begins_at_piece(to))
      {
        pieces(first * static_cast<int>(sizeof(T)), reinterpret_cast<piece*>(to + first));
        return;
      }
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      int const at = first + i * lanes + cta_.lane();
      if (at < count)
      {
        detail::assign(*detail::advanced(to, at), *place_.at(at));
      }
    }
  }

  /// All items of the warp; `byte` is where they begin in the block's.
  THRUM_DEVICE void pieces(int byte, piece* to)
  {
    gpu::for_pieces_of_lane<T, N>(
      cta_.lane(), [&](int, int i) { to[i] = *reinterpret_cast<piece const*>(place_.byte(byte + 16 * i)); });
  }

  Cta cta_;
  place& place_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
