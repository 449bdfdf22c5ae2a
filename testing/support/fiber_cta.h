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

  void sync() const { grid_->meet(grid_->block_of(me_), true); }
  bool sync_or(bool bit) const
  {
    unseen const of_the_grid;
    grid_->word_of(me_) = bit ? 1 : 0;
    sync();
    std::uint32_t joined = 0;
    for (int t = 0; t < threads(); ++t)
    {
      joined |= grid_->word_of(me_ - static_cast<std::size_t>(thread()) + static_cast<std::size_t>(t));
    }
    grid_->meet(grid_->block_of(me_), false);
    return joined != 0;
  }
  void sync_warp() const { grid_->meet(grid_->warp_of(me_), true); }
  void pause() const { grid_->yield(); }

  std::uint32_t shuffle(std::uint32_t word, int lane) const
  {
    return exchanged(word, first_of_warp() + lane);
  }
  std::uint32_t shuffle_up(std::uint32_t word, int lanes) const
  {
    return exchanged(word, lane() >= lanes ? static_cast<int>(me_) - lanes : static_cast<int>(me_));
  }
  std::uint32_t shuffle_down(std::uint32_t word, int lanes) const
  {
    bool const there = lane() + lanes < fiber_grid::warp_threads;
    return exchanged(word, static_cast<int>(me_) + (there ? lanes : 0));
  }
  std::uint32_t ballot(bool bit) const
  {
    std::uint32_t bits = 0;
    of_all_lanes(bit ? 1 : 0, [&](std::uint32_t theirs, int l) { bits |= theirs << l; });
    return bits;
  }
  std::uint32_t scan_words(std::uint32_t word) const
  {
    std::uint32_t sum = 0;
    of_all_lanes(word, [&](std::uint32_t theirs, int l) { sum += l <= lane() ? theirs : 0; });
    return sum;
  }
  std::uint32_t sum_words(std::uint32_t word) const
  {
    std::uint32_t sum = 0;
    of_all_lanes(word, [&](std::uint32_t theirs, int) { sum += theirs; });
    return sum;
  }
  void set_bits(std::uint32_t& word, std::uint32_t bits) const
  {
    __atomic_fetch_or(&word, bits, __ATOMIC_RELAXED);
  }

  static constexpr bool copies_later = true;

  /// Copied as late as the thread waits for it, by the thread itself.
  template <int W>
  void copy_later(void* to, void const* from) const
  {
    unseen const of_the_grid;
    check_words(to, from, W);
    grid_->loads().push_back({to, from, W, nullptr, me_});
  }
  void copies_done() const
  {
    for (auto const& copy : take_own_loads())
    {
      std::memcpy(copy.to, copy.from, copy.bytes);
    }
  }

  // Barriers in shared memory and bulk copies, as the ring uses them. A load arrives as late as somebody waits for
  // it, a store leaves as late as its thread waits for that: who relies on less gets old bytes.
  static constexpr int warp_arrivals = 1;

  void barrier_init(barrier& b, int arrivals) const { b = {arrivals, arrivals, 0, 0, {}}; }
  void arrive(barrier& b) const
  {
    touch(b);
    unseen const of_the_grid;
    release(b.before.of(b.phase));
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
    touch(b);
    unseen const of_the_grid;
    b.bytes += bytes;
    arrive(b);
  }
  void wait(barrier& b, std::uint32_t parity) const
  {
    touch(b);
    unseen const of_the_grid;
    while ((b.phase & 1) == parity)
    {
      deliver_to(b);
      grid_->yield_at(b, parity);
    }
    acquire(b.before.of(parity));
  }
  bool passed(barrier& b, std::uint32_t parity) const
  {
    bool done = false;
    {
      touch(b);
      unseen const of_the_grid;
      done = (b.phase & 1) != parity;
      if (done)
      {
        acquire(b.before.of(parity));
      }
    }
    return ballot(!done) == 0;
  }
  void bulk_load(void* to, void const* from, std::uint32_t bytes, barrier& b) const
  {
    unseen const of_the_grid;
    check_bulk(to, from, bytes);
    release(to);
    grid_->loads().push_back({to, from, bytes, &b, me_});
  }
  /// Whatever is read ahead must be there to be read.
  void fetch_ahead(void const* from, std::uint32_t bytes) const
  {
    check_bulk(from, from, bytes);
    auto const* const byte = static_cast<unsigned char const volatile*>(from);
    for (std::uint32_t i = 0; i < bytes; ++i)
    {
      static_cast<void>(byte[i]);
    }
  }
  void bulk_store(void* to, void const* from, std::uint32_t bytes) const
  {
    unseen const of_the_grid;
    check_bulk(to, from, bytes);
    grid_->stores().push_back({to, from, bytes, nullptr, me_});
  }
  void bulk_stores_read() const
  {
    unseen const of_the_grid;
    auto& stores    = grid_->stores();
    auto const mine = [&](bulk_copy const& copy) { return copy.fiber == me_; };
    for (auto const& copy : stores)
    {
      if (mine(copy))
      {
        grid_->store_unit().copy(grid_->fenced(), copy.to, copy.from, copy.bytes, copy.to);
        acquire(copy.to);
      }
    }
    stores.erase(std::remove_if(stores.begin(), stores.end(), mine), stores.end());
  }
  void bulk_stores_done() const { bulk_stores_read(); }
  void fence_async() const { release(grid_->fenced()); }

protected:
  /// Whoever waits for something beside the grid is no deadlock.
  void waits_for_others() const { grid_->note_progress(); }

private:
  /// Shuffles order no memory.
  void meet_warp() const { grid_->meet(grid_->warp_of(me_), false); }
  /// Whoever uses a barrier has to know that it was made.
  static void touch(barrier const& b) { __atomic_load_n(&b.size, __ATOMIC_RELAXED); }
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
        grid_->load_unit().copy(copy->to, copy->to, copy->from, copy->bytes, b.before.of(b.phase));
        b.bytes -= copy->bytes;
        loads.erase(copy);
        end_phase_if_complete(b);
        return;
      }
    }
  }
  std::vector<bulk_copy> take_own_loads() const
  {
    unseen const of_the_grid;
    auto& loads      = grid_->loads();
    auto const other = [&](bulk_copy const& copy) { return copy.fiber != me_ || copy.to_barrier != nullptr; };
    auto const mine  = std::stable_partition(loads.begin(), loads.end(), other);
    std::vector<bulk_copy> const taken(mine, loads.end());
    loads.erase(mine, loads.end());
    return taken;
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

  template <class F>
  void of_all_lanes(std::uint32_t word, F const& f) const
  {
    unseen const of_the_grid;
    grid_->word_of(me_) = word;
    meet_warp();
    for (int l = 0; l < fiber_grid::warp_threads; ++l)
    {
      f(grid_->word_of(static_cast<std::size_t>(first_of_warp() + l)), l);
    }
    meet_warp();
  }
  std::uint32_t exchanged(std::uint32_t word, int from) const
  {
    unseen const of_the_grid;
    grid_->word_of(me_) = word;
    meet_warp();
    std::uint32_t const theirs = grid_->word_of(static_cast<std::size_t>(from));
    meet_warp();
    return theirs;
  }

  fiber_grid* grid_;
  std::size_t me_;
};

inline void fiber_grid::main_of_fiber(void* grid)
{
  auto& self           = *static_cast<fiber_grid*>(grid);
  std::size_t const me = self.current();
  auto& my_fiber       = self.fibers_[me];
  try
  {
    self.body_(fiber_cta(self));
  }
  catch (...)
  {
    unseen const of_the_grid;
    self.failure_ = std::current_exception();
  }
  self.note_progress();
  {
    unseen const of_the_grid;
    my_fiber.done = true;
  }
  my_fiber.context.leave(true);
}
} // namespace thrum_test
