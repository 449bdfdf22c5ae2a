// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The Cta concept on fibers; see fibers.h.
#include "fibers.h"

namespace thrum_test
{
/// A barrier in shared memory: a phase ends when all arrivals and all announced bytes have come.
struct fiber_barrier
{
  int size;
  int missing;
  std::int64_t bytes; ///< announced, not yet there
  std::uint32_t phase;
};

class fiber_cta
{
public:
  using barrier = fiber_barrier;

  explicit fiber_cta(fiber_grid& grid) : grid_(&grid), me_(grid.current()) {}

  int block() const { return static_cast<int>(me_) / grid_->threads(); }
  int blocks() const { return grid_->blocks(); }
  int threads() const { return grid_->threads(); }
  int thread() const { return static_cast<int>(me_) % grid_->threads(); }
  int lane() const { return thread() % fiber_grid::warp_threads; }
  int warp() const { return thread() / fiber_grid::warp_threads; }

  void sync() const { grid_->meet(grid_->block_of(me_)); }
  void sync_warp() const { grid_->meet(grid_->warp_of(me_)); }
  void pause() const { grid_->yield(); }

  std::uint32_t shuffle(std::uint32_t word, int lane) const
  {
    return exchanged(word, first_of_warp() + lane);
  }
  std::uint32_t shuffle_up(std::uint32_t word, int lanes) const
  {
    return exchanged(word, lane() >= lanes ? static_cast<int>(me_) - lanes : static_cast<int>(me_));
  }
  std::uint32_t ballot(bool bit) const
  {
    grid_->word_of(me_) = bit ? 1 : 0;
    sync_warp();
    std::uint32_t bits = 0;
    for (int l = 0; l < fiber_grid::warp_threads; ++l)
    {
      bits |= grid_->word_of(static_cast<std::size_t>(first_of_warp() + l)) << l;
    }
    sync_warp();
    return bits;
  }
  void set_bits(std::uint32_t& word, std::uint32_t bits) const { word |= bits; }

private:
  int first_of_warp() const
  {
    return static_cast<int>(me_) / fiber_grid::warp_threads * fiber_grid::warp_threads;
  }

  std::uint32_t exchanged(std::uint32_t word, int from) const
  {
    grid_->word_of(me_) = word;
    sync_warp();
    std::uint32_t const theirs = grid_->word_of(static_cast<std::size_t>(from));
    sync_warp();
    return theirs;
  }

  fiber_grid* grid_;
  std::size_t me_;
};

inline void fiber_grid::main_of_fiber()
{
#if defined(THRUM_TEST_ASAN)
  __sanitizer_finish_switch_fiber(nullptr, &main_stack_, &main_stack_bytes_);
#endif
  std::size_t const me = current_;
  try
  {
    body_(fiber_cta(*this));
  }
  catch (...)
  {
    failure_ = std::current_exception();
  }
  fibers_[me].done = true;
  note_progress();
  leave(fibers_[me], true);
}
} // namespace thrum_test
