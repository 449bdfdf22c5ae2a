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
  run_sums_job(Runs const& runs, slots<run_sum>& sums) : runs_(runs), sums_(sums) {}
  static std::ptrdiff_t blocks(std::ptrdiff_t runs)
  {
    return runs / runs_per_block + (runs % runs_per_block != 0);
  }
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
  slots<run_sum>& sums_;
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
  {}

  template <class Engine>
  run_sum build(Engine const& engine)
  {
    run_sums_job<Runs> job(runs_, sums_);
    engine.run_job(job);
    run_sum whole;
    for (std::ptrdiff_t block = 0; block < blocks_; ++block)
    {
      std::ptrdiff_t const begin = block * runs_per_block;
      base_.set(block, whole.total);
      detail::append(whole, runs_, begin, begin + std::min(runs_per_block, runs_.count - begin),
                     sums_[block]);
    }
    base_.set(blocks_, whole.total);
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
  void emit(
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

  /// A position that has about `share` of all runs and items before it.
  std::int64_t split(double share, std::int64_t limit, double bytes_per_item, double bytes_per_run) const
  {
    auto const before = [&](std::ptrdiff_t block) {
      return static_cast<double>(base_[block]) * bytes_per_item
             + static_cast<double>(block) * static_cast<double>(runs_per_block) * bytes_per_run;
    };
    std::ptrdiff_t low = 0, high = blocks_; // only blocks that begin before the limit count
    high                = std::lower_bound(base_.data(), base_.data() + blocks_, limit) - base_.data();
    double const target = share * before(high);
    while (high - low > 1)
    {
      std::ptrdiff_t const middle             = low + (high - low) / 2;
      (before(middle) <= target ? low : high) = middle;
    }
    double const in_block = std::clamp((target - before(low)) / (before(low + 1) - before(low)), 0.0, 1.0);
    auto const items      = static_cast<double>(base_[low + 1] - base_[low]);
    constexpr std::int64_t granule = 64; // items: neighbours write to lines of their own
    auto const position            = base_[low] + static_cast<std::int64_t>(in_block * items);
    return std::min(limit, position - position % granule);
  }

private:
  Runs const& runs_;
  std::ptrdiff_t blocks_;
  slots<run_sum> sums_;
  slots<std::int64_t> base_;
};
} // namespace detail
THRUM_NAMESPACE_END
