// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A program for Thrust, sessions.h, and what becomes of it by the one line that wraps its policy. The log of a web
// server is made up, the same every time; both ways run in one go, must agree in every bit, and are timed.

#include "sessions.h"
#include "example.h"

#include <thrum/execution_policy.h>

#include <thrust/execution_policy.h>
#include <thrust/tabulate.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#if THRUST_DEVICE_SYSTEM == THRUST_DEVICE_SYSTEM_CUDA
constexpr std::int64_t requests = 1 << 23;
auto policy_of_the_system()
{
  cudaStream_t stream = nullptr;
  cudaStreamCreate(&stream);
  return thrust::cuda::par.on(stream);
}
#else
constexpr std::int64_t requests = 1 << 19;
auto policy_of_the_system()
{
  return thrust::omp::par;
}
#endif

/// The finaliser of splitmix64: numbers that look random, of any index.
_CCCL_HOST_DEVICE inline std::uint64_t scrambled(std::uint64_t x)
{
  x = (x ^ (x >> 30)) * 0xBF58'476D'1CE4'E5B9u;
  x = (x ^ (x >> 27)) * 0x94D0'49BB'1331'11EBu;
  return x ^ (x >> 31);
}
/// A request of one of `visitors`, of whom some come more often than others, at some second of a day.
struct made_up_stamp
{
  std::uint64_t visitors;
  _CCCL_HOST_DEVICE stamp operator()(std::int64_t i) const
  {
    auto const r = scrambled(static_cast<std::uint64_t>(i) * 0x9E37'79B9'7F4A'7C15u + 1);
    auto const a = r % visitors, b = (r >> 20) % visitors;
    return (a < b ? a : b) << 32 | (r >> 40) % 86'400;
  }
};
struct made_up_bytes
{
  _CCCL_HOST_DEVICE std::int64_t operator()(std::int64_t i) const
  {
    return static_cast<std::int64_t>(scrambled(static_cast<std::uint64_t>(i) + 77) % 100'000);
  }
};

struct times
{
  double sort = 1e9, rest = 1e9; // milliseconds
};

/// The best of several runs, after one that does not count.
template <class Policy>
times run(Policy const& policy, session_report const& log, session_report& report)
{
  using clock        = std::chrono::steady_clock;
  using milliseconds = std::chrono::duration<double, std::milli>;
  times best;
  for (int i = 0; i < 4; ++i)
  {
    report           = log;
    auto const begin = clock::now();
    sort_log(policy, report);
    auto const sorted = clock::now();
    find_sessions(policy, report);
    auto const end = clock::now();
    if (i > 0)
    {
      best.sort = std::min(best.sort, milliseconds(sorted - begin).count());
      best.rest = std::min(best.rest, milliseconds(end - sorted).count());
    }
  }
  return best;
}

int main()
{
  session_report log(requests);
  thrust::tabulate(log.stamps.begin(), log.stamps.end(), made_up_stamp{requests / 32});
  thrust::tabulate(log.bytes.begin(), log.bytes.end(), made_up_bytes{});
  session_report before(log), after(log);

  auto const policy       = policy_of_the_system();
  times const with_thrust = run(policy, log, before);
  times const with_thrum  = run(thrum::accelerate(policy), log, after); // the one line

  std::printf("%lld requests, %lld sessions, %lld of ten requests or more\n",
              static_cast<long long>(requests), static_cast<long long>(after.sessions),
              static_cast<long long>(after.long_sessions));
  std::printf("          sort      sessions\n");
  std::printf("Thrust %7.2f ms %7.2f ms\n", with_thrust.sort, with_thrust.rest);
  std::printf("thrum  %7.2f ms %7.2f ms\n", with_thrum.sort, with_thrum.rest);

  example::expect(before.session == after.session && before.session_begin == after.session_begin
                    && before.session_requests == after.session_requests,
                  "the same sessions");
  example::expect(before.session_bytes == after.session_bytes && before.visitors == after.visitors
                    && before.visitor_bytes == after.visitor_bytes,
                  "as much in each session, and to each visitor");
  example::expect(before.all_bytes == after.all_bytes && before.sessions == after.sessions
                    && before.long_sessions == after.long_sessions
                    && before.squared_requests == after.squared_requests,
                  "the same totals");
  example::expect(after.session_begin[after.sessions - 1] + after.session_requests[after.sessions - 1]
                    == requests,
                  "each request in a session");
}
