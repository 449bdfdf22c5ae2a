// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What calls borrow of the library: a stream's memory that is zero is zero again after each call, whatever the algorithm,
// the type and the size, and whether the call waits or not; results of all sizes and alignments come back by pinned
// memory, or without it.
#define BOOST_TEST_MODULE cuda_slots
#include "grids.h" // first

#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "graphs.h"
#include "random.h"
#include "stream_zeros.h"
#include "streams.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;
using thrum::detail::gpu::stream_zeros;

namespace
{
/// x -> w[0] * x + w[1], and sums: associative and exact, and does not commute.
template <int Words>
struct chain
{
  std::uint32_t w[Words];

  chain() = default;
  THRUM_HOST_DEVICE explicit chain(std::uint32_t seed)
  {
    for (int i = 0; i < Words; ++i)
    {
      w[i] = (seed + static_cast<std::uint32_t>(i)) * 2654435761u | (i == 0 ? 1u : 0u);
    }
  }
  THRUM_HOST_DEVICE friend bool operator==(chain const& a, chain const& b)
  {
    bool same = true;
    for (int i = 0; i < Words; ++i)
    {
      same = same && a.w[i] == b.w[i];
    }
    return same;
  }
};
/// With copies and a destructor of its own.
struct made_chain : chain<3>
{
  using chain<3>::chain;
  made_chain() = default;
  THRUM_HOST_DEVICE made_chain(made_chain const& other) : chain<3>(other) {}
  made_chain& operator=(made_chain const&) = default;
  THRUM_HOST_DEVICE ~made_chain() {}
};
struct alignas(256) aligned_chain : chain<4>
{
  using chain<4>::chain;
};
struct follow
{
  template <int Words>
  THRUM_HOST_DEVICE static void join(chain<Words>& both, chain<Words> const& a, chain<Words> const& b)
  {
    for (int i = 2; i < Words; ++i)
    {
      both.w[i] = a.w[i] + b.w[i];
    }
    both.w[1] = b.w[0] * a.w[1] + b.w[1];
    both.w[0] = a.w[0] * b.w[0];
  }
  template <class T>
  THRUM_HOST_DEVICE T operator()(T const& a, T const& b) const
  {
    T both(0);
    join(both, a, b);
    return both;
  }
};

/// Calls of all algorithms with items of a type.
template <class T>
class calls_of
{
public:
  calls_of(cudaStream_t stream, random_source& random)
      : stream_(stream)
      , items_(make_items(random))
      , in_(items_, 0)
      , out_(items_.size(), T(0), 0)
      , keys_(random.keys<int>(items_.size(), 50))
      , keys_in_(keys_, 0)
      , keys_out_(items_.size(), 0, 0)
  {
    for (std::size_t i = 0; i < items_.size(); ++i)
    {
      totals_.push_back(i == 0 ? follow()(T(7), items_[0]) : follow()(totals_.back(), items_[i]));
      bool const head = i == 0 || keys_[i] != keys_[i - 1];
      sums_.push_back(head ? items_[i] : follow()(sums_.back(), items_[i]));
      groups_.push_back((i == 0 ? 0 : groups_.back()) + (head ? 1 : 0));
    }
  }

  /// One size, at random or beside a border of tiles.
  std::size_t size(random_source& random) const
  {
    auto const most         = static_cast<std::int64_t>(items_.size());
    std::int64_t const near = tile
                                * (most / tile < 12 || random.integer(0, 1) == 0
                                     ? random.integer(1, std::min<std::int64_t>(10, most / tile))
                                     : random.integer(1, most / tile))
                              + random.integer(-1, 1);
    return static_cast<std::size_t>(random.integer(0, 3) == 0 ? random.integer(1, most)
                                                              : std::clamp<std::int64_t>(near, 1, most));
  }

  void call(int which, std::size_t n)
  {
    if (which % 2 == 0)
    {
      call(thrust::cuda::par.on(stream_), which, n);
    }
    else
    {
      call(thrust::cuda::par_nosync.on(stream_), which, n);
      check_cuda(cudaStreamSynchronize(stream_));
    }
  }

private:
  static constexpr std::int64_t tile = thrum::detail::ordered_shape(sizeof(T)).items();

  template <class Policy>
  void call(Policy const& policy, int which, std::size_t n)
  {
    auto const first = in_.begin(), last = first + n;
    auto const keys = keys_in_.begin();
    if (which == 0)
    {
      BOOST_TEST((thrum::reduce(policy, first, last, T(7), follow()) == totals_[n - 1]));
    }
    else if (which == 1)
    {
      thrum::inclusive_scan(policy, first, last, out_.begin(), T(7), follow());
      BOOST_TEST((last_out(n) == totals_[n - 1]));
    }
    else if (which == 2)
    {
      thrum::inclusive_scan_by_key(policy, keys, keys + n, first, out_.begin(), thrust::equal_to<>(),
                                   follow());
      BOOST_TEST((last_out(n) == sums_[n - 1]));
    }
    else
    {
      auto const ends = thrum::reduce_by_key(policy, keys, keys + n, first, keys_out_.begin(), out_.begin(),
                                             thrust::equal_to<>(), follow());
      std::size_t const groups = groups_[n - 1];
      BOOST_TEST(ends.first - keys_out_.begin() == static_cast<std::ptrdiff_t>(groups));
      BOOST_TEST((last_out(groups) == sums_[n - 1]));
    }
  }

  static std::vector<T> make_items(random_source& random)
  {
    std::vector<T> items;
    for (std::int64_t i = 0; i < 150 * tile; ++i)
    {
      items.emplace_back(static_cast<std::uint32_t>(random.integer(0, 1'000'000)));
    }
    return items;
  }
  T last_out(std::size_t n)
  {
    T item(0);
    check_cuda(cudaStreamSynchronize(stream_));
    check_cuda(
      cudaMemcpy(static_cast<void*>(&item), out_.begin() + n - 1, sizeof(T), cudaMemcpyDeviceToHost));
    return item;
  }

  cudaStream_t stream_;
  std::vector<T> items_;
  device_buffer<T> in_, out_;
  std::vector<int> keys_;
  device_buffer<int> keys_in_, keys_out_;
  std::vector<T> totals_, sums_;
  std::vector<std::size_t> groups_;
};
} // namespace

// States of 1 KB up to more than a stream has, with and without a flag beside the value; one kernel after the other gets the
// same memory, of the form for few tiles or, with few processors, of the one for many.
BOOST_AUTO_TEST_CASE(slots_stay_zero)
{
  random_source random;
  stream const s;
  calls_of<chain<2>> words(s.get(), random);
  calls_of<made_chain> made(s.get(), random);
  calls_of<aligned_chain> aligned(s.get(), random);
  calls_of<chain<9>> nine(s.get(), random);
  calls_of<chain<14>> most(s.get(), random);
  for (int round = 0; round < 6'000; ++round)
  {
    auto const which      = static_cast<int>(random.integer(0, 3));
    auto const processors = static_cast<int>(random.integer(0, 3)); // 0: of the device
    grid_of const grid(processors);
    auto const visit = [&](auto& calls) {
      std::size_t const n = calls.size(random);
      BOOST_TEST_CONTEXT("round " << round << ", call " << which << ", size " << n << ", processors "
                                  << processors)
      {
        calls.call(which, n);
        BOOST_TEST(zeros_are_zero(s.get()));
      }
    };
    switch (random.integer(0, 4))
    {
      case 0: visit(words); break;
      case 1: visit(made); break;
      case 2: visit(aligned); break;
      case 3: visit(nine); break;
      default: visit(most);
    }
  }
}

namespace
{
template <int Bytes, int Alignment = 1>
struct alignas(Alignment) bytes_of
{
  std::uint8_t byte[Bytes];
};
struct add_bytes
{
  template <class T>
  THRUM_HOST_DEVICE T operator()(T const& a, T const& b) const
  {
    T both(a);
    for (std::size_t i = 0; i < sizeof(T::byte); ++i)
    {
      both.byte[i] = static_cast<std::uint8_t>(a.byte[i] + b.byte[i]);
    }
    return both;
  }
};

template <class T>
void check_result()
{
  random_source random;
  std::vector<T> items(70'001);
  T expected{};
  for (T& item : items)
  {
    std::generate(std::begin(item.byte), std::end(item.byte),
                  [&] { return static_cast<std::uint8_t>(random.integer(0, 255)); });
  }
  device_buffer<T> const in(items, 0);
  std::size_t done = 0;
  for (std::size_t const n : {1u, 300u, 2'049u, 30'000u, 70'001u})
  {
    for (; done < n; ++done)
    {
      expected = add_bytes()(expected, items[done]);
    }
    T const sum = thrum::reduce(thrust::cuda::par, in.begin(), in.begin() + n, T{},
                                thrum::commutative(add_bytes()));
    BOOST_TEST(std::equal(std::begin(sum.byte), std::end(sum.byte), std::begin(expected.byte)), n);
    BOOST_TEST(zeros_are_zero(nullptr));
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(results_of_all_sizes)
{
  check_result<bytes_of<1>>();
  check_result<bytes_of<255>>();
  check_result<bytes_of<256, 256>>();
  check_result<bytes_of<257>>();
  check_result<bytes_of<4, 512>>();
}

BOOST_AUTO_TEST_CASE(each_stream_has_its_own)
{
  stream const a, b;
  void* const of_a = stream_zeros::of(a.get(), "test");
  BOOST_TEST(of_a != nullptr);
  BOOST_TEST(stream_zeros::of(a.get(), "test") == of_a);
  BOOST_TEST(stream_zeros::of(b.get(), "test") != of_a);
  BOOST_TEST(stream_zeros::of(nullptr, "test") != of_a);
  BOOST_TEST(stream_zeros::of(nullptr, "test")
             == stream_zeros::of(thrust::cuda_cub::default_stream(), "test")); // another name of the same
  void* captured = of_a;
  graph const recorded(a, [&] { captured = stream_zeros::of(a.get(), "test"); });
  BOOST_TEST(captured == nullptr); // a graph runs in the order of whatever stream it is launched on
}

// Streams come and go; when as many as can be have had memory, further ones do without.
BOOST_AUTO_TEST_CASE(more_streams_than_have_memory)
{
  std::vector<int> const ones(70'001, 1);
  device_buffer<int> const in(ones, 0);
  device_buffer<int> out(ones.size(), 0, 0);
  std::size_t without = 0;
  for (std::size_t i = 0; i < stream_zeros::most + 10; ++i)
  {
    stream const s;
    without += stream_zeros::of(s.get(), "test") == nullptr ? 1 : 0;
    thrum::inclusive_scan(thrust::cuda::par_nosync.on(s.get()), in.begin(), in.end(), out.begin());
    BOOST_TEST(thrum::reduce(thrust::cuda::par.on(s.get()), out.begin() + 70'000, out.end()) == 70'001);
    BOOST_TEST(thrum::reduce(thrust::cuda::par.on(s.get()), in.begin(), in.end()) == 70'001);
  }
  BOOST_TEST(without >= 10U);
}
