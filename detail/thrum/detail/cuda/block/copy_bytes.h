// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A warp copies memory, whatever its alignment.

#include <thrum/detail/core/iterators.h>
#include <thrum/detail/cuda/block/lane_items.h>
#include <thrum/detail/cuda/block/warp.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Copies `bytes` bytes by a warp, from and to where words of type Word may lie, except for what comes before
/// the first and after the last.
template <class Word, class Cta>
THRUM_HOST_DEVICE void copy_by_words(Cta const& cta,
                                     unsigned char const* from,
                                     unsigned char* to,
                                     std::int64_t bytes)
{
  constexpr auto size = static_cast<std::int64_t>(sizeof(Word));
  auto const past     = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(to) % sizeof(Word));
  std::int64_t head   = (size - past) % size;
  head                = head < bytes ? head : bytes;
  auto const words    = (bytes - head) / size;
  auto const rest     = head + words * size;
  if (cta.lane() < head)
  {
    to[cta.lane()] = from[cta.lane()];
  }
  auto const* const in = reinterpret_cast<Word const*>(from + head);
  auto* const out      = reinterpret_cast<Word*>(to + head);
  for (std::int64_t i = cta.lane(); i < words; i += lanes)
  {
    out[i] = in[i];
  }
  if (rest + cta.lane() < bytes)
  {
    to[rest + cta.lane()] = from[rest + cta.lane()];
  }
}

/// The same with the widest words that both allow.
template <class Cta>
THRUM_HOST_DEVICE void copy_bytes(Cta const& cta, void const* from, void* to, std::int64_t bytes)
{
  auto const* const in = static_cast<unsigned char const*>(from);
  auto* const out      = static_cast<unsigned char*>(to);
  auto const apart     = reinterpret_cast<std::uintptr_t>(from) - reinterpret_cast<std::uintptr_t>(to);
  if (apart % 16 == 0)
  {
    gpu::copy_by_words<piece>(cta, in, out, bytes);
  }
  else if (apart % 4 == 0)
  {
    gpu::copy_by_words<std::uint32_t>(cta, in, out, bytes);
  }
  else
  {
    gpu::copy_by_words<unsigned char>(cta, in, out, bytes);
  }
}

/// Pointers to the same plain type.
template <class From, class To>
inline constexpr bool copies_bytes_v = [] {
  if constexpr (is_plain_pointer_v<From> && is_plain_pointer_v<To>)
  {
    return std::is_same_v<std::remove_const_t<std::remove_pointer_t<From>>, std::remove_pointer_t<To>>;
  }
  else
  {
    return false;
  }
}();
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
