// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Counting things of up to 256 kinds from any number of threads at once, fast enough to count every address. A tally
// hands out counters, `counter(number of the thing, kind)`, and has the totals when no thread counts any more.

#include <thrum/run_length.h>

#include <thrust/copy.h>
#include <thrust/memory.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <list>
#include <mutex>
#include <numeric>
#include <vector>

#include <cuda/atomic>

namespace ipv4_map
{
inline constexpr int most_kinds = 256;
using totals_of_kinds           = std::array<std::int64_t, most_kinds>;

/// For the threads of a CPU: each has counts of its own, which are added up at the end.
class thread_tally
{
public:
  struct counter
  {
    thread_tally* tally;

    void operator()(std::int64_t, std::uint8_t kind) const { tally->add(kind); }
  };
  counter get_counter() { return {this}; }

  totals_of_kinds total() const
  {
    totals_of_kinds sum{};
    for (totals_of_kinds const& slot : slots_)
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
      owner; // which tally the counts belong to; its address would not do, as the next one may have it too
    totals_of_kinds* counts;
  };

  void add(std::uint8_t kind)
  {
    if (mine.owner != id_)
    {
      mine = {id_, new_counts()};
    }
    ++(*mine.counts)[kind];
  }

  totals_of_kinds* new_counts()
  {
    std::lock_guard<std::mutex> const lock(mutex_);
    return &slots_.emplace_back();
  }

  inline static thread_local thread_slot mine{0, nullptr};
  inline static std::atomic<std::int64_t> last_id{0};

  std::int64_t id_ = ++last_id;
  std::mutex mutex_;
  std::list<totals_of_kinds> slots_;
};

/// For the threads of a GPU, which are too many for that: counts that are added to atomically, in memory of `Vector`.
/// Each kind has a row of them, side by side for things side by side, so that few threads meet at one.
template <typename Vector>
class spread_tally
{
  static constexpr int row_size = 1024;

public:
  struct counter
  {
    std::int64_t* counts;

    THRUM_HOST_DEVICE void operator()(std::int64_t number, std::uint8_t kind) const
    {
      cuda::atomic_ref<std::int64_t> count(counts[kind * row_size + number % row_size]);
      count.fetch_add(1, cuda::std::memory_order_relaxed);
    }
  };
  counter get_counter() { return {thrust::raw_pointer_cast(counts_.data())}; }

  totals_of_kinds total() const
  {
    std::vector<std::int64_t> counts(counts_.size());
    thrust::copy(counts_.begin(), counts_.end(), counts.begin());
    totals_of_kinds sum{};
    for (std::size_t kind = 0; kind < sum.size(); ++kind)
    {
      auto const row = counts.begin() + kind * row_size;
      sum[kind]      = std::accumulate(row, row + row_size, std::int64_t{0});
    }
    return sum;
  }

private:
  Vector counts_ = Vector(most_kinds * row_size, 0);
};
} // namespace ipv4_map
