// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// For calls without a policy, where the iterators' systems decide: Thrust's vectors of the host's system
// and of the device's.
//
//   BOOST_AUTO_TEST_CASE_TEMPLATE(without_a_policy, Vector, thrum_test::vectors<int>)
#include <thrust/device_vector.h>
#include <thrust/host_vector.h>

#include <tuple>
#include <vector>

namespace thrum_test
{
template <class T>
using vectors     = std::tuple<thrust::host_vector<T>, thrust::device_vector<T>>;
using int_vectors = vectors<int>;

template <class Vector>
inline constexpr bool is_host_vector_v = false;
template <class T>
inline constexpr bool is_host_vector_v<thrust::host_vector<T>> = true;

template <class Vector, class T>
Vector make_vector(std::vector<T> const& items)
{
  return Vector(items.begin(), items.end());
}

template <class Vector>
auto items_of(Vector const& vector)
{
  return std::vector<typename Vector::value_type>(vector.begin(), vector.end());
}
} // namespace thrum_test
