// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Reductions: left in the device's memory, and brought to the host. What is reduced is a Source:
//
//   begin()      an iterator of the device
//   on_host()    an iterator over the same items, for the host
//   bytes()      that are to be read
#include <thrum/reduce.h>

#include <thrust/iterator/iterator_traits.h>
#include <thrust/reduce.h>
#include <thrust/system/omp/execution_policy.h>

#include <memory>
#include <optional>
#include <string>

#include <cub/device/device_reduce.cuh>

#include "contest.h"
#include "numbers.h"
#include "types.h"

namespace thrum_benchmark
{
template <class Items>
class array_source
{
public:
  array_source(std::int64_t count, Items const& items)
      : items_(items)
      , memory_(static_cast<std::size_t>(count) * sizeof(item_t<Items>))
  {
    make_items<item_t<Items>>(memory_, static_cast<std::size_t>(count), items);
  }
  item_t<Items> const* begin() const { return memory_.as<item_t<Items>>(); }
  auto on_host() const { return items_of(items_); }
  std::size_t bytes() const { return memory_.bytes(); }

private:
  Items items_;
  device_memory memory_;
};

template <class Source, class Op>
class reduce_work
{
public:
  using T = typename thrust::iterator_traits<decltype(std::declval<Source const&>().begin())>::value_type;

  template <class Make>
  reduce_work(std::int64_t count, Make const& make, Op const& op, T const& init)
      : count_(count)
      , op_(op)
      , init_(init)
      , source_(make(count))
      , out_(sizeof(T))
  {
    auto const from = source_.on_host();
    expected_       = print(thrum::reduce(thrust::omp::par, from, from + count, init_, op_));
  }

  std::size_t ideal_bytes() const { return source_.bytes(); }
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

  /// The call before those that are timed is the one that allocates.
  void call_cub(cudaStream_t s)
  {
    if (!cub_)
    {
      cub_.emplace([this](void* memory, std::size_t& bytes, cudaStream_t stream) {
        return cub::DeviceReduce::Reduce(memory, bytes, source_.begin(), out_.as<T>(), count_, op_, init_,
                                         stream);
      });
    }
    (*cub_)(s);
  }
  void call_thrum(cudaStream_t s)
  {
    thrum::reduce_into(thrust::cuda::par_nosync.on(s), source_.begin(), source_.begin() + count_,
                       out_.as<T>(), init_, op_);
  }
  void call_thrum_to_host(cudaStream_t s)
  {
    returned_ = thrum::reduce(thrust::cuda::par.on(s), source_.begin(), source_.begin() + count_, init_, op_);
  }
  void call_thrust(cudaStream_t s)
  {
    returned_ = thrust::reduce(thrust::cuda::par.on(s), source_.begin(), source_.begin() + count_, init_,
                               op_);
  }

private:
  static std::uint64_t print(T const& sum) { return fingerprint(thrust::seq, &sum, 1); }

  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  Op op_;
  T init_;
  Source source_;
  device_memory out_;
  std::optional<cub_memory<ask>> cub_;
  std::optional<T> returned_;
  std::uint64_t expected_;
};

/// Whether the peers do the same work: CUB's and Thrust's reductions want an operator that commutes.
enum class peers
{
  take_part,
  cannot,
};

/// `make(count)` is the Source.
template <peers Peers = peers::take_part, class Make, class Op, class T>
void hold_reduce(char const* input, std::int64_t count, Make const& make, Op const& op, T const& init)
{
  using work = reduce_work<decltype(make(count)), Op>;
  static_assert(std::is_same_v<T, typename work::T>);
  cell<work> c(std::string("reduce/") + name_of<T>() + "/" + input + "/" + std::to_string(count),
               [=] { return std::make_shared<work>(count, make, op, init); });
  if constexpr (Peers == peers::take_part)
  {
    c.enter("cub", [](work& w, cudaStream_t s) { w.call_cub(s); });
  }
  c.enter("thrum", [](work& w, cudaStream_t s) { w.call_thrum(s); });
  if constexpr (Peers == peers::take_part)
  {
    c.enter("thrust to host", [](work& w, cudaStream_t s) { w.call_thrust(s); });
  }
  c.enter("thrum to host", [](work& w, cudaStream_t s) { w.call_thrum_to_host(s); });
}

/// Of items that lie in memory.
template <peers Peers = peers::take_part, class Items, class Op>
void hold_reduce_of(
  char const* input, std::int64_t count, Items const& items, Op const& op, item_t<Items> const& init)
{
  hold_reduce<Peers>(
    input, count, [items](std::int64_t n) { return array_source<Items>(n, items); }, op, init);
}
} // namespace thrum_benchmark
