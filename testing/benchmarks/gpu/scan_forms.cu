// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All forms of scans on the GPU, of one type, beside the inclusive one: with an init, exclusive, of what a function
// makes of the items, from an iterator, and in memory that is not aligned.
#include <thrum/transform_scan.h>

#include <thrust/iterator/transform_iterator.h>
#include <thrust/transform_scan.h>

#include "scan_work.h"

namespace thrum_benchmark
{
namespace
{
using plus = ::cuda::std::plus<>;

struct inclusive_from
{
  float init;

  template <class Policy, class In, class Out>
  void call_thrum(Policy const& policy, In first, In last, Out out) const
  {
    thrum::inclusive_scan(policy, first, last, out, init, plus{});
  }
  template <class Policy, class In, class Out>
  void call_thrust(Policy const& policy, In first, In last, Out out) const
  {
    thrust::inclusive_scan(policy, first, last, out, init, plus{});
  }
  template <class In, class Out>
  cudaError_t ask_cub(
    void* memory, std::size_t& bytes, In first, Out out, std::int64_t count, cudaStream_t s) const
  {
    return cub::DeviceScan::InclusiveScanInit(memory, bytes, first, out, plus{}, init, count, s);
  }
};

struct exclusive
{
  float init;

  template <class Policy, class In, class Out>
  void call_thrum(Policy const& policy, In first, In last, Out out) const
  {
    thrum::exclusive_scan(policy, first, last, out, init, plus{});
  }
  template <class Policy, class In, class Out>
  void call_thrust(Policy const& policy, In first, In last, Out out) const
  {
    thrust::exclusive_scan(policy, first, last, out, init, plus{});
  }
  template <class In, class Out>
  cudaError_t ask_cub(
    void* memory, std::size_t& bytes, In first, Out out, std::int64_t count, cudaStream_t s) const
  {
    return cub::DeviceScan::ExclusiveScan(memory, bytes, first, out, plus{}, init, count, s);
  }
};

/// Another form, from an iterator over what doubled{} makes of the items.
template <class Form>
struct from_iterator
{
  Form form;

  template <class In>
  static auto over(In first)
  {
    return thrust::make_transform_iterator(first, doubled{});
  }
  template <class Policy, class In, class Out>
  void call_thrum(Policy const& policy, In first, In last, Out out) const
  {
    form.call_thrum(policy, over(first), over(last), out);
  }
  template <class Policy, class In, class Out>
  void call_thrust(Policy const& policy, In first, In last, Out out) const
  {
    form.call_thrust(policy, over(first), over(last), out);
  }
  template <class In, class Out>
  cudaError_t ask_cub(
    void* memory, std::size_t& bytes, In first, Out out, std::int64_t count, cudaStream_t s) const
  {
    return form.ask_cub(memory, bytes, over(first), out, count, s);
  }
};

/// Of CUB, which has no transform scans, it asks the same of an iterator.
struct transform_inclusive : from_iterator<inclusive<plus>>
{
  template <class Policy, class In, class Out>
  void call_thrum(Policy const& policy, In first, In last, Out out) const
  {
    thrum::transform_inclusive_scan(policy, first, last, out, doubled{}, plus{});
  }
  template <class Policy, class In, class Out>
  void call_thrust(Policy const& policy, In first, In last, Out out) const
  {
    thrust::transform_inclusive_scan(policy, first, last, out, doubled{}, plus{});
  }
};

struct transform_exclusive : from_iterator<exclusive>
{
  template <class Policy, class In, class Out>
  void call_thrum(Policy const& policy, In first, In last, Out out) const
  {
    thrum::transform_exclusive_scan(policy, first, last, out, doubled{}, form.init, plus{});
  }
  template <class Policy, class In, class Out>
  void call_thrust(Policy const& policy, In first, In last, Out out) const
  {
    thrust::transform_exclusive_scan(policy, first, last, out, doubled{}, form.init, plus{});
  }
};
} // namespace

void hold_contests()
{
  auto const hold = [](char const* input, auto const& form, std::int64_t shift = 0) {
    hold_scan("scan_forms", input, std::int64_t{1} << 28, small_number<float>{1}, form, shift);
  };
  hold("inclusive", inclusive<plus>{});
  hold("inclusive init", inclusive_from{3});
  hold("exclusive", exclusive{3});
  hold("transform inclusive", transform_inclusive{});
  hold("transform exclusive", transform_exclusive{{{3}}});
  hold("iterator", from_iterator<inclusive<plus>>{});
  hold("misaligned", inclusive<plus>{}, 1);
}
} // namespace thrum_benchmark
