// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Hints about memory. Stores of whole cache lines past the cache: an ordinary store to memory first reads the
/// line, so output that will not be read again soon costs twice its bytes. Loads ahead of use: loops with
/// branches or long chains keep too few loads in flight by themselves.

#include <thrum/detail/config/config.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#if THRUM_HAS_STREAMING_STORES
#  include <emmintrin.h>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Outputs of at least this many bytes leave past the cache: what is smaller may still be in the last
/// level when its reader comes.
inline constexpr std::size_t streaming_threshold = std::size_t{8} << 20;

/// How far ahead of use to ask for memory.
inline constexpr std::ptrdiff_t prefetch_bytes = 1024;

/// Asks for the line `prefetch_bytes` behind item[at], where there is such an item.
template <class T>
inline void prefetch([[maybe_unused]] T const* item,
                     [[maybe_unused]] std::ptrdiff_t at,
                     [[maybe_unused]] std::ptrdiff_t count)
{
#if defined(__GNUC__)
  if (constexpr std::ptrdiff_t ahead = prefetch_bytes / static_cast<std::ptrdiff_t>(sizeof(T));
      at + ahead < count)
  {
    __builtin_prefetch(item + at + ahead);
  }
#endif
}

/// Asks for the lines of item[0 .. count).
template <class T>
inline void prefetch_all([[maybe_unused]] T const* item, [[maybe_unused]] int count)
{
#if defined(__GNUC__)
  constexpr int in_line = sizeof(T) < 64 ? 64 / static_cast<int>(sizeof(T)) : 1;
  for (int i = 0; i < count; i += in_line)
  {
    __builtin_prefetch(item + i);
  }
#endif
}

/// memcpy from cached memory to memory that will not be read again soon.
inline void stream_copy(void* to, void const* from, std::size_t bytes)
{
#if THRUM_HAS_STREAMING_STORES
  constexpr std::size_t line = 64;
  auto* out                  = static_cast<unsigned char*>(to);
  auto const* in             = static_cast<unsigned char const*>(from);
  std::size_t const head     = (line - reinterpret_cast<std::uintptr_t>(out) % line) % line;
  if (bytes < head + line)
  {
    std::memcpy(out, in, bytes);
    return;
  }
  std::memcpy(out, in, head);
  out += head;
  in += head;
  bytes -= head;
  for (; bytes >= line; bytes -= line, out += line, in += line)
  {
    for (std::size_t i = 0; i < line; i += sizeof(__m128i))
    {
      auto const piece = _mm_loadu_si128(reinterpret_cast<__m128i const*>(in + i));
      _mm_stream_si128(reinterpret_cast<__m128i*>(out + i), piece);
    }
  }
  std::memcpy(out, in, bytes);
#else
  std::memcpy(to, from, bytes);
#endif
}

/// Makes streamed stores visible to whoever synchronises with this thread afterwards.
inline void stream_fence()
{
#if THRUM_HAS_STREAMING_STORES
  _mm_sfence();
#endif
}
} // namespace detail
THRUM_NAMESPACE_END
