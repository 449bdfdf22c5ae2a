// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Operators that notice every call the library must not make. They count violations instead of throwing,
// since they run on any thread, of the CPU or of a GPU: trap::reset() first,
// BOOST_TEST(trap::violations() == 0) last.
#include <thrum/detail/config/config.h>

#include <nv/target>

#if THRUM_HAS_CUDA
#  include "cuda_system.h"
#endif

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace thrum_test
{
namespace trap
{
inline std::atomic<long>& count()
{
  static std::atomic<long> violations{0};
  return violations;
}
#if THRUM_HAS_CUDA
/// Those that kernels notice.
static __device__ unsigned long long count_on_device = 0;

inline void reset()
{
  count()                       = 0;
  unsigned long long const none = 0;
  check_cuda(cudaMemcpyToSymbol(count_on_device, &none, sizeof(none)));
  settle_default_stream();
}
/// Waits for the device.
inline long violations()
{
  unsigned long long on_device = 0;
  check_cuda(cudaDeviceSynchronize());
  check_cuda(cudaMemcpyFromSymbol(&on_device, count_on_device, sizeof(on_device)));
  return count() + static_cast<long>(on_device);
}
#else
inline void reset()
{
  count() = 0;
}
inline long violations()
{
  return count();
}
#endif
THRUM_HOST_DEVICE inline void expect(bool holds)
{
  if (!holds)
  {
    NV_IF_ELSE_TARGET(NV_IS_HOST, (++count();), (atomicAdd(&count_on_device, 1ull);))
  }
}
} // namespace trap

/// Items first to last of a segment. Its seal is right only in values made from items, so that bytes of
/// scratch memory, a default-made value (there is none) and a value that is assembled wrongly all show.
class interval
{
public:
  THRUM_HOST_DEVICE interval(std::int64_t first, std::int64_t last, std::int32_t segment = 0)
      : first_(first)
      , last_(last)
      , segment_(segment)
      , seal_(expected_seal())
  {}

  THRUM_HOST_DEVICE std::int64_t first() const { return first_; }
  THRUM_HOST_DEVICE std::int64_t last() const { return last_; }
  THRUM_HOST_DEVICE std::int32_t segment() const { return segment_; }
  THRUM_HOST_DEVICE bool is_real() const { return seal_ == expected_seal() && first_ <= last_; }

  THRUM_HOST_DEVICE friend bool operator==(interval const& a, interval const& b)
  {
    return a.first_ == b.first_ && a.last_ == b.last_ && a.segment_ == b.segment_ && a.seal_ == b.seal_;
  }

private:
  THRUM_HOST_DEVICE std::uint32_t expected_seal() const
  {
    auto const mixed = (static_cast<std::uint64_t>(first_) * 0x9E3779B97F4A7C15u
                        ^ static_cast<std::uint64_t>(last_) * 0xC2B2AE3D27D4EB4Fu)
                       + static_cast<std::uint64_t>(segment_) * 0x165667B19E3779F9u + 0x27D4EB2F165667C5u;
    return static_cast<std::uint32_t>(mixed >> 29);
  }

  std::int64_t first_;
  std::int64_t last_;
  std::int32_t segment_;
  std::uint32_t seal_;
};

/// The segment of an init, which stands before the items of each.
inline constexpr std::int32_t any_segment = -1;

/// Joins neighbours of one segment, the left one first; anything else is a violation.
struct join_neighbours
{
  THRUM_HOST_DEVICE interval operator()(interval const& left, interval const& right) const
  {
    trap::expect(left.is_real() && right.is_real());
    trap::expect(left.last() + 1 == right.first());
    trap::expect(right.segment() != any_segment);
    trap::expect(left.segment() == right.segment() || left.segment() == any_segment);
    return {left.first(), right.last(), right.segment()};
  }
};

/// Items `first` and on, each an interval of its own.
inline std::vector<interval> unit_intervals(std::size_t count, std::int64_t first = 0)
{
  std::vector<interval> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
  {
    auto const at = first + static_cast<std::int64_t>(i);
    result.emplace_back(at, at);
  }
  return result;
}

/// The same by key: each item stands at its rank within its segment, and segments are numbered.
template <class Key>
std::vector<interval> unit_intervals_of(std::vector<Key> const& keys)
{
  std::vector<interval> result;
  std::int32_t segment = 0;
  std::int64_t rank    = 0;
  for (std::size_t i = 0; i < keys.size(); ++i, ++rank)
  {
    if (i > 0 && !(keys[i - 1] == keys[i]))
    {
      ++segment;
      rank = 0;
    }
    result.emplace_back(rank, rank, segment);
  }
  return result;
}

/// A sum whose operands must be real in any order: for operators said to commute. Each item may be counted
/// once.
class sealed_sum
{
public:
  THRUM_HOST_DEVICE sealed_sum(std::uint64_t sum, std::uint64_t items)
      : sum_(sum)
      , items_(items)
      , seal_(expected_seal())
  {}

  THRUM_HOST_DEVICE std::uint64_t sum() const { return sum_; }
  THRUM_HOST_DEVICE std::uint64_t items() const { return items_; }
  THRUM_HOST_DEVICE bool is_real() const { return seal_ == expected_seal() && items_ > 0; }

private:
  THRUM_HOST_DEVICE std::uint64_t expected_seal() const
  {
    return (sum_ ^ 0x2545F4914F6CDD1Du) * 0x9E3779B97F4A7C15u + items_ * 0xC2B2AE3D27D4EB4Fu;
  }

  std::uint64_t sum_;
  std::uint64_t items_;
  std::uint64_t seal_;
};

struct add_sealed
{
  THRUM_HOST_DEVICE sealed_sum operator()(sealed_sum const& a, sealed_sum const& b) const
  {
    trap::expect(a.is_real() && b.is_real());
    return {a.sum() + b.sum(), a.items() + b.items()};
  }
};
} // namespace thrum_test
