// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A team of OpenMP threads: its size, its exceptions, its waiting.

#include <thrum/detail/config/config.h>

#if THRUM_HAS_OPENMP
#  include <algorithm>
#  include <atomic>
#  include <cstddef>
#  include <exception>
#  include <thread>
#  include <utility>

#  include <omp.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// How many threads may have scratch beside what they have in common: 1 MB and 1% of the input for all of it, and
/// in proportion more where items are larger than 16 bytes.
inline std::ptrdiff_t affordable_threads(std::size_t common,
                                         std::size_t bytes_each,
                                         std::size_t input_bytes,
                                         std::size_t item_bytes)
{
  std::size_t const scale  = std::max<std::size_t>(1, item_bytes / 16);
  std::size_t const budget = (std::size_t{1} << 20) * scale + input_bytes / 100;
  return static_cast<std::ptrdiff_t>((budget - std::min(budget, common))
                                     / std::max<std::size_t>(1, bytes_each));
}

/// How many threads to ask for: no more than have something to do, and no more than may have scratch.
inline int team_size(std::ptrdiff_t pieces, std::ptrdiff_t affordable)
{
  return static_cast<int>(std::min<std::ptrdiff_t>({pieces, affordable, omp_get_max_threads()}));
}

/// Keeps the first exception of a team; the others see that there is one and stop.
class first_exception
{
public:
  void keep(std::exception_ptr exception) noexcept
  {
    if (!taken_.exchange(true, std::memory_order_relaxed))
    {
      exception_ = std::move(exception);
      raised_.store(true, std::memory_order_release);
    }
  }
  bool raised() const noexcept { return raised_.load(std::memory_order_acquire); }
  void rethrow() const
  {
    if (exception_)
    {
      std::rethrow_exception(exception_);
    }
  }

private:
  std::atomic<bool> taken_{false};
  std::atomic<bool> raised_{false};
  std::exception_ptr exception_;
};

/// Runs body(thread) on up to `threads` threads; nothing thrown leaves the region.
template <class Body>
void run_team(int threads, first_exception& failure, Body const& body)
{
#  pragma omp parallel num_threads(threads)
  {
    try
    {
      body(omp_get_thread_num());
    }
    catch (...)
    {
      failure.keep(std::current_exception());
    }
  }
}

/// Waits until `turn` is `mine`; false if a thread of the team has failed and the turn will never come.
inline bool wait_until(std::atomic<std::ptrdiff_t> const& turn,
                       std::ptrdiff_t mine,
                       first_exception const& failure)
{
  constexpr int patience = 256; // then let others run: there may be more threads than processors
  for (int tries = 0; turn.load(std::memory_order_acquire) != mine; ++tries)
  {
    if (failure.raised())
    {
      return false;
    }
    if (tries >= patience)
    {
      std::this_thread::yield();
    }
  }
  return !failure.raised();
}
} // namespace detail
THRUM_NAMESPACE_END
#endif
