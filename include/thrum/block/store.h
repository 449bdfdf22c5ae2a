// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/store.h
/// For kernels: writes the items of the threads of a block, by whole warps and wide words where that can be.

#include <thrum/detail/cuda/block/block_store.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Writes the items of the threads of a block to consecutive places: the counterpart of block::load, with the same
/// parameters, the same words where `to` allows them, and the same cost.
///
/// \snippet block_load.cu page
///
/// It is made of `storage`, which lies in shared memory, need not be initialised and may be a member of a union; making
/// it costs nothing. All threads of the block call a member together.
///
/// - `store(to, items)`: an array of N items of each thread.
/// - `store_n(to, count, items)`: the first `count` of them, all where that is more. Nothing is written from there on.
///
/// `to` is any random access output iterator.
///
/// **Storage** may be used again after a `__syncthreads()`.
template <class T,
          int Threads,
          int ItemsPerThread,
          transfer How = transfer::direct,
          class Cta    = detail::gpu::this_block>
using store = detail::gpu::block_store<T, Threads, ItemsPerThread, How, Cta>;
} // namespace block
THRUM_NAMESPACE_END
