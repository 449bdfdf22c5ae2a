// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/block/run_length_decode.h
/// For kernels: a thread block decodes runs that it holds in shared memory, window by window.

#include <thrum/detail/cuda/block/block_run_length_decode.h>
#include <thrum/version.h>

THRUM_NAMESPACE_BEGIN
namespace block
{
/// Decodes the runs of a thread block: from `Threads * RunsPerThread` values and lengths to windows of
/// `Threads * DecodedItemsPerThread` items, in registers, at any place of the output and as often as wanted. Memory is
/// needed for the runs alone, however long they are.
///
/// \snippet block_run_length_decode.cu page
///
/// \tparam Item                  any type that can be copied and assigned; a window is decoded into an array of it
/// \tparam Threads               of the block, which may have one, two or three dimensions: a multiple of 32 up to 1024
/// \tparam RunsPerThread         from 1 to 32. Thread t brings runs t * RunsPerThread and on
/// \tparam DecodedItemsPerThread of a window. Thread t gets items t * DecodedItemsPerThread and on of it
///
/// It is made of `storage`, which lies in shared memory and may be a member of a union, and costs nothing until runs
/// are set. All threads of the block call each `set_` together; threads call `decode` as they please, since it only
/// reads. Members:
///
/// - `std::uint32_t set_runs(values, lengths)`: this thread's runs, as arrays of RunsPerThread. Returns the decoded
///   size to all threads. Lengths are of any integer type. **Any of them may be 0**, at the beginning, at the end,
///   between others or all of them: pad with those where there are fewer runs. Negative ones count as 0.
/// - `void set_run_offsets(values, offsets, decoded_size = 2^32 - 1)`: the same by where each run begins. Offsets begin
///   with 0 and never decrease; a run that begins where the next one does is empty.
/// - `std::uint32_t decoded_size()`.
/// - `void decode(items, window_offset)`: items window_offset + t * DecodedItemsPerThread and on of the output for
///   thread t, in an array of DecodedItemsPerThread.
/// - `void decode(items, ranks, window_offset)`: also each item's place in its run, from 0 on, in an array of any
///   integer type.
///
/// Items **past the end** are those of the block's last run, be it empty or not, as if that went on; so are their
/// ranks.
///
/// **Sizes** have 32 bits. Where the lengths add up to more than 2^32 - 1, that is the size, all items before that
/// place are right, and those past it are unspecified.
///
/// **Order.** After a `set_`, windows may be decoded at once, and in any number, with no barrier in between. Before
/// runs are set anew, or the storage serves something else, there has to be a `__syncthreads()` after the last
/// `decode`.
///
/// **Cost.** Shared memory: `sizeof(Item) + 4` bytes a run, and 8 a warp. `set_runs` takes two barriers, and one more
/// where a run is empty or the size may exceed 32 bits; `set_run_offsets` takes three, or four. `decode` takes none:
/// each thread searches for its first run in ceil(log2(Threads * RunsPerThread)) steps without a branch, and looks one
/// run up for each further item. An item that is not trivially copyable is constructed in shared memory, assigned from
/// there, and never destroyed there.
template <class Item,
          int Threads,
          int RunsPerThread,
          int DecodedItemsPerThread,
          class Cta = detail::gpu::this_block>
using run_length_decode =
  detail::gpu::block_run_length_decode<Item, Threads, RunsPerThread, DecodedItemsPerThread, Cta>;
} // namespace block
THRUM_NAMESPACE_END
