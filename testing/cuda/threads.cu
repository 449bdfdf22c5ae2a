// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Threads of the host call the library at the same time, each on a stream of its own.
#define BOOST_TEST_MODULE cuda_threads
#include "grids.h" // first

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "mixed_calls.h"
#include "streams.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
constexpr int threads = 16;
constexpr int rounds  = 10'000; // of each

/// So few that the largest sizes are many tiles, of items of any size.
constexpr int processors = 6;

/// Nothing, one item, odd numbers, edges of tiles of items of 8, 4 and 1 bytes; single blocks, a few, and
/// rings.
std::vector<std::ptrdiff_t> const sizes{0,      1,      2,      33,     3'583,   3'584,   3'585,  7'169,
                                        14'337, 28'672, 28'673, 57'345, 100'003, 200'001, 300'007};

/// Writes the number of the round where bytes differ, unless there is one already.
__global__ void compare_bytes(
  std::uint32_t const* got, std::uint32_t const* expected, std::int64_t words, int round, int* first_wrong)
{
  std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < words;
       i += step)
  {
    if (got[i] != expected[i])
    {
      atomicCAS(first_wrong, -1, round);
    }
  }
}

/// All cases with what must come of them, on the device.
class shared_cases
{
public:
  shared_cases()
      : data_(sizes)
      , cases_(data_.cases())
      , keys_(data_.keys, 0)
      , lengths_(data_.lengths, 0)
      , bytes_(data_.bytes, 0)
      , ints_(data_.ints, 0)
      , longs_(data_.longs, 0)
      , floats_(data_.floats, 0)
      , doubles_(data_.doubles, 0)
  {
    for (mixed_case const& one : cases_)
    {
      mixed_result const result = data_.expected(one);
      returned_.push_back(result.returned);
      expected_.push_back(std::make_unique<device_buffer<unsigned char>>(result.bytes, 0));
    }
  }

  std::size_t count() const { return cases_.size(); }
  mixed_case const& at(std::size_t i) const { return cases_[i]; }
  std::int64_t returned(std::size_t i) const { return returned_[i]; }
  device_buffer<unsigned char> const& expected(std::size_t i) const { return *expected_[i]; }
  mixed_input input() const
  {
    return {keys_.begin(),  lengths_.begin(), bytes_.begin(),  ints_.begin(),
            longs_.begin(), floats_.begin(),  doubles_.begin()};
  }

private:
  mixed_data data_;
  std::vector<mixed_case> cases_;
  device_buffer<int> keys_, lengths_;
  device_buffer<std::uint8_t> bytes_;
  device_buffer<int> ints_;
  device_buffer<std::int64_t> longs_;
  device_buffer<float> floats_;
  device_buffer<double> doubles_;
  std::vector<std::int64_t> returned_;
  std::vector<std::unique_ptr<device_buffer<unsigned char>>> expected_;
};

/// One thread's stream and output. Nothing but what a call waits for is waited for, so that calls of par_nosync queue up.
class caller
{
public:
  caller(shared_cases const& all, cudaStream_t stream)
      : all_(all)
      , stream_(stream)
      , output_(device_buffer<unsigned char>::raw(mixed_output::bytes_for(sizes.back())))
      , first_wrong_(1, -1, 0)
  {}

  template <class Policy>
  void call(Policy const& policy, std::size_t which, int round)
  {
    mixed_case const& one = all_.at(which);
    auto const& expected  = all_.expected(which);
    check_cuda(cudaMemsetAsync(output_.begin(), mixed_output::unwritten,
                               static_cast<std::size_t>(expected.size()), stream_));
    auto const returned = make_mixed_call(one, policy, all_.input(), mixed_output{output_.begin(), one.size});
    if (returned != all_.returned(which) && wrong_return_ < 0)
    {
      wrong_return_ = round;
    }
    compare_bytes<<<32, 256, 0, stream_>>>(reinterpret_cast<std::uint32_t const*>(output_.begin()),
                                           reinterpret_cast<std::uint32_t const*>(expected.begin()),
                                           expected.size() / 4, round, first_wrong_.begin());
    check_cuda(cudaGetLastError());
  }

  /// All rounds, the first of which are the same in all threads. Says what was wrong.
  template <class Policy>
  void run(Policy const& policy, std::uint64_t seed)
  {
    random_source random(seed);
    std::vector<std::size_t> calls{of_all_items(mixed_call::decode_of_ints), // takes scratch
                                   of_all_items(mixed_call::scan_of_longs)}; // borrows memory of the stream's
    while (calls.size() < rounds)
    {
      calls.push_back(static_cast<std::size_t>(random.bits() % all_.count()));
    }
    for (int round = 0; round < rounds; ++round)
    {
      call(policy, calls[static_cast<std::size_t>(round)], round);
    }
    check_cuda(cudaStreamSynchronize(stream_));
    int const wrong = first_wrong_.items().front();
    for (int const round : {wrong, wrong_return_})
    {
      if (round >= 0)
      {
        auto const& one = all_.at(calls[static_cast<std::size_t>(round)]);
        throw std::runtime_error("round " + std::to_string(round) + " is wrong: call "
                                 + std::to_string(static_cast<int>(one.call)) + " of "
                                 + std::to_string(one.size) + " items");
      }
    }
  }

private:
  /// Its number.
  static std::size_t of_all_items(mixed_call call)
  {
    return static_cast<std::size_t>(call) * sizes.size() + sizes.size() - 1;
  }

  shared_cases const& all_;
  cudaStream_t stream_;
  device_buffer<unsigned char> output_;
  device_buffer<int> first_wrong_;
  int wrong_return_ = -1;
};

/// Scratch in the order of a stream.
struct stream_memory
{
  using value_type = char;

  cudaStream_t stream;

  char* allocate(std::ptrdiff_t bytes) const
  {
    void* memory = nullptr;
    check_cuda(cudaMallocAsync(&memory, static_cast<std::size_t>(bytes), stream));
    return static_cast<char*>(memory);
  }
  void deallocate(char* memory, std::size_t) const { cudaFreeAsync(memory, stream); }
};
} // namespace

// The library's pool is made by the first call, what it keeps for streams by the second; all threads make
// these at the same time.
BOOST_AUTO_TEST_CASE(b54_16_threads_of_10000_rounds_each)
{
  grid_of const few(processors);
  shared_cases const all;
  auto const seed   = random_source().bits();
  auto const thrown = run_side_by_side(threads, [&](int thread) {
    stream const own;
    cudaStream_t const s = thread % 8 == 7 ? cudaStreamPerThread : own.get();
    stream_memory memory{s};
    caller mine(all, s);
    auto const seed_of_thread = seed + static_cast<std::uint64_t>(thread);
    switch (thread % 8)
    {
      case 0:
      case 1: mine.run(thrust::cuda::par_nosync.on(s), seed_of_thread); break;
      case 2: mine.run(thrust::cuda::par(memory).on(s), seed_of_thread); break;
      case 3: mine.run(thrust::cuda::par_nosync(memory).on(s), seed_of_thread); break;
      default: mine.run(thrust::cuda::par.on(s), seed_of_thread);
    }
  });
  BOOST_TEST(thrown == "");
}
