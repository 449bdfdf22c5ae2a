// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Run-length decoding on the GPU into an output of known capacity, beside what users put together from Thrust: a scan of
// the lengths, a search in their ends for each item, and a gather.
#include <thrum/run_length_decode.h>

#include <thrust/binary_search.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/scan.h>
#include <thrust/system/omp/execution_policy.h>

#include <string>
#include <vector>

#include "contest.h"
#include "numbers.h"

namespace thrum_benchmark
{
struct alignas(16) quad
{
  std::uint32_t word[4];
};
/// Values of any size, made of the numbers of their words.
template <class V>
struct value_of_run
{
  __host__ __device__ V operator()(std::int64_t i) const
  {
    V value{};
    auto const bits = mixed(static_cast<std::uint64_t>(i));
    ::cuda::std::memcpy(&value, &bits, sizeof(V) < sizeof bits ? sizeof(V) : sizeof bits);
    return value;
  }
};

/// Length is a function of a run's number.
template <class V, class Length>
class run_length_decode_work
{
public:
  run_length_decode_work(std::int64_t runs, Length const& length)
      : runs_(runs)
      , values_(static_cast<std::size_t>(runs) * sizeof(V))
      , lengths_(static_cast<std::size_t>(runs) * sizeof(int))
      , ends_(static_cast<std::size_t>(runs) * sizeof(std::int64_t))
      , needed_(sizeof(std::int64_t))
  {
    make_items<V>(values_, static_cast<std::size_t>(runs), value_of_run<V>{});
    make_items<int>(lengths_, static_cast<std::size_t>(runs), length);
    auto const host_lengths = items_of(length);
    items_ = thrum::run_length_decoded_size(thrust::omp::par, host_lengths, host_lengths + runs);
    std::vector<V> out(static_cast<std::size_t>(items_));
    auto const host_values = items_of(value_of_run<V>{});
    thrum::run_length_decode(thrust::omp::par, host_values, host_values + runs, host_lengths, out.data());
    expected_ = fingerprint(thrust::omp::par, out.data(), out.size());
    out_      = std::make_unique<device_memory>(out.size() * sizeof(V));
    places_   = std::make_unique<device_memory>(out.size() * sizeof(std::int32_t));
  }

  std::size_t ideal_bytes() const { return values_.bytes() + lengths_.bytes() + out_->bytes(); }
  void spoil() { out_->spoil(); }
  std::uint64_t result() const
  {
    return fingerprint(thrust::device, out_->as<V>(), static_cast<std::size_t>(items_));
  }
  std::uint64_t expected() const { return expected_; }

  void call_thrum(cudaStream_t s)
  {
    thrum::run_length_decode_n(thrust::cuda::par_nosync.on(s), values(), lengths_.as<int>(), runs_,
                               out_->as<V>(), items_, needed_.as<std::int64_t>());
  }
  void call_thrum_to_host(cudaStream_t s)
  {
    thrum::run_length_decode(thrust::cuda::par.on(s), values(), values() + runs_, lengths_.as<int>(),
                             out_->as<V>());
  }
  void call_thrust(cudaStream_t s)
  {
    auto const policy   = thrust::cuda::par_nosync.on(s);
    auto const* lengths = lengths_.as<int>();
    auto* const ends    = ends_.as<std::int64_t>();
    auto* const places  = places_->as<std::int32_t>();
    auto const item     = thrust::counting_iterator<std::int64_t>(0);
    thrust::inclusive_scan(policy, lengths, lengths + runs_, ends, ::cuda::std::plus<std::int64_t>{});
    thrust::upper_bound(policy, ends, ends + runs_, item, item + items_, places);
    auto const chosen = thrust::make_permutation_iterator(values(), places);
    thrust::copy(policy, chosen, chosen + items_, out_->as<V>());
  }

private:
  V const* values() const { return values_.as<V>(); }

  std::int64_t runs_;
  std::int64_t items_ = 0;
  device_memory values_, lengths_, ends_, needed_;
  std::unique_ptr<device_memory> out_, places_;
  std::uint64_t expected_;
};

template <class V, class Length>
void hold_decode_contest(std::string const& name, std::int64_t runs, Length const& length)
{
  using work = run_length_decode_work<V, Length>;
  cell<work> c(name + "/" + std::to_string(runs), [=] { return std::make_shared<work>(runs, length); });
  c.enter("thrust composed", [](work& w, cudaStream_t s) { w.call_thrust(s); });
  c.enter("thrum", [](work& w, cudaStream_t s) { w.call_thrum(s); });
  c.enter("thrum to host", [](work& w, cudaStream_t s) { w.call_thrum_to_host(s); });
}
} // namespace thrum_benchmark
