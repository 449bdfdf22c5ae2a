// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What may be set from outside, all by environment variables.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace thrum_benchmark
{
[[noreturn]] inline void stop(std::string const& why)
{
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(EXIT_FAILURE);
}

/// The whole numbers in a variable, separated by spaces.
inline std::vector<std::size_t> numbers_in(char const* variable, char const* otherwise)
{
  char const* const set = std::getenv(variable);
  std::string const text(set != nullptr ? set : otherwise);
  std::vector<std::size_t> result;
  for (char const* at = text.c_str(); *at != '\0';)
  {
    char* end           = nullptr;
    auto const number   = std::strtoull(at, &end, 10);
    bool const is_digit = *at >= '0' && *at <= '9';
    if (!is_digit || (*end != ' ' && *end != '\0'))
    {
      stop(std::string(variable) + " is not made of whole numbers: " + text);
    }
    result.push_back(number);
    at = *end == ' ' ? end + 1 : end;
  }
  if (result.empty())
  {
    stop(std::string(variable) + " is empty");
  }
  return result;
}

/// THRUM_BENCHMARK_ITEMS: how many items the larger side of each algorithm has.
inline std::size_t item_count()
{
  static std::size_t const value = numbers_in("THRUM_BENCHMARK_ITEMS", "67108864").front();
  if (value < std::size_t{1} << 12 || value > std::size_t{1} << 30)
  {
    stop("THRUM_BENCHMARK_ITEMS must be from 4096 to 1073741824");
  }
  return value;
}

/// THRUM_BENCHMARK_THREADS: the team sizes that are measured.
inline std::vector<int> thread_counts()
{
  std::vector<int> result;
  for (std::size_t const count : numbers_in("THRUM_BENCHMARK_THREADS", "1 2"))
  {
    if (count < 1 || count > 4096)
    {
      stop("THRUM_BENCHMARK_THREADS must be from 1 to 4096");
    }
    result.push_back(static_cast<int>(count));
  }
  return result;
}

/// THRUM_BENCHMARK_SEED: of all random data.
inline std::size_t seed()
{
  static std::size_t const value = numbers_in("THRUM_BENCHMARK_SEED", "1").front();
  return value;
}
} // namespace thrum_benchmark
