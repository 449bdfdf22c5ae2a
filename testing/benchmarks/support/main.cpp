// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the contests of a program, and beside them memcpy: what the same threads can move at the same time.
#include <benchmark/benchmark.h>
#include <thrum/version.h>

#include <thrust/version.h>

#include <cstddef>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include <gnu/libc-version.h>
#include <omp.h>

#include "contest.h"
#include "data.h"
#include "settings.h"

namespace
{
using thrum_benchmark::item_count;

/// One piece for each thread: pieces that are larger than the caches are what memcpy is fastest at.
void copy(float* to, float const* from, std::size_t count)
{
#pragma omp parallel
  {
    auto const threads = static_cast<std::size_t>(omp_get_num_threads());
    auto const thread  = static_cast<std::size_t>(omp_get_thread_num());
    auto const first   = count * thread / threads;
    auto const last    = count * (thread + 1) / threads;
    std::memcpy(to + first, from + first, (last - first) * sizeof(float));
  }
}

void enter_memcpy(int threads)
{
  auto const body = [=](benchmark::State& state) {
    auto const& from = thrum_benchmark::random_items<float>(thrum_benchmark::numbers::fractions);
    auto* const to   = thrum_benchmark::room<float>();
    thrum_benchmark::start_team(threads);
    thrum_benchmark::measure(state, [&] { copy(to, from.data(), item_count()); });
    if (std::memcmp(to, from.data(), item_count() * sizeof(float)) != 0)
    {
      state.SkipWithError("the copy is not like the original");
    }
    thrum_benchmark::report_bytes(state, 2 * sizeof(float) * item_count(), sizeof(float) * item_count(), 0);
  };
  benchmark::RegisterBenchmark(thrum_benchmark::name_of("-/-/-", "memcpy", threads).c_str(), body)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
}

/// What stands behind `key` and `separator` in a file of the system, without quotation marks.
std::string look_up(char const* file, std::string const& key, char separator)
{
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);)
  {
    if (line.compare(0, key.size(), key) == 0)
    {
      std::string value = line.substr(line.find(separator) + 1);
      auto const first  = value.find_first_not_of(" \t\"");
      auto const last   = value.find_last_not_of(" \t\"");
      return first == std::string::npos ? "" : value.substr(first, last - first + 1);
    }
  }
  return "unknown";
}

std::string version(int number, int per_major, int per_minor)
{
  return std::to_string(number / per_major) + '.' + std::to_string(number % per_major / per_minor) + '.'
         + std::to_string(number % per_minor);
}

void describe_circumstances()
{
  benchmark::AddCustomContext("items", std::to_string(item_count()));
  benchmark::AddCustomContext("seed", std::to_string(thrum_benchmark::seed()));
  benchmark::AddCustomContext("cpu", look_up("/proc/cpuinfo", "model name", ':'));
  benchmark::AddCustomContext("memory", look_up("/proc/meminfo", "MemTotal", ':'));
  benchmark::AddCustomContext("system", look_up("/etc/os-release", "PRETTY_NAME", '='));
  benchmark::AddCustomContext("libc", std::string("glibc ") + gnu_get_libc_version());
#if defined(__clang__)
  benchmark::AddCustomContext("compiler", __VERSION__);
#else
  benchmark::AddCustomContext("compiler", "g++ " __VERSION__);
#endif
  benchmark::AddCustomContext("flags", THRUM_BENCHMARK_FLAGS);
  benchmark::AddCustomContext("google_benchmark", THRUM_BENCHMARK_VERSION);
  benchmark::AddCustomContext("thrum", version(THRUM_VERSION, 1000000, 1000));
  benchmark::AddCustomContext("thrust", version(THRUST_VERSION, 100000, 100));
}
} // namespace

int main(int argc, char** argv)
{
  // What is given on the command line comes later and wins.
  std::string interleaving = "--benchmark_enable_random_interleaving=true";
  std::string repetitions  = "--benchmark_repetitions=21";
  std::vector<char*> arguments{argv[0], interleaving.data(), repetitions.data()};
  arguments.insert(arguments.end(), argv + 1, argv + argc);
  argc = static_cast<int>(arguments.size());
  arguments.push_back(nullptr);

  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data()))
  {
    return 1;
  }
  describe_circumstances();
  for (int const threads : thrum_benchmark::thread_counts())
  {
    enter_memcpy(threads);
  }
  thrum_benchmark::hold_contests();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
