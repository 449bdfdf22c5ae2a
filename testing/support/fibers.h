// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A grid of thread blocks on one thread of the host: each CUDA thread is a fiber, which runs until it waits.
// Device code that is written over a Cta (detail/cuda/block/warp.h) runs on it unchanged, also under the sanitizers:
// to ThreadSanitizer each fiber is a thread, and only what a Cta orders on a device is ordered, whoever happened to
// run first.
//
//   fiber_grid grid(blocks, threads, order::shuffled, seed);
//   grid.run([&](fiber_cta const& cta) { ... });
//
// The order in which fibers get their turn is forward, backward or shuffled anew in each round: what holds in
// all of them does not rely on one. A grid in which no fiber gets on any more is a deadlock, and throws.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <vector>

#include "fiber_context.h"
#include "happens_before.h"

namespace thrum_test
{
enum class order
{
  forward,
  backward,
  shuffled,
};

/// Addresses that stand for what was done before a barrier, in rounds of even and of odd number: nobody is two
/// rounds ahead of who has not left yet.
struct round_order
{
  char place[2];

  void const* of(unsigned long round) const { return place + round % 2; }
};

/// Threads that meet: all of them arrive before any gets on.
struct meeting
{
  int size            = 0;
  int arrived         = 0;
  unsigned long round = 0;
  round_order before  = {};
};

/// A barrier in shared memory: a phase ends when all arrivals and all announced bytes have come.
struct fiber_barrier
{
  int size;
  int missing;
  std::int64_t bytes; ///< announced, not yet there
  std::uint32_t phase;
  round_order before;
};

struct bulk_copy
{
  void* to;
  void const* from;
  std::uint32_t bytes;
  fiber_barrier* to_barrier;
  std::size_t fiber; ///< that began it
};

class fiber_cta;

class fiber_grid
{
public:
  static constexpr int warp_threads = 32;

  fiber_grid(int blocks, int threads, order turns = order::forward, unsigned seed = 0)
      : threads_(threads)
      , order_(turns)
      , random_(seed)
      , fibers_(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads))
      , block_meeting_(static_cast<std::size_t>(blocks), meeting{threads})
      , warp_meeting_(fibers_.size() / warp_threads, meeting{warp_threads})
      , word_(fibers_.size())
  {}

  /// Of the next run.
  void set_order(order turns, unsigned seed)
  {
    order_ = turns;
    random_.seed(seed);
  }

  void run(std::function<void(fiber_cta const&)> body)
  {
    body_ = std::move(body);
    forget_last_run();
    for (auto& fiber : fibers_)
    {
      fiber.context.start(host_, &fiber_grid::main_of_fiber, this);
    }
    unseen const of_the_grid;
    std::vector<std::size_t> turn(fibers_.size());
    std::iota(turn.begin(), turn.end(), std::size_t{0});
    if (order_ == order::backward)
    {
      std::reverse(turn.begin(), turn.end());
    }
    while (give_turns(turn))
    {
      idle_rounds_ = progress_ ? 0 : idle_rounds_ + 1;
      if (idle_rounds_ > 1000)
      {
        throw std::logic_error("the grid is deadlocked");
      }
    }
  }

  int threads() const { return threads_; }
  int blocks() const { return static_cast<int>(block_meeting_.size()); }

  std::size_t current() const
  {
    unseen const of_the_grid;
    return current_;
  }

  /// Gives the other fibers their turn.
  void yield()
  {
    unseen const of_the_grid;
    fibers_[current_].context.leave(false);
  }
  /// Something happened that a waiting fiber may see.
  void note_progress()
  {
    unseen const of_the_grid;
    progress_ = true;
  }

  /// What all of them did before comes before what any of them does afterwards, if `orders` says so.
  void meet(meeting& m, bool orders)
  {
    unseen const of_the_grid;
    unsigned long const round = m.round;
    if (orders)
    {
      release(m.before.of(round));
    }
    progress_ = true;
    if (++m.arrived == m.size)
    {
      m.arrived = 0;
      ++m.round;
    }
    auto& me = fibers_[current_];
    while (m.round == round)
    {
      me.met  = &m;
      me.seen = round;
      yield();
    }
    me.met = nullptr;
    if (orders)
    {
      acquire(m.before.of(round));
    }
  }
  /// Gives the others their turn until the barrier's phase is over or something may be done about that.
  void yield_at(fiber_barrier const& b, std::uint32_t parity)
  {
    auto& me   = fibers_[current_];
    me.awaited = &b;
    me.seen    = parity;
    yield();
    me.awaited = nullptr;
  }
  meeting& block_of(std::size_t fiber) { return block_meeting_[fiber / static_cast<std::size_t>(threads_)]; }
  meeting& warp_of(std::size_t fiber) { return warp_meeting_[fiber / warp_threads]; }
  std::uint32_t& word_of(std::size_t fiber) { return word_[fiber]; }
  std::vector<bulk_copy>& loads() { return loads_; }
  std::vector<bulk_copy>& stores() { return stores_; }
  copy_unit& load_unit() { return load_unit_; }
  copy_unit& store_unit() { return store_unit_; }
  /// Stands for what was made visible to bulk copies.
  void const* fenced() const { return &fenced_; }

private:
  struct fiber
  {
    fiber_context context;
    bool done = false;
    // What it waits for, so that it is not entered in vain:
    meeting const* met           = nullptr; // that the round `seen` ends
    fiber_barrier const* awaited = nullptr; // that the phase of parity `seen` ends
    unsigned long seen           = 0;
  };

  /// It may have ended anywhere.
  void forget_last_run()
  {
    for (auto& fiber : fibers_)
    {
      fiber.done    = false;
      fiber.met     = nullptr;
      fiber.awaited = nullptr;
    }
    for (auto* const meetings : {&block_meeting_, &warp_meeting_})
    {
      for (auto& m : *meetings)
      {
        m.arrived = 0;
      }
    }
    loads_.clear();
    stores_.clear();
    failure_     = nullptr;
    idle_rounds_ = 0;
  }

  bool waits(fiber const& f) const
  {
    if (f.met != nullptr)
    {
      return f.met->round == f.seen;
    }
    auto const arrives = [&](bulk_copy const& copy) { return copy.to_barrier == f.awaited; };
    return f.awaited != nullptr && (f.awaited->phase & 1) == f.seen
           && std::none_of(loads_.begin(), loads_.end(), arrives);
  }

  /// One for each fiber that can get on. Whether any is left.
  bool give_turns(std::vector<std::size_t>& turn)
  {
    if (order_ == order::shuffled)
    {
      std::shuffle(turn.begin(), turn.end(), random_);
    }
    progress_  = false;
    bool alive = false;
    for (std::size_t const i : turn)
    {
      if (fibers_[i].done)
      {
        continue;
      }
      alive = true;
      if (!waits(fibers_[i]))
      {
        current_ = i;
        fibers_[i].context.enter();
      }
      if (failure_)
      {
        std::rethrow_exception(failure_);
      }
    }
    return alive;
  }

  static void main_of_fiber(void* grid);

  int threads_;
  order order_;
  std::minstd_rand random_;
  std::vector<fiber> fibers_;
  std::vector<meeting> block_meeting_;
  std::vector<meeting> warp_meeting_;
  std::vector<std::uint32_t> word_;
  std::vector<bulk_copy> loads_;
  std::vector<bulk_copy> stores_;
  copy_unit load_unit_;
  copy_unit store_unit_;
  char fenced_ = 0;
  std::function<void(fiber_cta const&)> body_;
  host_context host_;
  std::size_t current_ = 0;
  bool progress_       = false;
  int idle_rounds_     = 0;
  std::exception_ptr failure_;
};
} // namespace thrum_test

#include "fiber_cta.h"
