// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A grid of thread blocks on one thread of the host: each CUDA thread is a fiber, which runs until it waits.
// Device code that is written over a Cta (detail/cuda/block/warp.h) runs on it unchanged, also under
// AddressSanitizer and UndefinedBehaviorSanitizer:
//
//   fiber_grid grid(blocks, threads, order::shuffled, seed);
//   grid.run([&](fiber_cta const& cta) { ... });
//
// The order in which fibers get their turn is forward, backward or shuffled anew in each round: what holds in
// all of them does not rely on one. A grid in which no fiber gets on any more is a deadlock, and throws.
#include <setjmp.h>
#include <ucontext.h>

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

#if defined(__SANITIZE_ADDRESS__)
#  define THRUM_TEST_ASAN 1
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define THRUM_TEST_ASAN 1
#  endif
#endif
#if defined(THRUM_TEST_ASAN)
#  include <sanitizer/common_interface_defs.h>
#endif

namespace thrum_test
{
enum class order
{
  forward,
  backward,
  shuffled,
};

/// Threads that meet: all of them arrive before any gets on.
struct meeting
{
  int size            = 0;
  int arrived         = 0;
  unsigned long round = 0;
};

/// A barrier in shared memory: a phase ends when all arrivals and all announced bytes have come.
struct fiber_barrier
{
  int size;
  int missing;
  std::int64_t bytes; ///< announced, not yet there
  std::uint32_t phase;
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

  fiber_grid(int blocks, int threads, order order = order::forward, unsigned seed = 0)
      : threads_(threads)
      , order_(order)
      , random_(seed)
      , fibers_(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads))
      , block_meeting_(static_cast<std::size_t>(blocks), meeting{threads})
      , warp_meeting_(fibers_.size() / warp_threads, meeting{warp_threads})
      , word_(fibers_.size())
  {
    for (auto& fiber : fibers_)
    {
      fiber.stack.reset(new unsigned char[stack_bytes]); // not cleared: few of its pages are ever used
    }
  }

  void run(std::function<void(fiber_cta const&)> body)
  {
    body_ = std::move(body);
    for (auto& fiber : fibers_)
    {
      start(fiber);
    }
    std::vector<std::size_t> turn(fibers_.size());
    std::iota(turn.begin(), turn.end(), std::size_t{0});
    if (order_ == order::backward)
    {
      std::reverse(turn.begin(), turn.end());
    }
    for (bool alive = true; alive;)
    {
      if (order_ == order::shuffled)
      {
        std::shuffle(turn.begin(), turn.end(), random_);
      }
      progress_ = false;
      alive     = false;
      for (std::size_t const i : turn)
      {
        if (!fibers_[i].done)
        {
          resume(i);
          alive = true;
        }
        if (failure_)
        {
          std::rethrow_exception(failure_);
        }
      }
      idle_rounds_ = progress_ ? 0 : idle_rounds_ + 1;
      if (idle_rounds_ > 1000)
      {
        throw std::logic_error("the grid is deadlocked");
      }
    }
  }

  int threads() const { return threads_; }
  int blocks() const { return static_cast<int>(block_meeting_.size()); }
  std::size_t current() const { return current_; }

  /// Gives the other fibers their turn.
  void yield()
  {
    auto& fiber = fibers_[current_];
    leave(fiber, false);
  }
  /// Something happened that a waiting fiber may see.
  void note_progress() { progress_ = true; }

  void meet(meeting& m)
  {
    unsigned long const round = m.round;
    note_progress();
    if (++m.arrived == m.size)
    {
      m.arrived = 0;
      ++m.round;
      return;
    }
    while (m.round == round)
    {
      yield();
    }
  }
  meeting& block_of(std::size_t fiber) { return block_meeting_[fiber / static_cast<std::size_t>(threads_)]; }
  meeting& warp_of(std::size_t fiber) { return warp_meeting_[fiber / warp_threads]; }
  std::uint32_t& word_of(std::size_t fiber) { return word_[fiber]; }
  std::vector<bulk_copy>& loads() { return loads_; }
  std::vector<bulk_copy>& stores() { return stores_; }

private:
  static constexpr std::size_t stack_bytes = 256 * 1024;

  struct fiber
  {
    ucontext_t context;
    std::unique_ptr<unsigned char[]> stack;
    bool done = false;
#if defined(THRUM_TEST_ASAN)
    void* fake_stack = nullptr;
#else
    jmp_buf jump;
    bool begun = false;
#endif
  };

  void start(fiber& f)
  {
    f.done = false;
#if !defined(THRUM_TEST_ASAN)
    f.begun = false;
#endif
    getcontext(&f.context);
    f.context.uc_stack.ss_sp   = f.stack.get();
    f.context.uc_stack.ss_size = stack_bytes;
    f.context.uc_link          = &main_;
    auto const self            = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&f.context, reinterpret_cast<void (*)()>(&fiber_grid::enter), 2, static_cast<unsigned>(self),
                static_cast<unsigned>(self >> 32));
  }

  static void enter(unsigned low, unsigned high)
  {
    auto const self = static_cast<std::uintptr_t>(high) << 32 | low;
    reinterpret_cast<fiber_grid*>(self)->main_of_fiber();
  }
  void main_of_fiber();

  // swapcontext asks the system for the signal mask each time, so a fiber that has once begun is left and entered
  // by jumps; but AddressSanitizer takes jumps for the end of the frames in between.
  void resume(std::size_t i)
  {
    current_ = i;
#if defined(THRUM_TEST_ASAN)
    __sanitizer_start_switch_fiber(&main_fake_stack_, fibers_[i].stack.get(), stack_bytes);
    swapcontext(&main_, &fibers_[i].context);
    __sanitizer_finish_switch_fiber(main_fake_stack_, nullptr, nullptr);
#else
    if (_setjmp(main_jump_) == 0)
    {
      if (fibers_[i].begun)
      {
        _longjmp(fibers_[i].jump, 1);
      }
      fibers_[i].begun = true;
      setcontext(&fibers_[i].context);
    }
#endif
  }
  void leave(fiber& f, [[maybe_unused]] bool forever)
  {
#if defined(THRUM_TEST_ASAN)
    __sanitizer_start_switch_fiber(forever ? nullptr : &f.fake_stack, main_stack_, main_stack_bytes_);
    swapcontext(&f.context, &main_);
    __sanitizer_finish_switch_fiber(f.fake_stack, nullptr, nullptr);
#else
    if (_setjmp(f.jump) == 0)
    {
      _longjmp(main_jump_, 1);
    }
#endif
  }

  int threads_;
  order order_;
  std::minstd_rand random_;
  std::vector<fiber> fibers_;
  std::vector<meeting> block_meeting_;
  std::vector<meeting> warp_meeting_;
  std::vector<std::uint32_t> word_;
  std::vector<bulk_copy> loads_;
  std::vector<bulk_copy> stores_;
  std::function<void(fiber_cta const&)> body_;
  ucontext_t main_;
#if !defined(THRUM_TEST_ASAN)
  jmp_buf main_jump_;
#endif
  std::size_t current_ = 0;
  bool progress_       = false;
  int idle_rounds_     = 0;
  std::exception_ptr failure_;
#if defined(THRUM_TEST_ASAN)
  void* main_fake_stack_        = nullptr;
  void const* main_stack_       = nullptr;
  std::size_t main_stack_bytes_ = 0;
#endif
};
} // namespace thrum_test

#include "fiber_cta.h"
