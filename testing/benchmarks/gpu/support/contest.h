// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Enters contestants as benchmarks `algorithm/type/input/items/contestant`. A Work is what there is to do on the device:
//
//   ideal_bytes()   each input read once, each output written once
//   spoil()         overwrites the results
//   result()        the fingerprint of the results
//   expected()      what it has to be, as found by the host once
//
// Every run that is timed is checked.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>

#include "device.h"

namespace thrum_benchmark
{
inline cold_watch& watch()
{
  static cold_watch the_watch;
  return the_watch;
}

/// The work of the cell that is being measured. It is given up for that of the next one: device memory holds a few at
/// the most.
inline std::shared_ptr<void>& work_at_hand()
{
  static std::shared_ptr<void> work;
  return work;
}

/// One cell of a table. Its work, make(), is made when the first of its benchmarks runs.
template <class Work>
class cell
{
public:
  template <class Make>
  cell(std::string const& name, Make const& make) : name_(name)
  {
    auto const mine = std::make_shared<std::weak_ptr<void>>();
    work_           = [mine, make]() -> Work& {
      if (mine->expired())
      {
        work_at_hand().reset();
        work_at_hand() = std::shared_ptr<Work>(make());
        *mine          = work_at_hand();
      }
      return *static_cast<Work*>(work_at_hand().get());
    };
    enter("copy", copy, false);
  }

  /// `call(work, stream)` begins the work on the stream, or does it.
  template <class Call>
  void enter(char const* contestant, Call const& call, bool has_result = true)
  {
    auto const body = [work    = work_, call, has_result,
                       is_warm = std::make_shared<bool>(false)](benchmark::State& state) {
      try
      {
        run(state, work(), call, has_result, *is_warm);
      }
      catch (std::exception const& fault)
      {
        state.SkipWithError(fault.what());
      }
    };
    benchmark::RegisterBenchmark((name_ + "/" + contestant).c_str(), body)
      ->UseManualTime()
      ->Unit(benchmark::kMicrosecond)
      ->Iterations(1);
  }

private:
  /// What all else is measured by: as many bytes, read and written.
  static void copy(Work& work, cudaStream_t stream)
  {
    static std::unique_ptr<device_memory> from, to;
    std::size_t const bytes = work.ideal_bytes() / 2;
    if (!from || from->bytes() < bytes)
    {
      from = std::make_unique<device_memory>(bytes);
      to   = std::make_unique<device_memory>(bytes);
      from->spoil();
    }
    check(cudaMemcpyAsync(to->template as<void>(), from->template as<void>(), bytes, cudaMemcpyDeviceToDevice,
                          stream));
  }

  template <class Call>
  static void run(benchmark::State& state, Work& work, Call const& call, bool has_result, bool& is_warm)
  {
    if (!is_warm)
    {
      call(work, watch().stream()); // loads the kernels, and fills pools
      is_warm = true;
    }
    for ([[maybe_unused]] auto const iteration : state)
    {
      work.spoil();
      times const t = watch().measure([&](cudaStream_t stream) { call(work, stream); });
      state.SetIterationTime(t.device_seconds);
      state.counters["wall_us"]     = t.wall_seconds * 1e6;
      state.counters["ideal_bytes"] = static_cast<double>(work.ideal_bytes());
      if (has_result && work.result() != work.expected())
      {
        state.SkipWithError("wrong result");
        break;
      }
    }
  }

  std::string name_;
  std::function<Work&()> work_;
};

/// The contestants that most algorithms have.
template <class Work>
void enter_all(cell<Work>& c)
{
  c.enter("cub", [](Work& w, cudaStream_t s) { w.call_cub(s); });
  c.enter("thrust", [](Work& w, cudaStream_t s) { w.call_thrust(s); });
  c.enter("thrum", [](Work& w, cudaStream_t s) { w.call_thrum(s); });
}

/// Calls hold(T{}, count) for each type of number and each count.
template <class Hold>
void for_each_type_and_count(Hold const& hold)
{
  for (int const power : {16, 20, 24, 28})
  {
    std::int64_t const count = std::int64_t{1} << power;
    hold(std::int8_t{}, count);
    hold(std::int16_t{}, count);
    hold(std::int32_t{}, count);
    hold(std::int64_t{}, count);
    hold(float{}, count);
    hold(double{}, count);
  }
}

/// What CUB does with memory that it is given: first it says how much it wants.
template <class Ask>
class cub_memory
{
public:
  explicit cub_memory(Ask const& ask) : ask_(ask)
  {
    std::size_t bytes = 0;
    check(ask_(nullptr, bytes, nullptr));
    memory_ = std::make_unique<device_memory>(bytes);
  }
  void operator()(cudaStream_t stream) const
  {
    std::size_t bytes = memory_->bytes();
    check(ask_(memory_->as<void>(), bytes, stream));
  }

private:
  Ask ask_;
  std::unique_ptr<device_memory> memory_;
};

template <class T>
constexpr char const* name_of()
{
  if constexpr (std::is_floating_point_v<T>)
  {
    return sizeof(T) == 4 ? "f32" : "f64";
  }
  else
  {
    return sizeof(T) == 1   ? "i8"
           : sizeof(T) == 2 ? "i16"
           : sizeof(T) == 4 ? "i32"
           : sizeof(T) == 8 ? "i64"
                            : "i128";
  }
}

/// Registers the cells of a program.
void hold_contests();
} // namespace thrum_benchmark
