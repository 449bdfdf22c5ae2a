// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/tile_state.h
/// What stands before a tile, found while the tiles are worked on: for single-pass kernels of one's own.

#include <thrum/detail/cuda/block/block_tile_state.h>
#include <thrum/version.h>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN

/// Building blocks of kernels. Every thread of a block calls a member; 32 threads that follow each other are a warp. A
/// class is made from its `storage`, which lies in shared memory and need not be initialised. A `Cta` is how a class sees
/// its block: by default the kernel's own, of one, two or three dimensions.
namespace block
{
/// How long a warp waits before it looks again at tiles that are not there yet: a nap of some 40 ns, none, or naps that
/// double up to 16. A class of one's own has `operator()(Cta const&, int looks)`.
/// @{
using detail::gpu::growing_naps;
using detail::gpu::naps;
using detail::gpu::no_delay;
/// @}

/// The blocks of a grid take tiles in order, each publishes the aggregate of its tile, and gets that of all tiles before
/// it: one pass over the data, where a scan of sums and a second kernel would be three. This is decoupled look-back
/// (D. Merrill, M. Garland: Single-pass parallel prefix scan with decoupled look-back, NVIDIA Technical Report
/// NVR-2016-002) in a fixed order: the same aggregates give the same bits, whatever the grid and the timing.
///
/// \snippet block_tile_state.cu page
///
/// One object does for all tiles of a block: it remembers what it has folded. So launch as many blocks as run at a time,
/// each in a loop over next(); a grid of one tile a block gets right results, but folds all that came before in each
/// block.
///
/// \tparam T      an aggregate: anything that is copyable, of any size. Up to 16 bytes it travels in the words that say it
///                is there, without fences
/// \tparam Op     associative; operands meet in order, so it need not commute
/// \tparam Delay  what is done between two looks
///
/// Memory: bytes(tiles) bytes of device memory, aligned to max(128, alignof(T)) and zero before each launch: for 4 bytes
/// 8 a tile. Cost: a tile's words are written once and read once by each block, a group of 128 tiles by one warp at a
/// time.
///
/// Between next() and prefix(), or publish(), a block must not wait for another one.
template <class T, class Op = ::cuda::std::plus<>, class Delay = naps, class Cta = detail::gpu::this_block>
using tile_state = detail::gpu::block_tile_state<T, Op, Delay, Cta>;
} // namespace block

THRUM_NAMESPACE_END
