// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is done with the pieces of runs: a *sink* `load`s what a run brings, once for each run however many
/// threads share it, and `visit`s pieces in the order of the output, from the place where it `enter`s it. It says
/// what it moves, `item_bytes` for an item and `run_bytes` for a run beside its length, so that work can be shared.

#include <thrum/detail/core/block_items.h>

#include <cstdint>

#include <cuda/std/optional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Bytes to move that are worth handing to another thread.
inline constexpr std::size_t bytes_worth_a_segment = 64 * 1024;

/// Items of runs' iterators: anywhere, or one after the other where the iterator only walks.
template <class It>
class run_items
{
public:
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE explicit run_items(It it) : it_(it) {}
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE It at(std::ptrdiff_t run)
  {
    if constexpr (is_random_access_v<It>)
    {
      return detail::advanced(it_, run);
    }
    else
    {
      for (; at_ < run; ++at_)
      {
        ++it_;
      }
      return it_;
    }
  }

private:
  It it_;
  std::ptrdiff_t at_ = 0;
};

/// Repeats a run's value.
template <class Values, class Out>
class value_sink
{
public:
  using loaded                            = value_type_t<Values>;
  static constexpr bool enters_anywhere   = is_random_access_v<Values> && is_random_access_v<Out>;
  static constexpr std::size_t item_bytes = sizeof(loaded);
  static constexpr std::size_t run_bytes  = sizeof(loaded);

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE value_sink(Values values, cursor<Out>& out)
      : values_(values)
      , out_(out)
      , place_(out.at(0))
  {}

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE loaded load(std::ptrdiff_t run) { return static_cast<loaded>(*values_.at(run)); }
  THRUM_HOST_DEVICE void enter(std::int64_t position)
  {
    if constexpr (is_random_access_v<Out>)
    {
      place_.emplace(out_.at(position));
    }
  }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void visit(loaded const& value, std::ptrdiff_t, std::int64_t, std::int64_t count)
  {
    for (std::int64_t i = 0; i < count; ++i, (void)++*place_)
    {
      detail::assign(**place_, value);
    }
  }
  THRUM_HOST_DEVICE void leave() { out_.leave(*place_); }

private:
  run_items<Values> values_;
  cursor<Out>& out_;
  ::cuda::std::optional<Out> place_;
};

/// Repeats a run's value, and counts its repetitions beside.
template <class Values, class Out, class Ranks>
class ranked_value_sink
{
public:
  using loaded = value_type_t<Values>;
  static constexpr bool enters_anywhere =
    is_random_access_v<Values> && is_random_access_v<Out> && is_random_access_v<Ranks>;
  static constexpr std::size_t item_bytes = sizeof(loaded) + sizeof(std::int64_t);
  static constexpr std::size_t run_bytes  = sizeof(loaded);

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE ranked_value_sink(Values values, cursor<Out>& out, cursor<Ranks>& ranks)
      : values_(values, out)
      , ranks_(ranks)
      , place_(ranks.at(0))
  {}

  THRUM_HOST_DEVICE loaded load(std::ptrdiff_t run) { return values_.load(run); }
  THRUM_HOST_DEVICE void enter(std::int64_t position)
  {
    values_.enter(position);
    if constexpr (is_random_access_v<Ranks>)
    {
      place_.emplace(ranks_.at(position));
    }
  }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void visit(loaded const& value, std::ptrdiff_t run, std::int64_t rank, std::int64_t count)
  {
    values_.visit(value, run, rank, count);
    for (std::int64_t i = 0; i < count; ++i, (void)++*place_)
    {
      detail::assign(**place_, rank + i);
    }
  }
  THRUM_HOST_DEVICE void leave()
  {
    values_.leave();
    ranks_.leave(*place_);
  }

private:
  value_sink<Values, Out> values_;
  cursor<Ranks>& ranks_;
  ::cuda::std::optional<Ranks> place_;
};

/// Calls f(run, rank).
template <class F>
class call_sink
{
public:
  static constexpr bool enters_anywhere   = true;
  static constexpr std::size_t item_bytes = bytes_worth_a_segment; // a call may take any time
  static constexpr std::size_t run_bytes  = 0;
  struct loaded
  {};

  THRUM_HOST_DEVICE explicit call_sink(F& f) : f_(f) {}
  THRUM_HOST_DEVICE loaded load(std::ptrdiff_t) { return {}; }
  THRUM_HOST_DEVICE void enter(std::int64_t) {}
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void visit(loaded, std::ptrdiff_t run, std::int64_t rank, std::int64_t count)
  {
    for (std::int64_t i = rank; i < rank + count; ++i)
    {
      static_cast<void>(f_(static_cast<std::int64_t>(run), i)); // it may be [[nodiscard]]
    }
  }
  THRUM_HOST_DEVICE void leave() {}

private:
  F& f_;
};

/// Copies between the ranges that a run's source and destination begin.
template <class Sources, class Destinations>
class copy_sink
{
public:
  static constexpr bool enters_anywhere = is_random_access_v<Sources> && is_random_access_v<Destinations>;
  struct loaded
  {
    value_type_t<Sources> source;
    value_type_t<Destinations> destination;
  };
  static constexpr std::size_t item_bytes = 2 * sizeof(value_type_t<value_type_t<Sources>>);
  static constexpr std::size_t run_bytes  = sizeof(loaded);

  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE copy_sink(Sources sources, Destinations destinations)
      : sources_(sources)
      , destinations_(destinations)
  {}
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE loaded load(std::ptrdiff_t run)
  {
    return {static_cast<value_type_t<Sources>>(*sources_.at(run)),
            static_cast<value_type_t<Destinations>>(*destinations_.at(run))};
  }
  THRUM_HOST_DEVICE void enter(std::int64_t) {}
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE void visit(loaded const& range, std::ptrdiff_t, std::int64_t rank, std::int64_t count)
  {
    auto from = detail::unwrap(detail::advanced(range.source, rank));
    auto to   = detail::unwrap(detail::advanced(range.destination, rank));
    if constexpr (
      is_plain_pointer_v<
        decltype(from)> && is_plain_pointer_v<decltype(to)> && std::is_same_v<std::remove_cv_t<std::remove_pointer_t<decltype(from)>>, std::remove_pointer_t<decltype(to)>>)
    {
      std::memcpy(static_cast<void*>(to), from, static_cast<std::size_t>(count) * sizeof(*to));
    }
    else
    {
      for (std::int64_t i = 0; i < count; ++i, (void)++from, (void)++to)
      {
        detail::assign(*to, *from);
      }
    }
  }
  THRUM_HOST_DEVICE void leave() {}

private:
  run_items<Sources> sources_;
  run_items<Destinations> destinations_;
};
} // namespace detail
THRUM_NAMESPACE_END
