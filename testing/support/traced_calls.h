// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Calls of Thrust's algorithms with each accelerated policy of the CUDA system, and what a trace of them has
// to show:
//
//   traced_calls calls;
//   calls.check("inclusive_scan", expected, [](auto const& policy, call_data const& d) {
//     return thrust::inclusive_scan(policy, d.first, d.last, d.out);
//   });
#include "compare.h"
#include "cuda_policies.h"
#include "cuda_trace.h"
#include "random.h"
#include "reference.h"
#include "systems.h"

#include <thrum/detail/core/association_order.h>
#include <thrum/execution_policy.h>
#include <thrum/reduce.h>

#include <cstdint>
#include <string>
#include <vector>

#include <boost/test/unit_test.hpp>

namespace thrum_test
{
inline bool is_thrum_kernel(std::string const& name)
{
  return name.rfind("void thrum::", 0) == 0;
}

/// What the library keeps for calls that wait is made when the first of them comes; what it keeps for a
/// stream, when that stream's first call does.
inline void let_library_begin(device_buffer<std::int64_t> const& items, cudaStream_t stream)
{
  thrum::reduce(thrust::cuda::par.on(stream), items.begin(), items.end());
}

/// Whether the host waits for more than its policy says: a value that it returns.
enum class call_kind
{
  returns_value,
  in_order
};

/// Of more tiles of 8-byte items, a scan's states are larger than what a stream has of memory that is zero.
inline constexpr std::size_t most_tiles_without_memory = 1'024;

/// What every call has to show: thrum's kernels alone, all on the policy's stream, with memory from where the
/// policy says and from nowhere else; if it says nothing, from the library's pool, but only if the stream's
/// own is too small.
inline void check_trace(cuda_trace const& trace, policy_facts const& facts, bool fits_stream)
{
  BOOST_TEST(!trace.kernels().empty());
  for (auto const& kernel : trace.kernels())
  {
    BOOST_TEST(is_thrum_kernel(kernel), kernel);
  }
  BOOST_TEST(trace.is_only_on(facts.stream), "on another stream than " << facts.stream << ":\n" << trace);
  BOOST_TEST(trace.allocations() == 0, trace);
  BOOST_TEST(trace.count("cudaMallocFromPoolAsync") == trace.count("cudaFreeAsync"), trace);
  if (facts.memory != nullptr)
  {
    BOOST_TEST(trace.count("cudaMallocFromPoolAsync") == 0, trace);
    BOOST_TEST(facts.memory->allocations() > 0);
    BOOST_TEST(facts.memory->settle());
  }
  else
  {
    BOOST_TEST((trace.count("cudaMallocFromPoolAsync") == 0) == fits_stream, trace);
  }
}

/// Where a call finds its input, and leaves its output.
struct call_data
{
  std::int64_t const* first;
  std::int64_t const* last;
  int const* keys;
  int const* keys_end;
  std::int64_t* out;
  int* keys_out;
};

struct expected_outcome
{
  std::int64_t returned;
  std::vector<std::int64_t> out;
  std::vector<int> keys;
};

class traced_calls
{
public:
  static constexpr auto tile_items = static_cast<std::size_t>(
    thrum::detail::ordered_shape(sizeof(std::int64_t)).items());

  /// What is called with many tiles has to be a scan.
  explicit traced_calls(std::size_t count = 100'003)
      : keys(random_source(1).keys<int>(count, 40))
      , items(random_source(2).integers<std::int64_t>(count, -1'000, 1'000))
      , fits_stream_(count <= most_tiles_without_memory * tile_items)
      , keys_(keys, 0)
      , items_(items, 0)
      , keys_out_(std::vector<int>(count), output_margin)
      , out_(std::vector<std::int64_t>(count), output_margin)
  {}

  /// call(policy, data) returns a number: a sum, or how much was written.
  template <class Call>
  void check(char const* name, call_kind kind, expected_outcome const& expected, Call call)
  {
    check_each(name, kind, expected, [&](auto const& policy, call_data const& data) {
      auto const accelerated = thrum::accelerate(policy);
      return [=] { return call(accelerated, data); };
    });
  }

  /// The same with the policies themselves, for a call of thrum's.
  template <class Call>
  void check_by_name(char const* name, call_kind kind, expected_outcome const& expected, Call call)
  {
    check_each(name, kind, expected, [&](auto const& policy, call_data const& data) {
      return [=, &policy] { return call(policy, data); };
    });
  }

  /// Of a scan.
  template <class Call>
  void check(char const* name, std::vector<std::int64_t> const& expected, Call call)
  {
    auto const size = static_cast<std::int64_t>(expected.size());
    check(name, call_kind::in_order, {size, expected, {}},
          [&](auto const& policy, call_data const& d) { return call(policy, d) - d.out; });
  }

  std::vector<int> const keys;
  std::vector<std::int64_t> const items;

private:
  /// prepare(policy, data) makes what is to be traced.
  template <class Prepare>
  void check_each(char const* name, call_kind kind, expected_outcome const& expected, Prepare prepare)
  {
    call_data const data{items_.begin(), items_.end(), keys_.begin(),
                         keys_.end(),    out_.begin(), keys_out_.begin()};
    for_each_policy([&](policy_facts const& facts, auto const& policy) {
      BOOST_TEST_CONTEXT(name << " with " << facts.name)
      {
        let_library_begin(items_, facts.stream);
        out_.set_items(std::vector<std::int64_t>(items.size(), -77));
        auto const call = prepare(policy, data);
        cuda_trace trace;
        std::int64_t const returned = call();
        trace.stop();
        check_outcome(trace, facts, kind, expected, returned);
      }
    });
  }

  void check_outcome(cuda_trace const& trace,
                     policy_facts const& facts,
                     call_kind kind,
                     expected_outcome const& expected,
                     std::int64_t returned)
  {
    bool const waited = facts.waits || kind == call_kind::returns_value;
    if (waited)
    {
      BOOST_TEST(trace.waits() > 0, trace);
      BOOST_TEST(trace.waits() == trace.waits_for_streams(), trace);
    }
    else
    {
      BOOST_TEST(trace.waits() == 0, trace);
      BOOST_TEST(trace.count("cudaMemcpyAsync") == 0, trace);
      check_cuda(cudaStreamSynchronize(facts.stream));
    }
    check_trace(trace, facts, fits_stream_);
    BOOST_TEST(returned == expected.returned);
    BOOST_TEST(same_items(serial::slice(out_.items(), 0, expected.out.size()), expected.out));
    BOOST_TEST(same_items(serial::slice(keys_out_.items(), 0, expected.keys.size()), expected.keys));
  }

  bool fits_stream_;
  device_buffer<int> keys_;
  device_buffer<std::int64_t> items_;
  device_buffer<int> keys_out_;
  device_buffer<std::int64_t> out_;
};
} // namespace thrum_test
