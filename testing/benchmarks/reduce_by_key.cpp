// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of each group of equal neighbouring keys.
#include <thrum/reduce.h>

#include <thrust/reduce.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "contest.h"

namespace thrum_benchmark
{
template <class T>
class reduce_by_key_work
{
public:
  explicit reduce_by_key_work(int mean) : keys_(&random_items_in_runs<int>(mean)) {}

  void use(numbers kind) { values_ = &random_items<T>(kind); }

  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    int const* const keys = keys_->items.data();
    auto const ends       = thrum::reduce_by_key(policy, keys, keys + values_->size(), values_->data(),
                                                 keys_result_, values_result_);
    groups_               = static_cast<std::size_t>(ends.first - keys_result_);
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    int const* const keys = keys_->items.data();
    auto const ends       = thrust::reduce_by_key(policy, keys, keys + values_->size(), values_->data(),
                                                  keys_result_, values_result_);
    groups_               = static_cast<std::size_t>(ends.first - keys_result_);
  }

  std::size_t ideal_bytes() const
  {
    return input_bytes() + keys_->code.lengths.size() * (sizeof(int) + sizeof(T));
  }
  std::size_t input_bytes() const { return values_->size() * (sizeof(int) + sizeof(T)); }

  void spoil()
  {
    thrum_benchmark::spoil(keys_result_, values_->size());
    thrum_benchmark::spoil(values_result_, values_->size());
    groups_ = 0;
  }
  void check() const
  {
    expect("number of groups", 0, groups_, keys_->code.lengths.size());
    std::size_t i = 0;
    for (std::size_t group = 0; group < groups_; ++group)
    {
      std::int64_t sum = 0;
      for (int rank = 0; rank < keys_->code.lengths[group]; ++rank, ++i)
      {
        sum += static_cast<std::int64_t>((*values_)[i]);
      }
      expect("key", group, keys_result_[group], keys_->code.values[group]);
      expect("sum", group, values_result_[group], sum);
    }
  }
  std::uint64_t bits() const
  {
    fingerprint print;
    print.add(keys_result_, groups_);
    print.add(values_result_, groups_);
    return print.value();
  }

private:
  runs_and_items<int> const* keys_;
  std::vector<T> const* values_ = nullptr;
  int* keys_result_             = room<int, 1>();
  T* values_result_             = room<T>();
  std::size_t groups_           = 0;
};

void hold_contests()
{
  for (int const mean : {1, 2, 16, 256})
  {
    std::string const input = "mean run " + std::to_string(mean);
    hold<reduce_by_key_work<int>>("reduce_by_key/int, int/" + input, 3, mean);
    hold<reduce_by_key_work<float>>("reduce_by_key/int, float/" + input, 3, mean);
  }
}
} // namespace thrum_benchmark
