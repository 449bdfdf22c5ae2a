// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What an algorithm of the system under test reads through an iterator.
#include "systems.h"

#include <thrust/execution_policy.h>
#include <thrust/uninitialized_copy.h>

#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector>

namespace thrum_test
{
template <class System, class It>
auto read_items(System const&, It first, std::size_t count)
{
  using value  = std::decay_t<typename std::iterator_traits<It>::value_type>;
  auto const n = static_cast<std::ptrdiff_t>(count);
  if constexpr (System::takes_host_functions)
  {
    return std::vector<value>(first, first + n);
  }
  else
  {
    auto items = System::template buffer<value>::raw(count);
    thrust::uninitialized_copy(thrust::device, first, first + n, items.begin());
    return items.items();
  }
}
} // namespace thrum_test
