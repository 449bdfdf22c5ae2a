// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every algorithm that rounds, over random data of mixed magnitude; the results of the OpenMP system are kept on the
// device, and those of the CUDA system are compared with them there, byte for byte, so that a call costs no copy.
//
//   float_calls<double> calls(largest_size);
//   calls.expect(size, offset, long_runs);           the OpenMP system computes
//   calls.compare(policy, stream);                   the CUDA system computes; as often as you like, in any way
//   calls.check(stream, "in what situation");        waits, and says which call differed
#include <thrum/reduce.h>
#include <thrum/reduce_by_key.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>

#include <boost/test/unit_test.hpp>
#include <thrust/system/omp/execution_policy.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "random.h"
#include "streams.h"
#include "systems.h"
#include "types.h"

namespace thrum_test
{
static __global__ void count_differing_words(std::uint32_t const* got,
                                             std::uint32_t const* expected,
                                             std::int64_t words,
                                             unsigned long long* differing)
{
  std::int64_t const stride = static_cast<std::int64_t>(gridDim.x) * blockDim.x;
  for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < words;
       i += stride)
  {
    if (got[i] != expected[i])
    {
      atomicAdd(differing, 1ull);
    }
  }
}

/// What a system reads and where it writes.
template <class T>
struct float_data
{
  int const* keys;
  T const* items;
  T const* factors;
  int* keys_out;
  T* out;
  std::ptrdiff_t* count;
};

/// Makes all calls over the first n items; after each, visit(name, number of outputs).
template <class Policy, class T, class Visit>
void make_float_calls(
  Policy const& policy, float_data<T> const& d, std::ptrdiff_t n, std::ptrdiff_t groups, Visit visit)
{
  T const init(0.3);
  auto const plus  = thrust::plus<>();
  auto const times = thrust::multiplies<>();
  thrum::reduce_into(policy, d.items, d.items + n, d.out, init, plus);
  visit("reduce of sums", 1);
  thrum::reduce_into(policy, d.factors, d.factors + n, d.out, init, times);
  visit("reduce of products", 1);
  thrum::reduce_into(policy, d.items, d.items + n, d.out, init, add());
  visit("reduce in order", 1);
  thrum::inclusive_scan(policy, d.items, d.items + n, d.out);
  visit("inclusive_scan of sums", n);
  thrum::exclusive_scan(policy, d.factors, d.factors + n, d.out, init, times);
  visit("exclusive_scan of products", n);
  thrum::inclusive_scan_by_key(policy, d.keys, d.keys + n, d.items, d.out);
  visit("inclusive_scan_by_key", n);
  thrum::exclusive_scan_by_key(policy, d.keys, d.keys + n, d.items, d.out, init);
  visit("exclusive_scan_by_key", n);
  thrum::reduce_by_key_into(policy, d.keys, d.keys + n, d.items, d.keys_out, d.out, d.count);
  visit("reduce_by_key", groups);
}

template <class T>
class float_calls
{
  static constexpr int calls = 8;

public:
  explicit float_calls(std::size_t largest)
      : keys_{random_.keys<int>(largest + 1, 3), random_.keys<int>(largest + 1, 2'000)}
      , items_(random_.mixed_floats<T>(largest + 1))
      , factors_(random_.factors<T>(largest + 1))
      , out_(largest)
      , keys_out_(largest)
      , short_keys_on_device_(keys_[0], 0)
      , long_keys_on_device_(keys_[1], 0)
      , items_on_device_(items_, 0)
      , factors_on_device_(factors_, 0)
      , keys_out_on_device_(largest, -1, 0)
      , out_on_device_(largest, T(-1), 0)
      , expected_on_device_(5 * largest + 3, T(-1), 0)
      , count_on_device_(1, -1, 0)
      , differing_(calls, 0, 0)
  {}

  /// Of `size` items from item `offset` on: from item 1, they are not where wide loads can begin. Keys of long runs
  /// or of short ones.
  void expect(std::size_t size, int offset, bool long_runs)
  {
    auto const& keys = keys_[long_runs ? 1 : 0];
    size_            = static_cast<std::ptrdiff_t>(size);
    groups_          = 1;
    for (std::ptrdiff_t i = 1; i < size_; ++i)
    {
      groups_ += keys[static_cast<std::size_t>(i + offset)] != keys[static_cast<std::size_t>(i + offset - 1)];
    }
    expected_.clear();
    names_.clear();
    std::ptrdiff_t count = -1;
    make_float_calls(thrust::omp::par,
                     float_data<T>{keys.data() + offset, items_.data() + offset, factors_.data() + offset,
                                   keys_out_.data(), out_.data(), &count},
                     size_, groups_, [&](char const* name, std::ptrdiff_t outputs) {
                       names_.push_back(name);
                       expected_.insert(expected_.end(), out_.begin(), out_.begin() + outputs);
                     });
    BOOST_TEST(count == groups_);
    check_cuda(cudaMemcpy(expected_on_device_.begin(), expected_.data(), expected_.size() * sizeof(T),
                          cudaMemcpyHostToDevice));
    differing_.set_items(std::vector<unsigned long long>(calls));
    auto const& device_keys = long_runs ? long_keys_on_device_ : short_keys_on_device_;
    on_device_              = {device_keys.begin() + offset,
                               items_on_device_.begin() + offset,
                               factors_on_device_.begin() + offset,
                               keys_out_on_device_.begin(),
                               out_on_device_.begin(),
                               count_on_device_.begin()};
  }

  template <class Policy>
  void compare(Policy const& policy, cudaStream_t stream)
  {
    auto const* expected = expected_on_device_.begin();
    auto* differing      = differing_.begin();
    make_float_calls(policy, on_device_, size_, groups_, [&](char const*, std::ptrdiff_t outputs) {
      constexpr auto words = static_cast<std::ptrdiff_t>(sizeof(T) / sizeof(std::uint32_t));
      count_differing_words<<<264, 256, 0, stream>>>(reinterpret_cast<std::uint32_t const*>(on_device_.out),
                                                     reinterpret_cast<std::uint32_t const*>(expected),
                                                     outputs * words, differing);
      check_cuda(cudaGetLastError());
      check_cuda(
        cudaMemsetAsync(on_device_.out, 0xFF, static_cast<std::size_t>(outputs) * sizeof(T), stream));
      expected += outputs;
      ++differing;
    });
  }

  void check(stream const& s, std::string const& situation) const
  {
    s.wait();
    auto const differing = differing_.items();
    for (std::size_t call = 0; call < differing.size(); ++call)
    {
      BOOST_TEST(differing[call] == 0, names_[call] << " of " << size_ << " items, " << situation << ": "
                                                    << differing[call] << " words differ");
    }
  }

private:
  random_source random_;
  std::vector<int> keys_[2];
  std::vector<T> items_, factors_, out_, expected_;
  std::vector<int> keys_out_;
  device_buffer<int> short_keys_on_device_, long_keys_on_device_;
  device_buffer<T> items_on_device_, factors_on_device_;
  device_buffer<int> keys_out_on_device_;
  device_buffer<T> out_on_device_, expected_on_device_;
  device_buffer<std::ptrdiff_t> count_on_device_;
  device_buffer<unsigned long long> differing_;
  float_data<T> on_device_{};
  std::vector<std::string> names_;
  std::ptrdiff_t size_ = 0, groups_ = 0;
};
} // namespace thrum_test
