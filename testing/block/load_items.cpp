// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How a block brings items into its slot: by copies that arrive later, where it has such, or read and written by itself;
// and that nothing but the items is written.
// sanitizers: address: its fibers take long under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE load_items
#include <thrum/detail/cuda/block/transfer.h>

#include <tuple>
#include <vector>

#include "fiber_cta.h"
#include "fibers.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
/// As a block on a device that has no such copies, or whose slot is not in shared memory.
struct cta_that_waits : fiber_cta
{
  using fiber_cta::fiber_cta;
  static constexpr bool copies_later = false;

  template <int W>
  void copy_later(void*, void const*) const = delete;
};

/// Items that are words, so that they may be moved as such: four, eight and 16 bytes.
using words = std::tuple<std::uint32_t, std::uint64_t, gpu::piece>;

constexpr int threads = 64;

std::uint32_t& first_word(gpu::piece& p)
{
  return p.word[0];
}
template <class T>
T& first_word(T& x)
{
  return x;
}

template <class T>
std::vector<T> numbered(std::size_t count)
{
  std::vector<T> items(count, T{});
  for (std::size_t i = 0; i < count; ++i)
  {
    first_word(items[i]) = static_cast<std::uint32_t>(i + 1);
  }
  return items;
}

/// From place `from` on, to place `to`.
template <class Cta, class T>
void check_load(std::size_t from, std::size_t to, std::size_t count)
{
  auto items = numbered<T>(from + count + 3);
  std::vector<T> slot(to + count + 3, T{});
  fiber_grid grid(1, threads, order::shuffled, 5);
  grid.run([&](fiber_cta const&) {
    Cta const cta(grid);
    gpu::load_items(cta, static_cast<T const*>(items.data() + from), slot.data() + to,
                    static_cast<int>(count));
    cta.sync();
  });
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < slot.size(); ++i)
  {
    bool const is_item = i >= to && i < to + count;
    wrong += first_word(slot[i]) == (is_item ? first_word(items[from + i - to]) : 0) ? 0 : 1;
  }
  BOOST_TEST_CONTEXT(sizeof(T) << " bytes, " << count << " from " << from << " to " << to)
  {
    BOOST_TEST(wrong == 0u);
  }
}

template <class Cta, class T>
void check_loads()
{
  for (std::size_t const from : {0, 1})
  {
    for (std::size_t const to : {0, 4, 1})
    {
      for (int const count :
           {0, 1, 5, threads - 1, 8 * threads - 1, 8 * threads, 8 * threads + 1, 20 * threads + 3})
      {
        check_load<Cta, T>(from, to, static_cast<std::size_t>(count));
      }
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(copies_that_arrive_later, T, words)
{
  check_loads<fiber_cta, T>();
}

BOOST_AUTO_TEST_CASE_TEMPLATE(without_such_copies, T, words)
{
  check_loads<cta_that_waits, T>();
}
