// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is asked for ahead of the warps that bring a tile: whole pieces of 16 bytes, none of which lies outside.
#define BOOST_TEST_MODULE block_fetch_ahead
#include <thrum/detail/cuda/block/transfer.h>

#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstddef>
#include <cstdint>
#include <tuple>

#include <boost/test/unit_test.hpp>

namespace gpu = thrum::detail::gpu;

namespace
{
/// Writes down what it is asked for.
struct asked
{
  unsigned char const* from = nullptr;
  std::uint32_t bytes       = 0;
  int calls                 = 0;
};
struct listening_cta
{
  asked* heard;

  void fetch_ahead(void const* from, std::uint32_t bytes) const
  {
    *heard = {static_cast<unsigned char const*>(from), bytes, heard->calls + 1};
  }
};

template <class T, class It>
asked fetched(It const& it, int count)
{
  asked heard;
  gpu::fetch_ahead<T>(listening_cta{&heard}, it, count);
  return heard;
}

struct half_of
{
  template <class T>
  double operator()(T const& x) const
  {
    return static_cast<double>(x) / 2;
  }
};

using items = std::tuple<char, short, float, double>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(whole_pieces_that_lie_inside, T, items)
{
  alignas(16) static T memory[200];
  auto const address = [](void const* p) { return reinterpret_cast<std::uintptr_t>(p); };
  for (int begin = 0; begin < 20; ++begin)
  {
    for (int count = 0; count < 150; ++count)
    {
      asked const a   = fetched<T>(memory + begin, count);
      auto const from = address(memory + begin), to = address(memory + begin + count);
      if (to / 16 <= (from + 15) / 16)
      {
        BOOST_TEST(a.calls == 0);
      }
      else
      {
        BOOST_TEST(a.calls == 1);
        BOOST_TEST(address(a.from) == (from + 15) / 16 * 16);
        BOOST_TEST(address(a.from + a.bytes) == to / 16 * 16);
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(what_lies_under_transform_iterators)
{
  thrust::host_vector<float> const memory(1'000);
  float const* const first = memory.data();
  auto const same          = [&](auto const& it) {
    asked const a = fetched<double>(it + 100, 500), b = fetched<double>(first + 100, 500);
    return a.calls == 1 && a.from == b.from && a.bytes == b.bytes;
  };
  BOOST_TEST(same(thrust::make_transform_iterator(first, half_of{})));
  BOOST_TEST(same(thrust::make_transform_iterator(memory.begin(), half_of{})));
  auto const once = thrust::make_transform_iterator(first, half_of{});
  BOOST_TEST(same(thrust::make_transform_iterator(once, half_of{})));
}

BOOST_AUTO_TEST_CASE(nothing_under_others)
{
  static double memory[1'000];
  BOOST_TEST(fetched<double>(thrust::counting_iterator<int>(0), 1'000).calls == 0);
  BOOST_TEST(fetched<double>(thrust::make_reverse_iterator(memory + 1'000), 1'000).calls == 0);
  auto const numbers = thrust::make_transform_iterator(thrust::counting_iterator<int>(0), half_of{});
  BOOST_TEST(fetched<double>(numbers, 1'000).calls == 0);
}

/// A tile of bytes that come of large items would ask for more than cache holds.
BOOST_AUTO_TEST_CASE(nothing_that_is_larger_than_what_comes_of_it)
{
  static double memory[1'000];
  BOOST_TEST(fetched<double>(memory + 0, 1'000).calls == 1);
  BOOST_TEST(fetched<float>(thrust::make_transform_iterator(memory + 0, half_of{}), 1'000).calls == 0);
}
