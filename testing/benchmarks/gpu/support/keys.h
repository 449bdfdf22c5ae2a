// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs of equal keys: a key is the number of runs that begin up to it.
#include <thrum/scan.h>

#include <thrust/iterator/transform_output_iterator.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "numbers.h"

namespace thrum_benchmark
{
template <class K>
struct key_of_run
{
  __host__ __device__ K operator()(std::int64_t run) const { return static_cast<K>(run); }
};

template <class K, class Policy>
void make_keys(Policy const& policy, K* keys, std::int64_t count, std::uint64_t mean)
{
  auto const begins = items_of(begins_run{mean});
  thrum::inclusive_scan(policy, begins, begins + count,
                        thrust::make_transform_output_iterator(keys, key_of_run<K>{}));
}

inline std::uint64_t const means_of_keys[] = {0, 1, 2, 5, 16, 256, 65'536};

inline std::string input_name(std::uint64_t mean)
{
  return mean == 0 ? "mixed" : "mean " + std::to_string(mean);
}
} // namespace thrum_benchmark
