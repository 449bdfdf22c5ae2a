// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What stands before the last tile, where nobody asks what stands before any other: ordered reduces. Whoever has
/// the last tile of a group of 128 folds the group, as soon as its other tiles are there, and publishes that; whoever
/// has the last tile of all adds the groups up, in the order of block/look_back.h, but for those that its warp has
/// added before: each warp does so for 128 groups at a time, when later ones have begun. That aside, nobody waits.

#include <thrum/detail/cuda/block/look_back.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Aggregates of tiles, and behind them those of whole groups, as if they were tiles too.
template <class A>
class states_of_groups
{
  using all = tile_states<A>;

public:
  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t tiles)
  {
    return all::bytes(places(tiles));
  }

  THRUM_DEVICE states_of_groups(void* memory, std::ptrdiff_t tiles)
      : all_(memory, places(tiles))
      , tiles_(tiles)
  {}

  THRUM_DEVICE std::ptrdiff_t tiles() const { return tiles_; }
  THRUM_DEVICE void publish(std::ptrdiff_t tile, A const& value, int count) const
  {
    all_.publish(tile, value, count);
  }
  THRUM_DEVICE void publish_group(std::ptrdiff_t g, A const& value) const
  {
    all_.publish(round_up_to_group(tiles_) + g, value, 0);
  }

  class view : public all::view
  {
  public:
    THRUM_DEVICE void look(states_of_groups const& states, std::ptrdiff_t g, int lane, int count)
    {
      all::view::look(states.all_, g, lane, count);
    }
  };
  /// The states of groups are those of the tiles of such a group, and of the groups behind.
  THRUM_DEVICE std::ptrdiff_t first_of_groups() const { return round_up_to_group(tiles_) / group; }

private:
  static constexpr THRUM_HOST_DEVICE std::ptrdiff_t round_up_to_group(std::ptrdiff_t tiles)
  {
    return detail::ceil_div(tiles, group) * group;
  }
  static constexpr THRUM_HOST_DEVICE std::ptrdiff_t places(std::ptrdiff_t tiles)
  {
    return round_up_to_group(tiles) + tiles / group;
  }

  all all_;
  std::ptrdiff_t tiles_;
};

/// One warp's, in place of look_back. What it finds is complete for the last tile alone.
template <class A, class Op>
class look_back_once : look_back<A, false, Op, states_of_groups<A>>
{
  using base = look_back<A, false, Op, states_of_groups<A>>;
  using view = typename base::view;

public:
  using memory = typename base::memory;
  using states = typename base::states;
  using base::base;

  template <class Cta>
  THRUM_DEVICE void find(
    Cta const& cta, memory& shared, states const& published, std::ptrdiff_t tile, stretch<A>& before)
  {
    std::ptrdiff_t const g = tile / group;
    if (tile + 1 == published.tiles())
    {
      pass_groups(cta, shared, published, g);
      base::find(cta, shared, published, tile, before);
      return;
    }
    if (tile % group == group - 1)
    {
      view ended;
      ended.look(published, g, cta.lane(), fan);
      raw<A> total;
      base::fold_group(cta, shared, published, g, ended, total);
      if (cta.lane() == 0)
      {
        published.publish_group(g, total.value);
      }
    }
    if (g > base::passed() + group) // they have been there for a while, and are no work for the end
    {
      pass_groups(cta, shared, published, base::passed() + group);
    }
  }

private:
  /// Passes the groups before group `end`, one after the other.
  template <class Cta>
  THRUM_DEVICE void pass_groups(Cta const& cta, memory& shared, states const& published, std::ptrdiff_t end)
  {
    for (std::ptrdiff_t begin = base::passed(); begin < end; begin += group)
    {
      int const count         = end - begin < group ? static_cast<int>(end - begin) : group;
      int const left          = count - cta.lane() * fan;
      int const mine          = left < 0 ? 0 : left > fan ? fan : left;
      std::ptrdiff_t const at = published.first_of_groups() + begin / group;
      view seen;
      seen.look(published, at, cta.lane(), mine);
      base::await(cta, published, at, seen, mine);
      for (int lane = 0; lane * fan < count; ++lane)
      {
        _CCCL_PRAGMA_UNROLL_FULL()
        for (int i = 0; i < fan; ++i)
        {
          if (lane * fan + i < count)
          {
            raw<A> total;
            base::take(cta, shared, seen, lane, i, total);
            base::pass(total.value, 0);
          }
        }
      }
    }
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
