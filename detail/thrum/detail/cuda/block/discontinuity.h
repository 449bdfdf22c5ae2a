// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Head flags: where a segment of equal neighbouring keys begins. A bit for each item, made 32 at a time by
/// ballot from keys in shared memory: everything else about segments is counted in these bits.

#include <thrum/detail/cuda/block/lane_items.h>
#include <thrum/detail/cuda/block/narrow_keys.h>
#include <thrum/detail/cuda/block/warp.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Whether a tile's first item is a head, if that is known without its key and the one before.
enum class lead : unsigned char
{
  no,
  yes,
  compare,
};

/// The head flags of a tile of `Rows` rows, of 32 lanes with V items each: an item is its segment's last where
/// the next one is a head.
template <int V, int Rows>
struct row_flags
{
  std::uint32_t word[Rows]
                    [V + 1]; ///< bit i of a row's V words is item i's; the last word: the next row's first

  /// Flags of `count` items of a row from item `at` on, 32 at most; the item after the row may be among them.
  THRUM_DEVICE std::uint32_t of(int r, int at, int count) const
  {
    int const shift    = at % 32;
    std::uint32_t bits = word[r][at / 32] >> shift;
    if (shift + count > 32)
    {
      bits |= word[r][at / 32 + 1] << (32 - shift);
    }
    return count < 32 ? bits & ((1u << count) - 1) : bits;
  }
  THRUM_DEVICE bool is_head(int r, int at) const { return (word[r][at / 32] >> at % 32 & 1) != 0; }

  /// How many of a lane's items are heads, or, with `from` = 1, are followed by one.
  THRUM_DEVICE int count(int r, int lane, int from = 0) const
  {
    int heads = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < V; i += 32)
    {
      heads += gpu::count_bits(of(r, lane * V + from + i, V - i < 32 ? V - i : 32));
    }
    return heads;
  }

  template <class Cta>
  THRUM_DEVICE void set(Cta const& cta, int r, int w, std::uint32_t bits)
  {
    if (cta.lane() == 0)
    {
      word[r][w] = bits;
    }
  }
};

/// The keys of such a tile, from which its flags are made. There is room for the key before the tile and the
/// one after it.
template <class K, int V, int Rows>
struct key_slot
{
  static constexpr int row    = V * lanes;
  static constexpr int items  = row * Rows;
  static constexpr int margin = static_cast<int>(detail::round_up(sizeof(K), 16)); ///< bytes on either side

  alignas(128) alignas(K) unsigned char memory[margin + items * sizeof(K) + margin];
  lead first;

  THRUM_DEVICE K* at(int i) { return reinterpret_cast<K*>(memory + margin) + i; }

  /// Flags the items of one row and the item after it. Keys [0, here) of the tile are there; `end` is where
  /// the end of all items stands, which ends a segment too, or -1. All lanes of a warp call it.
  template <class Cta, class Pred>
  THRUM_DEVICE void flag_row(Cta const& cta, int r, int here, int end, Pred& pred, row_flags<V, Rows>& flags)
  {
    int const begin = r * row;
    if (begin + row >= here)
    {
      flag_any(cta, r, here, end, pred, flags);
    }
    else if constexpr (are_narrow_v<K, Pred>)
    {
      flag_narrow(cta, r, flags);
    }
    else if constexpr (std::is_trivially_copyable_v<K> && sizeof(K) <= 16)
    {
      flag_whole(cta, r, pred, flags);
    }
    else
    {
      flag_any(cta, r, here, end, pred, flags);
    }
    flags.set(cta, r, V, begins(begin + row, here, end, pred) ? 1 : 0);
    cta.sync_warp();
  }

private:
  template <class Cta, class Pred>
  THRUM_DEVICE void flag_any(Cta const& cta, int r, int here, int end, Pred& pred, row_flags<V, Rows>& flags)
  {
    _CCCL_PRAGMA_NOUNROLL()
    for (int w = 0; w < V; ++w)
    {
      flags.set(cta, r, w, cta.ballot(begins(r * row + w * lanes + cta.lane(), here, end, pred)));
    }
  }

  /// How many of `all` steps are taken at a time, of which none is left over: all loads of several steps before the
  /// first store, since the compiler leaves a load behind a store that might change what it reads.
  static constexpr THRUM_HOST_DEVICE int at_a_time(int all, int most)
  {
    while (all % most != 0)
    {
      --most;
    }
    return most;
  }

  /// Of a row that is there with the key after it.
  template <class Cta, class Pred>
  THRUM_DEVICE void flag_whole(Cta const& cta, int r, Pred& pred, row_flags<V, Rows>& flags)
  {
    constexpr int step = at_a_time(V, 4);
    bool const knows   = r == 0 && cta.lane() == 0 && first != lead::compare; // the first flag
    _CCCL_PRAGMA_NOUNROLL()
    for (int w = 0; w < V; w += step)
    {
      K const* const key = at(r * row + w * lanes + cta.lane());
      bool const known   = knows && w == 0;
      raw<K> item[step];
      raw<K> before[step];
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < step; ++i)
      {
        gpu::set(before[i].value, key[i * lanes - (i == 0 && known ? 0 : 1)]);
        gpu::set(item[i].value, key[i * lanes]);
      }
      std::uint32_t bits[step];
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < step; ++i)
      {
        bool const head = i == 0 && known ? first == lead::yes : !pred(before[i].value, item[i].value);
        bits[i]         = cta.ballot(head);
      }
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < step; ++i)
      {
        flags.set(cta, r, w + i, bits[i]);
      }
    }
  }

  /// The same of narrow keys: each lane makes the flags of pieces of 16 bytes.
  template <class Cta>
  THRUM_DEVICE void flag_narrow(Cta const& cta, int r, row_flags<V, Rows>& flags)
  {
    using narrow         = narrow_keys<K>;
    constexpr int pieces = row / narrow::in_piece;
    constexpr int step   = at_a_time((pieces + lanes - 1) / lanes, 4);
    auto* const words    = reinterpret_cast<std::uint32_t const*>(at(r * row));
    auto* const to       = reinterpret_cast<typename narrow::flags*>(flags.word[r]);
    _CCCL_PRAGMA_NOUNROLL()
    for (int begin = cta.lane(); begin < pieces; begin += step * lanes)
    {
      piece keys[step];
      std::uint32_t before[step];
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < step; ++i)
      {
        int const p = begin + i * lanes < pieces ? begin + i * lanes : begin; // any that is there
        keys[i]     = reinterpret_cast<piece const*>(words)[p];
        before[i]   = words[4 * p - 1];
      }
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 0; i < step; ++i)
      {
        int const p     = begin + i * lanes;
        auto const bits = narrow::heads(before[i], keys[i]);
        if (p < pieces)
        {
          std::memcpy(to + p, &bits, sizeof(bits));
        }
      }
    }
    cta.sync_warp();
    if (r == 0 && first != lead::compare)
    {
      flags.set(cta, 0, 0, (flags.word[0][0] & ~1u) | (first == lead::yes ? 1 : 0));
    }
  }

  template <class Pred>
  THRUM_DEVICE bool begins(int i, int here, int end, Pred& pred)
  {
    if (i >= here)
    {
      return i == end;
    }
    if (i == 0 && first != lead::compare)
    {
      return first == lead::yes;
    }
    return !pred(*at(i - 1), *at(i));
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
