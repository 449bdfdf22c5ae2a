// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A row of 32 lanes with segments in them, lanes side by side in vector registers: where a segment begins,
/// the sum is replaced under a mask. The operator is also applied where its result is not used, so this is
/// for numbers and operators that the library knows.

#include <thrum/detail/core/head_flags.h>
#include <thrum/detail/core/packed_scan.h>
#include <thrum/detail/core/row_kernels.h>
#include <thrum/detail/core/segmented.h>

#include <cstdint>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Whether segments of T under Op may be folded so, in lanes of `shape` and with keys that lie in memory.
template <class Keys, class T, class Op>
inline constexpr bool segments_advance_together_v =
  is_plain_pointer_v<Keys>&& is_plain_v<value_type_t<Keys>> && sizeof(value_type_t<Keys>) <= 16
  && is_packable_v<T>&& Op::is != known::nothing;

/// Where segments begin in a complete row.
template <int V>
class row_heads
{
public:
  static constexpr int items = V * association::lanes;
  static constexpr int words = (items + 63) / 64;

  /// Compares each item with its predecessor. `first` is 1 where the row's first item has none, else 0; then
  /// no segment begins there. Calls ask(at) for every 64 items: what will be read next is asked for a few
  /// lines at a time, lest it stand in the way.
  template <class K, class Pred, class Ask>
  void find(K const* item, int first, Pred& pred, Ask ask)
  {
    int w = 0;
    if (first != 0)
    {
      word_[w++] = partial_mask(item, first, std::min(64, items), pred);
    }
    for (; 64 * (w + 1) <= items; ++w)
    {
      ask(64 * w);
      word_[w] = detail::head_mask(item + 64 * w, pred);
    }
    if (w < words)
    {
      word_[w] = partial_mask(item + 64 * w, 0, items % 64, pred);
    }
    word_[words] = 0;
  }

  bool leads() const { return (word_[0] & 1) != 0; }
  void lead() { word_[0] |= 1; }

  /// Bit j is set where a segment ends with item 64 w + j, for all that the row shows.
  std::uint64_t ends(int w) const { return word_[w] >> 1 | word_[w + 1] << 63; }

  /// Items at which a segment begins.
  int count() const
  {
    int sum = 0;
    for (int w = 0; w < words; ++w)
    {
      sum += ::cuda::std::popcount(word_[w]);
    }
    return sum;
  }

  /// Bit i of bits[l] becomes that of item i of lane l.
  template <class Word>
  void split(Word* bits) const
  {
    split(bits, std::make_integer_sequence<int, association::lanes>{});
  }

private:
  template <class K, class Pred>
  static std::uint64_t partial_mask(K const* item, int first, int last, Pred& pred)
  {
    std::uint64_t mask = 0;
    for (int j = first; j < last; ++j)
    {
      mask |= static_cast<std::uint64_t>(!pred(item[j - 1], item[j])) << j;
    }
    return mask;
  }

  template <class Word, int... L>
  void split(Word* bits, std::integer_sequence<int, L...>) const
  {
    ((bits[L] = static_cast<Word>(lane<L * V>())), ...);
  }
  template <int At>
  std::uint64_t lane() const
  {
    std::uint64_t const low  = word_[At / 64] >> (At % 64);
    std::uint64_t const high = At % 64 + V > 64 ? word_[At / 64 + 1] << 1 << (63 - At % 64) : 0;
    return (low | high) & ((std::uint64_t{1} << V) - 1);
  }

  std::uint64_t word_[words + 1];
};

/// Each item of `row` becomes the left fold of its segment's items in its lane, up to itself, in vector
/// order; bit i of heads[l] is set where a segment begins with item i of lane l.
template <int V, class T, class Op>
void fold_segments(T* row, lane_word<T> const* heads, Op const& op)
{
  constexpr int packs = association::lanes / pack_size<T>;
  pack<T> sum[packs];
  pack_words<T> head[packs];
  for (int p = 0; p < packs; ++p)
  {
    sum[p]  = detail::load_pack<pack<T>>(row + p * pack_size<T>);
    head[p] = detail::load_pack<pack_words<T>>(heads + p * pack_size<T>);
  }
  for (int i = 1; i < V; ++i)
  {
    T* const items = row + i * association::lanes;
    for (int p = 0; p < packs; ++p)
    {
      auto const item = detail::load_pack<pack<T>>(items + p * pack_size<T>);
      sum[p]          = detail::choose<T>(head[p], lane_word<T>{1} << i, item,
                                 detail::join_packs<T>(sum[p], item, op));
      detail::store_pack(items + p * pack_size<T>, sum[p]);
    }
  }
}

/// Scans the segments of lane l of `row` from carries[l], in place and in vector order. Exclusive: segments
/// begin with `init`.
template <int V, bool Inclusive, class T, class Op>
void scan_segments(T* row, lane_word<T> const* heads, T const* carries, [[maybe_unused]] T init, Op const& op)
{
  constexpr int packs = association::lanes / pack_size<T>;
  pack<T> sum[packs];
  pack_words<T> head[packs];
  for (int p = 0; p < packs; ++p)
  {
    sum[p]  = detail::load_pack<pack<T>>(carries + p * pack_size<T>);
    head[p] = detail::load_pack<pack_words<T>>(heads + p * pack_size<T>);
  }
  [[maybe_unused]] pack<T> const begin = detail::fill_pack<T>(init);
  for (int i = 0; i < V; ++i)
  {
    T* const items          = row + i * association::lanes;
    lane_word<T> const mask = lane_word<T>{1} << i;
    for (int p = 0; p < packs; ++p)
    {
      auto const item = detail::load_pack<pack<T>>(items + p * pack_size<T>);
      if constexpr (Inclusive)
      {
        sum[p] = detail::choose<T>(head[p], mask, item, detail::join_packs<T>(sum[p], item, op));
        detail::store_pack(items + p * pack_size<T>, sum[p]);
      }
      else
      {
        pack<T> const before = detail::choose<T>(head[p], mask, begin, sum[p]);
        detail::store_pack(items + p * pack_size<T>, before);
        sum[p] = detail::join_packs<T>(before, item, op);
      }
    }
  }
}

/// What the lanes of a row of items add up to, as inclusive scans within the row.
template <int V, class T, class Items, class Op>
void fold_row_of_segments(row_heads<V> const& heads, Items const& items, segmented<T>* to, Op const& op)
{
  lane_word<T> bits[association::lanes];
  heads.split(bits);
  T sums[V * association::lanes];
  detail::load_row<V>(items, sums);
  detail::fold_segments<V>(sums, bits, op);
  detail::packed_segmented_scan(sums + (V - 1) * association::lanes, bits, to, op);
}

/// Scans a row of items from carries into its lanes.
template <bool Inclusive, int V, class T, class Items, class U, class Op>
void scan_row_of_segments(
  row_heads<V> const& heads, Items const& items, T const* carries, T init, U* to, Op const& op)
{
  lane_word<T> bits[association::lanes];
  heads.split(bits);
  T sums[V * association::lanes];
  detail::load_row<V>(items, sums);
  detail::scan_segments<V, Inclusive>(sums, bits, carries, init, op);
  detail::store_row<V>(sums, to);
}
} // namespace detail
THRUM_NAMESPACE_END
