// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// How a ring (engine/ring.h) finds what stands before its tiles: one warp does it all, or one folds the groups of tiles,
/// and others take turns with what is left to do for each tile.

#include <thrum/detail/cuda/engine/ring_input.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Tile, class Cta>
class ring_prefix : public ring_input<Tile, Cta>
{
  using input     = ring_input<Tile, Cta>;
  using aggregate = typename Tile::aggregate;
  using look_back = look_back_of<Tile>;

protected: // for those who derive from it as well
  using input::cta_;
  using input::folds_apart;
  using input::memory_;
  using input::problem_;
  using input::shape_;
  using input::shared_;
  using input::slot_;
  using input::turns;

public:
  using input::input;

protected:
  /// For every `turns`th tile, from `turn` on.
  THRUM_DEVICE void find_prefixes(int turn)
  {
    look_back before  = from_init();
    auto const states = memory_.published();
    memory_.prepare(cta_);
    auto& meeting = shared_.meeting[turn + (folds_apart ? 1 : 0)];
    ring_cursor at(shape_.slot_count);
    for (at.next(turn);; at.next(turns))
    {
      int const s = at.slot();
      cta_.wait(shared_.loaded[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
        stretch<aggregate> prefix;
        if constexpr (folds_apart)
        {
          before.find(cta_, meeting, states, tile, prefix, [&]() -> stretch<aggregate> const& {
            cta_.wait(shared_.chained[s], at.parity());
            return shared_.chain[s];
          });
        }
        else if constexpr (looks_back_v<Tile>)
        {
          before.find(cta_, meeting, states, tile, prefix);
        }
        cta_.wait(shared_.published[s], at.parity());
        Tile::carry(cta_, slot_[s], problem_, tile, prefix);
      }
      cta_.arrive_warp(shared_.carried[s]);
      if (tile < 0)
      {
        return;
      }
    }
  }

  /// Leaves with each tile what the groups before its own add up to. It asks for a group as soon as it may be asked for.
  THRUM_DEVICE void fold_groups()
  {
    if constexpr (folds_apart)
    {
      look_back before  = from_init();
      auto const states = memory_.published();
      memory_.prepare(cta_);
      for (ring_cursor at(shape_.slot_count);; at.next())
      {
        int const s = at.slot();
        cta_.wait(shared_.loaded[s], at.parity());
        std::ptrdiff_t const tile = shared_.tile[s];
        if (tile < 0)
        {
          return;
        }
        before.template fold_groups<true>(cta_, shared_.meeting[0], states, tile);
        if (cta_.lane() == 0)
        {
          before.copy_chain(shared_.chain[s]);
        }
        cta_.arrive_warp(shared_.chained[s]);
        if (memory_.tiles > 1) // a single one has no states
        {
          before.ask_ahead(cta_, states);
        }
      }
    }
  }

private:
  THRUM_DEVICE look_back from_init() const
  {
    maybe_raw<aggregate> init;
    Tile::init(problem_, init);
    return look_back(init, Tile::look_back_operator(problem_));
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
