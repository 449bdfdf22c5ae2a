// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Items to runs. Thrust's way is that of its example: reduce_by_key of as many ones.
#include <thrum/run_length.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "contest.h"

namespace thrum_benchmark
{
template <class T>
class run_length_encode_work
{
public:
  explicit run_length_encode_work(int mean) : input_(&random_items_in_runs<T>(mean)) {}

  void use(numbers) {} // no arithmetic, so any numbers will do

  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    auto const ends = thrum::run_length_encode(policy, first(), first() + count(), values_, lengths_);
    runs_           = static_cast<std::size_t>(ends.first - values_);
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    auto const ends = thrust::reduce_by_key(policy, first(), first() + count(),
                                            thrust::constant_iterator<int>(1), values_, lengths_);
    runs_           = static_cast<std::size_t>(ends.first - values_);
  }

  std::size_t ideal_bytes() const
  {
    return input_bytes() + input_->code.lengths.size() * (sizeof(T) + sizeof(int));
  }
  std::size_t input_bytes() const { return count() * sizeof(T); }

  void spoil()
  {
    thrum_benchmark::spoil(values_, count());
    thrum_benchmark::spoil(lengths_, count());
    runs_ = 0;
  }
  void check() const
  {
    expect("number of runs", 0, runs_, input_->code.lengths.size());
    for (std::size_t run = 0; run < runs_; ++run)
    {
      expect("value", run, values_[run], input_->code.values[run]);
      expect("length", run, lengths_[run], input_->code.lengths[run]);
    }
  }
  std::uint64_t bits() const
  {
    fingerprint print;
    print.add(values_, runs_);
    print.add(lengths_, runs_);
    return print.value();
  }

private:
  T const* first() const { return input_->items.data(); }
  std::size_t count() const { return input_->items.size(); }

  runs_and_items<T> const* input_;
  T* values_        = room<T>();
  int* lengths_     = room<int, 1>();
  std::size_t runs_ = 0;
};

void hold_contests()
{
  for (int const mean : {1, 16, 64, 256, 65536})
  {
    std::string const input = "mean run " + std::to_string(mean);
    hold<run_length_encode_work<int>>("run_length_encode/int/" + input, 3, mean);
    hold<run_length_encode_work<float>>("run_length_encode/float/" + input, 3, mean);
  }
}
} // namespace thrum_benchmark
