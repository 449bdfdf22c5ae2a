// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/reduce.h
/// For kernels: sums, and folds by any associative operator, of what the threads of a block hold.

#include <thrum/detail/cuda/block/block_reduce.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Folds what the threads of a block hold, in order: the operator need not commute, and needs no neutral element.
///
/// \snippet block_reduce.cu page
///
/// \tparam T        any type that can be copied, of any size
/// \tparam Threads  of the block, which may have one, two or three dimensions: a multiple of 32 up to 1024
///
/// It is made of `storage`, which lies in shared memory, need not be initialised and may be a member of a union; making
/// it costs nothing: `block::reduce<int, 256>{storage}.reduce(x)`. All threads of the block call a member together.
///
/// - `T reduce(x, op = plus)`: the fold of one value of each thread, for thread 0. Other threads get a value that says
///   nothing.
/// - `T reduce(items, op = plus)`: of an array of N values of each thread, those of thread 0 first.
/// - `T reduce_n(x, count, op = plus)`, `T reduce_n(items, count, op = plus)`: of the first `count` of all those
///   values, 1 at least. What the others are does not matter. Where `count` is more than there are, all of them.
/// - `reduce_to_all`, `reduce_to_all_n`: the same, for all threads.
///
/// **Operator.** `op(left, right)` is called with values and results for neighbouring stretches of them. Its result is
/// converted to T.
///
/// **Order.** Each thread folds its values from left to right. Those of a warp are folded in pairs of neighbours, pairs
/// of pairs, and so on; the warps' results from left to right. What is absent is left out. So the same Threads, N,
/// count and values give the same bits, always.
///
/// **Storage** may be used again after a `__syncthreads()`.
///
/// **Cost.** One barrier, none if the block is one warp. Shared memory: a T for each warp (at most 128 bytes if T is an
/// integer of up to 4 bytes); for types of more than 32 bytes or not trivially copyable, a T for each thread
/// besides. Five shuffles for each 4 bytes of T; for sums of integers of up to 4 bytes one or two additions over the
/// warp, each an instruction from sm_80 on.
template <class T, int Threads, class Cta = detail::gpu::this_block>
using reduce = detail::gpu::block_reduce<T, Threads, Cta>;
} // namespace block
THRUM_NAMESPACE_END
