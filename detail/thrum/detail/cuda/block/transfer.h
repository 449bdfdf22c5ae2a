// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A block moves consecutive items between iterators and its slot: neighbouring threads move neighbouring
/// items, in pieces of 16 bytes where the items lie in memory and begin at such a piece.

#include <thrum/detail/core/memory_under.h>
#include <thrum/detail/core/rounding.h>
#include <thrum/detail/cuda/block/lane_items.h>
#include <thrum/detail/cuda/block/warp.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Pointers to the very type that the slot holds, which may be copied as bytes.
template <class It, class T>
inline constexpr bool moves_bytes_v = [] {
  if constexpr (is_plain_pointer_v<It>)
  {
    return std::is_same_v<std::remove_cv_t<std::remove_pointer_t<It>>, T> && std::is_trivially_copyable_v<T>;
  }
  else
  {
    return false;
  }
}();

THRUM_HOST_DEVICE inline bool begins_at_piece(void const* memory)
{
  return reinterpret_cast<std::uintptr_t>(memory) % sizeof(piece) == 0;
}

/// What a thread has read before it writes the first of it, unless said otherwise: the time of a block is how
/// much of that is in flight.
inline constexpr int read_ahead = 8;

/// Writes what it reads of items begin + thread, begin + thread + threads, ..., `Ahead` at a time.
template <class T, int Ahead = read_ahead, class Cta, class Read, class Write>
THRUM_DEVICE void copy_each(Cta const& cta, int begin, int count, Read const& read, Write const& write)
{
  int const threads = cta.threads();
  int i             = begin + cta.thread();
  for (; i + (Ahead - 1) * threads < count; i += Ahead * threads)
  {
    raw<T> item[Ahead];
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int j = 0; j < Ahead; ++j)
    {
      read(i + j * threads, item[j].value);
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int j = 0; j < Ahead; ++j)
    {
      write(i + j * threads, item[j].value);
    }
  }
  for (; i < count; i += threads)
  {
    raw<T> item;
    read(i, item.value);
    write(i, item.value);
  }
}

template <class Word, class Cta>
THRUM_DEVICE void copy_words(Cta const& cta, Word const* from, Word* to, int count)
{
  gpu::copy_each<Word>(
    cta, 0, count, [&](int i, Word& w) { w = from[i]; }, [&](int i, Word const& w) { to[i] = w; });
}

/// Begins to copy `count` words of W bytes, 4, 8 or 16. They are there after copies_done() and a barrier.
template <int W, class Cta>
THRUM_DEVICE void copy_words_later(Cta const& cta, void const* from, void* to, int count)
{
  if constexpr (Cta::copies_later)
  {
    for (int i = cta.thread(); i < count; i += cta.threads())
    {
      cta.template copy_later<W>(static_cast<unsigned char*>(to) + i * W,
                                 static_cast<unsigned char const*>(from) + i * W);
    }
  }
  else
  {
    using word = std::conditional_t<W == 16, piece, std::conditional_t<W == 8, std::uint64_t, std::uint32_t>>;
    gpu::copy_words(cta, static_cast<word const*>(from), static_cast<word*>(to), count);
  }
}

/// Brings the items from `begin` on through the iterator.
template <int Ahead = read_ahead, class Cta, class It, class T>
THRUM_DEVICE void load_each(Cta const& cta, It from, T* to, int begin, int count)
{
  if constexpr (std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(piece))
  {
    gpu::copy_each<T, Ahead>(
      cta, begin, count, [&](int i, T& x) { gpu::set(x, static_cast<T>(*detail::advanced(from, i))); },
      [&](int i, T const& x) { gpu::set(to[i], x); });
  }
  else
  {
    for (int i = begin + cta.thread(); i < count; i += cta.threads())
    {
      gpu::set(to[i], static_cast<T>(*detail::advanced(from, i)));
    }
  }
}

/// The widest word that every array of T consists of.
template <class T>
inline constexpr int word_bytes_v = alignof(T) < 16 ? static_cast<int>(alignof(T)) : 16;

/// Begins to bring `count` items from an iterator into the slot. They are there after copies_done() and a barrier. All
/// threads of the block call it.
template <int Ahead = read_ahead, class Cta, class It, class T>
THRUM_DEVICE void load_items_later(Cta const& cta, It from, T* to, int count)
{
  if constexpr (moves_bytes_v<It, T>)
  {
    if (gpu::begins_at_piece(from) && gpu::begins_at_piece(to))
    {
      auto const pieces = static_cast<int>(count * sizeof(T) / sizeof(piece));
      gpu::copy_words_later<sizeof(piece)>(cta, from, to, pieces);
      // An item that ends beyond them is moved whole.
      gpu::load_each(cta, from, to, static_cast<int>(pieces * sizeof(piece) / sizeof(T)), count);
      return;
    }
    if constexpr (word_bytes_v<T> >= 4)
    {
      int const words = count * static_cast<int>(sizeof(T) / word_bytes_v<T>);
      gpu::copy_words_later<word_bytes_v<T>>(cta, from, to, words);
      return;
    }
  }
  gpu::load_each<Ahead>(cta, from, to, 0, count);
}
/// The same, and what else the thread has begun to copy: it is there after a barrier.
template <int Ahead = read_ahead, class Cta, class It, class T>
THRUM_DEVICE void load_items(Cta const& cta, It from, T* to, int count)
{
  gpu::load_items_later<Ahead>(cta, from, to, count);
  cta.copies_done();
}

/// Writes `count` items of the slot through an output iterator. All threads of the block call it.
template <class Cta, class T, class It>
THRUM_DEVICE void store_items(Cta const& cta, T const* from, It to, int count)
{
  int begin = 0;
  if constexpr (moves_bytes_v<It, T>)
  {
    if (gpu::begins_at_piece(to))
    {
      auto const pieces = static_cast<int>(count * sizeof(T) / sizeof(piece));
      gpu::copy_words(cta, reinterpret_cast<piece const*>(from), reinterpret_cast<piece*>(to), pieces);
      begin = static_cast<int>(pieces * sizeof(piece) / sizeof(T));
    }
  }
  for (int i = begin + cta.thread(); i < count; i += cta.threads())
  {
    detail::assign(*detail::advanced(to, i), from[i]);
  }
}
/// The same of a warp alone.
template <class Cta, class T, class It>
THRUM_DEVICE void store_row(Cta const& cta, T const* from, It to, int count)
{
  for (int i = cta.lane(); i < count; i += lanes)
  {
    detail::assign(*detail::advanced(to, i), from[i]);
  }
}

/// Has the memory under `count` items brought nearer, where it is no more than they take up in the slot. One thread calls
/// it.
template <class T, class Cta, class It>
THRUM_DEVICE void fetch_ahead(Cta const& cta, It const& from, int count)
{
  auto const memory = detail::memory_under(from);
  using item        = std::remove_pointer_t<std::remove_const_t<decltype(memory)>>;
  if constexpr (!std::is_same_v<item, std::nullptr_t>)
  {
    if constexpr (sizeof(item) <= sizeof(T))
    {
      auto const address         = reinterpret_cast<std::uintptr_t>(memory);
      std::uintptr_t const end   = (address + count * sizeof(item)) / sizeof(piece) * sizeof(piece);
      std::uintptr_t const begin = detail::round_up(address, sizeof(piece)); // what is beside is not ours
      if (begin < end)
      {
        cta.fetch_ahead(reinterpret_cast<void const*>(begin), static_cast<std::uint32_t>(end - begin));
      }
    }
  }
}

/// Brings what bulk copies leave of `count` items, at the end of all, and returns how many bytes they bring. One
/// thread calls it.
template <class T>
THRUM_DEVICE std::uint32_t load_rest(T const* from, T* to, int count)
{
  auto const bytes = static_cast<std::uint32_t>(count * sizeof(T)) / sizeof(piece) * sizeof(piece);
  for (int i = static_cast<int>(bytes / sizeof(T)); i < count; ++i)
  {
    to[i] = from[i];
  }
  return static_cast<std::uint32_t>(bytes);
}
template <class Cta, class T>
THRUM_DEVICE void load_pieces(
  Cta const& cta, T const* from, T* to, std::uint32_t bytes, typename Cta::barrier& loaded)
{
  if (bytes > 0)
  {
    cta.bulk_load(to, from, bytes, loaded);
  }
}

/// Begins to bring `count` items to the slot; they are there when the barrier's phase ends. One thread calls it.
template <class Cta, class T>
THRUM_DEVICE void load_bulk(Cta const& cta, T const* from, T* to, int count, typename Cta::barrier& loaded)
{
  std::uint32_t const bytes = gpu::load_rest(from, to, count);
  cta.expect(loaded, bytes);
  gpu::load_pieces(cta, from, to, bytes, loaded);
}

/// Begins to write `count` items of the slot. One thread calls it.
template <class Cta, class T>
THRUM_DEVICE void store_bulk(Cta const& cta, T const* from, T* to, int count)
{
  auto const bytes = static_cast<std::uint32_t>(count * sizeof(T)) / sizeof(piece) * sizeof(piece);
  if (bytes > 0)
  {
    cta.bulk_store(to, from, bytes);
  }
  for (int i = static_cast<int>(bytes / sizeof(T)); i < count; ++i)
  {
    to[i] = from[i];
  }
}
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
