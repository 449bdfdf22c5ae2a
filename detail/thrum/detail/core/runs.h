// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Runs as the library counts them: 64 bits, whatever integer a length or an end is stored in.

#include <thrum/detail/config/contract.h>
#include <thrum/detail/core/iterators.h>

#include <algorithm>
#include <cstdint>
#include <limits>

#include <cuda/std/type_traits>

THRUM_NAMESPACE_BEGIN
namespace detail
{
inline constexpr std::int64_t largest_total = (std::numeric_limits<std::int64_t>::max)();

/// The stored integer in 64 bits; what lies outside becomes the nearest that fits, and `fits` is false.
template <class L>
THRUM_HOST_DEVICE constexpr std::int64_t to_int64(L const& stored, bool& fits)
{
  static_assert(!std::is_floating_point_v<L>, "thrum: lengths, sizes and ends must be integers");
  if constexpr (::cuda::std::is_integral_v<L> && sizeof(L) >= sizeof(std::int64_t))
  {
    if (stored > static_cast<L>(largest_total))
    {
      fits = false;
      return largest_total;
    }
    if constexpr (::cuda::std::is_signed_v<L>)
    {
      return stored < static_cast<L>(-largest_total) ? -largest_total : static_cast<std::int64_t>(stored);
    }
  }
  return static_cast<std::int64_t>(stored);
}

/// What is known of a stretch of runs.
struct run_sum
{
  std::int64_t total       = 0;  ///< of the lengths, negative ones counted as 0; saturates
  std::ptrdiff_t negative  = -1; ///< the first negative length, or -1
  std::ptrdiff_t too_large = -1; ///< the first length that takes the total past 2^63 - 1, or -1

  THRUM_HOST_DEVICE constexpr void add(std::ptrdiff_t run, std::int64_t length, bool fits)
  {
    if (length < 0)
    {
      negative = negative < 0 ? run : negative;
      return;
    }
    if (too_large >= 0)
    {
      return;
    }
    if (!fits || length > largest_total - total)
    {
      too_large = run;
      total     = largest_total;
      return;
    }
    total += length;
  }
};

/// Runs given by their lengths.
template <class Lengths>
struct run_lengths
{
  using iterator = Lengths;

  Lengths first;
  std::ptrdiff_t count;

  /// Reads lengths in order, from `run` on.
  class reader
  {
  public:
    THRUM_NO_EXEC_CHECK
    THRUM_HOST_DEVICE reader(run_lengths const& runs, std::ptrdiff_t run)
        : it_(detail::advanced_if_possible(runs.first, run))
    {}
    THRUM_NO_EXEC_CHECK
    THRUM_HOST_DEVICE std::int64_t next(bool& fits)
    {
      std::int64_t const length = detail::to_int64(static_cast<value_type_t<Lengths>>(*it_), fits);
      ++it_;
      return length;
    }

  private:
    Lengths it_;
  };
};

/// Runs given by where they end.
template <class Ends>
struct run_ends
{
  using iterator = Ends;

  Ends first;
  std::ptrdiff_t count;

  class reader
  {
  public:
    THRUM_NO_EXEC_CHECK
    THRUM_HOST_DEVICE reader(run_ends const& runs, std::ptrdiff_t run) : it_(runs.first)
    {
      if (run > 0)
      {
        bool fits = true;
        it_       = detail::advanced_if_possible(runs.first, run - 1);
        next(fits);
      }
    }
    /// A decreasing end is a negative length. What follows a negative end is counted from 0: no difference
    /// overflows.
    THRUM_NO_EXEC_CHECK
    THRUM_HOST_DEVICE std::int64_t next(bool& fits)
    {
      std::int64_t const end    = detail::to_int64(static_cast<value_type_t<Ends>>(*it_), fits);
      std::int64_t const length = end < before_ ? -1 : end - before_;
      before_                   = end < 0 ? 0 : end;
      ++it_;
      return length;
    }

  private:
    Ends it_;
    std::int64_t before_ = 0;
  };
};

/// Adds up runs [begin, end) as a reader that stands at `begin` gives them.
template <class Reader>
run_sum sum_runs(Reader& reader, std::ptrdiff_t begin, std::ptrdiff_t end)
{
  run_sum sum;
  for (std::ptrdiff_t run = begin; run < end; ++run)
  {
    bool fits         = true;
    auto const length = reader.next(fits);
    sum.add(run, length, fits);
  }
  return sum;
}

/// Lengths that lie in memory and cannot overflow a short stretch are added up side by side; should one of
/// them be negative, the stretch is added up once more.
template <class L>
run_sum sum_lengths(L const* length, std::ptrdiff_t begin, std::ptrdiff_t end)
{
  std::int64_t total = 0;
  L signs            = 0;
  for (std::ptrdiff_t run = begin; run < end; ++run)
  {
    total += length[run];
    signs = static_cast<L>(signs | length[run]);
  }
  run_sum sum;
  sum.total = total;
  if (std::is_signed_v<L> && signs < 0)
  {
    sum = {};
    for (std::ptrdiff_t run = begin; run < end; ++run)
    {
      sum.add(run, length[run], true);
    }
  }
  return sum;
}

/// The sum of a stretch of at most 2^30 runs.
template <class Runs>
run_sum sum_of(Runs const& runs, std::ptrdiff_t begin, std::ptrdiff_t end)
{
  using iterator = typename Runs::iterator;
  if constexpr (std::is_same_v<Runs, run_lengths<iterator>> && is_plain_pointer_v<iterator>)
  {
    using L = value_type_t<iterator>;
    if constexpr (std::is_integral_v<L> && !std::is_same_v<L, bool> && sizeof(L) <= 4)
    {
      return detail::sum_lengths(runs.first, begin, end);
    }
  }
  typename Runs::reader reader(runs, begin);
  return detail::sum_runs(reader, begin, end);
}

/// Runs whose sum is taken in one go, and where the table of an output's places has an entry.
inline constexpr std::ptrdiff_t runs_per_block = 4096;

/// Adds the sum `part` of runs [begin, end) to that of all before them.
template <class Runs>
void append(run_sum& whole, Runs const& runs, std::ptrdiff_t begin, std::ptrdiff_t end, run_sum const& part)
{
  if (whole.negative < 0)
  {
    whole.negative = part.negative;
  }
  if (whole.too_large >= 0)
  {
    return;
  }
  if (part.total < largest_total - whole.total)
  {
    whole.total += part.total;
    return;
  }
  typename Runs::reader reader(runs, begin); // near the limit: run by run, to name the one
  for (std::ptrdiff_t run = begin; run < end; ++run)
  {
    bool fits         = true;
    auto const length = reader.next(fits);
    whole.add(run, length, fits);
  }
}

/// The sum of all runs, in the calling thread.
template <class Runs>
run_sum total_of(Runs const& runs)
{
  if constexpr (is_random_access_v<typename Runs::iterator>)
  {
    run_sum whole;
    for (std::ptrdiff_t begin = 0; begin < runs.count; begin += runs_per_block)
    {
      std::ptrdiff_t const end = begin + std::min(runs_per_block, runs.count - begin);
      detail::append(whole, runs, begin, end, detail::sum_of(runs, begin, end));
    }
    return whole;
  }
  else
  {
    typename Runs::reader reader(runs, 0);
    return detail::sum_runs(reader, 0, runs.count);
  }
}

/// The total for a caller who is told, where nothing is thrown, of one beyond 2^63 - 1 by -1.
THRUM_HOST_DEVICE constexpr std::int64_t total_or_minus_1(run_sum const& sum)
{
  return sum.too_large >= 0 ? -1 : sum.total;
}

/// Throws what a caller should know of lengths that do not make sense.
inline void refuse_if_bad(char const* algorithm, char const* negative, run_sum const& sum)
{
  if (sum.negative >= 0)
  {
    detail::refuse(algorithm, negative, sum.negative);
  }
  if (sum.too_large >= 0)
  {
    detail::refuse(algorithm, "the total exceeds 2^63 - 1 with the run at index", sum.too_large);
  }
}
} // namespace detail
THRUM_NAMESPACE_END
