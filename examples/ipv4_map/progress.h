// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the program says while it works, and what it keeps of each step for the report.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace ipv4_map
{
struct step
{
  std::string name;
  double seconds;
  std::int64_t items; ///< 0 where there is nothing to count
  std::int64_t bytes; ///< read and written; 0 where the items are never in memory
};

/// Runs steps, says on stderr which one is at work, and keeps their times.
class progress
{
public:
  explicit progress(bool is_silent = false) : is_silent_(is_silent) {}

  /// Runs `work` `repeats` times; the fastest counts.
  template <typename Work>
  void run(std::string const& name, std::int64_t items, std::int64_t bytes, int repeats, Work work)
  {
    say("  %-44s ", name.c_str());
    double best = 0;
    try
    {
      for (int i = 0; i < repeats; ++i)
      {
        double const seconds = seconds_of(work);
        best                 = i == 0 ? seconds : std::min(best, seconds);
      }
    }
    catch (...)
    {
      say("%s", "failed\n");
      throw;
    }
    say(" %.2f ms\n", best * 1e3);
    steps_.push_back({name, best, items, bytes});
  }

  /// A dot for a part of a long step that is done. Any thread may call it.
  void dot() const { say("%s", "."); }

  std::vector<step> const& steps() const { return steps_; }

private:
  template <typename Work>
  static double seconds_of(Work& work)
  {
    auto const start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  template <typename... Args>
  void say(char const* format, Args... args) const
  {
    if (!is_silent_)
    {
      std::fprintf(stderr, format, args...);
      std::fflush(stderr);
    }
  }

  bool is_silent_;
  std::vector<step> steps_;
};
} // namespace ipv4_map
