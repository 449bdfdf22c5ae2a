// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/tile_state.h
/// What stands before a tile, found while the tiles are worked on: for single-pass kernels of one's own.

#include <thrum/detail/cuda/block/block_tile_state.h>
#include <thrum/version.h>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN

/// Building blocks of kernels. All threads of a block call a member together, unless it says otherwise; 32 threads that
/// follow each other are a warp. A class is made from its `storage`, which lies in shared memory and need not be
/// initialised. A `Cta` is how a class sees its block: by default the kernel's own, of one, two or three dimensions.
namespace block
{
/// What a warp does before it looks again at tiles that are not there yet: `naps` of some 40 ns, `no_delay`, or
/// `growing_naps<>`, of which there are 1, 2, 4 and so on up to 16, or as many as its argument says. A class of
/// one's own has `operator()(Cta const&, int looks)`.
/// @{
using detail::gpu::growing_naps;
using detail::gpu::naps;
using detail::gpu::no_delay;
/// @}

/// The blocks of a grid take tiles in order, each publishes the aggregate of its tile, and gets that of all tiles
/// before it: one pass over the data, in place of a kernel that sums, one that scans the sums, and one that uses
/// them. This is decoupled look-back (D. Merrill, M. Garland: Single-pass parallel prefix scan with decoupled
/// look-back, NVIDIA Technical Report NVR-2016-002) in a fixed order: the same aggregates give the same bits,
/// whatever the grid and the timing.
///
/// \snippet block_tile_state.cu page
///
/// \tparam T      an aggregate: any type that can be copied and assigned, of any size. If it is trivially copyable
///                and has at most 32 bytes, it travels in the words that say it is there, without fences
/// \tparam Op     associative; operands meet in order, so it need not commute
/// \tparam Delay  what a warp does between two looks
///
/// It is made of `storage`, of device memory, and of the number of tiles: `tile_state(storage, memory, tiles, init,
/// op)` with `init` before the first tile, or `tile_state(storage, memory, tiles, op)` with nothing. One object does
/// for all tiles of a block, since it remembers what it has folded. So launch as many blocks as run at a time, each
/// in a loop over next(); a grid of one block a tile gets right results, but each block folds all that came before.
///
/// - `static std::size_t bytes(tiles)`, on the host too: how much memory `tiles` tiles need.
/// - `std::ptrdiff_t tiles()`.
/// - `std::ptrdiff_t next()`: the next tile that nobody has taken, or tiles() when there is none left. A barrier of the
///   block before and after.
/// - `bool prefix(tile, aggregate, before)`: publishes the aggregate that thread 0 has of `tile`, and leaves in every
///   thread's `before` what stands before that tile; once for each tile taken. Returns whether there is something: not
///   before the first tile without init, where `before` is left alone. One barrier at the end.
/// - `T prefix(tile, aggregate)`: the same where there is always something, since there is an init.
/// - `void publish(tile, aggregate)` and `bool wait(tile, before)`: the two halves of prefix(), for warps with roles of
///   their own, and for the function that a `block::scan` asks for its prefix. One thread publishes. One warp waits,
///   always the same, with all its lanes, and for tiles that ascend; it returns as prefix() does, without a barrier
///   of the block.
///
/// **Memory**: bytes(tiles) bytes of the device, aligned to max(128, alignof(T)), **zero before each launch**: 8 a tile
/// for a T of 4 bytes.
///
/// **Order.** Tiles are folded in groups of 128: four neighbours to a lane, from left to right; the lanes by the
/// scan of Kogge and Stone; the groups from left to right, behind init. Of a tile's own group, the lanes before its
/// own come as the scan has them, then the tiles before it in its lane, one by one. What is absent is left out.
///
/// **Waiting.** Between next() and prefix(), or publish(), a block must not wait for another one.
///
/// **Storage** is the object's own from its first call to its last. Shared memory beside it may be used again after
/// each next().
///
/// **Cost.** A tile's words are written once, and read by one warp of each block, a group at a time: of earlier
/// groups once, of a tile's own group for each tile that the block takes of it, and again as long as any are missing.
template <class T, class Op = ::cuda::std::plus<>, class Delay = naps, class Cta = detail::gpu::this_block>
using tile_state = detail::gpu::block_tile_state<T, Op, Delay, Cta>;
} // namespace block

THRUM_NAMESPACE_END
