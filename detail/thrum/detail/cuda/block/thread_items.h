// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The items of one thread between registers and memory, in the widest words that they consist of; and memory in which
/// the items of a block meet: threads that read or write their own there hit different banks, and so do threads that
/// read or write neighbouring items.

#include <thrum/detail/cuda/block/lane_items.h>

#include <cstddef>
#include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// N items are whole words, and a word holds whole items or an item whole words.
template <class T, int N>
inline constexpr bool are_words_v = std::is_trivially_copyable_v<T>&& std::is_trivially_destructible_v<T>&& N
                                        * sizeof(T) % 4
                                      == 0
                                    && (sizeof(T) % 4 == 0 || sizeof(T) == 1 || sizeof(T) == 2);

/// How many bytes the widest words have that N items consist of: 16, 8 or 4.
template <class T, int N>
inline constexpr int widest_word_v = N * sizeof(T) % 16 == 0  ? 16
                                     : N * sizeof(T) % 8 == 0 ? 8
                                                              : 4;

template <class T, int N>
THRUM_DEVICE bool begins_at_word(T const* memory)
{
  return reinterpret_cast<std::uintptr_t>(memory) % widest_word_v<T, N> == 0;
}

/// Brings N items from where such words begin.
template <int N, class T>
THRUM_DEVICE void read_items(T const* from, T (&items)[N])
{
  using words = item_words<T, N>;
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int at = 0; at < N; at += words::step)
  {
    words w;
    w.load(from + at);
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words::step; ++i)
    {
      raw<T> x;
      w.get(i, x);
      items[at + i] = x.value;
    }
  }
}
template <int N, class T>
THRUM_DEVICE void write_items(T* to, T const (&items)[N])
{
  using words = item_words<T, N>;
  _CCCL_PRAGMA_UNROLL_FULL()
  for (int at = 0; at < N; at += words::step)
  {
    words w{}; // narrow items are put into what is there
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < words::step; ++i)
    {
      w.put(i, items[at + i]);
    }
    w.store(to + at);
  }
}

/// Memory for `Count` items, N of each thread. Where those are an even number of 16-byte pieces, a piece is left free
/// behind every so many threads that the next ones begin in another bank.
template <class T, int N, int Count>
struct meeting_place
{
  static constexpr int bytes_of_thread = N * static_cast<int>(sizeof(T));
  static constexpr bool pads           = are_words_v<T, N> && bytes_of_thread % 32 == 0;
  /// 8 lanes read or write pieces at a time.
  static constexpr int threads_between = bytes_of_thread % 128 == 0 ? 1 : bytes_of_thread % 64 == 0 ? 2 : 4;
  static constexpr int bytes_between   = bytes_of_thread * threads_between; ///< whole lines of 128 bytes
  static constexpr int margin          = alignof(T) > 16 ? static_cast<int>(alignof(T)) : 16;
  static constexpr int bytes           = [] {
    int const items = Count * static_cast<int>(sizeof(T));
    return items + (pads ? items / bytes_between * margin : 0);
  }();

  alignas(16) alignas(T) unsigned char memory[bytes];

  /// Where byte i of the items lies.
  THRUM_HOST_DEVICE unsigned char* byte(int i)
  {
    return memory + i + (pads ? i / bytes_between * margin : 0);
  }
  THRUM_DEVICE T* at(int i) { return reinterpret_cast<T*>(byte(i * static_cast<int>(sizeof(T)))); }

  /// The items of thread t.
  THRUM_DEVICE void put(int t, T const (&items)[N])
  {
    if constexpr (are_words_v<T, N>)
    {
      gpu::write_items(at(t * N), items);
    }
    else
    {
      put_some(t, items, N);
    }
  }
  THRUM_DEVICE void get(int t, T (&items)[N])
  {
    if constexpr (are_words_v<T, N>)
    {
      gpu::read_items(at(t * N), items);
    }
    else
    {
      get_some(t, items, N);
    }
  }
  /// The first `here` of them.
  THRUM_DEVICE void put_some(int t, T const (&items)[N], int here)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      if (i < here)
      {
        gpu::set(*at(t * N + i), items[i]);
      }
    }
  }
  THRUM_DEVICE void get_some(int t, T (&items)[N], int here)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      if (i < here)
      {
        items[i] = *at(t * N + i);
      }
    }
  }

  /// The items first, first + step, ...
  THRUM_DEVICE void put_apart(int first, int step, T const (&items)[N])
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      gpu::set(*at(first + i * step), items[i]);
    }
  }
  THRUM_DEVICE void get_apart(int first, int step, T (&items)[N], int count = Count)
  {
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      if (first + i * step < count)
      {
        items[i] = *at(first + i * step);
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
