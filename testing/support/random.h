// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Seeded random data. The seed of a run is printed once and may be set by the environment variable
// THRUM_TEST_SEED. Each test case draws from a stream of its own, made from the seed and its name: a
// failing test run alone fails again.
#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <vector>

namespace thrum_test
{
/// The seed of this run of the program.
inline std::uint64_t seed()
{
  static std::uint64_t const value = [] {
    char const* const given   = std::getenv("THRUM_TEST_SEED");
    std::uint64_t const drawn = given != nullptr ? std::strtoull(given, nullptr, 0) : std::random_device{}();
    std::cout << "THRUM_TEST_SEED=" << drawn << std::endl;
    return drawn;
  }();
  return value;
}

class random_source
{
public:
  random_source()
  {
    std::string const name = boost::unit_test::framework::current_test_case().full_name();
    std::seed_seq sequence(name.begin(), name.end());
    std::uint32_t mixed = 0;
    sequence.generate(&mixed, &mixed + 1);
    engine_.seed(seed() * 0x9E3779B97F4A7C15u + mixed);
  }
  explicit random_source(std::uint64_t fixed) : engine_(fixed) {}

  std::uint64_t bits() { return engine_(); }

  /// From `low` to `high`, both included.
  std::int64_t integer(std::int64_t low, std::int64_t high)
  {
    return low + static_cast<std::int64_t>(engine_() % (static_cast<std::uint64_t>(high - low) + 1));
  }

  template <class T>
  std::vector<T> integers(std::size_t count, std::int64_t low, std::int64_t high)
  {
    std::vector<T> result;
    result.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      result.push_back(static_cast<T>(integer(low, high)));
    }
    return result;
  }

  /// Of both signs and of magnitudes from 2^-12 to 2^12, so that nearly every sum rounds and every
  /// bracketing shows.
  template <class T>
  std::vector<T> mixed_floats(std::size_t count)
  {
    std::vector<T> result;
    result.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      T const mantissa = T(1) + static_cast<T>(engine_() >> 11) / static_cast<T>(std::uint64_t{1} << 53);
      T const value    = std::ldexp(mantissa, static_cast<int>(integer(-12, 11)));
      result.push_back(engine_() % 2 != 0 ? -value : value);
    }
    return result;
  }

  /// From 1 - 2^-10 to 1 + 2^-10: a product of many stays far from overflow and underflow.
  template <class T>
  std::vector<T> factors(std::size_t count)
  {
    std::vector<T> result;
    result.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
    {
      result.push_back(T(1) + static_cast<T>(integer(-(1 << 20), 1 << 20)) / static_cast<T>(1 << 30));
    }
    return result;
  }

  /// Keys in runs of 1 to about twice `mean_run` items; neighbouring runs have different keys.
  template <class T>
  std::vector<T> keys(std::size_t count, std::int64_t mean_run)
  {
    std::vector<T> result;
    result.reserve(count);
    for (std::int64_t key = 0; result.size() < count; key = (key + integer(1, 3)) % 100)
    {
      std::int64_t const length = integer(1, 2 * mean_run - 1);
      for (std::int64_t i = 0; i < length && result.size() < count; ++i)
      {
        result.push_back(static_cast<T>(key));
      }
    }
    return result;
  }

private:
  std::mt19937_64 engine_;
};
} // namespace thrum_test
