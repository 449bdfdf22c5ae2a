// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Exceptions thrown by the caller's own functions, iterators and values.
#include "allocator.h"
#include "systems.h"
#include "throwing.h"
#include "types.h"

#include <boost/test/unit_test.hpp>

#include <atomic>
#include <initializer_list>
#include <tuple>

namespace thrum_test
{
/// One thread, and two teams: exceptions differ in how they leave.
using error_systems = std::tuple<seq_system, omp_system<2>, omp_system<7>>;

/// call(policy, countdown) must throw on each of the ticks, leak nothing, and be right when nothing throws.
template <class System, class Call>
void check_each_throw(System const& system, std::initializer_list<long> ticks, Call call)
{
  scratch_allocator scratch;
  for (long const k : ticks)
  {
    BOOST_TEST_CONTEXT("thrown at tick " << k)
    {
      long const alive = counted::alive();
      countdown bombs(k);
      BOOST_CHECK_THROW(call(system.policy(scratch), bombs), bomb);
      BOOST_TEST(scratch.live_blocks() == 0);
      BOOST_TEST(scratch.wrong_frees() == 0);
      BOOST_TEST(counted::alive() == alive);
      countdown none(0);
      BOOST_CHECK_NO_THROW(call(system.policy(scratch), none));
    }
  }
}

/// A value whose copies may throw: set `bombs` before a call. Counts what is alive.
class fragile
{
public:
  explicit fragile(int value) : value_(value) { ++alive_; }
  fragile(fragile const& other) : value_(other.value_)
  {
    tick();
    ++alive_;
  }
  fragile& operator=(fragile const& other)
  {
    tick();
    value_ = other.value_;
    return *this;
  }
  ~fragile() { --alive_; }
  friend bool operator==(fragile const& a, fragile const& b) { return a.value_ == b.value_; }
  friend fragile operator+(fragile const& a, fragile const& b) { return fragile(a.value_ + b.value_); }

  static long alive() { return alive_; }
  static inline countdown* bombs = nullptr;

private:
  static void tick()
  {
    if (bombs != nullptr)
      bombs->tick();
  }
  static inline std::atomic<long> alive_{0};
  int value_;
};

/// call(policy) copies fragile values; each copy that throws must reach the caller and leave nothing behind.
template <class System, class Call>
void check_fragile_copies(System const& system, Call call)
{
  scratch_allocator scratch;
  long thrown = 0;
  for (long k = 1; k < 100'000; k = k < 20 ? k + 1 : 3 * k)
  {
    long const alive = fragile::alive();
    countdown bombs(k);
    fragile::bombs = &bombs;
    try
    {
      call(system.policy(scratch));
    }
    catch (bomb const&)
    {
      ++thrown;
    }
    fragile::bombs = nullptr;
    BOOST_TEST(fragile::alive() == alive, "copy " << k);
    BOOST_TEST(scratch.live_blocks() == 0, "copy " << k);
  }
  BOOST_TEST(thrown >= 10);
}
} // namespace thrum_test
