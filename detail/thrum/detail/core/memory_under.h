// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The memory that lies under an iterator.

#include <thrum/detail/core/iterators.h>

#include <thrust/iterator/transform_iterator.h>

#include <cstddef>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// A pointer to what an iterator reads for its item, where the next one's lies behind it in memory; else nullptr, of its
/// own type.
template <class It>
THRUM_HOST_DEVICE constexpr std::nullptr_t memory_under(It const&)
{
  return nullptr;
}
template <class T>
THRUM_HOST_DEVICE constexpr T const* memory_under(T* const& it)
{
  return it;
}
template <class F, class Base, class Reference, class Value>
THRUM_HOST_DEVICE constexpr auto memory_under(thrust::transform_iterator<F, Base, Reference, Value> const& it)
{
  return detail::memory_under(detail::unwrap(it.base()));
}
} // namespace detail
THRUM_NAMESPACE_END
