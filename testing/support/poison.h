// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What outputs hold before a call, so that an item that was not written shows.
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace thrum_test
{
/// `count` items that no test expects: bytes of 0xEE where any bytes make a value, else copies of `sample`.
template <class T>
std::vector<T> poison(std::size_t count, T const& sample)
{
  std::vector<T> result(count, sample);
  if constexpr (std::is_trivially_copyable_v<T> && !std::is_same_v<T, bool>)
  {
    if (count > 0)
      std::memset(static_cast<void*>(result.data()), 0xEE, count * sizeof(T));
  }
  return result;
}

/// The same, where a sample is only at hand if there is something to write.
template <class T>
std::vector<T> poison_like(std::vector<T> const& expected)
{
  return expected.empty() ? std::vector<T>{} : poison<T>(expected.size(), expected.front());
}
} // namespace thrum_test
