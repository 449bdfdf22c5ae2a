// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans: the pass that the CPU systems share, and its run in the calling thread.

#include <thrum/detail/core/block_items.h>
#include <thrum/detail/core/block_sums.h>
#include <thrum/detail/core/row_kernels.h>
#include <thrum/detail/core/scan_problem.h>
#include <thrum/detail/core/tiling.h>
#include <thrum/detail/sequential/engine.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
class scan_pass
{
public:
  using T   = typename Problem::accum;
  using Op  = decltype(Problem::op);
  using In  = decltype(std::declval<Problem&>().in.at(0));
  using Out = decltype(std::declval<Problem&>().out.at(0));

  static constexpr scan_kind kind   = Problem::kind;
  static constexpr tile_shape shape = Op::exact && !lanes_fill_registers_v<T> ? exact_shape(sizeof(T))
                                                                              : ordered_shape(sizeof(T));
  static constexpr bool ordered     = shape.lanes > 1;

  scan_pass(Problem& problem, std::ptrdiff_t block_bytes)
      : problem_(problem)
      , tiles_(shape, problem.count, sizeof(T), block_bytes)
  {}

  /// What passes from block to block.
  struct shared
  {
    shared(arena& memory, scan_pass const& pass)
        : chain(memory, pass.problem_.init ? std::addressof(*pass.problem_.init) : nullptr, pass.problem_.op)
        , total(memory)
    {}
    tile_chain<T, Op> chain;
    maybe<T> total;
  };

  /// What one thread needs for the block it works on.
  struct local
  {
    local(arena& memory, scan_pass const& pass)
        : reader(memory, pass.tiles_.buffer_items())
        , sums(memory, shape, pass.tiles_.tiles_per_block(), pass.problem_.op)
        , writer(memory, stage_items, pass.problem_.count)
        , carries(memory, together ? shape.lanes : 0)
        , row(memory, together ? static_cast<std::size_t>(shape.row_items()) : 0)
        , row_carry(memory)
        , carry(memory)
    {}
    block_reader<In, T> reader;
    block_sums<T, Op> sums;
    block_writer<Out, T> writer;
    slot_array<T> carries; // into the lanes of a row
    slot_array<T> row;     // in vector order
    maybe<T> row_carry;
    maybe<T> carry; // into a lane, then past each piece of it
  };

  std::ptrdiff_t blocks() const { return tiles_.blocks(); }
  std::size_t input_bytes() const { return static_cast<std::size_t>(problem_.count) * sizeof(T); }
  static constexpr std::size_t item_bytes() { return sizeof(T); }

  void summarise(std::ptrdiff_t block, local& mine)
  {
    std::ptrdiff_t const size = tiles_.size(block, problem_.inputs());
    auto const items          = mine.reader.read(problem_.in, tiles_.begin(block), size);
    for_each_part(shape.items(), size, [&](int tile, std::ptrdiff_t tile_at, std::ptrdiff_t tile_size) {
      for_each_part(shape.row_items(), tile_size, [&](int row, std::ptrdiff_t at, std::ptrdiff_t row_size) {
        auto const lanes = static_cast<int>(
          row_size / shape.lane_items); // an incomplete lane's sum is never asked for
        if constexpr (totals_suffice)
        {
          if (lanes == shape.lanes && block + tile + row > 0)
          {
            mine.sums.set_lane(tile, row, lanes - 1,
                               detail::fold_any(items + (tile_at + at), row_size, problem_.op));
            return;
          }
        }
        fold_row(mine, items + (tile_at + at), tile, row, lanes);
        mine.sums.close_row(tile, row, lanes);
      });
      mine.sums.close_tile(tile, static_cast<int>(tile_size / shape.row_items()));
    });
  }

  void advance(std::ptrdiff_t block, local& mine, shared& all)
  {
    mine.sums.take_carries(all.chain, tiles_.size(block, problem_.inputs()),
                           tiles_.size(block, problem_.count));
  }

  void finish(std::ptrdiff_t block, local& mine, shared& all)
  {
    if constexpr (kind == scan_kind::total)
    {
      if (block + 1 == blocks())
      {
        finish_total(block, mine, all);
      }
    }
    else
    {
      std::ptrdiff_t const inputs = tiles_.size(block, problem_.inputs());
      auto const items            = mine.reader.items(problem_.in.at(tiles_.begin(block)));
      Out out                     = problem_.out.at(tiles_.begin(block));
      for_each_part(shape.items(), tiles_.size(block, problem_.count),
                    [&](int tile, std::ptrdiff_t tile_at, std::ptrdiff_t tile_size) {
                      for_each_part(shape.row_items(), tile_size,
                                    [&](int row, std::ptrdiff_t row_at, std::ptrdiff_t row_size) {
                                      std::ptrdiff_t const at = tile_at + row_at;
                                      scan_row(mine, items + at, std::min(inputs - at, row_size), row_size,
                                               tile, row, out);
                                    });
                    });
      problem_.out.leave(out);
    }
  }

  void end(shared& all)
  {
    if constexpr (kind == scan_kind::total)
    {
      total_.emplace(*all.total);
    }
  }

  /// The last value of the scan, where that alone is asked for and there is one.
  std::optional<T> const& total() const { return total_; }

private:
  static constexpr bool inclusive       = kind == scan_kind::inclusive;
  static constexpr bool writes_in_place = block_writer<Out, T>::in_place;
  static constexpr bool together        = ordered && lanes_advance_together_v<T>;
  /// Where the order is free, a row that something stands before is summed up in whatever way is the fastest,
  /// and its lanes are when it is scanned.
  static constexpr bool totals_suffice        = Op::exact && together && writes_in_place;
  static constexpr std::ptrdiff_t stage_items = ordered ? shape.row_items() : 4096 / sizeof(T) + 1;

  template <class Items>
  void fold_row(local& mine, Items const& items, int tile, int row, int lanes)
  {
    if constexpr (together)
    {
      if (lanes == shape.lanes)
      {
        detail::load_row<shape.lane_items>(items, mine.row.data());
        detail::fold_lanes<shape.lane_items>(mine.row.data(), mine.sums.lane_data(tile, row), problem_.op);
        return;
      }
    }
    for (int l = 0; l < lanes; ++l)
    {
      mine.sums.set_lane(tile, row, l,
                         detail::fold_lane<T>(items + l * shape.lane_items, shape.lane_items, problem_.op));
    }
  }

  /// Writes a row; `inputs` is less than `outputs` only at the end of an exclusive scan.
  template <class Items>
  void scan_row(local& mine,
                Items const& items,
                std::ptrdiff_t inputs,
                std::ptrdiff_t outputs,
                int tile,
                int row,
                Out& out)
  {
    mine.sums.carry_into(tile, row, mine.row_carry);
    if constexpr (together && writes_in_place)
    {
      if (inputs == shape.row_items() && mine.row_carry)
      {
        detail::load_row<shape.lane_items>(items, mine.row.data());
        if constexpr (totals_suffice)
        {
          detail::fold_lanes<shape.lane_items>(mine.row.data(), mine.sums.lane_data(tile, row), problem_.op);
          mine.sums.close_row(tile, row, shape.lanes);
        }
        detail::carry_into_lanes(*mine.row_carry, mine.sums.lane_data(tile, row), mine.carries.data(),
                                 problem_.op);
        detail::scan_lanes<shape.lane_items, inclusive>(mine.row.data(), mine.carries.data(), problem_.op);
        detail::store_row<shape.lane_items>(mine.row.data(), mine.writer.place(out));
        mine.writer.flush(out, outputs);
        out += outputs;
        return;
      }
    }
    for_each_part(shape.lane_items, outputs, [&](int lane, std::ptrdiff_t at, std::ptrdiff_t lane_outputs) {
      mine.sums.carry_into(mine.row_carry, tile, row, lane, mine.carry);
      for_each_part(stage_items, lane_outputs, [&](int, std::ptrdiff_t from, std::ptrdiff_t count) {
        scan_piece(mine, items + (at + from), std::min(inputs - at - from, count), count, out);
      });
    });
  }

  /// Writes consecutive items of a lane, from the carry into them, and leaves the carry of what follows.
  template <class Items>
  void scan_piece(local& mine, Items const& items, std::ptrdiff_t inputs, std::ptrdiff_t outputs, Out& out)
  {
    std::ptrdiff_t const led = inclusive && !mine.carry; // the first item of all is its own result
    if (led != 0)
    {
      mine.carry.set(static_cast<T const&>(items[0]));
    }
    T sum = *mine.carry;
    if constexpr (writes_in_place)
    {
      auto* const to = mine.writer.place(out);
      if (led != 0)
      {
        detail::assign(to[0], sum);
      }
      sum = detail::scan_run<inclusive>(items + led, inputs - led, sum, to + led, problem_.op);
      if (inputs < outputs)
      {
        detail::assign(to[inputs], sum);
      }
      mine.writer.flush(out, outputs);
      out += outputs;
    }
    else
    {
      auto const write = [&](T const& x) {
        detail::assign(*out, x);
        ++out;
      };
      if (led != 0)
      {
        write(sum);
      }
      for (std::ptrdiff_t i = led; i < inputs; ++i)
      {
        T next = problem_.op(sum, items[i]);
        write(inclusive ? next : sum);
        sum = std::move(next);
      }
      if (inputs < outputs)
      {
        write(sum);
      }
    }
    mine.carry.set(std::move(sum));
  }

  /// The last item's lane from the carry into it.
  void finish_total(std::ptrdiff_t block, local& mine, shared& all)
  {
    std::ptrdiff_t const last = tiles_.size(block, problem_.count) - 1;
    auto const tile           = static_cast<int>(last / shape.items());
    auto const row            = static_cast<int>(last % shape.items() / shape.row_items());
    auto const lane           = static_cast<int>(last % shape.row_items() / shape.lane_items);
    auto const items          = mine.reader.items(problem_.in.at(tiles_.begin(block)));

    mine.sums.carry_into(tile, row, mine.row_carry);
    mine.sums.carry_into(mine.row_carry, tile, row, lane, mine.carry);
    for (std::ptrdiff_t i = last - last % shape.row_items() % shape.lane_items; i <= last; ++i)
    {
      mine.carry.join(mine.carry.get(), items[i], problem_.op);
    }
    all.total.set(mine.carry.get());
  }

  Problem& problem_;
  tiling tiles_;
  std::optional<T> total_;
};

template <class Engine, class Problem>
void scan_on(Engine const& engine, Problem& problem)
{
  if (problem.count > 0)
  {
    scan_pass<Problem> pass(problem, Engine::block_bytes);
    engine.run_pass(pass);
  }
}

template <class Policy, scan_kind Kind, class In, class Out, class T, class Op>
void run(sequential_execution<Policy> const& execution, scan_problem<Kind, In, Out, T, Op>& problem)
{
  detail::scan_on(sequential_engine<Policy>(execution), problem);
}
} // namespace detail
THRUM_NAMESPACE_END
