// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Decoding into memory: runs are gathered in a small stage and leave it in whole cache lines.

#include <thrum/detail/core/decode_sinks.h>
#include <thrum/detail/core/streaming.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Repeats a run's value into memory. Every run stores a fixed number of bytes, whatever its length, and
/// advances by its length: there is no branch for short runs, empty ones included. That number follows the
/// mean length, so that few runs are longer.
template <class Values, class U>
class stream_sink
{
public:
  using loaded                            = value_type_t<Values>;
  static constexpr bool enters_anywhere   = is_random_access_v<Values>;
  static constexpr std::size_t item_bytes = sizeof(U);
  static constexpr std::size_t run_bytes  = sizeof(loaded);

  stream_sink(Values values, cursor<U*>& out, std::int64_t total)
      : values_(values)
      , out_(out.at(0))
      , base_(out_)
      , streaming_(total >= static_cast<std::int64_t>(streaming_threshold / sizeof(U)))
  {}

  loaded load(std::ptrdiff_t run) { return static_cast<loaded>(*values_.at(run)); }

  void enter(std::int64_t position) { out_ = base_ + position; }

  void visit(loaded const& value, std::ptrdiff_t, std::int64_t, std::int64_t count)
  {
    place_ = repeat<widest>(place_, static_cast<U>(value), count);
  }

  /// Whole runs [first, last), which have `items` items.
  template <class Reader>
  void emit_runs(Reader& reader, std::ptrdiff_t first, std::ptrdiff_t last, std::int64_t items)
  {
    std::int64_t const mean_bytes = items / (last - first) * static_cast<std::int64_t>(sizeof(U));
    if (mean_bytes <= 24)
    {
      emit_runs_by<64>(reader, first, last, items);
    }
    else if (mean_bytes <= 96 || mean_bytes > 384)
    {
      emit_runs_by<128>(reader, first, last, items);
    }
    else
    {
      emit_runs_by<widest>(reader, first, last, items);
    }
  }

  void leave()
  {
    flush();
    send(place_ - stage());
    place_ = stage();
    if (streaming_)
    {
      detail::stream_fence();
    }
  }

private:
  static constexpr std::int64_t widest = 512; // bytes

  template <std::int64_t Bytes>
  static constexpr std::int64_t over_items = std::max<std::int64_t>(1,
                                                                    Bytes
                                                                      / static_cast<std::int64_t>(sizeof(U)));

  // Small, so that the processor computes the next lines while its write buffers drain the last ones.
  static constexpr std::int64_t stage_items = std::max<std::int64_t>(
    over_items<widest>, 2048 / static_cast<std::int64_t>(sizeof(U)));

  template <std::int64_t Bytes, class Reader>
  void emit_runs_by(Reader& reader, std::ptrdiff_t first, std::ptrdiff_t last, std::int64_t items)
  {
    U* place = place_; // in a register
    for (std::ptrdiff_t run = first; run < last && items > 0; ++run)
    {
      bool fits                 = true;
      std::int64_t const length = std::clamp<std::int64_t>(reader.next(fits), 0, items);
      if constexpr (!is_plain_pointer_v<Values>)
      {
        if (length == 0)
        {
          continue; // the value of an empty run is not read; in memory it does no harm
        }
      }
      place = repeat<Bytes>(place, static_cast<U>(load(run)), length);
      items -= length;
    }
    place_ = place;
  }

  /// Stores `count` items from `place` in the stage on, and perhaps some more; returns where to go on.
  template <std::int64_t Bytes>
  U* repeat(U* place, U const item, std::int64_t count)
  {
    constexpr std::int64_t step = over_items<Bytes>;
    store<step>(place, item);
    if (count > step)
    {
      place = repeat_long<step>(place, item, count);
    }
    else
    {
      place += count;
    }
    if (place >= stage() + stage_items)
    {
      place_ = place;
      flush();
      place = place_;
    }
    return place;
  }

  template <std::int64_t Step>
  U* repeat_long(U* place, U const item, std::int64_t count)
  {
    for (;;)
    {
      std::int64_t const room = stage() + stage_items - place;
      std::int64_t const some = std::min(count, room);
      for (std::int64_t i = 0; i < some; i += Step)
      {
        store<Step>(place + i, item);
      }
      place += some;
      count -= some;
      if (count == 0)
      {
        return place;
      }
      place_ = place;
      flush();
      place = place_;
    }
  }

  template <std::int64_t Step>
  static void store(U* place, U const item)
  {
    for (std::int64_t i = 0; i < Step; ++i)
    {
      ::new (static_cast<void*>(place + i)) U(item);
    }
  }

  U* stage() { return reinterpret_cast<U*>(bytes_); }

  /// Sends all whole lines; what is left of the last one waits for its rest.
  void flush()
  {
    constexpr std::size_t line = 64;
    std::int64_t const filled  = place_ - stage();
    std::int64_t rest          = 0;
    if (streaming_ && line % sizeof(U) == 0)
    {
      auto const end = reinterpret_cast<std::uintptr_t>(out_ + filled);
      rest           = std::min(filled, static_cast<std::int64_t>(end % line / sizeof(U)));
    }
    send(filled - rest);
    std::memmove(static_cast<void*>(stage()), stage() + (filled - rest),
                 static_cast<std::size_t>(rest) * sizeof(U));
    place_ = stage() + rest;
  }

  void send(std::int64_t count)
  {
    auto const bytes = static_cast<std::size_t>(count) * sizeof(U);
    if (streaming_)
    {
      detail::stream_copy(out_, stage(), bytes);
    }
    else if (bytes > 0)
    {
      std::memcpy(static_cast<void*>(out_), stage(), bytes);
    }
    out_ += count;
  }

  stream_sink(stream_sink const&)            = delete; // place_ points into the object
  stream_sink& operator=(stream_sink const&) = delete;

  run_items<Values> values_;
  U* out_;
  U* base_;
  bool streaming_;
  alignas(64) alignas(
    U) unsigned char bytes_[static_cast<std::size_t>(stage_items + 2 * over_items<widest>) * sizeof(U)];
  U* place_ = stage(); // where the next item goes
};

/// The sink for an output: through the stage where the output is memory.
template <class Values, class Out>
auto make_value_sink(Values values, cursor<Out>& out, [[maybe_unused]] std::int64_t total)
{
  using V = value_type_t<Values>;
  if constexpr (block_writer<Out, V>::in_place)
  {
    return stream_sink<Values, std::remove_pointer_t<Out>>(values, out, total);
  }
  else
  {
    return value_sink<Values, Out>(values, out);
  }
}
} // namespace detail
THRUM_NAMESPACE_END
