// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a function object is called: a witness inside it looks around.
#include "systems.h"

#include <omp.h>

#include <atomic>
#include <thread>

namespace thrum_test
{
enum class place
{
  nowhere,
  calling_thread,
  team_of_3,
  elsewhere
};

/// Made in the thread that makes the call; look() is called by whoever runs the function object.
class witness
{
public:
  void look()
  {
    ++looks_;
    if (omp_in_parallel() == 0 && std::this_thread::get_id() == caller_)
      ++alone_;
    else if (omp_get_num_threads() == 3)
      ++in_team_;
  }

  /// The calling thread may do a part of a team's work outside the region.
  place found() const
  {
    if (looks_ == 0)
      return place::nowhere;
    if (alone_ == looks_)
      return place::calling_thread;
    return in_team_ > 0 && alone_ + in_team_ == looks_ ? place::team_of_3 : place::elsewhere;
  }

private:
  std::thread::id caller_ = std::this_thread::get_id();
  std::atomic<long> looks_{0}, alone_{0}, in_team_{0};
};

/// The largest team that was seen to run a function object.
class team_meter
{
public:
  void note() const
  {
    int const team = omp_get_num_threads();
    for (int before = largest_; before < team && !largest_.compare_exchange_weak(before, team);)
    {}
  }
  int largest() const { return largest_; }

private:
  mutable std::atomic<int> largest_{1};
};

/// Adds, and shows a meter in which team.
struct metered_plus
{
  team_meter const* meter;
  template <class T>
  T operator()(T const& a, T const& b) const
  {
    meter->note();
    return a + b;
  }
};
} // namespace thrum_test
