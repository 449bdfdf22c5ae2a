// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>

namespace ipv4_map
{
/// Counts things of up to 256 kinds from any number of threads at once, fast enough to count every address: each
/// thread has counters of its own, which are added up at the end.
class tally
{
public:
  using counters = std::array<std::int64_t, 256>;

  void add(std::uint8_t kind)
  {
    if (mine.owner != id_)
    {
      mine = {id_, new_counters()};
    }
    ++(*mine.slot)[kind];
  }

  /// To be called when no thread counts any more.
  counters total() const
  {
    counters sum{};
    for (counters const& slot : slots_)
    {
      for (std::size_t kind = 0; kind < sum.size(); ++kind)
      {
        sum[kind] += slot[kind];
      }
    }
    return sum;
  }

private:
  struct thread_slot
  {
    std::int64_t
      owner; // which tally the counters belong to; its address would not do, as the next one may have it too
    counters* slot;
  };

  counters* new_counters()
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    return &slots_.emplace_back();
  }

  inline static thread_local thread_slot mine{0, nullptr};
  inline static std::atomic<std::int64_t> last_id{0};

  std::int64_t id_ = ++last_id;
  std::mutex mutex_;
  std::list<counters> slots_;
};
} // namespace ipv4_map
