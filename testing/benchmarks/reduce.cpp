// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The sum of numbers: of ints in any order, of floats in the order for operators that commute, and of floats in the
// order for operators of which nothing is known.
#include <thrum/reduce.h>

#include <thrust/functional.h>
#include <thrust/reduce.h>

#include <cstddef>
#include <cstdint>

#include "contest.h"

namespace thrum_benchmark
{
/// Plus, but written by a user: for all the library knows it does not commute.
struct unknown_plus
{
  template <class T>
  T operator()(T a, T b) const
  {
    return a + b;
  }
};

template <class T, class Op>
class reduce_work
{
public:
  void use(numbers kind) { items_ = &random_items<T>(kind); }

  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    result_ = thrum::reduce(policy, items_->data(), items_->data() + items_->size(), T{}, Op{});
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    result_ = thrust::reduce(policy, items_->data(), items_->data() + items_->size(), T{}, Op{});
  }

  std::size_t ideal_bytes() const { return input_bytes(); }
  std::size_t input_bytes() const { return items_->size() * sizeof(T); }

  void spoil() { thrum_benchmark::spoil(&result_, 1); }
  void check() const
  {
    std::int64_t sum = 0;
    for (T const item : *items_)
    {
      sum += static_cast<std::int64_t>(item);
    }
    expect("sum", 0, result_, sum);
  }
  std::uint64_t bits() const
  {
    fingerprint print;
    print.add(&result_, 1);
    return print.value();
  }

private:
  std::vector<T> const* items_ = nullptr;
  T result_{};
};

void hold_contests()
{
  hold<reduce_work<int, thrust::plus<>>>("reduce/int/plus", 21);
  hold<reduce_work<float, thrust::plus<>>>("reduce/float/plus", 21);
  hold<reduce_work<float, unknown_plus>>("reduce/float/unknown operator", 21);
}
} // namespace thrum_benchmark
