// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What is to be done with the items of runs, before it is known where: each makes a sink for a thread of the host
/// (core/decode_sinks.h), a `plain` one for any thread, and says to the GPU what it needs for one of its own.

#include <thrum/detail/core/stream_sink.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
template <class Values, class Out>
struct make_values
{
  Values values;
  cursor<Out>* out;

  auto operator()(std::int64_t items) const { return detail::make_value_sink(values, *out, items); }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE auto plain() const { return value_sink<Values, Out>(values, *out); }
};

template <class Values, class Out, class Ranks>
struct make_ranked_values
{
  Values values;
  cursor<Out>* out;
  cursor<Ranks>* ranks;

  auto operator()(std::int64_t) const { return plain(); }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE auto plain() const { return ranked_value_sink<Values, Out, Ranks>(values, *out, *ranks); }
};

template <class F>
struct make_calls
{
  F* f;

  auto operator()(std::int64_t) const { return plain(); }
  THRUM_HOST_DEVICE auto plain() const { return call_sink<F>(*f); }
};

template <class Sources, class Destinations>
struct make_copies
{
  Sources sources;
  Destinations destinations;

  auto operator()(std::int64_t) const { return plain(); }
  THRUM_NO_EXEC_CHECK
  THRUM_HOST_DEVICE auto plain() const { return copy_sink<Sources, Destinations>(sources, destinations); }
};
} // namespace detail
THRUM_NAMESPACE_END
