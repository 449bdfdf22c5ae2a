// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Run-length decoding of 4-byte items by uneven lengths, each beside even ones of the same mean.
#include "decode_work.h"

namespace thrum_benchmark
{
/// Lengths of one of these shapes:
///
///   a giant       geometric ones of mean 2, and one that is as long as all of them
///   clusters      of mean 2, but for 25 times 4096 in a row of 10,000
///   a desert      all 0, but for one 1 in a million
///   a power law   of exponent 1.5: one in the square root of x is x or longer, up to 2^14
///   ascending     from 0 to 32, or descending
struct uneven_length
{
  enum class shape
  {
    giant,
    clusters,
    desert,
    power_law,
    ascending,
    descending
  };
  shape of;
  std::int64_t runs;

  __host__ __device__ int operator()(std::int64_t i) const
  {
    std::uint64_t const bits = mixed(static_cast<std::uint64_t>(i) ^ 0xDEC0DE);
    switch (of)
    {
      case shape::giant: return i == runs / 3 ? static_cast<int>(2 * runs) : geometric(bits);
      case shape::clusters: return i / 4096 % (runs / 4096 / 25) == 7 ? 10'000 : static_cast<int>(bits % 5);
      case shape::desert: return i % 1'000'000 == 500'000 ? 1 : 0;
      case shape::power_law: return power_law(bits);
      case shape::ascending: return static_cast<int>(i * 33 / runs);
      case shape::descending: return static_cast<int>((runs - 1 - i) * 33 / runs);
    }
    return 0;
  }

private:
  /// The number of tosses of a coin up to the first head.
  __host__ __device__ static int geometric(std::uint64_t bits)
  {
    int tosses = 1;
    for (; (bits & 1) != 0; bits >>= 1)
    {
      ++tosses;
    }
    return tosses;
  }
  /// By whole numbers alone, so that host and device agree.
  __host__ __device__ static int power_law(std::uint64_t bits)
  {
    std::uint64_t const chance = (bits >> 44) + 1; // of 2^20
    std::uint64_t const root   = (std::uint64_t{1} << 20) / chance;
    return static_cast<int>(root < 128 ? root * root : 128 * 128);
  }
};

void hold_uneven(std::string const& name, uneven_length::shape shape, std::int64_t runs, std::uint64_t mean)
{
  std::string const prefix = "run_length_decode_skew/4 bytes/";
  hold_decode_contest<std::uint32_t>(prefix + name, runs, uneven_length{shape, runs});
  if (mean > 0)
  {
    hold_decode_contest<std::uint32_t>(prefix + name + " evened", runs, run_length{mean});
  }
}

void hold_contests()
{
  using shape                 = uneven_length::shape;
  constexpr std::int64_t many = std::int64_t{1} << 24;
  hold_uneven("a giant", shape::giant, 4 * many, 4);
  hold_uneven("clusters", shape::clusters, 4 * many, 17);
  hold_uneven("a desert", shape::desert, 1'000'000'000, 0);
  hold_uneven("a power law", shape::power_law, many / 16, 251);
  hold_uneven("ascending", shape::ascending, many, 16);
  hold_uneven("descending", shape::descending, many, 16);
}
} // namespace thrum_benchmark
