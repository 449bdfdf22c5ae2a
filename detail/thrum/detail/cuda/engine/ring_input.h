// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// How tiles come into a ring (engine/ring.h): by bulk copies that one thread begins, or by hand.

#include <thrum/detail/cuda/engine/ring_layout.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Tile, class Cta>
class ring_input : public ring_layout<Tile, Cta>
{
  using layout  = ring_layout<Tile, Cta>;
  using problem = typename Tile::problem;
  using memory  = look_back_memory<Tile>;

  static_assert(!(has_intake_v<Tile> && has_loaders_v<Tile>), "warps bring no intakes");
  static_assert(!(has_shelves_v<Tile> && tiles_of_ticket_v<Tile> > 1),
                "with further tiles in hand it would wait for an intake, which other blocks' progress frees");

public:
  using typename layout::intake;
  using typename layout::shared;
  using typename layout::shelves;
  using typename layout::slot;

  THRUM_DEVICE
  ring_input(Cta const& cta,
             unsigned char* memory_of_block,
             ring_shape const& shape,
             problem const& p,
             memory const& states)
      : cta_(cta)
      , shared_(*reinterpret_cast<shared*>(memory_of_block))
      , shelves_(reinterpret_cast<shelves*>(memory_of_block + layout::shelves_at))
      , slot_(reinterpret_cast<slot*>(memory_of_block + layout::slots_at))
      , intake_(reinterpret_cast<intake*>(memory_of_block + layout::intakes_at(shape.slot_count)))
      , shape_(shape)
      , problem_(p)
      , memory_(states)
  {}

protected:
  /// One thread.
  THRUM_DEVICE void load()
  {
    if (cta_.lane() != 0)
    {
      return;
    }
    ring_cursor at(shape_.slot_count);
    [[maybe_unused]] ring_cursor in(shape_.intake_count);
    std::ptrdiff_t tile       = -1;
    [[maybe_unused]] int left = 0; // tiles of the ticket
    for (std::ptrdiff_t k = 0;; ++k, at.next())
    {
      int const s = at.slot();
      await_slot(at, k);
      if (has_shelves_v<Tile>) // its intake may wait for other blocks, which nobody may do who has a ticket
      {
        await_intake(in, k);
      }
      if constexpr (tiles_of_ticket_v<Tile> == 1)
      {
        tile = memory_.next().take();
      }
      else
      {
        if (left == 0)
        {
          tile = memory_.next().take(static_cast<unsigned>(shape_.tiles_of_ticket)) - 1;
          left = shape_.tiles_of_ticket;
        }
        ++tile;
        --left;
      }
      if (tile >= memory_.tiles)
      {
        end(at, k);
        return;
      }
      shared_.tile[s] = tile;
      if constexpr (has_intake_v<Tile>)
      {
        use_intake(slot_[s], in, k);
        Tile::load_bulk(cta_, slot_[s], problem_, tile, shared_.loaded[s], [&] { await_intake(in, k); });
        in.next();
      }
      else if (shape_.by_hand)
      {
        fetch_ahead(tile);
        cta_.arrive(shared_.taken[s]);
      }
      else
      {
        Tile::load_bulk(cta_, slot_[s], problem_, tile, shared_.loaded[s]);
      }
    }
  }

  /// Several warps.
  THRUM_DEVICE void bring([[maybe_unused]] int loader)
  {
    if constexpr (layout::loaders > 0)
    {
      int ends = 0;
      for (ring_cursor at(shape_.slot_count); ends < layout::stride; at.next())
      {
        int const s = at.slot();
        cta_.wait(shared_.taken[s], at.parity());
        std::ptrdiff_t const tile = shared_.tile[s];
        if (tile >= 0)
        {
          Tile::load_part(some_warps<Cta>(cta_, loader, layout::loaders), slot_[s], problem_, tile);
        }
        else
        {
          ++ends;
        }
        cta_.arrive_warp(shared_.loaded[s]);
      }
    }
  }

private:
  /// Of tile k of this block.
  THRUM_DEVICE void await_slot(ring_cursor const& at, std::ptrdiff_t k) const
  {
    if (k >= shape_.slot_count)
    {
      cta_.wait(shared_.freed[at.slot()], at.parity() ^ 1);
    }
  }
  THRUM_DEVICE void await_intake(ring_cursor const& in, std::ptrdiff_t k) const
  {
    if (k >= shape_.intake_count)
    {
      cta_.wait(shared_.emptied[in.slot()], in.parity() ^ 1);
    }
  }

  THRUM_DEVICE void fetch_ahead([[maybe_unused]] std::ptrdiff_t tile) const
  {
    if constexpr (layout::loaders > 0)
    {
      Tile::fetch_ahead(cta_, problem_, tile);
    }
  }

  THRUM_DEVICE void use_intake(slot& s, ring_cursor const& in, [[maybe_unused]] std::ptrdiff_t k) const
  {
    if constexpr (has_shelves_v<Tile>)
    {
      s.use(intake_[in.slot()], shelves_, static_cast<int>(k % layout::teams));
    }
    else
    {
      s.use(intake_[in.slot()]);
    }
  }

  /// There are no more tiles: each team is told, and each warp that finds prefixes.
  THRUM_DEVICE void end(ring_cursor at, std::ptrdiff_t k) const
  {
    for (int told = 0; told < layout::stride; ++told, at.next())
    {
      await_slot(at, k + told);
      shared_.tile[at.slot()] = -1;
      cta_.arrive(shape_.by_hand ? shared_.taken[at.slot()] : shared_.loaded[at.slot()]);
    }
  }

protected:
  Cta const& cta_;
  shared& shared_;
  shelves* shelves_;
  slot* slot_;
  intake* intake_;
  ring_shape shape_;
  problem const& problem_;
  memory const& memory_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
