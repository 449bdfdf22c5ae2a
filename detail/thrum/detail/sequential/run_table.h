// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Where runs begin in the output they decode to: a table with an entry for every block of runs, a search in
/// it, and a walk within a block.

#include <thrum/detail/core/runs.h>
#include <thrum/detail/sequential/engine.h>
#include <thrum/detail/sequential/run_length_decode.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Sums up each block of runs.
template <class Runs>
class run_sums_job
{
public:
  struct local
  {
    local(arena&, run_sums_job const&) {}
  };
  run_sums_job(Runs const& runs, slot_array<run_sum>& sums) : runs_(runs), sums_(sums) {}
  static std::ptrdiff_t blocks(std::ptrdiff_t runs) { return detail::ceil_div(runs, runs_per_block); }
  std::ptrdiff_t pieces() const { return blocks(runs_.count); }
  std::size_t input_bytes() const
  {
    return static_cast<std::size_t>(runs_.count) * sizeof(value_type_t<typename Runs::iterator>);
  }
  static constexpr std::size_t item_bytes() { return 1; }
  void work(std::ptrdiff_t block, local&)
  {
    std::ptrdiff_t const begin = block * runs_per_block;
    sums_.set(block, detail::sum_of(runs_, begin, begin + std::min(runs_per_block, runs_.count - begin)));
  }

private:
  Runs const& runs_;
  slot_array<run_sum>& sums_;
};

/// Where a segment of the output begins: at `position`, the item `rank` of `run`.
struct run_place
{
  std::ptrdiff_t run;
  std::int64_t rank;
  std::int64_t position;
};

/// Where every block of runs begins in the output.
template <class Runs>
class run_table
{
public:
  run_table(arena& memory, Runs const& runs)
      : runs_(runs)
      , blocks_(run_sums_job<Runs>::blocks(runs.count))
      , sums_(memory, static_cast<std::size_t>(blocks_))
      , base_(memory, static_cast<std::size_t>(blocks_) + 1)
      , filled_(memory, static_cast<std::size_t>(blocks_) + 1)
  {}

  template <class Engine>
  run_sum build(Engine const& engine)
  {
    run_sums_job<Runs> job(runs_, sums_);
    engine.run_job(job);
    run_sum whole;
    std::int64_t filled = 0;
    for (std::ptrdiff_t block = 0; block < blocks_; ++block)
    {
      std::ptrdiff_t const begin = block * runs_per_block;
      base_.set(block, whole.total);
      filled_.set(block, filled);
      detail::append(whole, runs_, begin, begin + std::min(runs_per_block, runs_.count - begin),
                     sums_[block]);
      filled += whole.total > base_[block];
    }
    base_.set(blocks_, whole.total);
    filled_.set(blocks_, filled);
    return whole;
  }

  std::ptrdiff_t blocks() const { return blocks_; }
  /// Where a block starts in the output.
  std::int64_t start(std::ptrdiff_t block) const { return base_[block]; }

  /// The run that holds a position; past the last run for a position at the end.
  run_place locate(std::int64_t position) const
  {
    std::int64_t const* const base = base_.data();
    auto const block               = std::upper_bound(base, base + blocks_ + 1, position) - base - 1;
    if (block >= blocks_)
    {
      return {runs_.count, 0, position};
    }
    std::ptrdiff_t run = block * runs_per_block;
    std::int64_t at    = base[block];
    for (typename Runs::reader reader(runs_, run);; ++run)
    {
      bool fits                 = true;
      std::int64_t const length = std::clamp<std::int64_t>(reader.next(fits), 0, largest_total - at);
      if (at + length > position)
      {
        return {run, position - at, position};
      }
      at += length;
    }
  }

  /// Emits whole runs [first, last), `items` items from `position` on; blocks of empty runs are passed over.
  template <class Sink>
  void visit(
    std::ptrdiff_t first, std::ptrdiff_t last, std::int64_t position, std::int64_t items, Sink& sink) const
  {
    while (items > 0 && first < last)
    {
      std::ptrdiff_t const block = first / runs_per_block;
      std::ptrdiff_t const end   = std::min(last, (block + 1) * runs_per_block);
      std::int64_t const some    = std::min(items, base_[block + 1] - position);
      if (some > 0)
      {
        typename Runs::reader reader(runs_, first);
        detail::emit_runs(reader, first, end, some, sink);
      }
      position += some;
      items -= some;
      first = end;
    }
  }

  /// Bytes to move for the first `limit` items, where an item and a run cost this many.
  double bytes_before(std::int64_t limit, double item_bytes, double run_bytes) const
  {
    return bytes_before(blocks_before(limit), limit, item_bytes, run_bytes);
  }

  /// A position that has about `share` of the bytes of the first `limit` items before it, a multiple of `granule`;
  /// it does not decrease as the share grows.
  std::int64_t split(
    double share, std::int64_t limit, double item_bytes, double run_bytes, std::int64_t granule) const
  {
    auto const before = [&](std::ptrdiff_t block) {
      return bytes_before(block, limit, item_bytes, run_bytes);
    };
    std::ptrdiff_t low = 0, high = blocks_before(limit);
    double const target = share * before(high);
    while (high - low > 1)
    {
      std::ptrdiff_t const middle             = low + (high - low) / 2;
      (before(middle) <= target ? low : high) = middle;
    }
    double const whole    = before(low + 1) - before(low); // 0 for a block without items
    double const in_block = whole > 0 ? std::clamp((target - before(low)) / whole, 0.0, 1.0) : 0.0;
    auto const items      = std::min(base_[low + 1], limit) - base_[low];
    auto const position   = base_[low]
                          + std::min(items, static_cast<std::int64_t>(in_block * static_cast<double>(items)));
    return position - position % granule;
  }

private:
  /// How many blocks begin before the limit: only these count.
  std::ptrdiff_t blocks_before(std::int64_t limit) const
  {
    return std::lower_bound(base_.data(), base_.data() + blocks_, limit) - base_.data();
  }

  /// A block of empty runs costs nothing: it is passed over.
  double bytes_before(std::ptrdiff_t block, std::int64_t limit, double item_bytes, double run_bytes) const
  {
    return static_cast<double>(std::min(base_[block], limit)) * item_bytes
           + static_cast<double>(filled_[block]) * static_cast<double>(runs_per_block) * run_bytes;
  }

  Runs const& runs_;
  std::ptrdiff_t blocks_;
  slot_array<run_sum> sums_;
  slot_array<std::int64_t> base_;
  slot_array<std::int64_t> filled_; // blocks with items before each block
};
} // namespace detail
THRUM_NAMESPACE_END
