// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/scan.h
/// For kernels: prefix sums, and folds by any associative operator, of what the threads of a block hold.

#include <thrum/detail/cuda/block/block_scan.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Scans what the threads of a block hold, in order: the operator need not commute, and needs no neutral element.
///
/// \snippet block_scan.cu page
///
/// \tparam T        any type that can be copied and assigned, of any size
/// \tparam Threads  of the block, which may have one, two or three dimensions: a multiple of 32 up to 1024
///
/// It is made of `storage`, which lies in shared memory, need not be initialised and may be a member of a union; making
/// it costs nothing: `block::scan<int, 256>{storage}.inclusive(x)`. All threads of the block call a member together.
/// Each takes one value `x` of each thread and returns the thread's result, or an array `T (&items)[N]`, those of
/// thread 0 first, and puts the results in the place of the items.
///
/// - `inclusive(x, op = plus)`: all values up to the thread's own.
/// - `exclusive(x, init, op = plus)`: `init` and all values before.
/// - `exclusive_no_init(x, op = plus)`: all values before. Nothing stands before the first of all: it **stays as it
///   is**.
/// - `inclusive_with_prefix(x, op, before)`, `exclusive_with_prefix(x, op, before)`: behind what has been before this
///   tile. The first warp calls `before(aggregate)`, with all its lanes, once the aggregate of the tile's values is
///   known; what lane 0 returns stands before the first value. `before` is called where it is, not copied: it can
///   keep a running total, or wait for other blocks, by `publish` and `wait` of a `block::tile_state`. (Not by its
///   `prefix`, which all threads have to call.)
///
/// The first three may be given a `T& aggregate` last: it becomes the fold of all values, without init, in all threads.
///
/// Each has a form for **part of a tile**, `inclusive_n(x, count, op)` and so on, with a `count` behind the values:
/// of the first `count` of all, 1 at least, all of them where that is more. Items from there on stay as they are and
/// reach no operator; a value `x` is returned as it is.
///
/// **Operator.** `op(left, right)` is called with values and results for neighbouring stretches of them. Its result is
/// converted to T.
///
/// **Order.** Each thread folds its items from left to right; the folds of a warp's threads go through the scan of
/// Kogge and Stone, `y[l] = op(y[l - d], y[l])` for d = 1, 2, 4, 8, 16; the warps' sums are folded from left to
/// right. What stands before a thread is `op(op(init or prefix, warps before), threads before in the warp)`, and its
/// results are the left fold of its items from there; with one value a thread, the inclusive result is
/// `op(op(prefix, warps before), y[l])`. What is absent is left out. So the same Threads, N, count and values give
/// the same bits, always, with and without an aggregate.
///
/// **Storage** may be used again after a `__syncthreads()`.
///
/// **Cost.** One barrier, two with a prefix; none if the block is one warp. Shared memory: a T for each warp (at
/// most 128 bytes if T is an integer of up to 4 bytes) and one more; for types of more than 32 bytes or not
/// trivially copyable, a T for each thread besides. Six shuffles for each 4 bytes of T; for sums of integers of up
/// to 4 bytes five, and one or two additions over the warp, each an instruction from sm_80 on.
template <class T, int Threads, class Cta = detail::gpu::this_block>
using scan = detail::gpu::block_scan<T, Threads, Cta>;
} // namespace block
THRUM_NAMESPACE_END
