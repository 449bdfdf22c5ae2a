// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scans of segments: the pass that the CPU systems share, and its run in the calling thread. The order is
/// the scans' own, with the segmented operator. The init of an exclusive scan begins every segment: it
/// meets what is carried into a lane, or the segment's first item.

#include <thrum/detail/core/block_items.h>
#include <thrum/detail/core/block_sums.h>
#include <thrum/detail/core/scan_problem.h>
#include <thrum/detail/core/segment_heads.h>
#include <thrum/detail/core/segmented.h>
#include <thrum/detail/core/tiling.h>
#include <thrum/detail/sequential/engine.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
class scan_by_key_pass
{
public:
  using T    = typename Problem::accum;
  using Op   = decltype(Problem::op);
  using Keys = decltype(std::declval<Problem&>().keys.at(0));
  using In   = decltype(std::declval<Problem&>().in.at(0));
  using Out  = decltype(std::declval<Problem&>().out.at(0));
  using sum  = segmented<T>;

  static constexpr bool inclusive = Problem::kind == scan_kind::inclusive;

  /// Rows of lanes advance together in vector registers.
  static constexpr bool together = segments_advance_together_v<Keys, T, Op> && block_writer<Out, T>::in_place;
  static constexpr tile_shape shape = Op::exact && !together ? exact_shape(sizeof(T))
                                                             : ordered_shape(sizeof(T));

  scan_by_key_pass(Problem& problem, std::ptrdiff_t block_bytes)
      : problem_(problem)
      , tiles_(shape, problem.count, sizeof(T), block_bytes)
  {}

  struct shared
  {
    shared(arena& memory, scan_by_key_pass const& pass)
        : chain(memory, nullptr, {pass.problem_.op})
        , last_key(memory)
    {}
    tile_chain<sum, segmented_op<T, Op>> chain;
    maybe<value_type_t<Keys>> last_key;
  };

  struct local
  {
    local(arena& memory, scan_by_key_pass const& pass)
        : heads(memory, pass.tiles_)
        , reader(memory, pass.tiles_.buffer_items())
        , sums(memory, shape, pass.tiles_.tiles_per_block(), {pass.problem_.op})
        , writer(memory, stage_items, pass.problem_.count)
        , row_carry(memory)
        , carry(memory)
        , running(memory)
    {}
    segment_heads<Keys, shape.lane_items, together> heads;
    block_reader<In, T> reader;
    block_sums<sum, segmented_op<T, Op>> sums;
    block_writer<Out, T> writer;
    maybe<sum> row_carry;
    maybe<sum> carry;
    maybe<T> running; // the open segment, up to the next item
  };

  std::ptrdiff_t blocks() const { return tiles_.blocks(); }
  std::size_t input_bytes() const
  {
    return static_cast<std::size_t>(problem_.count) * (sizeof(T) + sizeof(value_type_t<Keys>));
  }
  static constexpr std::size_t item_bytes() { return std::max(sizeof(T), sizeof(value_type_t<Keys>)); }

  void summarise(std::ptrdiff_t block, local& mine)
  {
    std::ptrdiff_t const size = tiles_.size(block, problem_.inputs());
    auto const items          = mine.reader.read(problem_.in, tiles_.begin(block), size);
    mine.heads.read(problem_.keys, tiles_.begin(block), tiles_.size(block, problem_.count),
                    size / shape.row_items(), problem_.pred);
    for_each_part(shape.items(), size, [&](int tile, std::ptrdiff_t tile_at, std::ptrdiff_t tile_size) {
      for_each_part(
        shape.row_items(), tile_size, [&](int row, std::ptrdiff_t row_at, std::ptrdiff_t row_size) {
          auto const lanes = static_cast<int>(row_size / shape.lane_items);
          if constexpr (together)
          {
            if (lanes == shape.lanes)
            {
              fold_row(mine, problem_.keys.at(tiles_.begin(block) + tile_at + row_at),
                       items + (tile_at + row_at), tile, row);
              return;
            }
          }
          for (int l = 0; l < lanes; ++l)
          {
            mine.sums.set_lane(tile, row, l, fold_lane(mine, items, tile_at + row_at + l * shape.lane_items));
          }
          mine.sums.close_row(tile, row, lanes);
        });
      mine.sums.close_tile(tile, static_cast<int>(tile_size / shape.row_items()));
    });
  }

  void advance(std::ptrdiff_t block, local& mine, shared& all)
  {
    std::ptrdiff_t const inputs = tiles_.size(block, problem_.inputs());
    if (block == 0 || !problem_.pred(*all.last_key, mine.heads.first_key()))
    {
      mine.heads.lead();
      mine.sums.mark_leading(inputs, [](sum& s) { s.head = true; });
    }
    all.last_key.set(mine.heads.last_key());
    mine.sums.take_carries(all.chain, inputs, tiles_.size(block, problem_.count));
  }

  void finish(std::ptrdiff_t block, local& mine, shared&)
  {
    std::ptrdiff_t const inputs = tiles_.size(block, problem_.inputs());
    auto const items            = mine.reader.items(problem_.in.at(tiles_.begin(block)));
    Out out                     = problem_.out.at(tiles_.begin(block));
    for_each_part(
      shape.items(), tiles_.size(block, problem_.count),
      [&](int tile, std::ptrdiff_t tile_at, std::ptrdiff_t tile_size) {
        for_each_part(
          shape.row_items(), tile_size, [&](int row, std::ptrdiff_t row_at, std::ptrdiff_t row_size) {
            mine.sums.carry_into(tile, row, mine.row_carry);
            if constexpr (together)
            {
              if (row_size == shape.row_items() && tile_at + row_at < mine.heads.rest())
              {
                scan_row(mine, items + (tile_at + row_at), tile, row, out);
                return;
              }
            }
            for_each_part(
              shape.lane_items, row_size, [&](int lane, std::ptrdiff_t lane_at, std::ptrdiff_t lane_size) {
                mine.sums.carry_into(mine.row_carry, tile, row, lane, mine.carry);
                enter_lane(mine);
                for_each_part(stage_items, lane_size, [&](int, std::ptrdiff_t from, std::ptrdiff_t count) {
                  std::ptrdiff_t const at = tile_at + row_at + lane_at + from;
                  scan_piece(mine, items, at, std::min(inputs - at, count), count, out);
                });
              });
          });
      });
    problem_.out.leave(out);
  }

  void end(shared&) {}

private:
  static constexpr std::ptrdiff_t stage_items = 4096 / sizeof(T) + 1; // a row too, if lanes advance together
  static std::ptrdiff_t row_of(int tile, int row) { return std::ptrdiff_t{tile} * shape.rows + row; }

  template <class Items>
  void fold_row(local& mine, Keys key, Items const& items, int tile, int row)
  {
    auto const ask = [&](int i) { items.prefetch(i, 64); };
    detail::fold_row_of_segments(mine.heads.find_row(row_of(tile, row), key, problem_.pred, ask), items,
                                 mine.sums.lane_data(tile, row), problem_.op);
  }

  template <class Items>
  void scan_row(local& mine, Items const& items, int tile, int row, Out& out)
  {
    T carries[association::lanes];
    for (int l = 0; l < shape.lanes; ++l)
    {
      mine.sums.carry_into(mine.row_carry, tile, row, l, mine.carry);
      carries[l] = !mine.carry ? T{} // unused: a segment begins with the first item of all
                   : inclusive ? (*mine.carry).value
                               : problem_.op(*problem_.init, (*mine.carry).value);
    }
    detail::scan_row_of_segments<inclusive>(mine.heads.row(row_of(tile, row)), items, carries,
                                            inclusive ? T{} : *problem_.init, mine.writer.place(out),
                                            problem_.op);
    mine.writer.flush(out, shape.row_items());
    out += shape.row_items();
  }

  template <class Items>
  sum fold_lane(local const& mine, Items const& items, std::ptrdiff_t at) const
  {
    sum s{items[at], mine.heads.at(at)};
    for (std::ptrdiff_t i = at + 1; i < at + shape.lane_items; ++i)
    {
      if (mine.heads.at(i))
      {
        s.value = items[i];
        s.head  = true;
      }
      else
      {
        s.value = problem_.op(s.value, items[i]);
      }
    }
    return s;
  }

  void enter_lane(local& mine)
  {
    if (!mine.carry)
    {
      mine.running.clear();
    }
    else if constexpr (inclusive)
    {
      mine.running.set((*mine.carry).value);
    }
    else
    {
      mine.running.set(problem_.op(*problem_.init, (*mine.carry).value));
    }
  }

  template <class Items>
  void scan_piece(local& mine,
                  Items const& items,
                  std::ptrdiff_t at,
                  std::ptrdiff_t inputs,
                  std::ptrdiff_t outputs,
                  Out& out)
  {
    if constexpr (block_writer<Out, T>::in_place)
    {
      auto* to = mine.writer.place(out);
      scan_items(mine, items, at, inputs, outputs, [&](T const& x) { detail::assign(*to++, x); });
      mine.writer.flush(out, outputs);
      out += outputs;
    }
    else
    {
      scan_items(mine, items, at, inputs, outputs, [&](T const& x) {
        detail::assign(*out, x);
        ++out;
      });
    }
  }

  template <class Items, class Write>
  void scan_items(local& mine,
                  Items const& items,
                  std::ptrdiff_t at,
                  std::ptrdiff_t inputs,
                  std::ptrdiff_t outputs,
                  Write write)
  {
    T const* const begins = inclusive ? nullptr : std::addressof(*problem_.init);
    for (std::ptrdiff_t i = at; i < at + outputs; ++i)
    {
      if constexpr (inclusive)
      {
        mine.running.join(mine.heads.at(i) ? nullptr : mine.running.get(), items[i], problem_.op);
        write(*mine.running);
      }
      else
      {
        if (mine.heads.at(i))
        {
          mine.running.set(begins);
        }
        if (i == at + inputs) // the last item of all: not read
        {
          write(*mine.running);
          break;
        }
        T next = problem_.op(*mine.running, items[i]);
        write(*mine.running);
        mine.running.set(std::move(next));
      }
    }
  }

  Problem& problem_;
  tiling tiles_;
};

template <class Engine, class Problem>
void scan_by_key_on(Engine const& engine, Problem& problem)
{
  if (problem.count > 0)
  {
    scan_by_key_pass<Problem> pass(problem, Engine::block_bytes);
    engine.run_pass(pass);
  }
}

template <class Policy, scan_kind Kind, class Keys, class In, class Out, class T, class Pred, class Op>
void run(sequential_execution<Policy> const& execution,
         scan_by_key_problem<Kind, Keys, In, Out, T, Pred, Op>& problem)
{
  detail::scan_by_key_on(sequential_engine<Policy>(execution), problem);
}
} // namespace detail
THRUM_NAMESPACE_END
