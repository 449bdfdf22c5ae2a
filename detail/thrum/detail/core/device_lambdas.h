// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Iterators that call a lambda for the device alone. While it compiles for the host, nvcc takes any such lambda for
/// one that returns int, unless its return type is written there. Then the host would plan for items of another type
/// than the device works on.

#include <thrum/detail/config/config.h>

#include <type_traits>

#if defined(__CUDACC_EXTENDED_LAMBDA__)
#  include <thrust/iterator/permutation_iterator.h>
#  include <thrust/iterator/reverse_iterator.h>
#  include <thrust/iterator/transform_iterator.h>
#  include <thrust/iterator/zip_iterator.h>

#  include <cuda/std/iterator>
#  include <cuda/std/tuple>
#endif

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Whether the host cannot know what F returns.
template <class F>
inline constexpr bool hides_result_v =
#if defined(__CUDACC_EXTENDED_LAMBDA__)
  __nv_is_extended_device_lambda_closure_type(F) && !__nv_is_extended_host_device_lambda_closure_type(F)
  && !__nv_is_extended_device_lambda_with_preserved_return_type(F);
#else
  false;
#endif

/// Whether host and device take the items of an iterator for the same type: the host always says so, the device knows.
template <class It>
inline constexpr bool sides_agree_v = true;

#if defined(__CUDACC_EXTENDED_LAMBDA__)
template <class It>
inline constexpr bool has_ints_v = std::is_same_v<typename ::cuda::std::iterator_traits<It>::value_type, int>;

template <class F, class It>
inline constexpr bool sides_agree_v<thrust::transform_iterator<F, It>> =
  !hides_result_v<F> || has_ints_v<thrust::transform_iterator<F, It>>;

template <class It>
inline constexpr bool sides_agree_v<thrust::reverse_iterator<It>> = sides_agree_v<It>;

template <class It, class IndexIt>
inline constexpr bool sides_agree_v<thrust::permutation_iterator<It, IndexIt>> = sides_agree_v<It>;

template <class... It>
inline constexpr bool sides_agree_v<thrust::zip_iterator<::cuda::std::tuple<It...>>> =
  (sides_agree_v<It> && ...);
#endif

/// A type that host and device agree on, or else a sentence.
template <bool Agree, class T>
struct agreed
{
#if defined(__CUDA_ARCH__)
  static_assert(Agree,
                "thrum: the host takes a __device__ lambda for one that returns int; write what it returns, "
                "[] __device__(...) -> T {...}, or use a __host__ __device__ lambda");
#endif
  using type = T;
};

/// What F returns for a T, without reference and const.
template <class F, class T, class Result = std::decay_t<std::invoke_result_t<F&, T>>>
using plain_result_t = typename agreed<!hides_result_v<F> || std::is_same_v<Result, int>, Result>::type;
} // namespace detail
THRUM_NAMESPACE_END
