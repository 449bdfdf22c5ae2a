// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Relocatable device code: a program of several files that call the same algorithms with the same types, linked by
// nvcc's device linker. The files are in relocatable/.
#define BOOST_TEST_MODULE cuda_relocatable
#include <relocatable/calls.h>

#include <utility>
#include <vector>

#include "compare.h"
#include "random.h"
#include "reference.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
__global__ void run_in_threads(relocatable::job const first, relocatable::job const second, float* totals)
{
  totals[threadIdx.x] = threadIdx.x == 0 ? relocatable::run_in_thread_of_one(first)
                                         : relocatable::run_in_thread_of_two(second);
}

struct data
{
  explicit data(std::size_t size)
      : items(random_source().mixed_floats<float>(size))
      , sums(size, -1.0F, output_margin)
      , in_(items, 0)
  {}

  relocatable::job job() { return {in_.begin(), static_cast<std::ptrdiff_t>(items.size()), sums.begin()}; }

  std::vector<float> const items;
  device_buffer<float> sums;

private:
  device_buffer<float> in_;
};

/// The same bits as on the host, in the form for few tiles and in the one for many.
template <class Run>
void check_run(Run run)
{
  for (auto const& [processors, size] :
       {std::pair<int, std::size_t>{0, 100}, {0, 30'000}, {2, 30'000}, {0, 700'001}, {20, 700'001}})
  {
    grid_of const grid(processors);
    data d(size);
    std::vector<float> sums(size);
    relocatable::job const on_host{d.items.data(), static_cast<std::ptrdiff_t>(size), sums.data()};
    float const total = relocatable::run(thrust::seq, on_host);
    BOOST_TEST(same_bits(run(d.job()), total), size << " items, processors " << processors);
    BOOST_TEST(same_bits(d.sums.items(), sums), size << " items, processors " << processors);
  }
}
} // namespace

BOOST_AUTO_TEST_CASE(b67_relocatable_in_each_file)
{
  check_run(relocatable::run_in_one);
  check_run(relocatable::run_in_two);
}

BOOST_AUTO_TEST_CASE(b72b_relocatable_in_kernels)
{
  data first(1'000), second(3'000);
  device_buffer<float> totals(2, -1.0F, output_margin);
  run_in_threads<<<1, 2>>>(first.job(), second.job(), totals.begin());
  check_cuda(cudaGetLastError());
  check_cuda(cudaDeviceSynchronize());
  BOOST_TEST(same_bits(
    totals.items(), {serial::reduce(first.items, 0.0F, add()), serial::reduce(second.items, 0.0F, add())}));
  BOOST_TEST(same_bits(first.sums.items(), serial::inclusive(first.items, add())));
  BOOST_TEST(same_bits(second.sums.items(), serial::inclusive(second.items, add())));
}
