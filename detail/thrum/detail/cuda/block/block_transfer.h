// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What thrum::block::load and thrum::block::store have in common.

#include <thrum/detail/cuda/block/block_parts.h>
#include <thrum/detail/cuda/block/thread_items.h>
#include <thrum/detail/cuda/block/transfer.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// How a block's threads come by their items, or get rid of them.
enum class transfer : unsigned char
{
  direct,     ///< thread t has items t * N, t * N + 1, ..., and moves them itself
  striped,    ///< thread t has items t, t + Threads, t + 2 * Threads, ...: neighbours move neighbours
  transposed, ///< items as by `direct`, moved by whole warps, through shared memory
};
} // namespace block

namespace detail
{
namespace gpu
{
/// Memory of a transfer, if it needs any.
template <class T, int Threads, int N, block::transfer How>
struct transfer_place
{};
template <class T, int Threads, int N>
struct transfer_place<T, Threads, N, block::transfer::transposed> : meeting_place<T, N, Threads * N>
{};

/// Whether a pointer's items may be moved as words by a thread that has N of them.
template <class It, class T, int N>
inline constexpr bool moves_words_v = moves_bytes_v<It, T>&& are_words_v<T, N>;

/// The items of a warp in 16-byte pieces: how many each lane moves.
template <class T, int N>
inline constexpr int pieces_of_lane_v = (N * static_cast<int>(sizeof(T)) + 15) / 16;

/// Calls f(piece's number in the warp) for the pieces of a lane.
template <class T, int N, class F>
THRUM_DEVICE void for_pieces_of_lane(int lane, F const& f)
{
  constexpr int all = lanes * N * static_cast<int>(sizeof(T)) / 16;
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int j = 0; j < pieces_of_lane_v<T, N>; ++j)
  {
    int const i = j * lanes + lane;
    if ((j + 1) * lanes <= all || i < all)
    {
      f(j, i);
    }
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
