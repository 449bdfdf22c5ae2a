// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/discontinuity.h
/// For kernels: where runs of equal neighbours begin and end among what the threads of a block hold.

#include <thrum/detail/cuda/block/block_discontinuity.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Flags the items that differ from the one before, heads, and from the one after, tails.
///
/// \snippet block_discontinuity.cu page
///
/// \tparam T        any type that can be copied, of any size
/// \tparam Threads  of the block, which may have one, two or three dimensions: a multiple of 32 up to 1024
///
/// It is made of `storage`, which lies in shared memory, need not be initialised and may be a member of a union; making
/// it costs nothing. All threads of the block call a member together, each with an array of N items, those of thread 0
/// first.
///
/// - `heads(items, flags, equal = equal_to, before = nullptr)`: `flags[i]`, of an array of N bools, becomes
///   `!equal(item before, items[i])`.
/// - `tails(items, flags, equal = equal_to, after = nullptr)`: `!equal(items[i], item after)`.
/// - `heads_and_tails(items, heads, tails, equal = equal_to, before = nullptr, after = nullptr)`: both, for the
///   price of one comparison between two items of a thread.
/// - `std::uint32_t head_bits(items, equal = equal_to, before = nullptr)`, `tail_bits(items, equal, after)`: the
///   same as bits, bit i for `items[i]`, N being 32 at most.
///
/// `before` points to the item before the tile and `after` to the one after it, anywhere; one thread reads it. Null
/// says that there is none: then the first item **is a head, and the last one a tail, whatever they are**, and
/// nothing is compared. With both given for the tiles between, the flags of all tiles are those of the whole: each
/// NaN is a run of its own.
///
/// Each has a form for **part of a tile**, `heads_n(items, count, ...)` and so on: of the first `count` of all
/// items, all of them where that is more. Flags from there on are false; `after` stands behind item `count - 1`.
///
/// **Predicate.** It is called as `equal(previous, current)` on neighbours, and need be no equivalence.
///
/// **Storage** may be used again after a `__syncthreads()`.
///
/// **Cost.** One barrier, none if the block is one warp; a shuffle for each 4 bytes of T, two for both kinds of
/// flags. Shared memory: two T for each warp; for types of more than 32 bytes or not trivially copyable, a T for
/// each thread besides.
template <class T, int Threads, class Cta = detail::gpu::this_block>
using discontinuity = detail::gpu::block_discontinuity<T, Threads, Cta>;
} // namespace block
THRUM_NAMESPACE_END
