// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether a result is right: compared with loops that use neither library.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace thrum_benchmark
{
/// Throws if a result at place `i` is not what it must be.
template <class T, class Expected>
void expect(char const* what, std::size_t i, T result, Expected expected)
{
  if (result != static_cast<T>(expected))
  {
    throw std::runtime_error(std::string("wrong ") + what + " at " + std::to_string(i) + ": "
                             + std::to_string(result) + ", not " + std::to_string(static_cast<T>(expected)));
  }
}

/// Overwrites results with something that no contestant writes there, so that nothing old passes for new.
template <class T>
void spoil(T* results, std::size_t count)
{
  std::memset(static_cast<void*>(results), 0xA5, count * sizeof(T));
}

/// Of bits, to tell whether two results are the same (FNV-1a, by words of 32 bits).
class fingerprint
{
public:
  template <class T>
  void add(T const* items, std::size_t count)
  {
    static_assert(sizeof(T) == sizeof(std::uint32_t));
    for (std::size_t i = 0; i < count; ++i)
    {
      std::uint32_t word;
      std::memcpy(&word, items + i, sizeof(word));
      value_ = (value_ ^ word) * 0x100000001B3u;
    }
  }
  std::uint64_t value() const { return value_; }

private:
  std::uint64_t value_ = 0xCBF29CE484222325u;
};
} // namespace thrum_benchmark
