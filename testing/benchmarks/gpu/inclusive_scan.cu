// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums on the GPU.
#include <thrum/scan.h>

#include <thrust/scan.h>
#include <thrust/system/omp/execution_policy.h>

#include <vector>

#include <cub/device/device_scan.cuh>

#include "contest.h"
#include "numbers.h"

namespace thrum_benchmark
{
template <class T>
class inclusive_scan_work
{
public:
  explicit inclusive_scan_work(std::int64_t count)
      : count_(count)
      , in_(static_cast<std::size_t>(count) * sizeof(T))
      , out_(in_.bytes())
      , cub_([this](void* memory, std::size_t& bytes, cudaStream_t s) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, first(), out_.as<T>(), count_, s);
      })
  {
    make_items<T>(in_, static_cast<std::size_t>(count), small_number<T>{1});
    std::vector<T> sums(static_cast<std::size_t>(count));
    auto const from = items_of(small_number<T>{1});
    thrum::inclusive_scan(thrust::omp::par, from, from + count, sums.begin());
    expected_ = fingerprint(thrust::omp::par, sums.data(), sums.size());
  }

  std::size_t ideal_bytes() const { return in_.bytes() + out_.bytes(); }
  void spoil() { out_.spoil(); }
  std::uint64_t result() const
  {
    return fingerprint(thrust::device, out_.as<T>(), static_cast<std::size_t>(count_));
  }
  std::uint64_t expected() const { return expected_; }

  void call_cub(cudaStream_t s) { cub_(s); }
  void call_thrum(cudaStream_t s)
  {
    thrum::inclusive_scan(thrust::cuda::par_nosync.on(s), first(), first() + count_, out_.as<T>());
  }
  void call_thrust(cudaStream_t s)
  {
    thrust::inclusive_scan(thrust::cuda::par_nosync.on(s), first(), first() + count_, out_.as<T>());
  }

private:
  T const* first() const { return in_.as<T>(); }

  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  device_memory in_;
  device_memory out_;
  cub_memory<ask> cub_;
  std::uint64_t expected_;
};

template <class T>
void hold_contest(std::int64_t count)
{
  using work = inclusive_scan_work<T>;
  cell<work> c(std::string("inclusive_scan/") + name_of<T>() + "/plus/" + std::to_string(count),
               [=] { return std::make_shared<work>(count); });
  enter_all(c);
}

void hold_contests()
{
  for_each_type_and_count([](auto number, std::int64_t count) { hold_contest<decltype(number)>(count); });
}
} // namespace thrum_benchmark
