// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Sums of half and bfloat16, of complex numbers and types that look like them, and of long double: the same bits as the
// replay.
#define BOOST_TEST_MODULE value_types_half
#include <thrum/reduce.h>
#include <thrum/scan.h>

#include <thrust/complex.h>

#include <complex>
#include <optional>
#include <vector>

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>)
#  include <cuda_bf16.h>
#  include <cuda_fp16.h>
#endif

#include <cuda/std/complex>

#include "compare.h"
#include "random.h"
#include "replay_commuting.h"
#include "systems.h"
#include "types.h"
#include <boost/test/tree/decorator.hpp>
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Equal values; representations of long double have bytes that mean nothing.
template <class T>
void check_sums(std::vector<T> const& items, T init)
{
  auto const commuting = replay::commuting_reduce(items, init, add{});
  auto const ordered   = replay::ordered_reduce(items, init, add{});
  auto const inclusive = replay::inclusive(items, std::optional<T>(), add{});
  auto const exclusive = replay::exclusive(items, init, add{});
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in    = make_input(system, items);
    auto out         = make_output(system, items.size(), init);
    auto const first = in.begin(), last = in.end();
    BOOST_TEST((thrum::reduce(system.policy(), first, last, init) == commuting));
    BOOST_TEST((thrum::reduce(system.policy(), first, last, init, add{}) == ordered));
    thrum::inclusive_scan(system.policy(), first, last, out.begin());
    BOOST_TEST(same_items(out.items(), inclusive));
    thrum::exclusive_scan(system.policy(), first, last, out.begin(), init);
    BOOST_TEST(same_items(out.items(), exclusive));
  });
}

/// Of a user's own.
template <class T>
class own_complex
{
public:
  using value_type = T;

  THRUM_HOST_DEVICE own_complex(T real, T imag) : real_(real), imag_(imag) {}
  THRUM_HOST_DEVICE T real() const { return real_; }
  THRUM_HOST_DEVICE T imag() const { return imag_; }

  THRUM_HOST_DEVICE friend own_complex operator+(own_complex a, own_complex b)
  {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  friend bool operator==(own_complex a, own_complex b) { return a.real_ == b.real_ && a.imag_ == b.imag_; }

private:
  T real_, imag_;
};

template <class Complex>
void check_complex()
{
  random_source random;
  auto const parts = random.mixed_floats<typename Complex::value_type>(200'006);
  std::vector<Complex> items;
  for (std::size_t i = 0; i < parts.size(); i += 2)
  {
    items.emplace_back(parts[i], parts[i + 1]);
  }
  check_sums(items, items.back());
}

/// Has all that a complex number has, and a second parameter.
template <class T, class Unit = void>
struct phasor
{
  T parts[2];

  THRUM_HOST_DEVICE explicit phasor(T re = T(), T im = T()) : parts{re, im} {}
  THRUM_HOST_DEVICE T real() const { return parts[0]; }
  THRUM_HOST_DEVICE T imag() const { return parts[1]; }
  THRUM_HOST_DEVICE friend phasor operator+(phasor const& a, phasor const& b)
  {
    return phasor(a.real() + b.real(), a.imag() + b.imag());
  }
};

/// Passes on what it holds; for a number that does not compile, and is not to be tried.
template <class T>
struct holder
{
  T held;

  THRUM_HOST_DEVICE explicit holder(T item = T(), T /*unused*/ = T()) : held(item) {}
  THRUM_HOST_DEVICE auto real() const { return held.real(); }
  THRUM_HOST_DEVICE auto imag() const { return held.imag(); }
  THRUM_HOST_DEVICE friend holder operator+(holder const& a, holder const& b)
  {
    return holder(a.held + b.held);
  }
};

/// What looks like a complex number, and is none, keeps its order.
template <class T>
void check_lookalike()
{
  std::vector<T> items;
  for (float const item : random_source().mixed_floats<float>(100'003))
  {
    items.emplace_back(item, 1.0F);
  }
  T const init(0.3F);
  T const expected = replay::ordered_reduce(items, init, add{});
  for_each_system<bit_systems>([&](auto const& system) {
    auto const in = make_input(system, items);
    BOOST_TEST(same_bits<T>({thrum::reduce(system.policy(), in.begin(), in.end(), init)}, {expected}));
  });
}
} // namespace

BOOST_AUTO_TEST_CASE(b49_complex_sums)
{
#if !THRUM_HAS_CUDA
  check_complex<std::complex<float>>();
#endif
  check_complex<cuda::std::complex<double>>();
  check_complex<thrust::complex<float>>();
  check_complex<own_complex<float>>();
}

BOOST_AUTO_TEST_CASE(b49_no_complex_sums)
{
  check_lookalike<phasor<float>>();
  check_lookalike<holder<float>>();
}

#if !THRUM_HAS_CUDA // which has no long double
BOOST_AUTO_TEST_CASE(b49_long_double_sums)
{
  check_sums(random_source().mixed_floats<long double>(100'003), 0.3L);
}
#endif

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>)
namespace
{
template <class T>
void check_short_floats()
{
  std::vector<T> items;
  for (float const item : random_source().mixed_floats<float>(150'003))
  {
    items.push_back(T(item / 4'096.0F));
  }
  check_sums(items, T(0.25F));
  static_assert(
    thrum::detail::commutes_v<thrust::plus<>, T> && thrum::detail::commutes_v<thrust::multiplies<T>, T>);
}
} // namespace

BOOST_AUTO_TEST_CASE(b49_half_sums)
{
  check_short_floats<__half>();
}

BOOST_AUTO_TEST_CASE(b49_bfloat16_sums)
{
  check_short_floats<__nv_bfloat16>();
}
#else
namespace
{
boost::test_tools::assertion_result header_is_there(boost::unit_test::test_unit_id)
{
  boost::test_tools::assertion_result result{false};
  result.message() << "cuda_fp16.h and cuda_bf16.h of the CUDA Toolkit are not here";
  return result;
}
} // namespace

BOOST_AUTO_TEST_CASE(b49_half_and_bfloat16_sums, *boost::unit_test::precondition(header_is_there)) {}
#endif
