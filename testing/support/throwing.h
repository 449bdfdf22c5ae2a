// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A function object that throws on a chosen call, counted over all threads and copies:
//
//   countdown calls(100);                              throws bomb on the 100th call
//   thrum::reduce(policy, first, last, init, throwing(calls, thrust::plus<>{}));
#include <atomic>
#include <stdexcept>
#include <utility>

namespace thrum_test
{
struct bomb : std::runtime_error
{
  bomb() : std::runtime_error("thrown by a user's function") {}
};

class countdown
{
public:
  explicit countdown(long calls) : left_(calls) {}
  void tick()
  {
    if (--left_ == 0)
    {
      throw bomb();
    }
  }

private:
  std::atomic<long> left_;
};

template <class F>
struct throwing_function
{
  countdown* calls;
  F f;
  template <class... Args>
  auto operator()(Args const&... args) const
  {
    calls->tick();
    return f(args...);
  }
};

template <class F>
throwing_function<F> throwing(countdown& calls, F f)
{
  return {&calls, f};
}
} // namespace thrum_test
