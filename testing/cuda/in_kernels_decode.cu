// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decodes and load balancing that a kernel calls run in the calling thread, and leave what thrust::seq does on the host.
#define BOOST_TEST_MODULE cuda_in_kernels_decode
#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/load_balance.h>
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "run_length.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
int const threads = 64, most_runs = 40, longest = 15;
int const room = most_runs * longest; // items that a thread may write

/// What each thread has for itself: runs, room for what it makes of them, and two numbers.
struct slice
{
  char const* values;
  int const* lengths; ///< or ends
  std::ptrdiff_t runs;
  char* out;
  std::int64_t* ranks;
  std::int64_t* numbers;
};

struct plain
{
  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    s.numbers[0] = thrum::run_length_decode(thrust::seq, s.values, s.values + s.runs, s.lengths, s.out)
                   - s.out;
    s.numbers[1] = thrum::run_length_decoded_size(s.lengths, s.lengths + s.runs);
  }
};
struct ranked
{
  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    auto const ends = thrum::run_length_decode(thrust::seq, s.values, s.values + s.runs, s.lengths, s.out,
                                               s.ranks);
    s.numbers[0]    = ends.first - s.out;
    s.numbers[1]    = ends.second - s.ranks;
  }
};
struct bounded
{
  std::int64_t capacity;

  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    auto const end = thrum::run_length_decode_n(thrust::seq, s.values, s.lengths, s.runs, s.out, capacity);
    s.numbers[0]   = end.first - s.out;
    s.numbers[1]   = end.second;
  }
};
struct bounded_into
{
  std::int64_t capacity;

  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    thrum::run_length_decode_n(thrust::seq, s.values, s.lengths, s.runs, s.out, capacity, s.numbers);
  }
};
struct by_ends
{
  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    auto const end = thrum::run_length_decode_ends(thrust::seq, s.values, s.values + s.runs, s.lengths,
                                                   s.out);
    s.numbers[0]   = end - s.out;
  }
};
struct write_next
{
  slice s;

  THRUM_HOST_DEVICE void operator()(std::int64_t run, std::int64_t rank)
  {
    *s.out++   = s.values[run];
    *s.ranks++ = rank;
  }
};
struct calls
{
  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    thrum::load_balanced_for_each(thrust::seq, s.lengths, s.lengths + s.runs, write_next{s});
  }
};
template <class T>
struct places
{
  T* first;
  int stride;

  THRUM_HOST_DEVICE T* operator()(std::int64_t run) const { return first + run * stride; }
};
/// Run i brings items from value i on to a place of its own.
struct copies
{
  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    auto const run = thrust::make_counting_iterator(std::int64_t{0});
    thrum::batched_copy(thrust::seq, thrust::make_transform_iterator(run, places<char const>{s.values, 1}),
                        thrust::make_transform_iterator(run, places<char>{s.out, longest}), s.lengths,
                        s.runs);
  }
};
/// What the host would refuse.
struct bad_numbers
{
  THRUM_HOST_DEVICE void operator()(slice const& s) const
  {
    auto const half = thrust::make_constant_iterator(std::int64_t{1} << 62);
    s.ranks[0]      = thrum::run_length_decoded_size(thrust::seq, half, half + 2);
    auto const some = thrum::run_length_decode_n(thrust::seq, s.values, half, 2, s.out, 3);
    s.ranks[1]      = some.first - s.out;
    s.ranks[2]      = some.second;
    auto const none = thrum::run_length_decode_n(thrust::seq, s.values, s.lengths, -1, s.out + 3, 8);
    s.ranks[3]      = none.first - s.out;
    s.ranks[4]      = none.second;
    auto const size = thrum::run_length_decode_n(thrust::seq, s.values, s.lengths, 2, s.out + 3, -8);
    s.ranks[5]      = size.first - s.out;
    s.ranks[6]      = size.second;
    thrum::batched_copy(thrust::seq, &s.values, &s.out, s.lengths, -1);
    int const ends[]{4, 2, 5}; // that decrease
    s.ranks[7] = thrum::run_length_decode_ends(thrust::seq, ends, ends + 3, ends, s.ranks + 8) - s.ranks;
  }
};

template <class Task>
__global__ void run_each(Task const task, slice const all)
{
  int const t = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  task(slice{all.values + t * all.runs, all.lengths + t * all.runs, all.runs, all.out + t * room,
             all.ranks + t * room, all.numbers + t * 2});
}

struct results
{
  std::vector<char> out             = std::vector<char>(threads * room, '.');
  std::vector<std::int64_t> ranks   = std::vector<std::int64_t>(threads * room, -7);
  std::vector<std::int64_t> numbers = std::vector<std::int64_t>(threads * 2, -7);
};

template <class Task>
results in_kernel(Task task, std::vector<char> const& values, std::vector<int> const& lengths)
{
  results got;
  device_buffer<char> const v(values, 0);
  device_buffer<int> const l(lengths, 0);
  device_buffer<char> out(got.out, output_margin);
  device_buffer<std::int64_t> ranks(got.ranks, output_margin), numbers(got.numbers, output_margin);
  auto const runs = static_cast<std::ptrdiff_t>(lengths.size() / threads);
  run_each<<<2, threads / 2>>>(
    task, slice{v.begin(), l.begin(), runs, out.begin(), ranks.begin(), numbers.begin()});
  check_cuda(cudaGetLastError());
  check_cuda(cudaDeviceSynchronize());
  return {out.items(), ranks.items(), numbers.items()};
}

template <class Task>
results on_host(Task task, std::vector<char> const& values, std::vector<int> const& lengths)
{
  results got;
  auto const runs = static_cast<std::ptrdiff_t>(lengths.size() / threads);
  for (int t = 0; t < threads; ++t)
  {
    task(slice{values.data() + t * runs, lengths.data() + t * runs, runs, got.out.data() + t * room,
               got.ranks.data() + t * room, got.numbers.data() + t * 2});
  }
  return got;
}

/// Some more than there are runs, for `copies` to read from the last of them on.
std::vector<char> letters_for(std::vector<int> const& lengths)
{
  random_source random;
  return random.integers<char>(lengths.size() + longest, 'a', 'z');
}

/// In each of the threads with `given`, on the host with `meant`.
template <class Task>
void check_task(Task task, std::vector<int> const& given, std::vector<int> const& meant)
{
  auto const values   = letters_for(given);
  auto const got      = in_kernel(task, values, given);
  auto const expected = on_host(task, values, meant);
  BOOST_TEST(same_items(got.out, expected.out));
  BOOST_TEST(same_items(got.ranks, expected.ranks));
  BOOST_TEST(same_items(got.numbers, expected.numbers));
}

template <class Task>
void check_task(Task task)
{
  for (int const runs : {0, 1, 2, most_runs})
  {
    BOOST_TEST_CONTEXT(runs << " runs a thread")
    {
      random_source random;
      auto const lengths = random.integers<int>(static_cast<std::size_t>(threads * runs), 0, longest);
      check_task(task, lengths, lengths);
      // A negative length, which the host refuses, counts as 0.
      auto bad = lengths;
      std::replace(bad.begin(), bad.end(), 0, -3);
      check_task(task, bad, lengths);
    }
  }
}

template <class It>
__global__ void read_places(It const first, std::int64_t const count, char* const out)
{
  for (std::int64_t i = threadIdx.x; i < count; i += blockDim.x)
  {
    It it = first + i / 2;
    it += i - i / 2;
    ++it;
    --it;
    out[i] = i % 2 == 0 ? *it : first[i];
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b72b_run_length_decode)
{
  check_task(plain());
  check_task(ranked());
}

BOOST_AUTO_TEST_CASE(b72b_run_length_decode_n)
{
  for (std::int64_t const capacity : {0, 1, 100, room})
  {
    check_task(bounded{capacity});
    check_task(bounded_into{capacity});
  }
}

BOOST_AUTO_TEST_CASE(b72b_run_length_decode_ends)
{
  std::vector<int> const ends{0, 4, 4, 9, 20};
  std::vector<int> each;
  for (int t = 0; t < threads; ++t)
  {
    each.insert(each.end(), ends.begin(), ends.end());
  }
  check_task(by_ends(), each, each);
}

BOOST_AUTO_TEST_CASE(b72b_load_balanced_for_each)
{
  check_task(calls());
}

BOOST_AUTO_TEST_CASE(b72b_batched_copy)
{
  check_task(copies());
}

BOOST_AUTO_TEST_CASE(b72b_what_the_host_refuses)
{
  std::vector<int> const lengths(threads * 2, 5);
  auto const got = in_kernel(bad_numbers(), letters_for(lengths), lengths);
  std::vector<std::int64_t> const expected{-1, 3, -1, 3, 0, 3, 10, 8 + 7, 4, 4, 4, 4, 5, 5, 5, -7};
  BOOST_TEST(same_items(serial::slice(got.ranks, 0, expected.size()), expected));
  BOOST_TEST(std::count(got.out.begin(), got.out.begin() + room, '.') == room - 3);
}

BOOST_AUTO_TEST_CASE(b72b_places_of_a_view)
{
  random_source random;
  auto const lengths  = random.integers<int>(3'000, 0, 3);
  auto const values   = random.integers<char>(lengths.size(), 'a', 'z');
  auto const expected = serial::decode(values, lengths).items;
  device_buffer<char> const v(values, 0);
  device_buffer<int> const l(lengths, 0);
  auto const view = thrum::make_run_length_decoded_view(thrust::cuda::par, v.begin(), l.begin(), 3'000);
  device_buffer<char> out(expected.size(), '.', output_margin);
  read_places<<<1, 256>>>(view.begin(), view.size(), out.begin());
  check_cuda(cudaGetLastError());
  check_cuda(cudaDeviceSynchronize());
  BOOST_TEST(same_items(out.items(), expected));
}
