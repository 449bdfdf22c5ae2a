// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels for items of up to 16 bytes, of which registers.sh makes a table. It finds an item's type in a kernel's
// name: keys and lengths beside it are `unsigned`, which no item is.
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>

#include <thrust/execution_policy.h>

#include <cstdint>
#include <type_traits>

/// Equal halves, so that it is two registers or two words anywhere.
struct two_words
{
  std::int64_t a, b;
  __host__ __device__ friend bool operator==(two_words const& x, two_words const& y)
  {
    return x.a == y.a && x.b == y.b;
  }
  __host__ __device__ friend two_words operator+(two_words const& x, two_words const& y)
  {
    return {x.a + y.a, x.b + y.b};
  }
};

/// A sum of which the library does not know that it commutes.
struct add
{
  template <class T>
  __host__ __device__ T operator()(T const& x, T const& y) const
  {
    return static_cast<T>(x + y);
  }
};

template <class T>
void start_kernels(T* items, T* out, unsigned* numbers, unsigned* numbers_out, std::uint64_t* counts)
{
  std::int64_t const size = 1'000'000;
  auto const policy       = thrust::cuda::par_nosync;
  auto const plus         = thrust::plus<>();
  auto const equal        = thrust::equal_to<>();
  auto const last         = items + size;
  auto const numbers_last = numbers + size;
  thrum::inclusive_scan(policy, items, last, out, plus);
  thrum::inclusive_scan_by_key(policy, numbers, numbers_last, items, out, equal, plus);
  if constexpr (std::is_class_v<T>)
  {
    thrum::reduce_into(policy, items, last, out, T{}, thrum::commutative(plus));
  }
  else
  {
    thrum::reduce_into(policy, items, last, out, T{}, plus);
  }
  thrum::reduce_into(policy, items, last, out, T{}, add());
  thrum::reduce_by_key_into(policy, numbers, numbers_last, items, numbers_out, out, counts, equal, plus);
  thrum::run_length_encode_into(policy, items, last, out, counts, counts);
  thrum::run_length_decode_n(policy, items, numbers, size, out, size, counts);
}

template <class... Ts>
void start_kernels_of(Ts*... items)
{
  (start_kernels<Ts>(items, items, nullptr, nullptr, nullptr), ...);
}

void start_all(std::int8_t* a,
               std::int16_t* b,
               std::int32_t* c,
               std::int64_t* d,
               float* e,
               double* f,
               __int128* g,
               two_words* h)
{
  start_kernels_of(a, b, c, d, e, f, g, h);
}
