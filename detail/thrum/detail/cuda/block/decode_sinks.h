// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What the GPU does with the items of runs: values that are copied into a kernel. A sink says
///
///   kept           what a tile keeps of each run that is not empty, or nothing_kept
///   load(run)      that, read each time that the run's tile is loaded: once, or once for each window of a heavy one
///   emits          whether items are asked for; if not, only totals are
///   numbers        whether visit needs the number of the run
///   ranks          whether visit needs the place within the run
///   pieces         the type whose items may leave in 16-byte pieces, or void
///   goes_in_pieces(), begin_at(place)     whether they do in this call, and where
///   visit(place, run, rank, kept)          an item
///   copy(cta, run, rank, count)           consecutive items of a run, by a warp, if `ranges`
///   emit_beside(place, run, rank)         what else belongs to an item that left in a piece, if `beside`

#include <thrum/detail/core/runs.h>
#include <thrum/detail/cuda/block/copy_bytes.h>
#include <thrum/detail/cuda/block/decode_pieces.h>
#include <thrum/detail/cuda/block/transfer.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
struct nothing_kept
{};

/// Asks for nothing but the total.
struct no_sink
{
  using kept                             = nothing_kept;
  using pieces                           = void;
  static constexpr bool emits            = false;
  static constexpr bool numbers          = false;
  static constexpr bool ranks            = false;
  static constexpr bool beside           = false;
  static constexpr bool starts           = false;
  static constexpr bool ranges           = false;
  static constexpr bool values_are_bytes = true; // there are none
};

/// Where every 256th run begins.
struct start_writer : no_sink
{
  static constexpr bool starts = true;

  std::int64_t* first;
  std::ptrdiff_t every;

  THRUM_DEVICE void start(std::ptrdiff_t run, std::int64_t place) const
  {
    if (run % every == 0)
    {
      first[run / every] = place;
    }
  }
};

/// Repeats values.
template <class Values, class Out>
class value_writer : public no_sink
{
  using value                     = value_type_t<Values>;
  static constexpr bool in_memory = is_plain_pointer_v<Out>;
  using target                    = std::conditional_t<in_memory, std::remove_pointer_t<Out>, value>;
  static constexpr bool converted = in_memory && std::is_arithmetic_v<target> && std::is_arithmetic_v<value>;
  using item                      = std::conditional_t<converted, target, value>;
  static constexpr bool keeps =
    std::is_trivially_copyable_v<
      item> && std::is_trivially_destructible_v<item> && std::is_copy_constructible_v<item> && sizeof(item) <= 16;

public:
  using kept   = std::conditional_t<keeps, item, nothing_kept>;
  using pieces = std::conditional_t<
    keeps && in_memory
      && std::is_same_v<item, target> && fills_pieces_v<item> && std::is_copy_assignable_v<item>,
    item,
    void>;
  static constexpr bool emits            = true;
  static constexpr bool numbers          = !keeps;
  static constexpr bool values_are_bytes = moves_bytes_v<Values, kept>;

  THRUM_HOST_DEVICE value_writer(Values values, Out out) : values_(values), out_(out) {}

  /// The values, if they may be copied as bytes.
  THRUM_HOST_DEVICE Values const& values() const { return values_; }

  THRUM_DEVICE kept load(std::ptrdiff_t run) const
  {
    return static_cast<kept>(static_cast<value>(*detail::advanced(values_, run)));
  }

  THRUM_HOST_DEVICE bool goes_in_pieces() const
  {
    if constexpr (std::is_void_v<pieces>)
    {
      return false;
    }
    else
    {
      return reinterpret_cast<std::uintptr_t>(out_) % sizeof(pieces) == 0;
    }
  }
  THRUM_HOST_DEVICE Out begin_at(std::int64_t place) const { return detail::advanced(out_, place); }

  THRUM_DEVICE void visit(std::int64_t place, std::ptrdiff_t run, std::int64_t, kept const& x) const
  {
    if constexpr (keeps)
    {
      detail::assign(*detail::advanced(out_, place), x);
    }
    else
    {
      detail::assign(*detail::advanced(out_, place), static_cast<value>(*detail::advanced(values_, run)));
    }
  }

private:
  Values values_;
  Out out_;
};

/// Repeats values, and counts their repetitions beside.
template <class Values, class Out, class Ranks>
class ranked_writer : public value_writer<Values, Out>
{
  using base = value_writer<Values, Out>;

public:
  using typename base::kept;
  static constexpr bool ranks  = true;
  static constexpr bool beside = true;

  THRUM_HOST_DEVICE ranked_writer(Values values, Out out, Ranks ranks_out)
      : base(values, out)
      , ranks_(ranks_out)
  {}

  THRUM_DEVICE void visit(std::int64_t place, std::ptrdiff_t run, std::int64_t rank, kept const& x) const
  {
    base::visit(place, run, rank, x);
    emit_beside(place, run, rank);
  }
  THRUM_DEVICE void emit_beside(std::int64_t place, std::ptrdiff_t, std::int64_t rank) const
  {
    detail::assign(*detail::advanced(ranks_, place), rank);
  }

private:
  Ranks ranks_;
};

/// Calls f(run, rank).
template <class F>
class caller : public no_sink
{
public:
  static constexpr bool emits   = true;
  static constexpr bool numbers = true;
  static constexpr bool ranks   = true;

  THRUM_HOST_DEVICE explicit caller(F const& f) : f_(f) {}

  THRUM_HOST_DEVICE static constexpr bool goes_in_pieces() { return false; }
  THRUM_DEVICE void visit(std::int64_t, std::ptrdiff_t run, std::int64_t rank, nothing_kept) const
  {
    static_cast<void>(f_(static_cast<std::int64_t>(run), rank)); // what it returns is nobody's
  }

private:
  mutable F f_; // its call operator need not be const
};

/// Copies between the ranges that a run's source and destination begin.
template <class Sources, class Destinations>
class range_copier : public no_sink
{
public:
  static constexpr bool emits   = true;
  static constexpr bool numbers = true;
  static constexpr bool ranks   = true;
  static constexpr bool ranges  = true;

  THRUM_HOST_DEVICE range_copier(Sources sources, Destinations destinations)
      : sources_(sources)
      , destinations_(destinations)
  {}

  THRUM_HOST_DEVICE static constexpr bool goes_in_pieces() { return false; }

  THRUM_DEVICE void visit(std::int64_t, std::ptrdiff_t run, std::int64_t rank, nothing_kept) const
  {
    detail::assign(*detail::advanced(destination(run), rank), *detail::advanced(source(run), rank));
  }

  template <class Cta>
  THRUM_DEVICE void copy(Cta const& cta, std::ptrdiff_t run, std::int64_t rank, std::uint32_t count) const
  {
    auto const from = detail::advanced(source(run), rank);
    auto const to   = detail::advanced(destination(run), rank);
    using From      = std::remove_const_t<decltype(from)>;
    using To        = std::remove_const_t<decltype(to)>;
    if constexpr (copies_bytes_v<From, To>)
    {
      gpu::copy_bytes(cta, from, to,
                      static_cast<std::int64_t>(count) * static_cast<std::int64_t>(sizeof(*to)));
    }
    else
    {
      for (std::int64_t i = cta.lane(); i < static_cast<std::int64_t>(count); i += lanes)
      {
        detail::assign(*detail::advanced(to, i), *detail::advanced(from, i));
      }
    }
  }

private:
  THRUM_DEVICE auto source(std::ptrdiff_t run) const
  {
    return detail::unwrap(static_cast<value_type_t<Sources>>(*detail::advanced(sources_, run)));
  }
  THRUM_DEVICE auto destination(std::ptrdiff_t run) const
  {
    return detail::unwrap(static_cast<value_type_t<Destinations>>(*detail::advanced(destinations_, run)));
  }

  Sources sources_;
  Destinations destinations_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
