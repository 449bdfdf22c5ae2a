// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: its fibers take many minutes under ThreadSanitizer; testing/protocol is for that
#define BOOST_TEST_MODULE scan_tile
#include <thrum/detail/cuda/engine/ring.h>
#include <thrum/detail/cuda/tile/scan_tile.h>
#include <thrum/scan.h>

#include <vector>

#include "compare.h"
#include "fibers.h"
#include "random.h"
#include "run_tile.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
namespace gpu = thrum::detail::gpu;

namespace
{
using thrum::detail::scan_kind;

enum class form
{
  plain,
  ring,
};

template <scan_kind Kind, class T, class Op>
std::vector<T> on_fibers(
  form f, std::vector<T> const& items, ::cuda::std::optional<T> init, Op op, int blocks, order o)
{
  checked_memory<T> in(items);
  checked_memory<T> out(items.size());
  auto p     = thrum::detail::make_scan_problem<Kind, T>(in.begin(), in.end(), out.begin(), init, op);
  using tile = gpu::scan_tile<decltype(p)>;
  if (f == form::plain)
  {
    run_plain<tile>(p, blocks, o);
  }
  else
  {
    run_ring<tile>(p, blocks, o);
  }
  return out.items();
}

template <class T, class Op>
void check(std::vector<T> const& in, Op op)
{
  std::vector<T> inclusive(in);
  std::vector<T> exclusive(in);
  thrum::inclusive_scan(thrust::seq, in.begin(), in.end(), inclusive.begin(), op);
  thrum::exclusive_scan(thrust::seq, in.begin(), in.end(), exclusive.begin(), in.back(), op);
  for (form const f : {form::plain, form::ring})
  {
    for (int const blocks : {1, 3})
    {
      for (order const o : {order::forward, order::backward, order::shuffled})
      {
        BOOST_TEST_CONTEXT("count " << in.size() << ", form " << static_cast<int>(f) << ", blocks " << blocks
                                    << ", order " << static_cast<int>(o))
        {
          BOOST_TEST(same_items(on_fibers<scan_kind::inclusive, T>(f, in, {}, op, blocks, o), inclusive));
          BOOST_TEST(
            same_items(on_fibers<scan_kind::exclusive, T>(f, in, in.back(), op, blocks, o), exclusive));
        }
      }
    }
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(mixed_floats)
{
  random_source random;
  for (std::size_t const count : {1, 27, 28, 29, 895, 896, 897, 7167, 7168, 7169, 50'000})
  {
    check(random.mixed_floats<float>(count), thrust::plus<>());
  }
}

BOOST_AUTO_TEST_CASE(bytes)
{
  random_source random;
  for (std::size_t const count : {1, 111, 113, 3583, 3585, 28'671, 28'673, 100'001})
  {
    check(random.integers<std::int8_t>(count, -128, 127), thrust::plus<>());
  }
}
