// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What stands before a tile. Every block folds the aggregates of every group itself and remembers the chain:
/// one hop lies between a tile's aggregate and those who need it, and all that a block computes is a function
/// of the data alone, so the bits do not depend on who computes it, nor when. (Publishing prefixes, and letting
/// others hop over them, depends on the timing.)

#include <thrum/detail/cuda/block/look_back_options.h>
#include <thrum/detail/cuda/block/tile_state.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// An aggregate of consecutive tiles. Where there are segments, `heads` counts where they begin, and the value
/// is that of what follows the last head.
template <class A>
struct stretch
{
  maybe_raw<A> value;
  std::int64_t heads = 0;

  THRUM_DEVICE void copy(stretch const& other)
  {
    heads     = other.heads;
    value.has = other.value.has;
    if (value.has)
    {
      gpu::set(value.place.value, other.value.place.value);
    }
  }

  /// Appends what stands to the right. Operands meet only inside one segment.
  template <class Op>
  THRUM_DEVICE void append(A const& right, std::int64_t right_heads, Op const& op)
  {
    if (right_heads > 0)
    {
      value.set(right);
    }
    else
    {
      value.join(right, op);
    }
    heads += right_heads;
  }
};

/// One warp's; all lanes hold the same. States are tile_states or what looks like them.
template <class A,
          bool Segmented,
          class Op,
          class States  = tile_states<A>,
          class Options = look_back_options<>>
class look_back
{
public:
  using memory = exchange<A>;
  using states = States;

  THRUM_DEVICE explicit look_back(Op const& op) : op_(op) {}
  THRUM_DEVICE look_back(maybe_raw<A> const& init, Op const& op) : op_(op)
  {
    if (init.has)
    {
      begin_with(init.place.value);
    }
  }

  /// Before anything is found: what stands before the first tile.
  THRUM_DEVICE void begin_with(A const& init) { chain_.value.set(init); }

  /// Leaves in `before` the stretch from init to the tile before `tile`, in the order that the association order
  /// says: the chain of groups, the lanes before in this group, the tiles before in this lane one by one. Waits
  /// for all of them. Tiles of later calls come later.
  template <class Cta>
  THRUM_DEVICE void find(
    Cta const& cta, memory& shared, states const& published, std::ptrdiff_t tile, stretch<A>& before)
  {
    find(cta, shared, published, tile, before, [&]() -> stretch<A> const& {
      fold_groups<Options::ahead>(cta, shared, published, tile);
      return chain_;
    });
    if constexpr (Options::ahead)
    {
      ask_ahead(cta, published);
    }
  }

  /// The same, but the chain of the groups before the tile's is what chain() returns.
  template <class Cta, class Chain>
  THRUM_DEVICE void find(Cta const& cta,
                         memory& shared,
                         states const& published,
                         std::ptrdiff_t tile,
                         stretch<A>& before,
                         Chain const& chain) const
  {
    std::ptrdiff_t const g = tile / group;
    int const in_group     = static_cast<int>(tile % group);
    int const here         = in_group / fan; // the lane whose tile it is
    int const left         = in_group - cta.lane() * fan;
    int const mine         = left < 0 ? 0 : left > fan ? fan : left; // how many of my tiles come before

    typename Options::first{}(cta, 0);
    view own;
    if constexpr (Options::early)
    {
      own.look(published, g, cta.lane(), mine); // likely to be there when the chain is done
    }
    before.copy(chain());
    if constexpr (!Options::early)
    {
      own.look(published, g, cta.lane(), mine);
    }
    await(cta, published, g, own, mine);

    if (here > 0)
    {
      raw<A> fold;
      int heads;
      fold_lanes(cta, shared, own, here, fold, heads);
      raw<A> upto;
      gpu::from_lane(cta, shared, fold, upto, here - 1);
      before.append(upto.value, heads, op_);
    }
    for (int i = 0; i < in_group % fan; ++i)
    {
      raw<A> next;
      int const heads = take(cta, shared, own, here, i, next);
      before.append(next.value, heads, op_);
    }
  }

  /// Folds the groups before the tile's, as far as they are not yet in the chain.
  template <bool Ahead, class Cta>
  THRUM_DEVICE void fold_groups(Cta const& cta, memory& shared, states const& published, std::ptrdiff_t tile)
  {
    while (folded_ < tile / group)
    {
      view now;
      view& ended = Ahead ? next_ : now;
      if (!Ahead || asked_ != folded_)
      {
        ended.look(published, folded_, cta.lane(), fan);
      }
      raw<A> total;
      int const heads = fold_group(cta, shared, published, folded_, ended, total);
      pass(total.value, heads);
    }
  }
  /// Asks for the group that is folded next, which has to exist.
  template <class Cta>
  THRUM_DEVICE void ask_ahead(Cta const& cta, states const& published)
  {
    next_.look(published, folded_, cta.lane(), fan);
    asked_ = folded_;
  }
  THRUM_DEVICE void copy_chain(stretch<A>& to) const { to.copy(chain_); }

protected:
  using view = typename states::view;

  template <class Cta>
  THRUM_DEVICE static void await(
    Cta const& cta, states const& published, std::ptrdiff_t g, view& seen, int count)
  {
    for (int looks = 0; cta.ballot(!seen.ready(count)) != 0; ++looks)
    {
      typename Options::delay{}(cta, looks);
      if (!seen.ready(count))
      {
        seen.look(published, g, cta.lane(), count);
      }
    }
  }

  /// Leaves in all lanes what a whole group adds up to, and returns its heads. `seen` has been looked at.
  template <class Cta>
  THRUM_DEVICE int fold_group(Cta const& cta,
                              memory& shared,
                              states const& published,
                              std::ptrdiff_t g,
                              view& seen,
                              raw<A>& total) const
  {
    await(cta, published, g, seen, fan);
    raw<A> fold;
    int heads;
    fold_lanes(cta, shared, seen, lanes, fold, heads);
    gpu::from_lane(cta, shared, fold, total, lanes - 1);
    return heads;
  }

  /// How many groups are known to stand before whatever is asked for from now on.
  THRUM_DEVICE std::ptrdiff_t passed() const { return folded_; }
  /// The next group is one of them.
  THRUM_DEVICE void pass(A const& total, int heads)
  {
    chain_.append(total, heads, op_);
    ++folded_;
  }

  /// Leaves in all lanes what lane `from` has seen of its i-th tile, and returns its heads.
  template <class Cta>
  THRUM_DEVICE static int take(Cta const& cta, memory& shared, view const& seen, int from, int i, raw<A>& x)
  {
    raw<A> here;
    if constexpr (shuffles_v<A>)
    {
      std::memset(static_cast<void*>(&here), 0, sizeof(here)); // the other lanes' are shuffled, too
    }
    int heads = 0;
    if (cta.lane() == from)
    {
      seen.value(i, here);
      heads = seen.count(i);
    }
    gpu::from_lane(cta, shared, here, x, from);
    return Segmented ? static_cast<int>(cta.shuffle(static_cast<std::uint32_t>(heads), from)) : 0;
  }

private:
  /// Leaves in lane l < count the inclusive scan of the lanes' folds of four tiles, and in all lanes the number
  /// of heads up to lane count - 1.
  template <class Cta>
  THRUM_DEVICE void fold_lanes(
    Cta const& cta, memory& shared, view const& seen, int count, raw<A>& fold, int& heads) const
  {
    bool const full = cta.lane() < count;
    int my_heads    = 0;
    if (full)
    {
      seen.value(0, fold);
      my_heads = seen.count(0);
      _CCCL_PRAGMA_UNROLL_FULL()
      for (int i = 1; i < fan; ++i)
      {
        raw<A> x;
        seen.value(i, x);
        if (Segmented && seen.count(i) > 0)
        {
          gpu::set(fold.value, x.value);
        }
        else
        {
          gpu::set_joined(fold.value, fold.value, x.value, op_);
        }
        my_heads += seen.count(i);
      }
    }
    if constexpr (Segmented)
    {
      std::uint32_t const begins = cta.ballot(my_heads > 0);
      gpu::scan_lanes(cta, shared, fold, full ? gpu::reach_of(cta.lane(), begins) : -1, op_);
      heads = gpu::sum_lanes(cta, my_heads);
    }
    else
    {
      gpu::scan_lanes(cta, shared, fold, full ? cta.lane() : -1, op_);
      heads = 0;
    }
  }

  stretch<A> chain_;          // of the groups before folded_, from init on
  std::ptrdiff_t folded_ = 0; // groups
  view next_;                 // of group asked_
  std::ptrdiff_t asked_ = -1;
  Op op_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
