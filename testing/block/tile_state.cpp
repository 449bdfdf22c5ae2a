// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: fibers of one thread share nothing that ThreadSanitizer could see
// block::tile_state on fibers: blocks in any order, of which any number runs.
#define BOOST_TEST_MODULE block_tile_state
#include <memory>
#include <numeric>

#include "block_tile_state.h"
#include "fibers.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Not trivially copyable.
struct object
{
  float x;
  explicit object(float value) : x(value) {}
  object(object const& other) : x(other.x) {}
  object& operator=(object const& other)
  {
    x = other.x;
    return *this;
  }
  friend object operator+(object const& a, object const& b) { return object(a.x + b.x); }
};

template <class T, class Delay>
void check(
  std::vector<T> const& aggregates, std::optional<T> const& init, int blocks, int threads, order turns)
{
  using states     = thrum::block::tile_state<T, add, Delay, fiber_cta>;
  auto const tiles = static_cast<std::ptrdiff_t>(aggregates.size());
  auto const sees  = aggregates.size() * static_cast<std::size_t>(threads);
  struct alignas(128) line
  {
    unsigned char bytes[128];
  };
  std::vector<line> memory(states::bytes(tiles) / sizeof(line) + 1);
  std::vector<T> before(sees, aggregates[0]);
  auto const has = std::make_unique<bool[]>(sees);
  std::vector<typename states::storage> storage(static_cast<std::size_t>(blocks));

  prefixes_of_tiles<T> const kernel{aggregates.data(), tiles,     memory.data(),
                                    before.data(),     has.get(), init ? &*init : nullptr};
  fiber_grid grid(blocks, threads, turns, 7);
  grid.run([&](fiber_cta const& cta) {
    kernel.template run<Delay>(cta, storage[static_cast<std::size_t>(cta.block())]);
  });
  BOOST_TEST_CONTEXT(tiles << " tiles, " << blocks << " blocks of " << threads << (init ? ", init" : ""))
  {
    BOOST_TEST(all_are_right(aggregates, init, before, has.get(), threads));
  }
}

template <class T, class Make>
void check_counts(Make const& make)
{
  random_source random(11);
  for (std::size_t const tiles : {1, 2, 5, 127, 128, 129, 300})
  {
    auto const aggregates = make(random, tiles);
    for (order const turns : {order::forward, order::backward, order::shuffled})
    {
      check<T, thrum::block::naps>(aggregates, std::nullopt, 3, 32, turns);
      check<T, thrum::block::naps>(aggregates, aggregates[tiles / 2], 2, 64, turns);
    }
  }
  check<T, thrum::block::growing_naps<>>(make(random, 50), std::nullopt, 7, 32, order::shuffled);
}

using values = std::tuple<floats<1>, floats<4>, floats<6>, floats<33>>;
} // namespace

BOOST_AUTO_TEST_CASE(prefixes_of_objects)
{
  check_counts<object>([](random_source& random, std::size_t count) {
    std::vector<object> result;
    for (float const x : random.mixed_floats<float>(count))
    {
      result.push_back(object(x));
    }
    return result;
  });
}

BOOST_AUTO_TEST_CASE(scans_ask_for_their_prefix)
{
  using kernel               = running_sums;
  std::ptrdiff_t const tiles = 300;
  auto const in              = random_source(5).integers<long long>(tiles * kernel::threads, -50, 50);
  std::vector<long long> out(in.size()), expected(in.size());
  std::partial_sum(in.begin(), in.end(), expected.begin());
  for (auto& sum : expected)
  {
    sum += 1000;
  }
  std::vector<std::uint64_t> memory(kernel::states<fiber_cta>::bytes(tiles) / 8 + 1);
  std::vector<kernel::storage<fiber_cta>> storage(3);
  fiber_grid grid(3, kernel::threads, order::shuffled, 7);
  grid.run([&](fiber_cta const& cta) {
    kernel{in.data(), tiles, memory.data(), out.data()}.run(cta,
                                                            storage[static_cast<std::size_t>(cta.block())]);
  });
  BOOST_TEST(out == expected);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(prefixes_of_floats, T, values)
{
  check_counts<T>([](random_source& random, std::size_t count) {
    return rounding_values<sizeof(T) / sizeof(float)>(random, count);
  });
}

using narrow = std::tuple<signed char, short, long long>;
BOOST_AUTO_TEST_CASE_TEMPLATE(prefixes_of_integers, T, narrow)
{
  check_counts<T>([](random_source& random, std::size_t count) { return random.integers<T>(count, 0, 100); });
}
