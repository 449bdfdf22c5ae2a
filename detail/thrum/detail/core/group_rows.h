// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Folds complete rows of lanes whose keys and values lie in memory, and compacts the groups that close in
/// them. The work for an item hardly depends on how long groups are.

#include <thrum/detail/core/compact.h>
#include <thrum/detail/core/group_lanes.h>
#include <thrum/detail/core/segmented_rows.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
class group_rows
{
  using types = reduce_by_key_types<Problem>;
  using T     = typename types::T;
  using K     = typename types::K;
  using Op    = typename types::Op;
  using Pred  = typename types::Pred;
  using word  = lane_word<T>;

  static constexpr int V = types::shape.lane_items;
  static constexpr int L = association::lanes;

public:
  group_rows(group_lanes<Problem>& lanes, Pred& pred, Op const& op) : lanes_(lanes), pred_(pred), op_(op) {}

  /// Folds a complete row of the block.
  void fold(std::ptrdiff_t row, K const* key, T const* value)
  {
    heads_.find(key, row == 0, pred_, [&](int at) { detail::prefetch_all(value + at, 64); });
    if (heads_.leads())
    {
      lanes_.close_group(key[-1]);
    }
    int const heads = heads_.count();
    if (Op::exact && heads * 64 < V * L)
    {
      fold_stretches(row, key, value, heads);
    }
    else
    {
      fold_lanes(row, key, value, heads);
    }
  }

private:
  void fold_lanes(std::ptrdiff_t row, K const* key, T const* value, int heads)
  {
    heads_.split(bits_);
    detail::load_row<V>(memory_items<T, T>{value}, items_);
    detail::fold_segments<V>(items_, bits_, op_);
    note_patches(row * L);
    heads * 4 > V* L ? store_many(key) : store_few(key);
    detail::packed_segmented_scan(items_ + (V - 1) * L, bits_, sums_of(row), op_);
    lanes_.lane  = row * L + L - 1;
    lanes_.began = bits_[L - 1] != 0;
    lanes_.running.set(items_[V * L - 1]);
  }

  /// Where the order is free and groups are long: from head to head, and all of the row counts as its first
  /// lane. What the others stand for is never asked.
  void fold_stretches(std::ptrdiff_t row, K const* key, T const* value, int heads)
  {
    lanes_.lane  = row * L;
    lanes_.began = heads_.leads();
    for (int l = 0; l < L; ++l)
    {
      lanes_.patch.set(row * L + l, -1);
    }
    int begin = 0;
    for (int w = 0; w < row_heads<V>::words; ++w)
    {
      for (std::uint64_t ends = heads_.ends(w); ends != 0; ends &= ends - 1)
      {
        int const end = 64 * w + ::cuda::std::countr_zero(ends) + 1;
        lanes_.running.set(stretch(value, begin, end));
        lanes_.close_group(key[end - 1]);
        lanes_.began = true;
        begin        = end;
      }
    }
    T const rest = stretch(value, begin, V * L);
    lanes_.running.set(rest);
    std::fill_n(sums_of(row), L, segmented<T>{rest, heads > 0});
  }

  T stretch(T const* value, int begin, int end) const
  {
    T sum       = value[begin];
    Op const op = op_;
    for (int i = begin + 1; i < end; ++i)
    {
      sum = op(sum, value[i]);
    }
    return sum;
  }

  segmented<T>* sums_of(std::ptrdiff_t row)
  {
    return lanes_.sums.lane_data(static_cast<int>(row / types::shape.rows),
                                 static_cast<int>(row % types::shape.rows));
  }

  /// The first group that closes in a lane and did not begin there waits for the carry into the lane.
  void note_patches(std::ptrdiff_t lane)
  {
    std::int32_t* const patch = lanes_.patch.data() + lane;
    auto group                = static_cast<std::int32_t>(lanes_.groups + 1 - (bits_[0] & 1));
    for (int l = 0; l < L; ++l)
    {
      word const next_leads = l + 1 < L ? bits_[l + 1] & 1 : 0;
      bool const closes     = (bits_[l] >> 1 | next_leads) != 0;
      patch[l]              = (bits_[l] & 1) == 0 && closes ? group : -1;
      group += ::cuda::std::popcount(bits_[l]);
    }
  }

  /// Groups that close in the row, where few do.
  void store_few(K const* key)
  {
    std::int32_t place[V * L + spare_places + 1];
    std::int32_t* end = place;
    for (int w = 0; w < row_heads<V>::words; ++w)
    {
      end = detail::place_bits(heads_.ends(w), 64 * w, end);
    }
    [[maybe_unused]] K* const keys = lanes_.keys.data();
    T* const values                = lanes_.values.data();
    std::ptrdiff_t const group     = lanes_.groups + 1;
    std::ptrdiff_t const count     = end - place;
    for (std::ptrdiff_t i = 0; i < count; ++i)
    {
      auto const last = static_cast<unsigned>(place[i]);
      if constexpr (group_lanes<Problem>::keeps_keys)
      {
        keys[group + i] = key[last];
      }
      values[group + i] = items_[last % V * L + last / V];
    }
    lanes_.groups += count;
  }

  /// The same where many do: the sums go back into the order of memory.
  void store_many(K const* key)
  {
    T sums[V * L];
    detail::transpose<V, L>(items_, sums);
    for (int at = 0; at < V * L; at += 64)
    {
      std::uint64_t const ends = heads_.ends(at / 64);
      int const items          = std::min(64, V * L - at);
      if constexpr (group_lanes<Problem>::keeps_keys)
      {
        detail::compact(key + at, items, ends, lanes_.keys.data() + lanes_.groups + 1);
      }
      detail::compact(sums + at, items, ends, lanes_.values.data() + lanes_.groups + 1);
      lanes_.groups += ::cuda::std::popcount(ends);
    }
  }

  group_lanes<Problem>& lanes_;
  Pred& pred_;
  Op const& op_;
  row_heads<V> heads_;
  word bits_[L];
  alignas(64) T items_[V * L]; // in vector order
};
} // namespace detail
THRUM_NAMESPACE_END
