// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Run-length decoding of even lengths.
#include "decode_work.h"

namespace thrum_benchmark
{
template <class V>
void hold_contest(std::string const& input, std::int64_t runs, run_length const& length)
{
  hold_decode_contest<V>("run_length_decode/" + std::to_string(sizeof(V)) + " bytes/" + input, runs, length);
}

/// As many items as fill about 1 GB, half of that for a mean of 1.
template <class V>
void hold_means()
{
  for (std::uint64_t const mean : {1, 4, 16, 256, 16'384, 4'194'304})
  {
    auto const items = (std::int64_t{1} << 30) / static_cast<std::int64_t>(sizeof(V)) / (mean == 1 ? 2 : 1);
    hold_contest<V>("mean " + std::to_string(mean), items / static_cast<std::int64_t>(mean),
                    run_length{mean});
  }
}

void hold_contests()
{
  for (int const power : {16, 20})
  {
    hold_contest<std::uint32_t>("mean 16", (std::int64_t{1} << power) / 16, run_length{16});
  }
  hold_means<std::uint8_t>();
  hold_means<std::uint16_t>();
  hold_means<std::uint32_t>();
  hold_means<std::uint64_t>();
  hold_means<quad>();
  hold_contest<std::uint32_t>("mean 4 and a giant", std::int64_t{1} << 25,
                              run_length{4, 12'345'678, 1 << 27});
}
} // namespace thrum_benchmark
