// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The inclusive scan of a row: y[l] = op(y[l - d], y[l]) for d = 1, 2, 4, 8, 16, all l at once.
/// P. M. Kogge, H. S. Stone: A parallel algorithm for the efficient solution of a general class of
/// recurrence equations, IEEE Trans. Computers C-22 (1973).

#include <thrum/detail/core/arena.h>
#include <thrum/detail/core/association_order.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Scans row[first .. first + count) in place.
template <class T, class Op>
void kogge_stone(slot_array<T>& row, std::ptrdiff_t first, int count, Op const& op)
{
  for (int d = 1; d < count; d *= 2)
  {
    for (int l = count - 1; l >= d; --l) // downward: y[l - d] is still the value of the step before
    {
      row.set(first + l, op(row[first + l - d], row[first + l]));
    }
  }
}

/// The same scan, one value at a time: level k holds what the row would hold after k steps.
template <class T, class Op>
class kogge_stone_stream
{
public:
  static constexpr int levels = 5; // 2^5 = 32 lanes

  kogge_stone_stream(arena& memory, Op const& op)
      : level_(memory, static_cast<std::size_t>(levels + 1) * association::lanes)
      , op_(op)
  {}

  void clear() { count_ = 0; }

  void push(T const& x)
  {
    level_.set(count_, x);
    for (int k = 0; k < levels; ++k)
    {
      int const here = k * association::lanes + count_;
      int const d    = 1 << k;
      if (count_ >= d)
      {
        level_.set(here + association::lanes, op_(level_[here - d], level_[here]));
      }
      else
      {
        level_.set(here + association::lanes, level_[here]);
      }
    }
    ++count_;
  }

  int size() const { return count_; }
  /// The inclusive scan at the value pushed last.
  T const& last() const { return level_[levels * association::lanes + count_ - 1]; }

private:
  slot_array<T> level_;
  Op op_;
  int count_ = 0;
};

/// The order across tiles. Tiles are pushed from left to right; `carry` is what stands before the next:
/// op(op(chain, lanes before in its group), then the tiles before it in its lane, one by one).
template <class T, class Op>
class tile_chain
{
public:
  // The operator by value: to GCC 12 at -O3, a reference to an empty one is use of what was never set.
  tile_chain(arena& memory, T const* init, Op op)
      : lanes_(memory, op)
      , chain_(memory)
      , carry_(memory)
      , fold_(memory)
      , op_(op)
  {
    if (!memory.measuring())
    {
      chain_.set(init);
      carry_.set(init);
    }
  }

  /// Null where nothing stands before.
  T const* carry() const { return carry_.get(); }

  void push(T const& aggregate)
  {
    fold_.join(fold_.get(), aggregate, op_);
    if (++in_lane_ < association::tiles_per_lane)
    {
      carry_.join(carry_.get(), aggregate, op_);
      return;
    }
    lanes_.push(*fold_);
    fold_.clear();
    in_lane_ = 0;
    carry_.join(chain_.get(), lanes_.last(), op_);
    if (lanes_.size() == association::lanes)
    {
      chain_.set(carry_.get()); // the group is complete: its total joins the chain
      lanes_.clear();
    }
  }

private:
  kogge_stone_stream<T, Op> lanes_;
  maybe<T> chain_;
  maybe<T> carry_;
  maybe<T> fold_;
  Op op_;
  int in_lane_ = 0;
};
} // namespace detail
THRUM_NAMESPACE_END
