// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of equal keys and their lengths on the GPU; their number stays in its memory. Thrust has no such algorithm.
#include <thrum/run_length_encode.h>

#include <thrust/system/omp/execution_policy.h>

#include <vector>

#include <cub/device/device_run_length_encode.cuh>

#include "contest.h"
#include "keys.h"

namespace thrum_benchmark
{
template <class K>
class run_length_encode_work
{
public:
  run_length_encode_work(std::int64_t count, std::uint64_t mean)
      : count_(count)
      , keys_(static_cast<std::size_t>(count) * sizeof(K))
      , values_(keys_.bytes())
      , lengths_(static_cast<std::size_t>(count) * sizeof(std::int32_t))
      , runs_(sizeof(std::int64_t))
      , cub_([this](void* memory, std::size_t& bytes, cudaStream_t s) {
        return cub::DeviceRunLengthEncode::Encode(memory, bytes, keys(), values_.as<K>(),
                                                  lengths_.as<std::int32_t>(), runs_.as<std::int64_t>(),
                                                  count_, s);
      })
  {
    make_keys(thrust::device, keys_.as<K>(), count, mean);
    std::vector<K> host_keys(static_cast<std::size_t>(count)), values(host_keys.size());
    std::vector<std::int32_t> lengths(host_keys.size());
    make_keys(thrust::omp::par, host_keys.data(), count, mean);
    auto const ends = thrum::run_length_encode(thrust::omp::par, host_keys.data(), host_keys.data() + count,
                                               values.data(), lengths.data());
    expected_runs_  = ends.second - lengths.data();
    expected_       = print(thrust::omp::par, values.data(), lengths.data(), expected_runs_);
  }

  std::size_t ideal_bytes() const
  {
    return keys_.bytes() + static_cast<std::size_t>(expected_runs_) * (sizeof(K) + sizeof(std::int32_t));
  }
  void spoil()
  {
    values_.spoil();
    lengths_.spoil();
    runs_.spoil();
  }
  std::uint64_t result() const
  {
    std::int64_t runs = 0;
    check(cudaMemcpy(&runs, runs_.as<void>(), sizeof runs, cudaMemcpyDeviceToHost));
    return runs != expected_runs_ ? ~expected_
                                  : print(thrust::device, values_.as<K>(), lengths_.as<std::int32_t>(), runs);
  }
  std::uint64_t expected() const { return expected_; }

  void call_cub(cudaStream_t s) { cub_(s); }
  void call_thrum(cudaStream_t s)
  {
    thrum::run_length_encode_into(thrust::cuda::par_nosync.on(s), keys(), keys() + count_, values_.as<K>(),
                                  lengths_.as<std::int32_t>(), runs_.as<std::int64_t>());
  }

private:
  K const* keys() const { return keys_.as<K>(); }
  template <class Policy>
  static std::uint64_t print(Policy const& policy,
                             K const* values,
                             std::int32_t const* lengths,
                             std::int64_t runs)
  {
    auto const count = static_cast<std::size_t>(runs);
    return mixed(fingerprint(policy, values, count)) ^ fingerprint(policy, lengths, count);
  }

  using ask = std::function<cudaError_t(void*, std::size_t&, cudaStream_t)>;

  std::int64_t count_;
  device_memory keys_, values_, lengths_, runs_;
  cub_memory<ask> cub_;
  std::int64_t expected_runs_;
  std::uint64_t expected_;
};

template <class K>
void hold_contest(std::int64_t count, std::uint64_t mean)
{
  using work = run_length_encode_work<K>;
  cell<work> c(std::string("run_length_encode/") + name_of<K>() + "/" + input_name(mean) + "/"
                 + std::to_string(count),
               [=] { return std::make_shared<work>(count, mean); });
  c.enter("cub", [](work& w, cudaStream_t s) { w.call_cub(s); });
  c.enter("thrum", [](work& w, cudaStream_t s) { w.call_thrum(s); });
}

void hold_contests()
{
  for (int const power : {16, 20, 24})
  {
    hold_contest<std::int32_t>(std::int64_t{1} << power, 16);
  }
  constexpr std::int64_t count = std::int64_t{1} << 28;
  for (std::uint64_t const mean : means_of_keys)
  {
    hold_contest<std::int8_t>(count, mean);
    hold_contest<std::int16_t>(count, mean);
    hold_contest<std::int32_t>(count, mean);
    hold_contest<std::int64_t>(count / 2, mean);
    hold_contest<__int128>(count / 4, mean);
  }
}
} // namespace thrum_benchmark
