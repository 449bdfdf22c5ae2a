// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Run length encode: the pass that the CPU systems share, and its run in the calling thread. A block
/// remembers where its runs begin; lengths are differences of neighbouring beginnings.

#include <thrum/detail/core/block_output.h>
#include <thrum/detail/core/counted_problem.h>
#include <thrum/detail/core/head_flags.h>
#include <thrum/detail/core/run_length_encode_problem.h>
#include <thrum/detail/core/tiling.h>
#include <thrum/detail/sequential/engine.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Problem>
class run_length_encode_pass
{
public:
  using K       = typename Problem::key;
  using Keys    = decltype(std::declval<Problem&>().keys.at(0));
  using Heads   = decltype(std::declval<Problem&>().heads_out.at(0));
  using Lengths = decltype(std::declval<Problem&>().lengths_out.at(0));

  static constexpr bool all_runs    = Problem::kind == encode_kind::all;
  static constexpr tile_shape shape = exact_shape(sizeof(K));

  run_length_encode_pass(Problem& problem, std::ptrdiff_t block_bytes)
      : problem_(problem)
      , tiles_(shape, problem.count, sizeof(K), block_bytes)
  {}

  /// The run that is open between two blocks, and how many were written.
  struct shared
  {
    shared(arena& memory, run_length_encode_pass const&) : key(memory) {}
    maybe<K> key; // the last one seen
    std::ptrdiff_t begin   = 0;
    std::ptrdiff_t written = 0;
  };

  struct local
  {
    local(arena& memory, run_length_encode_pass const& pass)
        : walk(memory)
        , lead(memory)
        , keys(memory, keeps_keys ? static_cast<std::size_t>(pass.tiles_.buffer_items()) : 0)
        , heads(memory, static_cast<std::size_t>(pass.tiles_.buffer_items()) + spare_places)
    {}
    key_walk<Keys> walk;
    maybe<K> lead;                  // the key of a run that the block's first item ends
    slot_array<K> keys;             // of the runs that end in the block
    slot_array<std::int32_t> heads; // where the next run begins
    std::ptrdiff_t runs  = 0;       // that end in the block, its first item apart
    std::ptrdiff_t inner = 0;       // of these, runs of two and more that also begin in it
    std::ptrdiff_t begin = 0;       // of the run that is open when the block begins
    std::ptrdiff_t place = 0;       // in the output
  };

  std::ptrdiff_t blocks() const { return tiles_.blocks(); }
  std::size_t input_bytes() const { return static_cast<std::size_t>(problem_.count) * sizeof(K); }
  static constexpr std::size_t item_bytes() { return sizeof(K); }
  /// How many runs were written; known at the end.
  std::ptrdiff_t runs() const { return runs_; }

  void summarise(std::ptrdiff_t block, local& mine)
  {
    std::ptrdiff_t const size = tiles_.size(block, problem_.count);
    if constexpr (key_walk<Keys>::in_place)
    {
      K const* const key = problem_.keys.at(tiles_.begin(block));
      mine.walk.remember(key, size);
      mine.runs = detail::find_heads(key, size, problem_.pred, mine.heads.data()) - mine.heads.data();
    }
    else
    {
      read_heads(block, size, mine);
    }
    if constexpr (!all_runs)
    {
      mine.inner = 0;
      for (std::ptrdiff_t run = 1; run < mine.runs; ++run)
      {
        mine.inner += mine.heads[run] - mine.heads[run - 1] > 1;
      }
    }
  }

  void advance(std::ptrdiff_t block, local& mine, shared& all)
  {
    std::ptrdiff_t const here = tiles_.begin(block);
    mine.lead.clear();
    mine.begin = all.begin;
    mine.place = all.written;
    if (block > 0 && !problem_.pred(*all.key, mine.walk.first()))
    {
      mine.lead.set(all.key.get());
      all.begin = here;
    }
    if (mine.runs > 0)
    {
      all.begin = here + mine.heads[mine.runs - 1];
    }
    all.key.set(mine.walk.last());
    all.written += written_by(here, mine);
  }

  void finish(std::ptrdiff_t block, local& mine, shared&)
  {
    Heads heads     = problem_.heads_out.at(mine.place);
    Lengths lengths = problem_.lengths_out.at(mine.place);
    for_each_run(block, mine, [&](std::ptrdiff_t run, std::ptrdiff_t begin, std::ptrdiff_t length) {
      if constexpr (!all_runs)
      {
        detail::assign(*heads, begin);
      }
      else if constexpr (!is_discard_v<Heads>)
      {
        detail::assign(*heads, key_of(block, mine, run));
      }
      detail::assign(*lengths, length);
      ++heads;
      ++lengths;
    });
    problem_.heads_out.leave(heads);
    problem_.lengths_out.leave(lengths);
  }

  /// The last run is ended by the end of the input.
  void end(shared& all)
  {
    std::ptrdiff_t const length = problem_.count - all.begin;
    if (all_runs || length > 1)
    {
      Heads heads     = problem_.heads_out.at(all.written);
      Lengths lengths = problem_.lengths_out.at(all.written);
      if constexpr (all_runs)
      {
        detail::assign(*heads, *all.key);
      }
      else
      {
        detail::assign(*heads, all.begin);
      }
      detail::assign(*lengths, length);
      problem_.heads_out.leave(++heads);
      problem_.lengths_out.leave(++lengths);
      ++all.written;
    }
    runs_ = all.written;
  }

private:
  static constexpr bool keeps_keys = all_runs && !key_walk<Keys>::in_place && !is_discard_v<Heads>;

  void read_heads(std::ptrdiff_t block, std::ptrdiff_t size, local& mine)
  {
    mine.runs = 0;
    mine.walk.read(problem_.keys, tiles_.begin(block), size, problem_.pred,
                   [&](std::ptrdiff_t i, bool head, [[maybe_unused]] K const& previous) {
                     if (!head)
                     {
                       return;
                     }
                     mine.heads.set(mine.runs, static_cast<std::int32_t>(i));
                     if constexpr (keeps_keys)
                     {
                       mine.keys.set(mine.runs, previous);
                     }
                     ++mine.runs;
                   });
  }

  /// How many runs the block writes, by what is known of it before it is walked again.
  std::ptrdiff_t written_by(std::ptrdiff_t here, local const& mine) const
  {
    std::ptrdiff_t const led = mine.lead ? 1 : 0;
    if (all_runs)
    {
      return mine.runs + led;
    }
    std::ptrdiff_t const first_begin = led != 0 ? here : mine.begin;
    bool const long_lead             = led != 0 && here - mine.begin > 1;
    bool const long_first            = mine.runs > 0 && here + mine.heads[0] - first_begin > 1;
    return mine.inner + long_lead + long_first;
  }

  /// The key of a run that ends in the block; run -1 is ended by its first item.
  K const& key_of(std::ptrdiff_t block, local const& mine, std::ptrdiff_t run) const
  {
    if (run < 0)
    {
      return *mine.lead;
    }
    if constexpr (keeps_keys)
    {
      return mine.keys[run];
    }
    else
    {
      return problem_.keys.at(tiles_.begin(block))[mine.heads[run] - 1];
    }
  }

  /// Calls f(run, begin, length) for the runs that end in the block; run -1 is ended by its first item.
  template <class F>
  void for_each_run(std::ptrdiff_t block, local const& mine, F f) const
  {
    std::ptrdiff_t const here = tiles_.begin(block);
    std::ptrdiff_t begin      = mine.begin;
    auto const run_ends       = [&](std::ptrdiff_t run, std::ptrdiff_t end) {
      if (all_runs || end - begin > 1)
      {
        f(run, begin, end - begin);
      }
      begin = end;
    };
    if (mine.lead)
    {
      run_ends(-1, here);
    }
    for (std::ptrdiff_t run = 0; run < mine.runs; ++run)
    {
      run_ends(run, here + mine.heads[run]);
    }
  }

  Problem& problem_;
  tiling tiles_;
  std::ptrdiff_t runs_ = 0;
};

/// Returns how many runs there are.
template <class Engine, class Problem>
std::ptrdiff_t run_length_encode_on(Engine const& engine, Problem& problem)
{
  if (problem.count == 0)
  {
    return 0;
  }
  run_length_encode_pass<Problem> pass(problem, Engine::block_bytes);
  engine.run_pass(pass);
  return pass.runs();
}

template <class Policy, encode_kind Kind, class Keys, class HeadsOut, class LengthsOut, class Pred>
std::ptrdiff_t run(sequential_execution<Policy> const& execution,
                   run_length_encode_problem<Kind, Keys, HeadsOut, LengthsOut, Pred>& problem)
{
  return detail::run_length_encode_on(sequential_engine<Policy>(execution), problem);
}
template <class Policy, encode_kind Kind, class... Parts, class CountOut>
void run(sequential_execution<Policy> const& execution,
         counted_problem<run_length_encode_problem<Kind, Parts...>, CountOut>& problem)
{
  detail::assign(*problem.count_out.at(0), detail::run(execution, problem.asked));
}
} // namespace detail
THRUM_NAMESPACE_END
