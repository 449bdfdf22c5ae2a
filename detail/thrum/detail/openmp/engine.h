// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The engine on a team of threads: tickets in order, and one thread at a time in a pass's `advance`. The
/// oldest ticket never waits, so the team always gets on, however few threads the runtime grants.
/// D. Merrill, M. Garland: Single-pass parallel prefix scan with decoupled look-back, NVIDIA Technical
/// Report NVR-2016-002; here the predecessor's state is handed over instead of looked up.

#include <thrum/detail/sequential/engine.h>

#if THRUM_HAS_OPENMP
#  include <thrum/detail/openmp/team.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Policy>
class openmp_engine : public sequential_engine<Policy>
{
  using alone = sequential_engine<Policy>;

public:
  static constexpr std::ptrdiff_t block_bytes = team_block_bytes;

  explicit openmp_engine(openmp_execution<Policy> const& execution) : alone(execution) {}

  /// Makes a pass over blocks of a size for which the whole team may have scratch, and runs it: a result depends
  /// on tiles, not on how many of them are a block.
  template <class Pass, class Problem>
  Pass run_over(Problem& problem) const
  {
    constexpr std::ptrdiff_t tile = Pass::shape.items() * static_cast<std::ptrdiff_t>(Pass::item_bytes());
    std::ptrdiff_t bytes          = block_bytes;
    while (bytes >= 2 * tile && !all_have_scratch(Pass(problem, bytes)))
    {
      bytes -= tile;
    }
    Pass pass(problem, bytes);
    run_pass(pass);
    return pass;
  }

  template <class Pass>
  void run_pass(Pass& pass) const
  {
    using local              = typename Pass::local;
    using shared             = typename Pass::shared;
    std::size_t const common = detail::bytes_of<shared>(pass);
    std::size_t const each   = detail::bytes_of<local>(pass);
    int const threads        = detail::team_size(
             pass.blocks(), detail::affordable_threads(common, each, pass.input_bytes(), pass.item_bytes()));
    if (threads <= 1)
    {
      alone::run_pass(pass);
      return;
    }

    scratch<Policy> memory(this->policy_, common + each * static_cast<std::size_t>(threads));
    arena carved(memory.get());
    shared all(carved, pass);
    std::atomic<std::ptrdiff_t> next{0}; // ticket
    std::atomic<std::ptrdiff_t> turn{0}; // whose `advance` it is
    first_exception failure;

    detail::run_team(threads, failure, [&](int thread) {
      arena part(static_cast<unsigned char*>(memory.get()) + common
                 + each * static_cast<std::size_t>(thread));
      local mine(part, pass);
      for (;;)
      {
        std::ptrdiff_t const block = next.fetch_add(1, std::memory_order_relaxed);
        if (block >= pass.blocks())
        {
          break;
        }
        pass.summarise(block, mine);
        if (!detail::wait_until(turn, block, failure))
        {
          break;
        }
        pass.advance(block, mine, all);
        turn.store(block + 1, std::memory_order_release);
        pass.finish(block, mine, all);
      }
    });
    failure.rethrow();
    pass.end(all);
  }

  template <class Job>
  void run_job(Job& job) const
  {
    using local            = typename Job::local;
    std::size_t const each = std::is_empty_v<local> ? 0 : detail::bytes_of<local>(job);
    int const threads      = detail::team_size(
           job.pieces(), detail::affordable_threads(0, each, job.input_bytes(), job.item_bytes()));
    if (threads <= 1)
    {
      alone::run_job(job);
      return;
    }

    std::atomic<std::ptrdiff_t> next{0};
    first_exception failure;
    this->with_scratch(each * static_cast<std::size_t>(threads), [&](void* memory) {
      detail::run_team(threads, failure, [&](int thread) {
        arena part(static_cast<unsigned char*>(memory) + each * static_cast<std::size_t>(thread));
        local mine(part, job);
        while (!failure.raised())
        {
          std::ptrdiff_t const piece = next.fetch_add(1, std::memory_order_relaxed);
          if (piece >= job.pieces())
          {
            break;
          }
          job.work(piece, mine);
        }
      });
    });
    failure.rethrow();
  }

private:
  template <class Pass>
  static bool all_have_scratch(Pass const& pass)
  {
    std::size_t const common = detail::bytes_of<typename Pass::shared>(pass);
    std::size_t const each   = detail::bytes_of<typename Pass::local>(pass);
    return detail::affordable_threads(common, each, pass.input_bytes(), pass.item_bytes())
           >= std::min<std::ptrdiff_t>(pass.blocks(), omp_get_max_threads());
  }
};
} // namespace detail
THRUM_NAMESPACE_END
#endif
