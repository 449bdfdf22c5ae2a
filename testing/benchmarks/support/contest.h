// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Enters the contestants for one algorithm on one input, as benchmarks `algorithm/type/input/contestant/threads`.
//
// A Work is what there is to do, and has
//   call_thrum(policy), call_thrust(policy), and perhaps call_loop(): the call that is timed
//   ideal_bytes():  each input read once, each output written once
//   input_bytes():  of the inputs alone
//   spoil():        overwrites the results
//   check():        throws unless the results are right
//   bits():         the fingerprint of the results
//   use(numbers):   chooses what floats are made of; check() is only called for whole numbers
#include <benchmark/benchmark.h>
#include <thrum/execution_policy.h>

#include <thrust/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include <omp.h>
#include <sys/resource.h>

#include "check.h"
#include "counting_allocator.h"
#include "data.h"
#include "settings.h"

namespace thrum_benchmark
{
/// Made when first asked for: inputs are large, and a filter may leave most of them out.
template <class T, class Make>
class lazy
{
public:
  explicit lazy(Make make) : make_(std::move(make)) {}
  T& get()
  {
    if (!value_)
    {
      value_.emplace(make_());
    }
    return *value_;
  }

private:
  Make make_;
  std::optional<T> value_;
};

/// What was found out about a contestant before timing it.
struct examination
{
  std::string fault; // empty if its results were right
  std::size_t scratch_bytes = 0;
};

struct thrum_contestant
{
  static constexpr bool promises_bits = true;
  template <class Work, class Policy>
  void operator()(Work& work, Policy const& policy) const
  {
    work.call_thrum(policy);
  }
};
struct thrust_contestant
{
  static constexpr bool promises_bits = false;
  template <class Work, class Policy>
  void operator()(Work& work, Policy const& policy) const
  {
    work.call_thrust(policy);
  }
};
struct loop_contestant
{
  static constexpr bool promises_bits = false;
  template <class Work, class Policy>
  void operator()(Work& work, Policy const&) const
  {
    work.call_loop();
  }
};

template <class Work, class Contestant, class Policy>
void examine_results(Work& work, Contestant contestant, Policy const& policy)
{
  work.use(numbers::whole);
  work.spoil();
  contestant(work, policy);
  work.check();
  work.use(numbers::fractions);
  if constexpr (Contestant::promises_bits)
  {
    work.spoil();
    contestant(work, policy);
    auto const bits = work.bits();
    work.spoil();
    contestant(work, thrust::seq);
    if (work.bits() != bits)
    {
      throw std::runtime_error("other bits than on the sequential system");
    }
  }
}

template <class Work, class Contestant, class Policy>
examination examine(Work& work, Contestant contestant, Policy const& policy)
{
  examination result;
  try
  {
    examine_results(work, contestant, policy);
    counting_allocator allocator;
    contestant(work, policy(allocator));
    result.scratch_bytes = allocator.most();
  }
  catch (std::exception const& wrong)
  {
    result.fault = wrong.what();
    work.use(numbers::fractions); // for those who come next
  }
  return result;
}

/// Measures `call`, which takes nothing. How often the system meanwhile took a processor away from one of our threads
/// is counted as well: where that happens much, the machine was not ours, and the times say little.
template <class Call>
void measure(benchmark::State& state, Call const& call)
{
  auto const interruptions = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
  };
  auto const before = interruptions();
  for (auto _ : state)
  {
    call();
    benchmark::ClobberMemory();
  }
  state.counters["interruptions"] = static_cast<double>(interruptions() - before);
}

/// What the results are set in relation to.
inline void report_bytes(benchmark::State& state, std::size_t ideal, std::size_t input, std::size_t scratch)
{
  state.counters["ideal_bytes"]   = static_cast<double>(ideal);
  state.counters["input_bytes"]   = static_cast<double>(input);
  state.counters["scratch_bytes"] = static_cast<double>(scratch);
}

/// Threads start here rather than in the time of whoever is measured first on them.
inline void start_team(int threads)
{
  omp_set_num_threads(threads);
  int granted = 0;
#pragma omp parallel
#pragma omp single
  granted = omp_get_num_threads();
  if (granted != threads)
  {
    stop("OpenMP grants " + std::to_string(granted) + " threads in place of " + std::to_string(threads));
  }
}

inline std::string name_of(std::string const& contest, std::string const& contestant, int threads)
{
  return contest + '/' + contestant + '/' + std::to_string(threads);
}

template <class Lazy, class Contestant, class Policy>
benchmark::internal::Benchmark* enter(
  std::string const& name, Lazy const& work_maker, Contestant contestant, Policy const& policy, int threads)
{
  auto const examined = std::make_shared<std::optional<examination>>();
  auto const body     = [=, &policy](benchmark::State& state) {
    start_team(threads);
    auto& work = work_maker->get();
    if (!*examined)
    {
      *examined = examine(work, contestant, policy);
    }
    if (!(*examined)->fault.empty())
    {
      state.SkipWithError((*examined)->fault.c_str());
      return;
    }
    measure(state, [&] { contestant(work, policy); });
    report_bytes(state, work.ideal_bytes(), work.input_bytes(), (*examined)->scratch_bytes);
  };
  // One call a repetition: repetitions are what is shuffled, so calls of all contestants alternate.
  return benchmark::RegisterBenchmark(name.c_str(), body)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
}

template <class Work, class = void>
inline constexpr bool has_loop_v = false;
template <class Work>
inline constexpr bool has_loop_v<Work, std::void_t<decltype(std::declval<Work&>().call_loop())>> = true;

/// Enters all contestants for a Work(arguments...). `contest` is "algorithm/type/input". Where Thrust is slow, a few
/// of its `thrust_repetitions` are enough.
template <class Work, class... Arguments>
void hold(std::string const& contest, int thrust_repetitions, Arguments... arguments)
{
  auto const make = [=] { return Work(arguments...); };
  auto const work = std::make_shared<lazy<Work, decltype(make)>>(make);
  for (int const threads : thread_counts())
  {
    enter(name_of(contest, "thrum", threads), work, thrum_contestant{}, thrust::omp::par, threads);
    enter(name_of(contest, "thrust::omp::par", threads), work, thrust_contestant{}, thrust::omp::par, threads)
      ->Repetitions(thrust_repetitions);
  }
  enter(name_of(contest, "thrust::seq", 1), work, thrust_contestant{}, thrust::seq, 1)
    ->Repetitions(thrust_repetitions);
  if constexpr (has_loop_v<Work>)
  {
    enter(name_of(contest, "loop", 1), work, loop_contestant{}, thrust::seq, 1);
  }
}

/// Each program defines this one, which enters its contests.
void hold_contests();
} // namespace thrum_benchmark
