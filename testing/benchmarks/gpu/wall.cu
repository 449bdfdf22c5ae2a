// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call takes on the host, from the first instruction to the return, where there is little to do: with warm caches
// and each library's own scratch memory, under thrust::device, which waits. Every run is checked.
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/reduce.h>
#include <thrust/scan.h>

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "device.h"
#include "numbers.h"

namespace thrum_benchmark
{
namespace
{
/// Keys in runs of 16, small numbers, and room for what comes out: three arrays, of which a call may leave some alone.
struct data
{
  explicit data(std::int64_t n) : count(n), keys(bytes()), items(bytes()), heads(bytes()), out(bytes())
  {
    make_items<int>(keys, static_cast<std::size_t>(count), run_of_16{});
    make_items<int>(items, static_cast<std::size_t>(count), small_number<int>{1});
  }

  struct run_of_16
  {
    __host__ __device__ int operator()(std::int64_t i) const { return static_cast<int>(i / 16); }
  };

  std::size_t bytes() const { return static_cast<std::size_t>(count) * sizeof(int); }
  void spoil() const
  {
    heads.spoil();
    out.spoil();
  }
  std::uint64_t print() const
  {
    auto const all = static_cast<std::size_t>(count);
    return fingerprint(thrust::device, heads.as<int>(), all) * 31
           + fingerprint(thrust::device, out.as<int>(), all);
  }

  std::int64_t count;
  device_memory keys, items, heads, out;
};

/// `call(data)` returns a number that belongs to the result. Both libraries' results have to be the same.
using call = std::function<std::int64_t(data const&)>;

std::pair<std::int64_t, std::uint64_t> result_of(data const& d, call const& c)
{
  d.spoil();
  auto const number = c(d);
  return {number, d.print()};
}

void enter(
  std::string const& name, std::int64_t count, char const* contestant, call const& mine, call const& theirs)
{
  auto const body = [=](benchmark::State& state) {
    data const d(count);
    auto const expected = result_of(d, theirs);
    result_of(d, mine); // loads the kernels, and fills pools
    for ([[maybe_unused]] auto const iteration : state)
    {
      d.spoil();
      check(cudaDeviceSynchronize());
      auto const since                         = std::chrono::steady_clock::now();
      auto const number                        = mine(d);
      std::chrono::duration<double> const wall = std::chrono::steady_clock::now() - since;
      state.SetIterationTime(wall.count());
      state.counters["wall_us"]     = wall.count() * 1e6;
      state.counters["ideal_bytes"] = static_cast<double>(2 * d.bytes());
      if (std::pair(number, d.print()) != expected)
      {
        state.SkipWithError("wrong result");
        break;
      }
    }
  };
  benchmark::RegisterBenchmark((name + "/" + contestant).c_str(), body)
    ->UseManualTime()
    ->Unit(benchmark::kMicrosecond)
    ->Iterations(1);
}

void hold_contest(char const* algorithm, std::int64_t count, call const& thrust_s, call const& thrum_s)
{
  std::string const name = std::string("wall_") + algorithm + "/i32/plus/" + std::to_string(count);
  enter(name, count, "thrust", thrust_s, thrum_s);
  enter(name, count, "thrum", thrum_s, thrust_s);
}
} // namespace

void hold_contests()
{
  for (int const power : {10, 16, 20})
  {
    std::int64_t const count = std::int64_t{1} << power;
    hold_contest(
      "reduce", count,
      [](data const& d) {
        return thrust::reduce(thrust::device, d.items.as<int>(), d.items.as<int>() + d.count);
      },
      [](data const& d) {
        return thrum::reduce(thrust::device, d.items.as<int>(), d.items.as<int>() + d.count);
      });
    hold_contest(
      "inclusive_scan", count,
      [](data const& d) {
        auto* const in = d.items.as<int>();
        return thrust::inclusive_scan(thrust::device, in, in + d.count, d.out.as<int>()) - d.out.as<int>();
      },
      [](data const& d) {
        auto* const in = d.items.as<int>();
        return thrum::inclusive_scan(thrust::device, in, in + d.count, d.out.as<int>()) - d.out.as<int>();
      });
    hold_contest(
      "reduce_by_key", count,
      [](data const& d) {
        auto* const keys = d.keys.as<int>();
        return thrust::reduce_by_key(thrust::device, keys, keys + d.count, d.items.as<int>(),
                                     d.heads.as<int>(), d.out.as<int>())
                 .second
               - d.out.as<int>();
      },
      [](data const& d) {
        auto* const keys = d.keys.as<int>();
        return thrum::reduce_by_key(thrust::device, keys, keys + d.count, d.items.as<int>(),
                                    d.heads.as<int>(), d.out.as<int>())
                 .second
               - d.out.as<int>();
      });
  }
}
} // namespace thrum_benchmark
