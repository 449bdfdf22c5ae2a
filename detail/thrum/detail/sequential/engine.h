// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The engine in the calling thread. An engine runs two kinds of work:
///
/// A *pass* is the single-pass form of every algorithm whose output depends on all that stands before it.
/// It goes over blocks of whole tiles, with a `local` (where one thread works on one block), a `shared`
/// (what is handed from block to block), and these steps:
///
///   summarise(block, local)        reads the block's input, once, and reduces it to aggregates
///   advance(block, local, shared)  in the order of the blocks: takes what stands before, adds the aggregates
///   finish(block, local, shared)   writes the block's output; leaves `shared` alone
///   end(shared)                    after all blocks
///
/// A *job* is work in independent pieces: `work(piece, local)`.
///
/// Here everything follows in order; on OpenMP, steps of different blocks and pieces overlap.

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/tiling.h>
#include <thrum/detail/dispatch/execution.h>

#include <cstddef>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// What an object lays out in scratch memory: constructing it over a measuring arena tells.
template <class Part, class Work>
std::size_t bytes_of(Work const& work)
{
  arena measure;
  Part const part(measure, work);
  return measure.bytes();
}

template <class Policy>
class sequential_engine
{
public:
  static constexpr std::ptrdiff_t block_bytes = sequential_block_bytes;

  explicit sequential_engine(sequential_execution<Policy> const& execution) : policy_(execution.policy) {}

  /// Calls body(memory) with scratch memory: on the stack while small, else from the policy.
  template <class Body>
  void with_scratch(std::size_t bytes, Body&& body) const
  {
    constexpr std::size_t on_stack = 8 * 1024;
    if (bytes <= on_stack)
    {
      unsigned char memory[on_stack];
      body(static_cast<void*>(memory));
    }
    else
    {
      scratch<Policy> memory(policy_, bytes);
      body(memory.get());
    }
  }

  template <class Pass>
  void run_pass(Pass& pass) const
  {
    using local  = typename Pass::local;
    using shared = typename Pass::shared;
    with_scratch(detail::bytes_of<shared>(pass) + detail::bytes_of<local>(pass), [&](void* memory) {
      arena carved(memory);
      shared all(carved, pass);
      local mine(carved, pass);
      for (std::ptrdiff_t block = 0; block < pass.blocks(); ++block)
      {
        pass.summarise(block, mine);
        pass.advance(block, mine, all);
        pass.finish(block, mine, all);
      }
      pass.end(all);
    });
  }

  template <class Job>
  void run_job(Job& job) const
  {
    using local = typename Job::local;
    with_scratch(detail::bytes_of<local>(job), [&](void* memory) {
      arena carved(memory);
      local mine(carved, job);
      for (std::ptrdiff_t piece = 0; piece < job.pieces(); ++piece)
      {
        job.work(piece, mine);
      }
    });
  }

protected:
  Policy& policy_;
};
} // namespace detail
THRUM_NAMESPACE_END
