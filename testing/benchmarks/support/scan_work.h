// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the benchmarks of the scans share: running sums of numbers.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "check.h"
#include "data.h"

namespace thrum_benchmark
{
enum class scan_kind
{
  inclusive,
  exclusive,
};

template <class T, scan_kind Kind>
class scan_work
{
public:
  void use(numbers kind) { items_ = &random_items<T>(kind); }

  std::size_t ideal_bytes() const { return 2 * input_bytes(); }
  std::size_t input_bytes() const { return items_->size() * sizeof(T); }

  void spoil() { thrum_benchmark::spoil(result_, items_->size()); }
  void check() const
  {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < items_->size(); ++i)
    {
      std::int64_t const before = sum;
      sum += static_cast<std::int64_t>((*items_)[i]);
      expect("running sum", i, result_[i], Kind == scan_kind::inclusive ? sum : before);
    }
  }
  std::uint64_t bits() const
  {
    fingerprint print;
    print.add(result_, items_->size());
    return print.value();
  }

protected:
  T const* first() const { return items_->data(); }
  T const* last() const { return items_->data() + items_->size(); }
  T* result() const { return result_; }

private:
  std::vector<T> const* items_ = nullptr;
  T* result_                   = room<T>();
};
} // namespace thrum_benchmark
