// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The input of a block, to be looked at twice: memory is read where it lies, everything else is read
/// once into a buffer.

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/streaming.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Items that lie in memory; the second look comes from cache.
template <class T, class U>
struct memory_items
{
  U const* first;

  decltype(auto) operator[](std::ptrdiff_t i) const
  {
    if constexpr (std::is_same_v<T, U>)
    {
      return static_cast<T const&>(first[i]);
    }
    else
    {
      return static_cast<T>(first[i]);
    }
  }
  memory_items operator+(std::ptrdiff_t n) const { return {first + n}; }
  void prefetch(std::ptrdiff_t i, int count) const { detail::prefetch_all(first + i, count); }
};

/// Items that were copied into places of a buffer.
template <class T>
struct buffered_items
{
  slot_array<T> const* buffer;
  std::ptrdiff_t offset;

  T const& operator[](std::ptrdiff_t i) const { return (*buffer)[offset + i]; }
  buffered_items operator+(std::ptrdiff_t n) const { return {buffer, offset + n}; }
  void prefetch(std::ptrdiff_t, int) const {}
};

/// Reads a block of the input as values of type T.
template <class In, class T>
class block_reader
{
public:
  static constexpr bool in_place = is_plain_pointer_v<In> && is_plain_v<T>;

  block_reader(arena& memory, std::ptrdiff_t block_items)
      : buffer_(memory, in_place ? 0 : static_cast<std::size_t>(block_items))
  {}

  /// Items [offset, offset + count) of the input, each dereferenced once.
  auto read(cursor<In>& in, std::ptrdiff_t offset, std::ptrdiff_t count)
  {
    if constexpr (in_place)
    {
      (void)count;
      return items(in.at(offset));
    }
    else
    {
      In it = in.at(offset);
      for (std::ptrdiff_t i = 0; i < count; ++i, (void)++it)
      {
        buffer_.set(i, static_cast<T>(*it));
      }
      in.leave(it);
      return items(it);
    }
  }

  /// The items read last.
  auto items([[maybe_unused]] In const& at) const
  {
    if constexpr (in_place)
    {
      return memory_items<T, std::remove_cv_t<std::remove_pointer_t<In>>>{at};
    }
    else
    {
      return buffered_items<T>{&buffer_, 0};
    }
  }

private:
  slot_array<T> buffer_;
};

/// Where results go on their way out. Plain results beyond the cache's size are gathered in a small stage
/// and leave past the cache; others are written where they belong.
template <class Out, class T>
class block_writer
{
public:
  /// Results may be written side by side through a pointer; other iterators are assigned to in order.
  static constexpr bool in_place = [] {
    if constexpr (is_plain_pointer_v<Out>)
    {
      using U = std::remove_pointer_t<Out>;
      return std::is_same_v<U, T> || (std::is_arithmetic_v<U> && std::is_arithmetic_v<T>);
    }
    else
    {
      return false;
    }
  }();

  block_writer(arena& memory, std::ptrdiff_t stage_items, [[maybe_unused]] std::ptrdiff_t total_items)
      : stage_(memory, in_place ? static_cast<std::size_t>(stage_items) : 0)
  {
    if constexpr (in_place)
    {
      streaming_ = static_cast<std::size_t>(total_items) * sizeof(item) >= streaming_threshold;
    }
  }
  ~block_writer()
  {
    if (streaming_)
    {
      detail::stream_fence();
    }
  }

  /// Where to write results that belong at `out`; `flush` brings them there.
  Out place(Out out) const { return streaming_ ? stage_.data() : out; }
  void flush(Out out, std::ptrdiff_t count) const
  {
    if (streaming_)
    {
      detail::stream_copy(out, stage_.data(), static_cast<std::size_t>(count) * sizeof(item));
    }
  }

private:
  using item =
    typename std::conditional_t<in_place, std::remove_pointer<Out>, ::cuda::std::type_identity<char>>::type;

  slot_array<item> stage_;
  bool streaming_ = false;
};
} // namespace detail
THRUM_NAMESPACE_END
