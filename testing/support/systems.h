// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The systems under test, as types, so that each test body is written once:
//
//   BOOST_AUTO_TEST_CASE_TEMPLATE(sums_integers, System, thrum_test::systems)
//   {
//     System const system; // holds the number of threads while it lives
//     auto const in = thrum_test::make_input<System>(std::vector<int>{1, 2, 3});
//     auto out      = thrum_test::make_output<System>(3, -1);       // three items, all -1
//     thrum::inclusive_scan(system.policy(), in.begin(), in.end(), out.begin());
//     BOOST_TEST(thrum_test::same_items(out.items(), {1, 3, 6}));   // compare.h
//   }
//
// The same source compiled by nvcc tests the CUDA system (the lists below are then of that).
//
// A system says how its data is held by `template <class T> using buffer`, so another system is one more
// struct here.
#include "buffer.h"

#include <thrum/detail/config/config.h>
#if THRUM_HAS_CUDA
#  include "cuda_system.h"
#endif

#include <boost/test/unit_test.hpp>

#include <omp.h>
#include <thrust/execution_policy.h>
#include <thrust/system/cpp/execution_policy.h>
#include <thrust/system/omp/execution_policy.h>

#include <cstddef>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include <cuda/std/functional>
#include <cuda/std/utility>

namespace thrum_test
{
/// The number of threads that OpenMP regions get while this lives.
class thread_count
{
public:
  explicit thread_count(int threads) : before_(omp_get_max_threads()) { omp_set_num_threads(threads); }
  ~thread_count() { omp_set_num_threads(before_); }
  thread_count(thread_count const&)            = delete;
  thread_count& operator=(thread_count const&) = delete;

private:
  int before_;
};

/// policy(scratch) is the same system with scratch memory from an allocator, see allocator.h.
struct host_memory_system
{
  /// Function pointers, and lambdas that are no device lambdas.
  static constexpr bool takes_host_functions = true;

  template <class T>
  using buffer = thrum_test::buffer<T>;
};

struct seq_system : host_memory_system
{
  static std::string name() { return "seq"; }
  static auto const& policy() { return thrust::seq; }
  template <class Allocator>
  static auto policy(Allocator& scratch)
  {
    return thrust::seq(scratch);
  }
};
struct host_system : host_memory_system
{
  static std::string name() { return "host"; }
  static auto const& policy() { return thrust::host; }
  template <class Allocator>
  static auto policy(Allocator& scratch)
  {
    return thrust::host(scratch);
  }
};
struct cpp_system : host_memory_system
{
  static std::string name() { return "cpp::par"; }
  static auto const& policy() { return thrust::cpp::par; }
  template <class Allocator>
  static auto policy(Allocator& scratch)
  {
    return thrust::cpp::par(scratch);
  }
};
template <int Threads>
struct omp_system : host_memory_system
{
  static std::string name() { return "omp::par, " + std::to_string(Threads) + " threads"; }
  static auto const& policy() { return thrust::omp::par; }
  template <class Allocator>
  static auto policy(Allocator& scratch)
  {
    return thrust::omp::par(scratch);
  }
  thread_count threads{Threads};
};

#if THRUM_HAS_CUDA
using systems         = std::tuple<device_system, cuda_system, stream_system>;
using thread_systems  = std::tuple<cuda_system>;
using few_systems     = std::tuple<cuda_system>;
using bit_systems     = std::tuple<cuda_system>;
using value_systems   = std::tuple<cuda_system>;
using parallel_system = cuda_system;
using host_systems    = std::tuple<seq_system>;

namespace standard = cuda::std;
#else
using systems =
  std::tuple<seq_system, host_system, cpp_system, omp_system<1>, omp_system<2>, omp_system<3>, omp_system<7>>;

/// One policy of each kind, with every number of threads: for tests of what the policies' names do not change.
using thread_systems = std::tuple<seq_system, omp_system<1>, omp_system<2>, omp_system<3>, omp_system<7>>;

/// One of each kind: for tests that are slow to compile or run, or that do not depend on the number of
/// threads.
using few_systems = std::tuple<seq_system, omp_system<2>>;

/// Where results must have the same bits.
using bit_systems =
  std::tuple<seq_system, omp_system<1>, omp_system<2>, omp_system<3>, omp_system<7>, omp_system<64>>;

using parallel_systems =
  std::tuple<omp_system<1>, omp_system<2>, omp_system<3>, omp_system<7>, omp_system<64>>;

/// For types of items.
using value_systems = std::tuple<seq_system, omp_system<3>>;

/// For what one parallel system shows.
using parallel_system = omp_system<2>;

/// Where the caller's functions and iterators are the host's, such as those of std::deque. In a program that
/// nvcc compiles, only sequential calls are.
using host_systems = few_systems;

/// The standard library whose functors and pairs the system under test can call.
namespace standard = std;
#endif

/// Those that take forward iterators and plain output iterators.
using forward_systems = std::tuple<seq_system, host_system>;

namespace detail
{
template <class System, class F>
void run_on(F& f)
{
  System const system;
  BOOST_TEST_CONTEXT("on " << system.name())
  {
    f(system);
  }
}
template <class... Systems, class F>
void run_on_each(std::tuple<Systems...> const*, F& f)
{
  (run_on<Systems>(f), ...);
}
} // namespace detail

/// Runs f(system) on each of a list: where an expected result is costly and serves them all.
template <class Systems, class F>
void for_each_system(F f)
{
  detail::run_on_each(static_cast<Systems const*>(nullptr), f);
}

inline constexpr std::size_t output_margin = 256;

/// What an algorithm reads. In make_input(system, ...) and make_output(system, ...) the system is an object.
template <class System, class T>
auto make_input(std::vector<T> const& content)
{
  return typename System::template buffer<T>(content, 0);
}
template <class System, class T>
auto make_input(System const&, std::vector<T> const& content)
{
  return make_input<System>(content);
}

/// What an algorithm writes.

template <class System, class T>
auto make_output(std::size_t size, T const& fill)
{
  return typename System::template buffer<T>(size, fill, output_margin);
}

template <class System, class T>
auto make_output(System const&, std::size_t size, T const& fill)
{
  return make_output<System>(size, fill);
}

/// Output that holds something already, for algorithms that work in place.
template <class System, class T>
auto make_output(std::vector<T> const& content)
{
  return typename System::template buffer<T>(content, output_margin);
}
template <class System, class T>
auto make_output(System const&, std::vector<T> const& content)
{
  return make_output<System>(content);
}
} // namespace thrum_test
