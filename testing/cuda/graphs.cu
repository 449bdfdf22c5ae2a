// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls that give the host nothing can be captured into a CUDA graph and replayed on other input.
#define BOOST_TEST_MODULE cuda_graphs
#include "grids.h" // first

#include "allocator.h"
#include "cuda_calls.h"
#include "graphs.h"
#include "streams.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Memory that outlives the calls, as a graph whose scratch is the caller's needs it.
class lasting_scratch
{
public:
  using value_type = char;
  explicit lasting_scratch(std::size_t bytes) : memory_(std::vector<char>(bytes), 0) {}
  char* allocate(std::ptrdiff_t bytes)
  {
    if (bytes > memory_.size())
    {
      throw std::bad_alloc();
    }
    return memory_.begin();
  }
  void deallocate(char*, std::size_t) {}

private:
  device_buffer<char> memory_;
};

/// Two tiles at most.
constexpr std::size_t few_tiles = 5'000;

template <class Policy>
void check_replays(stream const& s, Policy const& policy, std::size_t size)
{
  cuda_calls calls(size);
  calls.visit([&](char const* name, auto returns, auto call) {
    if constexpr (!decltype(returns)::value)
    {
      call(policy); // loads the kernels
      s.wait();
      graph const recorded(s, [&] { call(policy); });
      for (std::uint64_t round = 0; round < 3; ++round)
      {
        calls.set_input(100 + round);
        calls.spoil_outputs();
        recorded.replay(s);
        s.wait();
        BOOST_TEST(calls.right(), name << " of " << size << " items, replay " << round);
      }
    }
  });
}

/// In the form for few tiles, and in the one for many: with few processors, few are many.
template <class Policy>
void check_replays(stream const& s, Policy const& policy)
{
  for (auto const& processors_and_size : {std::pair<int, std::size_t>{0, 1},
                                          {0, 1'000},
                                          {0, few_tiles},
                                          {0, 700'001},
                                          {1, few_tiles},
                                          {3, 700'001}})
  {
    grid_of const grid(processors_and_size.first);
    check_replays(s, policy, processors_and_size.second);
  }
}

/// One kernel of the library's own and at most one memset; of a decode and its kin, two kernels. Scratch of at most 64 KB
/// and 1% of what is read.
void check_launches(std::size_t size)
{
  stream const s;
  auto const policy = thrust::cuda::par_nosync.on(s.get());
  cuda_calls calls(size);
  calls.visit([&](std::string const& name, auto returns, auto call) {
    if constexpr (!decltype(returns)::value)
    {
      call(policy);
      s.wait();
      graph const recorded(s, [&] { call(policy); });
      bool const decodes = name.find("run_length_decode_") == 0 || name == "load_balanced_for_each"
                           || name == "batched_copy";
      bool const has_one = !decodes || name == "run_length_decode_ends";
      BOOST_TEST_CONTEXT(name << " of " << size << " items")
      {
        auto const kernels = recorded.kernels();
        BOOST_TEST(kernels.size() >= 1U);
        BOOST_TEST(kernels.size() <= (has_one ? 1U : 2U));
        for (auto const& kernel : kernels)
        {
          BOOST_TEST(kernel.find("thrum") != std::string::npos, kernel);
        }
        BOOST_TEST(recorded.nodes(cudaGraphNodeTypeMemset).size() <= 1U);
        BOOST_TEST(recorded.nodes(cudaGraphNodeTypeMemcpy).size() == 0U);
        std::size_t const read = decodes ? size / 8 * sizeof(int) : size * sizeof(int); // at least
        BOOST_TEST(recorded.allocated_bytes() <= 64 * 1024 + read / 100);
      }
    }
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(launches_and_scratch_of_a_call)
{
  for (std::size_t const size :
       {std::size_t{1}, few_tiles, std::size_t{10'000}, std::size_t{700'001}, std::size_t{30'000'000}})
  {
    check_launches(size);
  }
}

BOOST_AUTO_TEST_CASE(b59_scratch_of_the_library)
{
  stream const s;
  check_replays(s, thrust::cuda::par_nosync.on(s.get()));
}

BOOST_AUTO_TEST_CASE(b59_scratch_of_the_caller)
{
  stream const s;
  lasting_scratch scratch(std::size_t{16} << 20);
  check_replays(s, thrust::cuda::par_nosync(scratch).on(s.get()));
}

BOOST_AUTO_TEST_CASE(b59_several_calls_in_one_graph)
{
  stream const s;
  auto const policy      = thrust::cuda::par_nosync.on(s.get());
  std::size_t const size = 300'007;
  device_buffer<float> in(std::vector<float>(size), 0), scanned(std::vector<float>(size), output_margin);
  device_buffer<float> total(std::vector<float>(1), output_margin);
  auto const both = [&] {
    thrum::inclusive_scan(policy, in.begin(), in.end(), scanned.begin());
    thrum::reduce_into(policy, scanned.begin(), scanned.end(), total.begin(), 0.5F, thrust::maximum<>());
  };
  both();
  s.wait();
  graph const recorded(s, both);
  for (std::uint64_t round = 0; round < 3; ++round)
  {
    auto const items = random_source(round).mixed_floats<float>(size);
    in.set_items(items);
    recorded.replay(s);
    s.wait();
    std::vector<float> sums(size);
    thrum::inclusive_scan(thrust::seq, items.begin(), items.end(), sums.begin());
    BOOST_TEST(same_bits(scanned.items(), sums));
    BOOST_TEST(same_bits(total.items(), {std::max(0.5F, *std::max_element(sums.begin(), sums.end()))}));
  }
}
