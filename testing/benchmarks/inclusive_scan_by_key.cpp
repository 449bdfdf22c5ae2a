// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Running sums that start anew wherever the key changes.
#include <thrum/scan.h>

#include <thrust/scan.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "contest.h"

namespace thrum_benchmark
{
template <class T>
class inclusive_scan_by_key_work
{
public:
  explicit inclusive_scan_by_key_work(int mean) : keys_(&random_items_in_runs<int>(mean)) {}

  void use(numbers kind) { values_ = &random_items<T>(kind); }

  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    int const* const keys = keys_->items.data();
    thrum::inclusive_scan_by_key(policy, keys, keys + values_->size(), values_->data(), result_);
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    int const* const keys = keys_->items.data();
    thrust::inclusive_scan_by_key(policy, keys, keys + values_->size(), values_->data(), result_);
  }

  std::size_t ideal_bytes() const { return input_bytes() + values_->size() * sizeof(T); }
  std::size_t input_bytes() const { return values_->size() * (sizeof(int) + sizeof(T)); }

  void spoil() { thrum_benchmark::spoil(result_, values_->size()); }
  void check() const
  {
    std::size_t i = 0;
    for (int const length : keys_->code.lengths)
    {
      std::int64_t sum = 0;
      for (int rank = 0; rank < length; ++rank, ++i)
      {
        sum += static_cast<std::int64_t>((*values_)[i]);
        expect("running sum", i, result_[i], sum);
      }
    }
  }
  std::uint64_t bits() const
  {
    fingerprint print;
    print.add(result_, values_->size());
    return print.value();
  }

private:
  runs_and_items<int> const* keys_;
  std::vector<T> const* values_ = nullptr;
  T* result_                    = room<T>();
};

void hold_contests()
{
  hold<inclusive_scan_by_key_work<int>>("inclusive_scan_by_key/int, int/mean run 16", 5, 16);
  hold<inclusive_scan_by_key_work<float>>("inclusive_scan_by_key/int, float/mean run 16", 5, 16);
}
} // namespace thrum_benchmark
