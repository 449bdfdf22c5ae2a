// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/iterator/run_length_decoded_view.h
/// Runs that look like the items they decode to, without ever being decoded.

#include <thrum/detail/cuda/run_starts.h>
#include <thrum/detail/dispatch/dispatch.h>
#include <thrum/detail/openmp/run_starts.h>
#include <thrum/detail/sequential/run_starts.h>
#include <thrum/version.h>

#include <thrust/iterator/iterator_facade.h>

#include <cstdint>
#include <memory>
#include <utility>

THRUM_NAMESPACE_BEGIN
namespace views
{
/// A place in the decoded sequence: random access, and trivially copyable if the iterators of values and
/// lengths are. On the host it knows the run it stands in, so that a step reads lengths only at a run's ends; a
/// jump, as a step over many empty runs, searches the view's table and walks at most 256 lengths. Where the data
/// is the GPU's, it searches when it is dereferenced, there. Dereferencing yields the value by value.
template <class ValueIt,
          class LengthIt,
          class System = typename thrust::iterator_system<ValueIt>::type,
          bool OnGpu   = false>
class run_length_decoded_iterator
    : public thrust::iterator_facade<run_length_decoded_iterator<ValueIt, LengthIt, System, OnGpu>,
                                     detail::value_type_t<ValueIt>,
                                     System,
                                     thrust::random_access_traversal_tag,
                                     detail::value_type_t<ValueIt>,
                                     std::ptrdiff_t>
{
public:
  run_length_decoded_iterator() = default;
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE run_length_decoded_iterator(ValueIt values,
                                                LengthIt lengths,
                                                std::ptrdiff_t num_runs,
                                                std::int64_t const* starts,
                                                std::int64_t position)
      : values_(values)
      , lengths_(lengths)
      , num_runs_(num_runs)
      , starts_(starts)
  {
    move_to(position);
  }

private:
  friend class thrust::iterator_core_access;

  /// A run that is not empty, or the end; it covers [begin, end) of the sequence.
  struct place
  {
    std::ptrdiff_t run = 0;
    std::int64_t begin = 0;
    std::int64_t end   = 0;
  };

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE detail::value_type_t<ValueIt> dereference() const
  {
    std::ptrdiff_t run = at_.run;
    if constexpr (OnGpu)
    {
      run = find(position_).run;
    }
    return static_cast<detail::value_type_t<ValueIt>>(*detail::advanced(values_, run));
  }
  THRUM_HOST_DEVICE bool equal(run_length_decoded_iterator const& other) const
  {
    return position_ == other.position_;
  }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void increment()
  {
    if (++position_ == at_.end && !OnGpu)
    {
      at_ = walk(at_.run + 1, at_.end, position_);
      if (at_.begin == at_.end && at_.run < num_runs_) // a desert, which the table knows the end of
      {
        at_ = find(position_);
      }
    }
  }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void decrement()
  {
    if (position_-- == at_.begin && !OnGpu)
    {
      at_ = walk_back(at_.run - 1, at_.begin, position_);
    }
  }
  THRUM_HOST_DEVICE void advance(std::ptrdiff_t n)
  {
    std::int64_t const to = position_ + n;
    if (at_.run < num_runs_ && to >= at_.begin && to < at_.end)
    {
      position_ = to;
    }
    else
    {
      move_to(to);
    }
  }
  THRUM_HOST_DEVICE std::ptrdiff_t distance_to(run_length_decoded_iterator const& other) const
  {
    return static_cast<std::ptrdiff_t>(other.position_ - position_);
  }

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void move_to(std::int64_t position)
  {
    position_ = position;
    if constexpr (!OnGpu)
    {
      at_ = find(position);
    }
  }

  /// The run that holds a position.
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE place find(std::int64_t position) const
  {
    std::ptrdiff_t low = 0, high = detail::starts_of(num_runs_);
    while (high - low > 1) // the last entry that starts at or before the position
    {
      std::ptrdiff_t const middle                = low + (high - low) / 2;
      (starts_[middle] <= position ? low : high) = middle;
    }
    return walk(low * detail::runs_per_start, num_runs_ > 0 ? starts_[low] : 0, position);
  }

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE std::int64_t length_of(std::ptrdiff_t run) const
  {
    bool fits = true;
    return detail::to_int64(static_cast<detail::value_type_t<LengthIt>>(*detail::advanced(lengths_, run)),
                            fits);
  }

  /// The same, from `run` on, which begins at `begin`: not beyond the table's next entry, where it ends with an
  /// empty place.
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE place walk(std::ptrdiff_t run, std::int64_t begin, std::int64_t position) const
  {
    std::ptrdiff_t const next = run - run % detail::runs_per_start + detail::runs_per_start;
    for (; run < next && run < num_runs_; ++run)
    {
      std::int64_t const length = length_of(run);
      if (begin + length > position)
      {
        return {run, begin, begin + length};
      }
      begin += length;
    }
    return {run, begin, begin};
  }

  /// The same, from `run` back, which ends at `end`, to the table's entry before it.
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE place walk_back(std::ptrdiff_t run, std::int64_t end, std::int64_t position) const
  {
    for (std::ptrdiff_t const first = run - run % detail::runs_per_start; run >= first; --run)
    {
      if (std::int64_t const length = length_of(run); length > 0)
      {
        return {run, end - length, end};
      }
    }
    return find(position);
  }

  ValueIt values_{};
  LengthIt lengths_{};
  std::ptrdiff_t num_runs_    = 0;
  std::int64_t const* starts_ = nullptr;
  std::int64_t position_      = 0;
  place at_; // that holds the position, on the host
};

/// A random access range over the items that runs decode to. It owns a table of 8 bytes for every 256 runs,
/// in the policy's memory; values and lengths stay the caller's and must outlive it, as it must outlive its
/// iterators. Move-only; its iterators stay valid when it is moved.
template <class Policy, class ValueIt, class LengthIt>
class run_length_decoded_view
{
  static constexpr bool on_gpu = detail::runs_on_gpu_v<Policy>;

public:
  /// Where the policy says that the data is the GPU's, iterators say so too, pointers' own among them.
  using iterator = run_length_decoded_iterator<
    ValueIt,
    LengthIt,
    std::conditional_t<on_gpu, thrust::device_system_tag, typename thrust::iterator_system<ValueIt>::type>,
    on_gpu>;
  using value_type = detail::value_type_t<ValueIt>;

  /// Reads the lengths twice, on the GPU once.
  run_length_decoded_view(Policy const& policy, ValueIt values, LengthIt lengths, std::int64_t num_runs)
      : table_(std::make_unique<table>(policy, static_cast<std::size_t>(detail::starts_of(num_runs))))
      , values_(values)
      , lengths_(lengths)
      , num_runs_(num_runs)
  {
    auto const runs = detail::make_run_lengths(lengths, num_runs);
    auto const sum  = detail::run(detail::execution_of(table_->policy),
                                  detail::run_starts_problem<decltype(runs)>{runs, table_->starts});
    detail::refuse_if_bad("make_run_length_decoded_view", "negative length at index", sum);
    size_ = sum.total;
  }

  iterator begin() const { return iterator(values_, lengths_, num_runs_, table_->starts, 0); }
  iterator end() const { return iterator(values_, lengths_, num_runs_, table_->starts, size_); }
  std::int64_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// For the host: where the data is the GPU's, the GPU reads the item and it is waited for.
  value_type operator[](std::int64_t position) const
  {
    return detail::read_item(detail::execution_of(table_->policy),
                             iterator(values_, lengths_, num_runs_, table_->starts, position));
  }

private:
  /// The policy stays with the memory that it must give back.
  struct table
  {
    table(Policy const& from, std::size_t count)
        : policy(from)
        , memory(policy, count * sizeof(std::int64_t) + detail::arena::granule)
    {
      detail::arena carved(memory.get());
      starts = carved.take<std::int64_t>(count);
    }
    Policy policy;
    detail::scratch<Policy> memory;
    std::int64_t* starts;
  };

  std::unique_ptr<table> table_;
  ValueIt values_;
  LengthIt lengths_;
  std::ptrdiff_t num_runs_;
  std::int64_t size_ = 0;
};
} // namespace views

/// \ingroup run_length
/// A view of the items that `num_runs` runs decode to: random access, decoded where it is read.
/// \param policy  any Thrust policy of the sequential, C++, OpenMP or CUDA system; a copy stays with the view
/// \throws std::invalid_argument if `num_runs` or a length is negative, or if the total exceeds 2^63 - 1
/// \throws std::bad_alloc        if there is no memory for the table
/// \snippet run_length_decoded_view.cpp page
template <class Policy, class ValueIt, class LengthIt>
views::run_length_decoded_view<Policy, ValueIt, LengthIt> make_run_length_decoded_view(
  thrust::detail::execution_policy_base<Policy> const& policy,
  ValueIt values_first,
  LengthIt lengths_first,
  std::int64_t num_runs)
{
  detail::require_not_negative("make_run_length_decoded_view", "negative number of runs", num_runs);
  return {thrust::detail::derived_cast(policy), values_first, lengths_first, num_runs};
}

/// \ingroup run_length
template <class ValueIt, class LengthIt, detail::if_not_policy<ValueIt> = 0>
auto make_run_length_decoded_view(ValueIt values_first, LengthIt lengths_first, std::int64_t num_runs)
{
  return thrum::make_run_length_decoded_view(detail::system_of<ValueIt, LengthIt>(), values_first,
                                             lengths_first, num_runs);
}

THRUM_NAMESPACE_END
