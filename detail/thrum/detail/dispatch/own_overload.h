// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// A policy of a user's own may bring its own overload of an algorithm, as Thrust allows; then it keeps it.
///
/// For each of Thrust's names there is a probe. It stands beside whatever argument-dependent lookup finds,
/// takes the policy itself (better than any base of it, worse than an overload written for it), and so wins
/// unless the policy has an overload of its own. A template that would take any policy at all, found only
/// because an argument comes from its namespace, also takes `stranger`, and does not count.

#include <thrum/detail/dispatch/execution.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace own
{
struct none
{};
struct stranger : thrust::execution_policy<stranger>
{};

namespace reduce_probe
{
template <class Policy, class... Args>
none reduce(Policy const&, Args const&...);

struct reduce_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const -> decltype(reduce(policy, args...))
  {
    return reduce(policy, args...);
  }
};
} // namespace reduce_probe
using reduce_probe::reduce_call;

namespace reduce_into_probe
{
template <class Policy, class... Args>
none reduce_into(Policy const&, Args const&...);

struct reduce_into_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(reduce_into(policy, args...))
  {
    return reduce_into(policy, args...);
  }
};
} // namespace reduce_into_probe
using reduce_into_probe::reduce_into_call;

namespace transform_reduce_probe
{
template <class Policy, class... Args>
none transform_reduce(Policy const&, Args const&...);

struct transform_reduce_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(transform_reduce(policy, args...))
  {
    return transform_reduce(policy, args...);
  }
};
} // namespace transform_reduce_probe
using transform_reduce_probe::transform_reduce_call;

namespace reduce_by_key_probe
{
template <class Policy, class... Args>
none reduce_by_key(Policy const&, Args const&...);

struct reduce_by_key_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(reduce_by_key(policy, args...))
  {
    return reduce_by_key(policy, args...);
  }
};
} // namespace reduce_by_key_probe
using reduce_by_key_probe::reduce_by_key_call;

namespace inclusive_scan_probe
{
template <class Policy, class... Args>
none inclusive_scan(Policy const&, Args const&...);

struct inclusive_scan_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(inclusive_scan(policy, args...))
  {
    return inclusive_scan(policy, args...);
  }
};
} // namespace inclusive_scan_probe
using inclusive_scan_probe::inclusive_scan_call;

namespace exclusive_scan_probe
{
template <class Policy, class... Args>
none exclusive_scan(Policy const&, Args const&...);

struct exclusive_scan_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(exclusive_scan(policy, args...))
  {
    return exclusive_scan(policy, args...);
  }
};
} // namespace exclusive_scan_probe
using exclusive_scan_probe::exclusive_scan_call;

namespace inclusive_scan_by_key_probe
{
template <class Policy, class... Args>
none inclusive_scan_by_key(Policy const&, Args const&...);

struct inclusive_scan_by_key_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(inclusive_scan_by_key(policy, args...))
  {
    return inclusive_scan_by_key(policy, args...);
  }
};
} // namespace inclusive_scan_by_key_probe
using inclusive_scan_by_key_probe::inclusive_scan_by_key_call;

namespace exclusive_scan_by_key_probe
{
template <class Policy, class... Args>
none exclusive_scan_by_key(Policy const&, Args const&...);

struct exclusive_scan_by_key_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(exclusive_scan_by_key(policy, args...))
  {
    return exclusive_scan_by_key(policy, args...);
  }
};
} // namespace exclusive_scan_by_key_probe
using exclusive_scan_by_key_probe::exclusive_scan_by_key_call;

namespace transform_inclusive_scan_probe
{
template <class Policy, class... Args>
none transform_inclusive_scan(Policy const&, Args const&...);

struct transform_inclusive_scan_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(transform_inclusive_scan(policy, args...))
  {
    return transform_inclusive_scan(policy, args...);
  }
};
} // namespace transform_inclusive_scan_probe
using transform_inclusive_scan_probe::transform_inclusive_scan_call;

namespace transform_exclusive_scan_probe
{
template <class Policy, class... Args>
none transform_exclusive_scan(Policy const&, Args const&...);

struct transform_exclusive_scan_call
{
  THRUM_NO_EXEC_CHECK
  template <class Policy, class... Args>
  THRUM_HOST_DEVICE auto operator()(Policy& policy, Args... args) const
    -> decltype(transform_exclusive_scan(policy, args...))
  {
    return transform_exclusive_scan(policy, args...);
  }
};
} // namespace transform_exclusive_scan_probe
using transform_exclusive_scan_probe::transform_exclusive_scan_call;

template <class Call, class Policy, class... Args>
inline constexpr bool finds_v = [] {
  if constexpr (std::is_invocable_v<Call, Policy&, Args...>)
  {
    return !std::is_same_v<std::invoke_result_t<Call, Policy&, Args...>, none>;
  }
  else
  {
    return false;
  }
}();
} // namespace own

/// Whether the policy itself brings what Call calls.
template <class Call, class Policy, class... Args>
inline constexpr bool has_own_v =
  own::finds_v<Call, Policy, Args...> && !own::finds_v<Call, own::stranger, Args...>;

THRUM_NO_EXEC_CHECK
template <class Call, class Policy, class... Args>
THRUM_HOST_DEVICE decltype(auto) call_own(thrust::detail::execution_policy_base<Policy> const& policy,
                                          Args... args)
{
  return Call{}(thrust::detail::derived_cast(thrust::detail::strip_const(policy)), args...);
}
} // namespace detail
THRUM_NAMESPACE_END
