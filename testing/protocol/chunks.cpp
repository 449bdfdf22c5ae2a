// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The GPU's commuting reduce, several blocks at the same time, of which the last one to end combines what all have left.
// ThreadSanitizer takes each lane for a thread; mutants.sh takes away what orders them.
#define BOOST_TEST_MODULE chunks
#include <thrum/detail/core/reduce_problem.h>
#include <thrum/detail/cuda/engine/chunks.h>
#include <thrum/reduce.h>

#include <cstring>
#include <memory>
#include <tuple>
#include <vector>

#include "compare.h"
#include "host_blocks.h"
#include "look_back_values.h"
#include "random.h"
#include "replay_commuting.h"
#include "run_tile.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
template <class T>
class reduce_work
{
  using problem = decltype(thrum::detail::make_reduce_problem(
    std::declval<T*>(), std::declval<T*>(), std::declval<T>(), thrum::commutative(add())));

public:
  using chunks = gpu::reduce_chunks<problem, T*>;

  explicit reduce_work(std::size_t chunk_count)
      : items_(rounding_values<sizeof(T) / sizeof(float)>(
        random_, (chunk_count - 1) * replay::commuting_order_of(sizeof(T)).least_chunk() + 7))
      , seed_(static_cast<unsigned>(random_.bits()))
      , problem_(thrum::detail::make_reduce_problem(
          items_.data(), items_.data() + items_.size(), items_[0], thrum::commutative(add())))
  {}

  T expected() const { return replay::commuting_reduce(items_, items_[0], add()); }

  /// In memory of which only the count has to be zero, or in such as is zero, and is so again.
  T by_grid(int blocks, bool is_lent = false)
  {
    auto const shared          = memory_of<typename chunks::shared>(blocks);
    auto const by              = chunks::split_of(problem_.count);
    std::size_t const of_count = 128;
    std::size_t const bytes    = thrum::detail::round_up(
         of_count + static_cast<std::size_t>(by.count) * sizeof(T), 16);
    aligned_memory scratch(bytes, is_lent ? 0 : 0xC3);
    std::memset(scratch.get(), 0, of_count);
    T result{};
    typename chunks::memory const all{reinterpret_cast<unsigned long long*>(scratch.get()),
                                      reinterpret_cast<T*>(scratch.get() + of_count), is_lent ? bytes : 0};
    run_on_host_threads(blocks, chunks::block::threads, seed_, [&](host_cta const& cta) {
      cta.linger();
      chunks::run(cta, shared.get()[cta.block()], problem_, &result, all, by);
    });
    BOOST_TEST(is_zero(scratch.get(), bytes) == is_lent);
    return result;
  }

private:
  template <class Shared>
  static std::unique_ptr<Shared[]> memory_of(int blocks)
  {
    return std::unique_ptr<Shared[]>(new Shared[static_cast<std::size_t>(blocks)]);
  }

  random_source random_;
  std::vector<T> items_;
  unsigned seed_;
  problem problem_;
};

using values = std::tuple<floats<1>, floats<32>>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(the_last_block_combines, T, values)
{
  reduce_work<T> work(sizeof(T) > 4 ? 17 : 5);
  BOOST_TEST(same_representation(work.by_grid(3), work.expected()));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(lent_memory, T, values)
{
  reduce_work<T> work(sizeof(T) > 4 ? 17 : 5);
  BOOST_TEST(same_representation(work.by_grid(3, true), work.expected()));
}

/// Results of results, left in places that were read before.
BOOST_AUTO_TEST_CASE(two_levels_of_results)
{
  reduce_work<floats<32>> work(2 * replay::commuting_order_of(sizeof(floats<32>)).least_chunk() + 3);
  BOOST_TEST(same_representation(work.by_grid(3), work.expected()));
}
