// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Reduce by key: the pass that the CPU systems share, and its run in the calling thread.
///
/// A lane folds its items once. Groups that close in the lane are compacted as they close; the first of
/// them may have begun in an earlier lane, and is patched when the carry into the lane is known: its value
/// is op(carry, left fold of its items in this lane).

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/core/block_sums.h>
#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/group_lanes.h>
#include <thrum/detail/core/group_memory.h>
#include <thrum/detail/core/head_flags.h>
#include <thrum/detail/core/reduce_by_key_problem.h>
#include <thrum/detail/core/segmented.h>
#include <thrum/detail/core/tiling.h>
#include <thrum/detail/sequential/engine.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
class reduce_by_key_pass
{
public:
  using types  = reduce_by_key_types<Problem>;
  using T      = typename types::T;
  using K      = typename types::K;
  using Op     = typename types::Op;
  using Pred   = typename types::Pred;
  using Keys   = typename types::Keys;
  using Values = typename types::Values;
  using sum    = segmented<T>;

  static constexpr std::size_t size_of_item = types::size_of_item;
  static constexpr tile_shape shape         = types::shape;
  static constexpr bool speculative         = types::speculative;

  reduce_by_key_pass(Problem& problem, std::ptrdiff_t block_bytes)
      : problem_(problem)
      , tiles_(shape, problem.count, size_of_item, block_bytes)
  {}

  /// The group that is open between two blocks, and how many are closed.
  struct shared
  {
    shared(arena& memory, reduce_by_key_pass const& pass)
        : chain(memory, nullptr, {pass.problem_.op})
        , key(memory)
        , value(memory)
        , carry(memory)
    {}
    tile_chain<sum, segmented_op<T, Op>> chain;
    maybe<K> key;
    maybe<T> value;
    maybe<sum> carry;
    std::ptrdiff_t closed = 0;
  };

  /// What one thread needs for the block it works on.
  struct local : group_lanes<Problem>
  {
    local(arena& memory, reduce_by_key_pass const& pass)
        : group_lanes<Problem>(memory, pass.tiles_, pass.problem_.op)
        , walk(memory)
        , heads(memory,
                speculative && !types::together ? static_cast<std::size_t>(pass.tiles_.buffer_items()) + 1
                                                : 0)
    {}
    key_walk<Keys> walk;
    slot_array<std::int32_t> heads; // where groups begin in the block
    std::ptrdiff_t first   = 1;     // 0 where the block's first item closes a group
    std::ptrdiff_t written = 0;     // groups closed before the block
  };

  std::ptrdiff_t blocks() const { return tiles_.blocks(); }
  std::size_t input_bytes() const
  {
    return static_cast<std::size_t>(problem_.count) * (sizeof(T) + sizeof(K));
  }
  static constexpr std::size_t item_bytes() { return size_of_item; }
  /// How many groups there are; known at the end.
  std::ptrdiff_t groups() const { return groups_; }

  void summarise(std::ptrdiff_t block, local& mine)
  {
    std::ptrdiff_t const size = tiles_.size(block, problem_.count);
    if constexpr (speculative)
    {
      fold_memory(mine, block, size);
    }
    else
    {
      fold_items(block, mine, size);
    }
    mine.close_sums(size, types::together ? size / shape.row_items() : 0);
  }

  void advance(std::ptrdiff_t block, local& mine, shared& all)
  {
    std::ptrdiff_t const size = tiles_.size(block, problem_.count);
    bool const head           = block == 0 || !problem_.pred(*all.key, mine.walk.first());
    if (head)
    {
      mine.sums.mark_leading(size, [](sum& s) { s.head = true; });
      mine.patch.set(0, -1);
      mine.began = mine.began || mine.lane == 0;
    }
    mine.written = all.closed;
    mine.first   = 1;
    if (head && block > 0)
    {
      mine.first = 0;
      mine.values.set(0, *all.value);
      if constexpr (!types::discards_keys)
      {
        mine.keys.set(0, *all.key);
      }
    }
    all.closed += mine.groups + (1 - mine.first);

    mine.sums.take_carries(all.chain, size, size);
    all.key.set(mine.walk.last());
    if (mine.began)
    {
      all.value.set(*mine.running);
    }
    else
    {
      mine.carry_into_lane();
      all.value.set(problem_.op((*mine.carry).value, *mine.running));
    }
  }

  void finish(std::ptrdiff_t, local& mine, shared&)
  {
    for (std::ptrdiff_t row = 0; row * shape.lanes <= mine.lane; ++row)
    {
      mine.patch_row(row, problem_.op);
    }
    auto keys   = problem_.keys_out.at(mine.written);
    auto values = problem_.values_out.at(mine.written);
    detail::write_out(keys, mine.keys, mine.first, mine.groups + 1, problem_.count);
    detail::write_out(values, mine.values, mine.first, mine.groups + 1, problem_.count);
    problem_.keys_out.leave(keys);
    problem_.values_out.leave(values);
  }

  /// The last group is closed by the end of the input.
  void end(shared& all)
  {
    auto keys   = problem_.keys_out.at(all.closed);
    auto values = problem_.values_out.at(all.closed);
    detail::assign(*keys, *all.key);
    detail::assign(*values, *all.value);
    problem_.keys_out.leave(++keys);
    problem_.values_out.leave(++values);
    groups_ = all.closed + 1;
  }

private:
  void fold_memory(local& mine, std::ptrdiff_t block, std::ptrdiff_t size)
  {
    K const* const key = problem_.keys.at(tiles_.begin(block));
    auto* const value  = problem_.values.at(tiles_.begin(block));
    mine.walk.remember(key, size);

    group_memory<Problem>(mine, mine.heads, key, value, problem_.count - tiles_.begin(block), problem_)
      .fold(size);
  }

  void fold_items(std::ptrdiff_t block, local& mine, std::ptrdiff_t size)
  {
    Values value = problem_.values.at(tiles_.begin(block));
    mine.groups  = 0;
    mine.enter_lane(0, static_cast<T>(*value), false); // whether a group begins here is known in `advance`
    ++value;
    mine.walk.read(problem_.keys, tiles_.begin(block), size, problem_.pred,
                   [&](std::ptrdiff_t i, bool head, K const& previous) {
                     if (head)
                     {
                       mine.close_group(previous);
                     }
                     if (i % shape.lane_items == 0)
                     {
                       mine.leave_lane();
                       mine.enter_lane(i / shape.lane_items, static_cast<T>(*value), head);
                     }
                     else if (head)
                     {
                       mine.running.set(static_cast<T>(*value));
                       mine.began = true;
                     }
                     else
                     {
                       mine.running.join(mine.running.get(), static_cast<T>(*value), problem_.op);
                     }
                     ++value;
                   });
    mine.leave_lane();
    problem_.values.leave(value);
  }

  Problem& problem_;
  tiling tiles_;
  std::ptrdiff_t groups_ = 0;
};

/// Returns how many groups there are.
template <class Engine, class Problem>
std::ptrdiff_t reduce_by_key_on(Engine const& engine, Problem& problem)
{
  if (problem.count == 0)
  {
    return 0;
  }
  reduce_by_key_pass<Problem> pass(problem, Engine::block_bytes);
  engine.run_pass(pass);
  return pass.groups();
}

template <class Policy, class... Parts>
std::ptrdiff_t run(sequential_execution<Policy> const& execution, reduce_by_key_problem<Parts...>& problem)
{
  return detail::reduce_by_key_on(sequential_engine<Policy>(execution), problem);
}
template <class Policy, class... Parts, class CountOut>
void run(sequential_execution<Policy> const& execution,
         counted_problem<reduce_by_key_problem<Parts...>, CountOut>& problem)
{
  detail::assign(*problem.count_out.at(0), detail::run(execution, problem.asked));
}
} // namespace detail
THRUM_NAMESPACE_END
