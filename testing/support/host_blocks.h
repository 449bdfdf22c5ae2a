// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Thread blocks that run at the same time: each on a thread of the host, its CUDA threads on fibers there. What
// blocks tell each other goes through memory that several processors see at once.
#include <atomic>
#include <chrono>
#include <exception>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "fibers.h"

namespace thrum_test
{
/// Makes a block late, now and then, by some time: drawn from a seed.
class delays
{
public:
  explicit delays(unsigned seed) : random_(seed) {}

  void perhaps()
  {
    unseen const of_the_model;
    auto const drawn = random_() % 16;
    if (drawn < 4)
    {
      std::this_thread::yield();
    }
    else if (drawn == 4)
    {
      std::this_thread::sleep_for(std::chrono::microseconds(random_() % 50));
    }
  }

private:
  std::minstd_rand random_;
};

/// What blocks that run together share. None of it orders what the blocks do.
class host_blocks
{
public:
  /// Waiting in vain ends, too: when another block has failed, or after a time that no test takes.
  void get_on() const
  {
    if (failed_.load(std::memory_order_relaxed) || std::chrono::steady_clock::now() > deadline_)
    {
      throw std::runtime_error("a block waits in vain");
    }
  }
  void fail() { failed_.store(true, std::memory_order_relaxed); }

private:
  std::atomic<bool> failed_{false};
  std::chrono::steady_clock::time_point deadline_ = std::chrono::steady_clock::now()
                                                    + std::chrono::minutes(2);
};

class host_cta : public fiber_cta
{
public:
  host_cta(fiber_cta const& cta, int block, int blocks, host_blocks const& all, delays& late)
      : fiber_cta(cta)
      , block_(block)
      , blocks_(blocks)
      , all_(&all)
      , late_(&late)
  {}

  int block() const { return block_; }
  int blocks() const { return blocks_; }

  /// Lets other blocks overtake this one, perhaps.
  void linger() const
  {
    if (lane() == 0)
    {
      late_->perhaps();
    }
  }
  void pause() const
  {
    all_->get_on();
    linger();
    waits_for_others();
    fiber_cta::pause();
  }

private:
  int block_;
  int blocks_;
  host_blocks const* all_;
  delays* late_;
};

/// Calls body(host_cta) in every thread of every block.
template <class Body>
void run_on_host_threads(int blocks, int threads, unsigned seed, Body const& body)
{
  host_blocks all;
  std::vector<std::exception_ptr> failures(static_cast<std::size_t>(blocks));
  std::vector<std::thread> hosts;
  for (int b = 0; b < blocks; ++b)
  {
    hosts.emplace_back([&, b] {
      try
      {
        unsigned const own_seed = seed + static_cast<unsigned>(b);
        delays late(own_seed);
        fiber_grid grid(1, threads, order::shuffled, own_seed);
        grid.run([&](fiber_cta const& cta) { body(host_cta(cta, b, blocks, all, late)); });
      }
      catch (...)
      {
        failures[static_cast<std::size_t>(b)] = std::current_exception();
        all.fail();
      }
    });
  }
  for (auto& host : hosts)
  {
    host.join();
  }
  for (auto const& failure : failures)
  {
    if (failure)
    {
      std::rethrow_exception(failure);
    }
  }
}
} // namespace thrum_test
