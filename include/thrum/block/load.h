// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/load.h
/// For kernels: items for the threads of a block, by whole warps and wide words where that can be.

#include <thrum/detail/cuda/block/block_load.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Brings consecutive items to the threads of a block.
///
/// \snippet block_load.cu page
///
/// \tparam T               what the items become; any type that can be copied and assigned
/// \tparam Threads         of the block, which may have one, two or three dimensions: a multiple of 32 up to 1024
/// \tparam ItemsPerThread  N
/// \tparam How             which items are whose, and who moves them: `transfer::direct`, thread t has items t * N
///                         and on, and moves them itself; `transfer::striped`, it has items t, t + Threads, t + 2 *
///                         Threads, ...; `transfer::transposed`, it has those of `direct`, moved by whole warps
///                         through shared memory
///
/// It is made of `storage`, which lies in shared memory, need not be initialised and may be a member of a union; making
/// it costs nothing. All threads of the block call a member together.
///
/// - `load(from, items)`: Threads * N items, into an array of N of each thread.
/// - `load_n(from, count, items)`: the first `count` of them, all where that is more. Nothing is read from there on,
///   and those items stay as they are.
/// - `load_n(from, count, items, otherwise)`: the same, and those items become `otherwise`.
///
/// `from` is any random access iterator. If it is contiguous, if its items are of the very type T, and if that is
/// copied as bytes, then items move in words: `direct` by the widest of 16, 8 or 4 bytes that a thread's items are a
/// multiple of, if `from` is aligned to that; `transposed` by 16 bytes, if `from` is aligned to that. Else they move
/// one by one.
///
/// Use `transposed` unless N items have 16 bytes or less, or the order of `striped` will do: with `direct`,
/// neighbouring lanes read places that are N items apart.
///
/// **Storage** may be used again after a `__syncthreads()`. `direct` and `striped` do not use theirs, of 16 bytes.
///
/// **Cost.** No barrier of the block. `transposed`: shared memory for all items, and up to 1/8 more against
/// conflicts of banks, as for block::exchange.
template <class T,
          int Threads,
          int ItemsPerThread,
          transfer How = transfer::direct,
          class Cta    = detail::gpu::this_block>
using load = detail::gpu::block_load<T, Threads, ItemsPerThread, How, Cta>;
} // namespace block
THRUM_NAMESPACE_END
