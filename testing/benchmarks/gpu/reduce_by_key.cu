// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of runs of equal keys on the GPU; their number stays in its memory.
#include <thrum/reduce_by_key.h>

#include <thrust/reduce.h>
#include <thrust/system/omp/execution_policy.h>

#include <vector>

#include <cub/device/device_reduce.cuh>

#include "contest.h"
#include "keys.h"
#include "types.h"

namespace thrum_benchmark
{
template <class K, class V>
class reduce_by_key_work
{
public:
  reduce_by_key_work(std::int64_t count, std::uint64_t mean)
      : count_(count)
      , keys_(static_cast<std::size_t>(count) * sizeof(K))
      , values_(static_cast<std::size_t>(count) * sizeof(V))
      , keys_out_(keys_.bytes())
      , sums_(values_.bytes())
      , groups_(sizeof(std::int64_t))
      , cub_([this](void* memory, std::size_t& bytes, cudaStream_t s) {
        return cub::DeviceReduce::ReduceByKey(memory, bytes, keys(), keys_out_.as<K>(), values(),
                                              sums_.as<V>(), groups_.as<std::int64_t>(),
                                              ::cuda::std::plus<>{}, count_, s);
      })
  {
    make_keys(thrust::device, keys_.as<K>(), count, mean);
    make_items<V>(values_, static_cast<std::size_t>(count), small_number<V>{1});
    std::vector<K> host_keys(static_cast<std::size_t>(count)), groups(host_keys.size());
    std::vector<V> sums(host_keys.size());
    make_keys(thrust::omp::par, host_keys.data(), count, mean);
    auto const ends  = thrum::reduce_by_key(thrust::omp::par, host_keys.data(), host_keys.data() + count,
                                            items_of(small_number<V>{1}), groups.data(), sums.data());
    expected_groups_ = ends.second - sums.data();
    expected_        = print(thrust::omp::par, groups.data(), sums.data(), expected_groups_);
  }

  std::size_t ideal_bytes() const
  {
    return static_cast<std::size_t>(count_ + expected_groups_) * (sizeof(K) + sizeof(V));
  }
  void spoil()
  {
    keys_out_.spoil();
    sums_.spoil();
    groups_.spoil();
  }
  std::uint64_t result() const
  {
    std::int64_t groups = 0;
    check(cudaMemcpy(&groups, groups_.as<void>(), sizeof groups, cudaMemcpyDeviceToHost));
    return groups != expected_groups_ ? ~expected_
                                      : print(thrust::device, keys_out_.as<K>(), sums_.as<V>(), groups);
  }
  std::uint64_t expected() const { return expected_; }

  void call_cub(cudaStream_t s) { cub_(s); }
  void call_thrum(cudaStream_t s)
  {
    thrum::reduce_by_key_into(thrust::cuda::par_nosync.on(s), keys(), keys() + count_, values(),
                              keys_out_.as<K>(), sums_.as<V>(), groups_.as<std::int64_t>());
  }
  /// Its count comes to the host, and is put where the others leave it, outside of what is timed on the device.
  void call_thrust(cudaStream_t s)
  {
    auto const ends = thrust::reduce_by_key(thrust::cuda::par.on(s), keys(), keys() + count_, values(),
                                            keys_out_.as<K>(), sums_.as<V>());
    std::int64_t const groups = ends.second - sums_.as<V>();
    check(cudaMemcpyAsync(groups_.as<void>(), &groups, sizeof groups, cudaMemcpyHostToDevice, s));
  }

private:
  K const* keys() const { return keys_.as<K>(); }
  V const* values() const { return values_.as<V>(); }
  template <class Policy>
  static std::uint64_t print(Policy const& policy, K const* keys, V const* sums, std::int64_t groups)
  {
    auto const count = static_cast<std::size_t>(groups);
    return mixed(fingerprint(policy, keys, count)) ^ fingerprint(policy, sums, count);
  }

  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  device_memory keys_, values_, keys_out_, sums_, groups_;
  cub_memory<ask> cub_;
  std::int64_t expected_groups_;
  std::uint64_t expected_;
};

template <class K, class V>
void hold_contest(std::int64_t count, std::uint64_t mean)
{
  using work = reduce_by_key_work<K, V>;
  cell<work> c(std::string("reduce_by_key/") + name_of<K>() + " " + name_of<V>() + "/" + input_name(mean)
                 + "/" + std::to_string(count),
               [=] { return std::make_shared<work>(count, mean); });
  enter_all(c);
}

void hold_contests()
{
  for (int const power : {16, 20, 24})
  {
    hold_contest<std::int32_t, std::int32_t>(std::int64_t{1} << power, 16);
  }
  constexpr std::int64_t count = std::int64_t{1} << 28;
  for (std::uint64_t const mean : means_of_keys)
  {
    hold_contest<std::int32_t, std::int32_t>(count, mean);
    hold_contest<std::int32_t, float>(count, mean);
    hold_contest<std::int64_t, std::int64_t>(count / 2, mean);
    hold_contest<std::int32_t, double>(count, mean);
    hold_contest<std::int8_t, float>(count, mean);
    hold_contest<std::int32_t, __int128>(count, mean);
    hold_contest<std::int32_t, thrust::complex<float>>(count, mean);
  }
}
} // namespace thrum_benchmark
