// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The Kogge-Stone scan of 32 numbers in registers of 16 bytes: steps as wide as a register need no moves.

#include <thrum/detail/core/association_order.h>
#include <thrum/detail/core/lane_pack.h>
#include <thrum/detail/core/segmented.h>

#include <type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Numbers that fill lanes of packs.
template <class T>
inline constexpr bool is_packable_v = std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

template <class T>
struct packed_row
{
  static constexpr int bytes = 16;
  static constexpr int size  = pack_size<T, bytes>;
  static constexpr int packs = association::lanes / size;

  /// The numbers D lanes before those of pack p; what stands before lane 0 is not specified.
  template <int D, class Pack>
  static Pack before(Pack const* row, int p)
  {
    if constexpr (D >= size)
    {
      return row[p - D / size];
    }
    else
    {
      return detail::lanes_before<D>(row[p > 0 ? p - 1 : 0], row[p]);
    }
  }
};

/// One step of the scan. Downward: numbers to the left are still those of the step before.
template <int D, class T, class Op>
void packed_step(pack<T, 16>* row, Op const& op)
{
  using shape = packed_row<T>;
  for (int p = shape::packs - 1; p > 0 && p >= D / shape::size; --p)
  {
    row[p] = detail::join_packs<T, 16>(shape::template before<D>(row, p), row[p], op);
  }
  for (int l = shape::size - 1; l >= D; --l) // the first pack: only lanes that have others before them
  {
    T const sum = op(static_cast<T>(row[0][l - D]), static_cast<T>(row[0][l]));
    row[0][l]   = static_cast<std::decay_t<decltype(row[0][l])>>(sum);
  }
}

/// Scans 32 numbers in place.
template <class T, class Op>
void packed_scan(T* lanes, Op const& op)
{
  using shape = packed_row<T>;
  pack<T, 16> row[shape::packs];
  for (int p = 0; p < shape::packs; ++p)
  {
    row[p] = detail::load_pack<pack<T, 16>>(lanes + p * shape::size);
  }
  detail::packed_step<1, T>(row, op);
  detail::packed_step<2, T>(row, op);
  detail::packed_step<4, T>(row, op);
  detail::packed_step<8, T>(row, op);
  detail::packed_step<16, T>(row, op);
  for (int p = 0; p < shape::packs; ++p)
  {
    detail::store_pack(lanes + p * shape::size, row[p]);
  }
}

/// One step of the segmented scan. closed[p] has all bits set where what row[p] sums up reaches back to where
/// a segment begins, or to lane 0. The operator is applied in all lanes.
template <int D, class T, class Op>
void packed_segmented_step(pack<T, 16>* row, pack_words<T, 16>* closed, Op const& op)
{
  using shape = packed_row<T>;
  for (int p = shape::packs - 1; p >= D / shape::size; --p)
  {
    auto const more = detail::join_packs<T, 16>(shape::template before<D>(row, p), row[p], op);
    row[p]          = detail::choose<T, 16>(closed[p], ~lane_word<T>{0}, row[p], more);
    closed[p]       = closed[p] | shape::template before<D>(closed, p);
  }
}

/// Scans the folds of 32 lanes; bits of heads[l] are set where segments begin in lane l.
template <class T, class Op>
void packed_segmented_scan(T const* folds, lane_word<T> const* heads, segmented<T>* to, Op const& op)
{
  using shape = packed_row<T>;
  pack<T, 16> row[shape::packs];
  pack_words<T, 16> closed[shape::packs];
  lane_word<T> closes[association::lanes];
  for (int l = 0; l < association::lanes; ++l)
  {
    closes[l] = l == 0 || heads[l] != 0 ? ~lane_word<T>{0} : 0;
  }
  for (int p = 0; p < shape::packs; ++p)
  {
    row[p]    = detail::load_pack<pack<T, 16>>(folds + p * shape::size);
    closed[p] = detail::load_pack<pack_words<T, 16>>(closes + p * shape::size);
  }
  detail::packed_segmented_step<1, T>(row, closed, op);
  detail::packed_segmented_step<2, T>(row, closed, op);
  detail::packed_segmented_step<4, T>(row, closed, op);
  detail::packed_segmented_step<8, T>(row, closed, op);
  detail::packed_segmented_step<16, T>(row, closed, op);
  T sums[association::lanes];
  for (int p = 0; p < shape::packs; ++p)
  {
    detail::store_pack(sums + p * shape::size, row[p]);
  }
  bool head = false;
  for (int l = 0; l < association::lanes; ++l)
  {
    head  = head || heads[l] != 0;
    to[l] = {sums[l], head};
  }
}
} // namespace detail
THRUM_NAMESPACE_END
