// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thrum/transform_scan.h>

#include <thrust/functional.h>
#include <thrust/system/omp/execution_policy.h>

#include "check.h"

#include <cstdint>
#include <vector>

int main()
{
  //! [page]
  struct field
  {
    char name[8];
    std::int32_t size;
  };
  std::vector<field> const record{{"id", 8}, {"flags", 2}, {"payload", 64}};
  auto const size_of = [](field const& f) { return f.size; };

  // Where each field begins, counted in 64 bits as the init says.
  std::vector<std::int64_t> offsets(3);
  thrum::transform_exclusive_scan(thrust::omp::par, record.begin(), record.end(), offsets.begin(), size_of,
                                  std::int64_t{16}, thrust::plus<>{}); // 16 24 26

  // Where each ends, counted from the record's beginning in what size_of returns.
  std::vector<std::int32_t> ends(3);
  thrum::transform_inclusive_scan(thrust::omp::par, record.begin(), record.end(), ends.begin(), size_of,
                                  thrust::plus<>{}); // 8 10 74
  //! [page]

  check(offsets == std::vector<std::int64_t>{16, 24, 26}, "offsets");
  check(ends == std::vector<std::int32_t>{8, 10, 74}, "ends");
}
