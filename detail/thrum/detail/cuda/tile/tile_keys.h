// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// How a tile of a by-key algorithm gets its keys: its own, and the one after it. The key before its first
/// decides only whether that is a head. Where keys lie in memory that no output shares, it is read from there.
/// Elsewhere the tile before reads it and the one after, compares them, and tells the result as soon as it is
/// loaded: so the keys of a fancy iterator are read once, and no key is read that may be overwritten. (A tile
/// writes only after all tiles before it have published what they add up to, so the key after it is safe.)

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/cuda/block/discontinuity.h>
#include <thrum/detail/cuda/block/tile_state.h>
#include <thrum/detail/cuda/block/transfer.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Whether `out` is certain to leave `count` keys alone.
template <class Keys, class Out>
THRUM_HOST_DEVICE bool leaves_alone(Keys keys, Out out, std::ptrdiff_t count)
{
  if constexpr (is_discard_v<Out>)
  {
    return true;
  }
  else if constexpr (is_plain_pointer_v<Keys> && std::is_pointer_v<Out>)
  {
    auto const k = reinterpret_cast<std::uintptr_t>(keys);
    auto const o = reinterpret_cast<std::uintptr_t>(out);
    return k + static_cast<std::uintptr_t>(count) * sizeof(*keys) <= o
           || o + static_cast<std::uintptr_t>(count) * sizeof(*out) <= k;
  }
  else
  {
    return false;
  }
}

template <class Keys, int V, int Rows>
struct tile_keys
{
  using K     = value_type_t<Keys>;
  using slot  = key_slot<K, V, Rows>;
  using flags = row_flags<V, Rows>;
  using told  = tile_states<K>; ///< the first key of the next tile, and whether it is a head

  static constexpr bool in_memory = is_plain_pointer_v<Keys>;
  static constexpr int items      = slot::items;

  /// How many keys the tile's slot holds: of `count` in all, its own and the one after it.
  THRUM_DEVICE static int here(std::ptrdiff_t count, std::ptrdiff_t tile)
  {
    std::ptrdiff_t const left = count - tile * items;
    return left <= items ? static_cast<int>(left) : items + 1;
  }

  /// All threads of a block call it. `apart`: no output shares the keys' memory.
  template <class Cta, class Pred>
  THRUM_DEVICE static void load(Cta const& cta,
                                slot& s,
                                cursor<Keys> const& keys,
                                std::ptrdiff_t count,
                                Pred& pred,
                                bool apart,
                                std::ptrdiff_t tile,
                                told const& states)
  {
    int const known = in_memory || tile == 0 ? 0 : 1; // keys that the tile before has read
    int const have  = here(count, tile);
    gpu::load_items_later(cta, keys.at(tile * items + known), s.at(known), have - known);
    if (in_memory && apart)
    {
      if (cta.thread() == 0)
      {
        s.first = tile > 0 ? lead::compare : lead::yes;
        if (tile > 0)
        {
          gpu::set(*s.at(-1), static_cast<K>(*keys.at(tile * items - 1)));
        }
      }
      cta.copies_done();
      return;
    }
    cta.copies_done();
    cta.sync();
    if (cta.thread() == 0)
    {
      if (have > items)
      {
        states.publish(tile, *s.at(items), pred(*s.at(items - 1), *s.at(items)) ? 0 : 1);
      }
      hear(cta, s, tile, states);
    }
  }

  /// For one thread of the ring; keys lie in memory, apart, at a piece. Brings what bulk copies leave, and returns
  /// how many bytes load_bulk will bring.
  THRUM_DEVICE static std::uint32_t load_rest(slot& s,
                                              K const* keys,
                                              std::ptrdiff_t count,
                                              std::ptrdiff_t tile)
  {
    std::uint32_t const bytes = bulk_bytes(count, tile);
    for (int i = static_cast<int>(bytes / sizeof(K)); i < here(count, tile); ++i)
    {
      *s.at(i) = keys[tile * items + i];
    }
    s.first = tile > 0 ? lead::compare : lead::yes;
    return bytes + (tile > 0 ? slot::margin : 0);
  }
  template <class Cta>
  THRUM_DEVICE static void load_bulk(Cta const& cta,
                                     slot& s,
                                     K const* keys,
                                     std::ptrdiff_t count,
                                     std::ptrdiff_t tile,
                                     typename Cta::barrier& loaded)
  {
    std::uint32_t const left  = tile > 0 ? slot::margin : 0;
    std::uint32_t const bytes = bulk_bytes(count, tile) + left;
    auto* const from          = reinterpret_cast<unsigned char const*>(keys + tile * items);
    if (bytes > 0)
    {
      cta.bulk_load(s.memory + slot::margin - left, from - left, bytes, loaded);
    }
  }

private:
  /// Of the tile's keys and a piece or more after them, as much as there is, in whole pieces.
  THRUM_DEVICE static std::uint32_t bulk_bytes(std::ptrdiff_t count, std::ptrdiff_t tile)
  {
    constexpr std::ptrdiff_t most = items * sizeof(K) + slot::margin;
    std::ptrdiff_t const left     = (count - tile * items) * static_cast<std::ptrdiff_t>(sizeof(K));
    return static_cast<std::uint32_t>((left < most ? left : most) / 16 * 16);
  }

  /// Waits for what the tile before tells.
  template <class Cta>
  THRUM_DEVICE static void hear(Cta const& cta, slot& s, std::ptrdiff_t tile, told const& states)
  {
    int head = 1;
    if (tile > 0)
    {
      while (!states.get(tile - 1, *s.at(0), head))
      {
        cta.pause();
      }
    }
    s.first = head != 0 ? lead::yes : lead::no;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
