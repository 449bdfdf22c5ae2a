// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What a web server's log says of its visitors. Written for Thrust: nothing here knows of thrum.

#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

#include <cstddef>
#include <cstdint>

/// A request's visitor and time in one number: visitor << 32 | second.
using stamp = std::uint64_t;

/// Whether a request is the first of a session: of another visitor than the one before, or half an hour later.
struct begins_session
{
  stamp const* stamps;

  _CCCL_HOST_DEVICE std::int64_t operator()(std::int64_t i) const
  {
    return i == 0 || stamps[i] - stamps[i - 1] > 1800; // another visitor's stamp is further away than that
  }
};

struct visitor_of
{
  _CCCL_HOST_DEVICE std::uint32_t operator()(stamp s) const { return static_cast<std::uint32_t>(s >> 32); }
};

/// The log, and room for all that is found out: as many places as there are requests.
struct session_report
{
  thrust::device_vector<stamp> stamps;
  thrust::device_vector<std::int64_t> bytes, session, session_bytes, session_begin, visitor_bytes;
  thrust::device_vector<int> session_requests;
  thrust::device_vector<std::uint32_t> visitors;
  std::int64_t all_bytes = 0, sessions = 0, long_sessions = 0, squared_requests = 0;

  explicit session_report(std::size_t requests)
      : stamps(requests)
      , bytes(requests)
      , session(requests)
      , session_bytes(requests)
      , session_begin(requests)
      , visitor_bytes(requests)
      , session_requests(requests)
      , visitors(requests)
  {}
};

/// Brings the requests in the order of visitors and time.
template <class Policy>
void sort_log(Policy const& policy, session_report& r)
{
  thrust::sort_by_key(policy, r.stamps.begin(), r.stamps.end(), r.bytes.begin());
}

/// What was transferred in each session, how many requests it had, and where it begins in the log; what was transferred
/// to each visitor; and some totals.
template <class Policy>
void find_sessions(Policy const& policy, session_report& r)
{
  auto const begins = thrust::make_transform_iterator(
    thrust::make_counting_iterator(std::int64_t{0}),
    begins_session{thrust::raw_pointer_cast(r.stamps.data())});
  thrust::inclusive_scan(policy, begins, begins + r.stamps.size(), r.session.begin());

  auto const none = thrust::make_discard_iterator();
  auto const ends = thrust::reduce_by_key(policy, r.session.begin(), r.session.end(), r.bytes.begin(), none,
                                          r.session_bytes.begin());
  thrust::reduce_by_key(policy, r.session.begin(), r.session.end(), thrust::make_constant_iterator(1), none,
                        r.session_requests.begin());
  r.sessions       = ends.second - r.session_bytes.begin();
  auto const first = r.session_requests.begin();
  auto const last  = first + r.sessions;
  thrust::exclusive_scan(policy, first, last, r.session_begin.begin(), std::int64_t{0});
  r.long_sessions    = thrust::count_if(policy, first, last, thrust::placeholders::_1 >= 10);
  r.squared_requests = thrust::inner_product(policy, first, last, first, std::int64_t{0});

  auto const visitor = thrust::make_transform_iterator(r.stamps.begin(), visitor_of{});
  thrust::reduce_by_key(policy, visitor, visitor + r.stamps.size(), r.bytes.begin(), r.visitors.begin(),
                        r.visitor_bytes.begin());
  r.all_bytes = thrust::reduce(policy, r.bytes.begin(), r.bytes.end());
}
