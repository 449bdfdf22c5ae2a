// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums on the GPU: left in its memory, and brought to the host.
#include <thrum/reduce.h>

#include <thrust/reduce.h>
#include <thrust/system/omp/execution_policy.h>

#include <cub/device/device_reduce.cuh>

#include "contest.h"
#include "numbers.h"

namespace thrum_benchmark
{
template <class T>
class reduce_work
{
public:
  explicit reduce_work(std::int64_t count)
      : count_(count)
      , in_(static_cast<std::size_t>(count) * sizeof(T))
      , out_(sizeof(T))
      , cub_([this](void* memory, std::size_t& bytes, cudaStream_t s) {
        return cub::DeviceReduce::Sum(memory, bytes, first(), out_.as<T>(), count_, s);
      })
  {
    make_items<T>(in_, static_cast<std::size_t>(count), small_number<T>{1});
    auto const from = items_of(small_number<T>{1});
    expected_       = print(thrum::reduce(thrust::omp::par, from, from + count, T{}, thrust::plus<>()));
  }

  std::size_t ideal_bytes() const { return in_.bytes(); }
  void spoil()
  {
    out_.spoil();
    returned_.reset();
  }
  std::uint64_t result() const
  {
    return returned_ ? print(*returned_) : fingerprint(thrust::device, out_.as<T>(), 1);
  }
  std::uint64_t expected() const { return expected_; }

  void call_cub(cudaStream_t s) { cub_(s); }
  void call_thrum(cudaStream_t s)
  {
    thrum::reduce_into(thrust::cuda::par_nosync.on(s), first(), first() + count_, out_.as<T>());
  }
  void call_thrum_to_host(cudaStream_t s)
  {
    returned_ = thrum::reduce(thrust::cuda::par.on(s), first(), first() + count_);
  }
  void call_thrust(cudaStream_t s)
  {
    returned_ = thrust::reduce(thrust::cuda::par.on(s), first(), first() + count_);
  }

private:
  T const* first() const { return in_.as<T>(); }
  static std::uint64_t print(T const& sum) { return fingerprint(thrust::seq, &sum, 1); }

  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  device_memory in_;
  device_memory out_;
  cub_memory<ask> cub_;
  std::optional<T> returned_;
  std::uint64_t expected_;
};

template <class T>
void hold_contest(std::int64_t count)
{
  using work = reduce_work<T>;
  cell<work> c(std::string("reduce/") + name_of<T>() + "/plus/" + std::to_string(count),
               [=] { return std::make_shared<work>(count); });
  c.enter("cub", [](work& w, cudaStream_t s) { w.call_cub(s); });
  c.enter("thrum", [](work& w, cudaStream_t s) { w.call_thrum(s); });
  c.enter("thrust to host", [](work& w, cudaStream_t s) { w.call_thrust(s); });
  c.enter("thrum to host", [](work& w, cudaStream_t s) { w.call_thrum_to_host(s); });
}

void hold_contests()
{
  for_each_type_and_count([](auto number, std::int64_t count) { hold_contest<decltype(number)>(count); });
}
} // namespace thrum_benchmark
