// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums within runs of equal keys on the GPU.
#include <thrum/scan_by_key.h>

#include <thrust/scan.h>
#include <thrust/system/omp/execution_policy.h>

#include <vector>

#include <cub/device/device_scan.cuh>

#include "contest.h"
#include "keys.h"

namespace thrum_benchmark
{
template <class K, class V>
class inclusive_scan_by_key_work
{
public:
  inclusive_scan_by_key_work(std::int64_t count, std::uint64_t mean)
      : count_(count)
      , keys_(static_cast<std::size_t>(count) * sizeof(K))
      , values_(static_cast<std::size_t>(count) * sizeof(V))
      , sums_(values_.bytes())
      , cub_([this](void* memory, std::size_t& bytes, cudaStream_t s) {
        return cub::DeviceScan::InclusiveSumByKey(memory, bytes, keys(), values(), sums_.as<V>(), count_,
                                                  ::cuda::std::equal_to<>{}, s);
      })
  {
    make_keys(thrust::device, keys_.as<K>(), count, mean);
    make_items<V>(values_, static_cast<std::size_t>(count), small_number<V>{1});
    std::vector<K> host_keys(static_cast<std::size_t>(count));
    std::vector<V> sums(host_keys.size());
    make_keys(thrust::omp::par, host_keys.data(), count, mean);
    thrum::inclusive_scan_by_key(thrust::omp::par, host_keys.data(), host_keys.data() + count,
                                 items_of(small_number<V>{1}), sums.data());
    expected_ = fingerprint(thrust::omp::par, sums.data(), sums.size());
  }

  std::size_t ideal_bytes() const { return keys_.bytes() + values_.bytes() + sums_.bytes(); }
  void spoil() { sums_.spoil(); }
  std::uint64_t result() const
  {
    return fingerprint(thrust::device, sums_.as<V>(), static_cast<std::size_t>(count_));
  }
  std::uint64_t expected() const { return expected_; }

  void call_cub(cudaStream_t s) { cub_(s); }
  void call_thrum(cudaStream_t s)
  {
    thrum::inclusive_scan_by_key(thrust::cuda::par_nosync.on(s), keys(), keys() + count_, values(),
                                 sums_.as<V>());
  }
  void call_thrust(cudaStream_t s)
  {
    thrust::inclusive_scan_by_key(thrust::cuda::par_nosync.on(s), keys(), keys() + count_, values(),
                                  sums_.as<V>());
  }

private:
  K const* keys() const { return keys_.as<K>(); }
  V const* values() const { return values_.as<V>(); }

  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  device_memory keys_, values_, sums_;
  cub_memory<ask> cub_;
  std::uint64_t expected_;
};

template <class K, class V>
void hold_contest(std::int64_t count, std::uint64_t mean)
{
  using work = inclusive_scan_by_key_work<K, V>;
  cell<work> c(std::string("inclusive_scan_by_key/") + name_of<K>() + " " + name_of<V>() + "/"
                 + input_name(mean) + "/" + std::to_string(count),
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
  for (std::uint64_t const mean : {0, 1, 16, 256})
  {
    hold_contest<std::int32_t, std::int32_t>(count, mean);
    hold_contest<std::int64_t, std::int64_t>(count / 2, mean);
    hold_contest<std::int8_t, float>(count, mean);
  }
}
} // namespace thrum_benchmark
