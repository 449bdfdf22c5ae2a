#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Tests of the tests in this folder: the library with one thing broken in how blocks and warps tell each other what
# they did must fail them. What is compiled is the library's own text, changed in exactly one place.
#
# ThreadSanitizer finds nearly all. It asks whether two accesses to a place are ordered, not whether they went wrong
# this time, so no lucky schedule lets a mutant live; each lane is a thread to it (support/fiber_context.h). A word
# whose tag is not written with its value is no race: its sums are wrong. A ring that loads into slots in use loses
# count of its phases: its grid is deadlocked. Outputs that are overwritten before a bulk copy has read them are wrong.

# shellcheck source=testing/script_test.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../script_test.sh"

flags=(-std=c++17 -O1 -g1 -fsanitize=thread -ffp-contract=off -pthread -Wno-macro-redefined
  -DBOOST_TEST_DYN_LINK -DTHRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_CPP
  -I"$source_dir/testing" -I"$source_dir/testing/support")
export TSAN_OPTIONS=halt_on_error=1:exitcode=66 THRUM_TEST_SEED=1

# What all programs include and no mutant changes is read once.
read_the_rest()
{
  cat >"$work/rest.h" <<'END'
#define BOOST_TEST_MODULE mutant
#include "compare.h"
#include "host_blocks.h"
#include "look_back_values.h"
#include <boost/test/unit_test.hpp>
#include <cuda/atomic>
#include <cuda/std/memory>
#include <thrum/detail/core/iterators.h>
#include <thrum/detail/core/operators.h>
END
  "$THRUM_CXX" "${flags[@]}" "${roots[@]}" -x c++-header "$work/rest.h" -o "$work/rest.pch"
}

# Compiles a test program with a root before all others, and runs some of its cases.
status_of() # ROOT PROGRAM CASES: leaves it in $status
{
  "$THRUM_CXX" "${flags[@]}" -include-pch "$work/rest.pch" -I"$1" "${roots[@]}" "$here/$2.cpp" -o "$1/$2" \
    -lboost_unit_test_framework
  status=0
  timeout 100 "$1/$2" --run_test="$3" --color_output=no >"$1/log" 2>&1 || status=$?
}

replaced() # TEXT OLD NEW: where OLD stands exactly once
{
  local without=${1/"$2"/}
  if [[ $without == "$1" || $without == *"$2"* ]]; then
    echo "not in exactly one place: $2"
    return 1
  fi
  printf '%s\n' "${1/"$2"/"$3"}"
}

is_caught() # NAME HEADER PROGRAM CASES OLD NEW
{
  local root=$work/$1 header=thrum/detail/cuda/$2 status
  mkdir -p -- "$root/$(dirname -- "$header")"
  replaced "$(<"$source_dir/detail/$header")" "$5" "$6" >"$root/$header" || { cat -- "$root/$header"; return 1; }
  status_of "$root" "$3" "$4"
  # On a busy machine a schedule may be lucky once.
  ((status != 0)) || timeout 100 "$root/$3" --run_test="$4" --color_output=no >"$root/log" 2>&1 || status=$?
  rm -f -- "$root/$3"
  if ((status == 0)); then
    echo 'the tests pass'
    return 1
  fi
}

# The same way, with nothing broken.
original_passes() # PROGRAM CASES
{
  local status
  mkdir -p -- "$work/none_$1"
  status_of "$work/none_$1" "$1" "$2"
  cat -- "$work/none_$1/log"
  ((status == 0))
}

counts_places()
{
  ! replaced 'a b a' a c && ! replaced 'a b a' d c && [[ $(replaced 'a b a' b '&') == 'a & a' ]]
}

beside() # COMMAND...: two at a time
{
  while (($(jobs -rp | wc -l) >= 2)); do wait -n || true; done
  "$@" &
}

mutant() # NAME HEADER PROGRAM CASES OLD NEW
{
  beside case_passes "mutants_$1" is_caught "$@"
}

case_passes mutants_change_one_place counts_places
case_passes mutants_rest_is_read read_the_rest

for program in look_back_words look_back_flags look_back_large look_back_once run_look_back count_look_back plain ring chunks \
  block_primitives; do
  beside case_passes "mutants_none_of_$program" original_passes "$program" '*'
done

# Values beside flags: of 36 bytes.
publishes='gpu::set(values_[tile], value);
    strong_flag(flags_[tile]).store(static_cast<flag>(count) + 1, ::cuda::memory_order_release);'
mutant flag_released_relaxed block/tile_state.h look_back_flags 'b62_prefixes<*' \
  'static_cast<flag>(count) + 1, ::cuda::memory_order_release' \
  'static_cast<flag>(count) + 1, ::cuda::memory_order_relaxed'
mutant flag_looked_at_relaxed block/tile_state.h look_back_flags 'b62_prefixes<*' \
  'lane * fan + i]).load(::cuda::memory_order_acquire)' \
  'lane * fan + i]).load(::cuda::memory_order_relaxed)'
mutant flag_got_relaxed block/tile_state.h look_back_flags 'b62_neighbours<*' \
  'strong_flag(flags_[tile]).load(::cuda::memory_order_acquire)' \
  'strong_flag(flags_[tile]).load(::cuda::memory_order_relaxed)'
mutant flag_before_its_value block/tile_state.h look_back_flags 'b62_prefixes<*' \
  "$publishes" "${publishes#*;}"$'\n'"${publishes%%;*};"

# Groups folded by whoever has their last tile.
mutant group_not_awaited block/look_back_once.h look_back_once '*' 'base::await(cta, published, at, seen, mine);' ''

# Runs before a tile, from states of two groups at once.
runs() # NAME OLD NEW
{
  mutant "runs_$1" tile/run_look_back.h run_look_back '*' "$2" "${3-}"
}
runs group_not_awaited 'asked_ == 0 || cta.ballot(!seen_[0].ready(fan)) != 0' 'asked_ == 0'
runs tile_not_awaited 'asked_ > 0 && cta.ballot(!seen_[0].ready(mine)) == 0' 'asked_ > 0'
runs group_added_twice 'seen_[0] = seen_[1];'
runs groups_not_asked_for_again '--asked_;'

# Counts before a tile, from words of groups.
counts() # NAME OLD NEW
{
  mutant "counts_$1" block/count_look_back.h count_look_back '*' "$2" "${3-}"
}
counts tile_not_awaited 'await(cta, own, [&] { return published.look(t); });'
counts group_not_awaited 'await(cta, of_group, [&] { return published.look_at_group(mine); });'
counts group_passed_twice 'lanes ? g : passed_ + lanes;' 'lanes ? g : passed_ + lanes - 1;'
counts of_part_of_a_group 'low >> tile_bit != group' 'low >> tile_bit == 0'
counts without_higher_parts 'low += one_high;'

# Words with tags: of 4 bytes, and the host's form of those of 12.
writes='strong(to.bits_).store(bits_, ::cuda::memory_order_relaxed);'
mutant word_after_its_tag block/state_words.h look_back_words 'b62_prefixes<*' \
  "$writes" "${writes/'bits_, '/'bits_ >> 32 << 32, '} ::sched_yield(); $writes"
writes='strong(to.low_).store(low_, ::cuda::memory_order_relaxed);
    strong(to.high_).store(high_, ::cuda::memory_order_release);'
mutant wide_word_after_its_tag block/state_words.h look_back_words 'b62_prefixes<*' \
  "$writes" "${writes#*;} ::sched_yield(); ${writes%%;*};"

# Lanes that meet in memory: values of 128 bytes.
lanes_meet() # NAME OLD: which ends in a barrier of the warp
{
  mutant "$1" block/warp.h look_back_large 'b62_prefixes<*' "$2" "${2%cta.sync_warp();}"
}
lanes_meet below_read_before_set 'gpu::set(memory.place[cta.lane()].value, x.value);
  }
  cta.sync_warp();'
lanes_meet below_set_before_read 'gpu::set(y.value, memory.place[from].value);
  }
  cta.sync_warp();'
lanes_meet lane_read_before_set 'gpu::set(memory.place[0].value, x.value);
    }
    cta.sync_warp();'
lanes_meet lane_set_before_read 'gpu::set(y.value, memory.place[0].value);
    cta.sync_warp();'

# What the threads of a block do together: each barrier.
primitive() # NAME HEADER CASES OLD: which ends in a barrier
{
  local barrier='cta_.sync();'
  [[ $4 == *"$barrier" ]] || barrier='cta_.sync_warp();'
  mutant "block_$1" "block/block_$2.h" block_primitives "$3" "$4" "${4%"$barrier"}"
}
primitive reduce reduce reduce 'gpu::set(parts_.of_warp[cta_.warp()].value, sum.value);
      }
      cta_.sync();'
primitive discontinuity discontinuity discontinuity 'if constexpr (warps > 1)
    {
      cta_.sync();'
primitive to_striped exchange exchange 'place_.put(cta_.thread(), items);
    cta_.sync();'
primitive to_blocked exchange exchange 'place_.put_apart(cta_.thread(), Threads, items);
    cta_.sync();'
primitive to_warp_striped exchange exchange 'place_.put(cta_.thread(), items);
    cta_.sync_warp();'
primitive to_warp_blocked exchange exchange 'place_.put_apart(first_in_warp(), lanes, items);
    cta_.sync_warp();'
primitive scatter exchange exchange 'gpu::set(*place_.at(ranks[i]), items[i]);
      }
    }
    cta_.sync();'
primitive load load transfer 'singly(from, first, count);
    }
    cta_.sync_warp();'
primitive store store transfer 'place_.put(cta_.thread(), items);
    cta_.sync_warp();'
mutant block_scan_sums block/block_scan_steps.h block_primitives scan 'gpu::set(s.of_warp[cta.warp()].value, upto.value);
      }
      cta.sync();' 'gpu::set(s.of_warp[cta.warp()].value, upto.value);
      }'
mutant block_scan_prefix block/block_scan_steps.h block_primitives scan 'cta.sync();
      run.set(s.before.value);' 'run.set(s.before.value);'
primitive decode_runs run_length_decode run_length_decode 'set_plain(values, length);
    }
    cta_.sync();'
mutant block_next_before block/block_tile_state.h block_primitives tile_state \
  'cta_.sync(); // all have read what stands in the storage' ''
mutant block_next_after block/block_tile_state.h block_primitives tile_state 'tile < tiles_ ? tile : tiles_;
    }
    cta_.sync();' 'tile < tiles_ ? tile : tiles_;
    }'
mutant block_prefix_after block/block_tile_state.h block_primitives tile_state 'found.value.place.value);
        }
      }
    }
    cta_.sync();' 'found.value.place.value);
        }
      }
    }'

# The plain form: each barrier of the block.
plain() # NAME BEFORE: what stands before the barrier
{
  mutant "plain_no_sync_$1" engine/plain.h plain '*' "$2
      cta.sync();" "$2"
}
plain after_ticket 'memory.next().take();
      }'
plain after_load 'Tile::load(cta, slot, p, tile, memory.neighbours());
      }'
plain after_summarise 'Tile::summarise(cta, slot, p, tile, cta.warp(), warps);'
plain after_carry 'Tile::carry(cta, slot, p, tile, prefix);
      }'
plain after_finish 'common.space[cta.warp()]);'

# The ring: each wait of each role, the barriers' own beginning, and the way of outputs to bulk copies.
ring() # NAME OLD: what is taken away; NEW
{
  mutant "ring_$1" engine/ring.h ring '*' "$2" "${3-}"
}
summarises='cta_.wait(shared_.loaded[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)
      {
        if constexpr (has_shelves_v<Tile>)'
looks_back='cta_.wait(shared_.loaded[s], at.parity());
      std::ptrdiff_t const tile = shared_.tile[s];
      if (tile >= 0)'
folds='cta_.wait(shared_.loaded[s], at.parity());
        std::ptrdiff_t const tile = shared_.tile[s];
        if (tile < 0)'
ring summarises_before_loaded "$summarises" "${summarises#*;}"
ring publishes_before_summed 'cta_.wait(shared_.summed[s], at.parity());'
ring finishes_before_carried 'cta_.wait(shared_.carried[s], at.parity());'
ring finishes_before_loaded 'constexpr (finish_teams > 1)' 'constexpr (finish_teams > 9)'
ring stores_before_finished 'cta_.wait(shared_.finished[s], at.parity());'
ring gives_back_what_is_kept 'if (!keeps_intake(slot_[s], tile) && cta_.lane() == 0)' 'keeps_intake(slot_[s], tile);
        if (cta_.lane() == 0)'
ring clears_shelves_in_use 'left != at && cta_.passed(shared_.finished[left.slot()], left.parity())' 'left != at'
prefix() # NAME OLD NEW
{
  mutant "ring_$1" engine/ring_prefix.h ring '*' "$2" "${3-}"
}
prefix looks_back_before_loaded "$looks_back" "${looks_back#*;}"
prefix folds_before_loaded "$folds" "${folds#*;}"
prefix finds_before_chained 'cta_.wait(shared_.chained[s], at.parity());'
prefix leaves_the_chain_to_one_lane 'cta_.arrive_warp(shared_.chained[s]);' 'if (cta_.lane() == 31)
        {
          cta_.arrive(shared_.chained[s]);
        }'
prefix carries_before_published 'cta_.wait(shared_.published[s], at.parity());'
input() # NAME OLD NEW
{
  mutant "ring_$1" engine/ring_input.h ring '*' "$2" "${3-}"
}
input loads_before_freed 'cta_.wait(shared_.freed[at.slot()], at.parity() ^ 1);'
input loads_before_emptied 'cta_.wait(shared_.emptied[in.slot()], in.parity() ^ 1);'
input brings_before_taken 'cta_.wait(shared_.taken[s], at.parity());'
input takes_less_than_it_has 'static_cast<unsigned>(shape_.tiles_of_ticket)' '1'
input tells_one_of_those_who_take_turns 'told < layout::stride' 'told < layout::teams'
input brings_only_to_the_first_end 'ends < layout::stride' 'ends < 1'
ring begins_before_barriers 'init_barriers();
    }
    cta_.sync();' 'init_barriers();
    }'
ring stores_what_is_not_fenced 'worker, finishers);
        cta_.fence_async();' 'worker, finishers);'
ring frees_what_is_not_read 'cta_.bulk_stores_read();'

# States that the blocks clear before they use them.
mutant clearing_done_relaxed block/ticket.h ring '*' \
  'done.fetch_add(1, ::cuda::memory_order_release)' 'done.fetch_add(1, ::cuda::memory_order_relaxed)'
mutant clearing_seen_relaxed block/ticket.h ring '*' \
  'done.load(::cuda::memory_order_acquire)' 'done.load(::cuda::memory_order_relaxed)'
mutant clearing_other_lanes block/ticket.h ring '*' 'clear(cta, part * part_bytes);
      cta.sync_warp();' 'clear(cta, part * part_bytes);'
mutant clearing_seen_by_one_lane block/ticket.h ring '*' 'cta.pause();
      }
    }
    cta.sync_warp();' 'cta.pause();
      }
    }'
mutant clearing_publishes_before engine/ring.h ring '*' 'memory_.prepare(cta_);
    for (ring_cursor at(shape_.slot_count);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.summed' 'for (ring_cursor at(shape_.slot_count);; at.next())
    {
      int const s = at.slot();
      cta_.wait(shared_.summed'
mutant clearing_looks_before engine/ring_prefix.h ring '*' 'memory_.prepare(cta_);
    auto& meeting' 'auto& meeting'
mutant clearing_folds_before engine/ring_prefix.h ring '*' 'memory_.prepare(cta_);
      for' 'for'

# Chunks of a reduce, each a block's: the last one to end combines their results.
mutant chunks_ended_relaxed block/ticket.h chunks 'the_last_block_combines<*' \
  'counter.fetch_add(1, ::cuda::memory_order_acq_rel)' 'counter.fetch_add(1, ::cuda::memory_order_relaxed)'
mutant chunks_columns_in_use engine/chunks.h chunks 'the_last_block_combines<*' \
  'gpu::set(all.results[c], s.columns.column[0].value);
    }
    cta.sync();' 'gpu::set(all.results[c], s.columns.column[0].value);
    }'
mutant chunks_last_not_known engine/chunks.h chunks 'the_last_block_combines<*' \
  'cta.sync();
    return s.is_last;' 'return s.is_last;'

# Lent memory, which the last block leaves zero.
mutant lent_ended_relaxed block/ticket.h ring 'lent_memory<*' \
  'counter.fetch_add(1, ::cuda::memory_order_acq_rel)' 'counter.fetch_add(1, ::cuda::memory_order_relaxed)'
mutant lent_in_use engine/plain.h ring 'lent_memory<*' 'cta.sync();
      if (cta.thread() == 0)
      {
        is_last' 'if (cta.thread() == 0)
      {
        is_last'
mutant lent_last_not_known engine/plain.h ring 'lent_memory<*' 'cta.sync();
      if (is_last)' 'if (is_last)'

wait
finish
