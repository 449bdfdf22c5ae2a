// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The Cta concept on fibers; see fibers.h.
#include "fibers.h"

namespace thrum_test
{
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

  /// Copied as late as the thread waits for it.
  template <int W>
  void copy_later(void* to, void const* from) const
  {
    check_words(to, from, W);
    grid_->loads().push_back({to, from, W, nullptr, me_});
  }
  void copies_done() const
  {
    auto& loads     = grid_->loads();
    auto const mine = [&](bulk_copy const& copy) { return copy.fiber == me_ && copy.to_barrier == nullptr; };
    copy_all(loads, mine);
    loads.erase(std::remove_if(loads.begin(), loads.end(), mine), loads.end());
  }

  // Barriers in shared memory and bulk copies, as the ring uses them. A load arrives as late as somebody waits for
  // it, a store leaves as late as its thread waits for that: who relies on less gets old bytes.
  static constexpr int warp_arrivals = 1;

  void barrier_init(barrier& b, int arrivals) const { b = {arrivals, arrivals, 0, 0}; }
  void arrive(barrier& b) const
  {
    --b.missing;
    end_phase_if_complete(b);
  }
  void arrive_warp(barrier& b) const
  {
    sync_warp();
    if (lane() == 0)
    {
      arrive(b);
    }
  }
  void expect(barrier& b, std::uint32_t bytes) const
  {
    b.bytes += bytes;
    arrive(b);
  }
  void wait(barrier& b, std::uint32_t parity) const
  {
    while ((b.phase & 1) == parity)
    {
      deliver_to(b);
      grid_->yield();
    }
  }
  void bulk_load(void* to, void const* from, std::uint32_t bytes, barrier& b) const
  {
    check_bulk(to, from, bytes);
    grid_->loads().push_back({to, from, bytes, &b, me_});
  }
  void bulk_store(void* to, void const* from, std::uint32_t bytes) const
  {
    check_bulk(to, from, bytes);
    grid_->stores().push_back({to, from, bytes, nullptr, me_});
  }
  void bulk_stores_read() const
  {
    auto& stores    = grid_->stores();
    auto const mine = [&](bulk_copy const& copy) { return copy.fiber == me_; };
    copy_all(stores, mine);
    stores.erase(std::remove_if(stores.begin(), stores.end(), mine), stores.end());
  }
  void bulk_stores_done() const { bulk_stores_read(); }
  void fence_async() const {}

private:
  void end_phase_if_complete(barrier& b) const
  {
    grid_->note_progress();
    if (b.missing == 0 && b.bytes == 0)
    {
      b.missing = b.size;
      ++b.phase;
    }
  }
  void deliver_to(barrier& b) const
  {
    auto& loads = grid_->loads();
    for (auto copy = loads.begin(); copy != loads.end(); ++copy)
    {
      if (copy->to_barrier == &b)
      {
        std::memcpy(copy->to, copy->from, copy->bytes);
        b.bytes -= copy->bytes;
        loads.erase(copy);
        end_phase_if_complete(b);
        return;
      }
    }
  }
  template <class Copies, class Which>
  static void copy_all(Copies const& copies, Which const& which)
  {
    for (auto const& copy : copies)
    {
      if (which(copy))
      {
        std::memcpy(copy.to, copy.from, copy.bytes);
      }
    }
  }
  static void check_words(void const* to, void const* from, std::uint32_t bytes)
  {
    auto const bits = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
    if (bits % bytes != 0)
    {
      throw std::logic_error("a copy of words that do not begin at a multiple of their size");
    }
  }
  static void check_bulk(void const* to, void const* from, std::uint32_t bytes)
  {
    check_words(to, from, 16);
    if (bytes % 16 != 0 || bytes == 0)
    {
      throw std::logic_error("a bulk copy that is not of pieces of 16 bytes");
    }
  }
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
