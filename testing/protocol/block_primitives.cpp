// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the threads of a block do together. ThreadSanitizer takes each of them for a thread, and so sees whether a barrier
// stands between all that two of them do to a place in shared memory: mutants.sh takes the barriers away, one at a time.
#define BOOST_TEST_MODULE block_primitives
#include <thrum/block/discontinuity.h>
#include <thrum/block/exchange.h>
#include <thrum/block/load.h>
#include <thrum/block/reduce.h>
#include <thrum/block/run_length_decode.h>
#include <thrum/block/scan.h>
#include <thrum/block/store.h>
#include <thrum/block/tile_state.h>

#include <memory>
#include <numeric>
#include <vector>

#include "fibers.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace block = thrum::block;

namespace
{
constexpr int threads = 64;

/// Calls body(cta, storage, items) in each thread, with two items of a row of numbers; returns what it made of them.
template <class Storage, class Body>
std::vector<int> on_threads(Body const& body)
{
  auto const storage = std::make_unique<Storage>();
  std::vector<int> all(2 * threads);
  std::iota(all.begin(), all.end(), 0);
  fiber_grid grid(1, threads, order::shuffled, 3);
  grid.run([&](fiber_cta const& cta) {
    auto const at = static_cast<std::size_t>(2 * cta.thread());
    int items[2]  = {all[at], all[at + 1]};
    body(cta, *storage, items);
    all[at]     = items[0];
    all[at + 1] = items[1];
  });
  return all;
}

std::vector<int> expected(int (*f)(int))
{
  std::vector<int> all;
  for (int i = 0; i < 2 * threads; ++i)
  {
    all.push_back(f(i));
  }
  return all;
}
} // namespace

BOOST_AUTO_TEST_CASE(reduce)
{
  using primitive = block::reduce<long, threads, fiber_cta>; // summed by each thread
  auto const got  = on_threads<primitive::storage>([](auto const& cta, auto& s, int(&items)[2]) {
    long const x = items[0];
    items[0] = items[1] = static_cast<int>(primitive(s, cta).reduce_to_all(x));
  });
  BOOST_TEST(got == expected([](int) { return threads * (threads - 1); }));
}

BOOST_AUTO_TEST_CASE(scan)
{
  using primitive = block::scan<long, threads, fiber_cta>;
  auto const got  = on_threads<primitive::storage>([](auto const& cta, auto& s, int(&items)[2]) {
    long x[2]         = {items[0], items[1]};
    auto const before = [](long aggregate) { return 10'000 - aggregate; };
    primitive(s, cta).inclusive_with_prefix(x, thrust::plus<long>(), before);
    items[0] = static_cast<int>(x[0]);
    items[1] = static_cast<int>(x[1]);
  });
  BOOST_TEST(got == expected([](int i) { return 10'000 - threads * (2 * threads - 1) + i * (i + 1) / 2; }));
}

BOOST_AUTO_TEST_CASE(discontinuity)
{
  using primitive = block::discontinuity<int, threads, fiber_cta>;
  auto const got  = on_threads<primitive::storage>([](auto const& cta, auto& s, int(&items)[2]) {
    bool heads[2], tails[2];
    int const third[2] = {items[0] / 3, items[1] / 3};
    primitive(s, cta).heads_and_tails(third, heads, tails);
    items[0] = heads[0] + 2 * tails[0];
    items[1] = heads[1] + 2 * tails[1];
  });
  BOOST_TEST(got == expected([](int i) { return (i % 3 == 0) + 2 * (i % 3 == 2 || i + 1 == 2 * threads); }));
}

BOOST_AUTO_TEST_CASE(exchange)
{
  using primitive = block::exchange<int, threads, 2, fiber_cta>;
  auto const got  = on_threads<primitive::storage>([](auto const& cta, auto& s, int(&items)[2]) {
    primitive p(s, cta);
    p.blocked_to_striped(items);
    cta.sync();
    p.striped_to_blocked(items);
    cta.sync();
    p.blocked_to_warp_striped(items);
    cta.sync();
    p.warp_striped_to_blocked(items);
    cta.sync();
    int const ranks[2] = {2 * threads - 1 - items[0], 2 * threads - 1 - items[1]};
    p.scatter_to_blocked(items, ranks);
  });
  BOOST_TEST(got == expected([](int i) { return 2 * threads - 1 - i; }));
}

BOOST_AUTO_TEST_CASE(transfer)
{
  using load      = block::load<int, threads, 2, block::transfer::transposed, fiber_cta>;
  using store     = block::store<int, threads, 2, block::transfer::transposed, fiber_cta>;
  using storage_t = std::pair<load::storage, store::storage>;
  std::vector<int> in(2 * threads), out(2 * threads);
  std::iota(in.begin(), in.end(), 7);
  auto const got = on_threads<storage_t>([&](auto const& cta, auto& s, int(&items)[2]) {
    load(s.first, cta).load(in.begin(), items);
    store(s.second, cta).store(out.begin(), items);
  });
  BOOST_TEST(got == in);
  BOOST_TEST(out == in);
}

BOOST_AUTO_TEST_CASE(run_length_decode)
{
  using primitive = block::run_length_decode<int, threads, 2, 2, fiber_cta>;
  auto const got  = on_threads<primitive::storage>([](auto const& cta, auto& s, int(&items)[2]) {
    primitive runs(s, cta);
    for (int const shift : {0, 1}) // the runs of odd numbers, then those of even ones
    {
      int const values[2]  = {items[0], items[1]};
      int const lengths[2] = {shift == 0 ? 0 : 1, shift == 0 ? 1 : 0};
      runs.set_runs(values, lengths);
      int decoded[2];
      runs.decode(decoded, 0);
      cta.sync();
      if (shift == 1)
      {
        items[0] = decoded[0];
        items[1] = decoded[1];
      }
    }
  });
  BOOST_TEST(got == expected([](int i) { return i < threads ? 2 * i : 2 * threads - 1; }));
}

BOOST_AUTO_TEST_CASE(tile_state)
{
  using primitive     = block::tile_state<int, thrust::plus<int>, block::naps, fiber_cta>;
  constexpr int tiles = 2 * threads;
  std::vector<std::uint64_t> memory(primitive::bytes(tiles) / 8 + 1);
  auto const got = on_threads<primitive::storage>([&](auto const& cta, auto& s, int(&items)[2]) {
    primitive state(s, memory.data(), tiles, 0, thrust::plus<int>(), cta);
    for (auto tile = state.next(); tile < tiles; tile = state.next())
    {
      if (tile % 2 == 1) // no barrier until the next one
      {
        if (cta.thread() == 0)
        {
          state.publish(tile, 1);
        }
        continue;
      }
      int const before = state.prefix(tile, 1);
      if (tile / 2 == cta.thread())
      {
        items[0] = before;
        items[1] = before + 1;
      }
    }
  });
  BOOST_TEST(got == expected([](int i) { return i; }));
}
