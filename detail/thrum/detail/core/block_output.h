// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Results of a block, fewer than its items, that wait for their place in the output.

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/streaming.h>

#include <thrust/iterator/discard_iterator.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Out>
inline constexpr bool is_discard_v = false;
template <class System>
inline constexpr bool is_discard_v<thrust::discard_iterator<System>> = true;

/// Writes values[first .. last) to `out`, past the cache if the whole output may be larger than that;
/// `most` is what the whole may count.
template <class Out, class T>
void write_out(Out& out,
               [[maybe_unused]] slot_array<T> const& values,
               std::ptrdiff_t first,
               std::ptrdiff_t last,
               [[maybe_unused]] std::ptrdiff_t most)
{
  if constexpr (is_discard_v<Out>)
  {
    out = detail::advanced(out, last - first);
  }
  else if constexpr (is_plain_pointer_v<Out> && std::is_same_v<Out, T*>)
  {
    auto const bytes = static_cast<std::size_t>(last - first) * sizeof(T);
    if (static_cast<std::size_t>(most) * sizeof(T) >= streaming_threshold)
    {
      detail::stream_copy(out, values.data() + first, bytes);
      detail::stream_fence();
    }
    else if (bytes > 0)
    {
      std::memcpy(static_cast<void*>(out), values.data() + first, bytes);
    }
    out += last - first;
  }
  else
  {
    for (std::ptrdiff_t i = first; i < last; ++i, (void)++out)
    {
      detail::assign(*out, values[i]);
    }
  }
}
} // namespace detail
THRUM_NAMESPACE_END
