// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Where segments begin in a block: bits of its complete rows where lanes advance together, flags elsewhere.

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/segmented_rows.h>
#include <thrum/detail/core/tiling.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Keys, int V, bool Together>
class segment_heads
{
  static constexpr std::ptrdiff_t row_items = V * association::lanes;

public:
  segment_heads(arena& memory, tiling const& tiles)
      : keys_(memory)
      , row_(memory, Together ? static_cast<std::size_t>(tiles.buffer_items() / row_items) : 0)
      , flag_(memory, static_cast<std::size_t>(Together ? row_items : tiles.buffer_items()))
  {}

  /// Reads the keys of a block, but those of its first `rows` rows, which are read by `find_row`. Whether a
  /// segment begins with the block's first item is not known here.
  template <class Pred>
  void read(cursor<Keys>& keys,
            std::ptrdiff_t begin,
            std::ptrdiff_t count,
            [[maybe_unused]] std::ptrdiff_t rows,
            Pred& pred)
  {
    if constexpr (Together)
    {
      auto const* const key = keys.at(begin);
      keys_.remember(key, count);
      rest_ = rows * row_items;
      for (std::ptrdiff_t i = rest_; i < count; ++i)
      {
        flag_.set(i - rest_, i > 0 && !pred(key[i - 1], key[i]));
      }
    }
    else
    {
      flag_.set(0, false);
      keys_.read(keys, begin, count, pred,
                 [&](std::ptrdiff_t i, bool head, auto const&) { flag_.set(i, head); });
    }
  }

  template <class Pred, class Ask>
  row_heads<V> const& find_row(std::ptrdiff_t row, Keys key, Pred& pred, Ask ask)
  {
    row_[row].find(key, row == 0, pred, ask);
    return row_[row];
  }

  /// A segment begins with the block's first item.
  void lead() { rest_ > 0 ? row_[0].lead() : flag_.set(0, true); }

  /// The block's items from here on have flags.
  std::ptrdiff_t rest() const { return rest_; }
  bool at(std::ptrdiff_t i) const { return flag_[i - rest_]; }
  row_heads<V> const& row(std::ptrdiff_t r) const { return row_[r]; }

  auto const& first_key() const { return keys_.first(); }
  auto const& last_key() const { return keys_.last(); }

private:
  key_walk<Keys> keys_;
  slot_array<row_heads<V>> row_;
  slot_array<bool> flag_;
  std::ptrdiff_t rest_ = 0;
};
} // namespace detail
THRUM_NAMESPACE_END
