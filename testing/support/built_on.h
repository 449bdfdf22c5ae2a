// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whose kernels run when one of Thrust's other algorithms is called with an accelerated policy of the CUDA
// system:
//
//   built_on table;
//   table.check("sort", "Thrust", [](auto const& policy, table_data const& d) {
//     thrust::sort(policy, d.random, d.random + d.size);
//     return 0;
//   });
//
// The call is made on the host as well, and must come to the same there; on the device, on the policy's
// stream alone, with the policy's allocator alone.
#include "compare.h"
#include "cuda_policies.h"
#include "cuda_trace.h"
#include "random.h"
#include "systems.h"

#include <thrum/execution_policy.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace thrum_test
{
/// Arrays that are the same before each call, and may be changed by it.
struct table_data
{
  std::ptrdiff_t size;
  int* random;
  int* sorted;
  int* bits; ///< 0 and 1
  int* out;  ///< twice as many
  int* more_out;
};

struct is_odd
{
  THRUM_HOST_DEVICE bool operator()(int x) const { return x % 2 != 0; }
};
struct is_below
{
  int bound;
  THRUM_HOST_DEVICE bool operator()(int x) const { return x < bound; }
};
struct next_of
{
  THRUM_HOST_DEVICE int operator()(int x) const { return x + 1; }
};
/// A comparison that Thrust cannot know to be one of numbers.
struct by_last_digit
{
  THRUM_HOST_DEVICE bool operator()(int a, int b) const { return a % 10 < b % 10; }
};

class built_on
{
public:
  /// What call(policy, data) returns must be the same everywhere, too: how much was found or written.
  template <class Call>
  void check(char const* name, std::string const& kernels, Call call)
  {
    BOOST_TEST_CONTEXT(name)
    {
      auto expected                     = before_;
      std::int64_t const expected_count = call(thrust::seq,
                                               data_in([&](std::size_t i) { return expected[i].data(); }));
      auto const on_gpu                 = data_in([&](std::size_t i) {
        arrays_[i]->set_items(before_[i]);
        return arrays_[i]->begin();
      });

      cuda_trace trace;
      std::int64_t const count = call(thrum::accelerate(thrust::cuda::par(memory_).on(stream_.get())),
                                      on_gpu);
      trace.stop();
      stream_.wait();
      BOOST_TEST(whose(trace) == kernels, trace);
      BOOST_TEST(count == expected_count);
      for (std::size_t i = 0; i < arrays_.size(); ++i)
      {
        BOOST_TEST(same_items(arrays_[i]->items(), expected[i]), "array " << i);
      }
      BOOST_TEST(trace.is_only_on(stream_.get()), trace);
      BOOST_TEST(trace.allocations() + trace.count("cudaMallocFromPoolAsync") == 0, trace);
      BOOST_TEST(memory_.settle());
    }
  }

private:
  static constexpr std::size_t size = 50'003;

  static std::array<std::vector<int>, 5> input()
  {
    auto const items = random_source().integers<int>(size, 0, 20'000);
    auto sorted = items, bits = items;
    std::sort(sorted.begin(), sorted.end());
    std::transform(items.begin(), items.end(), bits.begin(), [](int x) { return x / 3 % 2; });
    return {items, sorted, bits, std::vector<int>(2 * size, -1), std::vector<int>(2 * size, -2)};
  }

  template <class ArrayOf>
  static table_data data_in(ArrayOf array)
  {
    return {static_cast<std::ptrdiff_t>(size), array(0), array(1), array(2), array(3), array(4)};
  }

  static std::string whose(cuda_trace const& trace)
  {
    bool ours = false, theirs = false;
    for (auto const& kernel : trace.kernels())
    {
      (kernel.rfind("void thrum::", 0) == 0 ? ours : theirs) = true;
    }
    return ours ? (theirs ? "both" : "thrum") : (theirs ? "Thrust" : "none");
  }

  std::array<std::vector<int>, 5> const before_ = input();
  std::array<std::unique_ptr<device_buffer<int>>, 5> const arrays_{array(0), array(1), array(2), array(3),
                                                                   array(4)};
  stream const stream_;
  reserved_memory memory_;

  std::unique_ptr<device_buffer<int>> array(std::size_t i) const
  {
    return std::make_unique<device_buffer<int>>(before_[i], output_margin);
  }
};
} // namespace thrum_test
