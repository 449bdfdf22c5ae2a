// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/exchange.h
/// For kernels: items change hands between the threads of a block.

#include <thrum/detail/cuda/block/block_exchange.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Hands items over between the threads of a block, which have N each, in place.
///
/// \snippet block_exchange.cu page
///
/// \tparam T               any type that can be copied and assigned
/// \tparam Threads         of the block, which may have one, two or three dimensions: a multiple of 32 up to 1024
/// \tparam ItemsPerThread  N
///
/// Items are *blocked* where thread t has items t * N, t * N + 1, ..., *striped* where it has t, t + Threads, t + 2 *
/// Threads, ..., and *striped by warps* where each warp has the items that it has when they are blocked, and its lane l
/// numbers l, l + 32, l + 64, ... of these.
///
/// It is made of `storage`, which lies in shared memory, need not be initialised and may be a member of a union; making
/// it costs nothing. All threads of the block call a member together, each with an array of its items.
///
/// - `blocked_to_striped(items)`, `striped_to_blocked(items)`
/// - `blocked_to_warp_striped(items)`, `warp_striped_to_blocked(items)`
/// - `scatter_to_blocked(items, ranks, count = all)`, `scatter_to_striped(items, ranks, count = all)`: item i becomes
///   number `ranks[i]` of all, those being blocked or striped. Items with a negative rank are left out. The others'
///   ranks are 0 to `count - 1`, each once; what a thread has of numbers from `count` on stays as it was.
///
/// **Storage** may be used again after a `__syncthreads()`.
///
/// **Cost.** One barrier, of the warp alone for those by warps. Shared memory for all items, and where a thread's are
/// copied as bytes and a multiple of 32, up to 1/8 more (more if T is aligned beyond 16 bytes). With that, no banks
/// conflict where items of 4, 8 or 16 bytes are copied as bytes and N is a power of two or odd, unless ranks have
/// them do. A thread's own items move in the widest words of 16, 8 or 4 bytes that they are a multiple of.
template <class T, int Threads, int ItemsPerThread, class Cta = detail::gpu::this_block>
using exchange = detail::gpu::block_exchange<T, Threads, ItemsPerThread, Cta>;
} // namespace block
THRUM_NAMESPACE_END
