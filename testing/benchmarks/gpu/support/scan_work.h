// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Scans of all forms. What each library is asked for, and the host, is the Form's to say:
//
//   call_thrum(policy, first, last, out), call_thrust(policy, first, last, out)
//   ask_cub(memory, bytes, first, out, count, stream)
#include <thrum/scan.h>

#include <thrust/scan.h>
#include <thrust/system/omp/execution_policy.h>

#include <memory>
#include <string>

#include <cub/device/device_scan.cuh>

#include "contest.h"
#include "numbers.h"
#include "types.h"

namespace thrum_benchmark
{
template <class Op>
struct inclusive
{
  Op op;

  template <class Policy, class In, class Out>
  void call_thrum(Policy const& policy, In first, In last, Out out) const
  {
    thrum::inclusive_scan(policy, first, last, out, op);
  }
  template <class Policy, class In, class Out>
  void call_thrust(Policy const& policy, In first, In last, Out out) const
  {
    thrust::inclusive_scan(policy, first, last, out, op);
  }
  template <class In, class Out>
  cudaError_t ask_cub(
    void* memory, std::size_t& bytes, In first, Out out, std::int64_t count, cudaStream_t s) const
  {
    return cub::DeviceScan::InclusiveScan(memory, bytes, first, out, op, count, s);
  }
};

/// The first item and the first output lie `shift` items behind where memory begins.
template <class Items, class Form>
class scan_work
{
  using T = item_t<Items>;

public:
  scan_work(std::int64_t count, Items const& items, Form const& form, std::int64_t shift)
      : count_(count)
      , shift_(shift)
      , form_(form)
      , in_(static_cast<std::size_t>(count + shift) * sizeof(T))
      , out_(in_.bytes())
      , cub_([this](void* memory, std::size_t& bytes, cudaStream_t s) {
        return form_.ask_cub(memory, bytes, first(), out(), count_, s);
      })
  {
    make_items<T>(in_, static_cast<std::size_t>(count + shift), items);
    std::unique_ptr<T[]> const sums(new T[static_cast<std::size_t>(count)]);
    auto const from = items_of(items, shift);
    form_.call_thrum(thrust::omp::par, from, from + count, sums.get());
    expected_ = fingerprint(thrust::omp::par, sums.get(), static_cast<std::size_t>(count));
  }

  std::size_t ideal_bytes() const { return 2 * static_cast<std::size_t>(count_) * sizeof(T); }
  void spoil() { out_.spoil(); }
  std::uint64_t result() const
  {
    return fingerprint(thrust::device, out(), static_cast<std::size_t>(count_));
  }
  std::uint64_t expected() const { return expected_; }

  void call_cub(cudaStream_t s) { cub_(s); }
  void call_thrum(cudaStream_t s)
  {
    form_.call_thrum(thrust::cuda::par_nosync.on(s), first(), first() + count_, out());
  }
  void call_thrust(cudaStream_t s)
  {
    form_.call_thrust(thrust::cuda::par_nosync.on(s), first(), first() + count_, out());
  }

protected:
  T const* first() const { return in_.as<T>() + shift_; }
  T* out() const { return out_.as<T>() + shift_; }
  std::int64_t count() const { return count_; }

private:
  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  std::int64_t shift_;
  Form form_;
  device_memory in_;
  device_memory out_;
  cub_memory<ask> cub_;
  std::uint64_t expected_;
};

/// `name` is of the algorithm, `input` says the rest.
template <class Items, class Form>
void hold_scan(char const* name,
               char const* input,
               std::int64_t count,
               Items const& items,
               Form const& form,
               std::int64_t shift = 0)
{
  using work = scan_work<Items, Form>;
  cell<work> c(std::string(name) + "/" + name_of<item_t<Items>>() + "/" + input + "/" + std::to_string(count),
               [=] { return std::make_shared<work>(count, items, form, shift); });
  enter_all(c);
}
} // namespace thrum_benchmark
