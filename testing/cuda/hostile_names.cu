// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// On the GPU: a user's namespace full of functions that would take any call of ours, in kernels too, and the three
// namespaces poured together.
#define BOOST_TEST_MODULE cuda_hostile_names
#include "systems.h"
#include <compile/hostile_names.h>

#include <thrust/device_vector.h>
#include <thrust/functional.h>

namespace
{
using hostile::user_number;

/// Enough for every form that the kernels have, on memory and through iterators of the user's own.
template <class At>
void check_large(At at)
{
  auto const& policy = thrust::cuda::par;
  int const count    = 300'000;
  hostile::user_memory<user_number> in(count), out(count), keys(count);
  hostile::user_memory<int> lengths(count, 1);
  for (int i = 0; i < count; ++i)
  {
    in[i] = {i % 1'000 / 500}; // runs of 500
  }
  auto const first = at(in.data()), last = first + count;
  auto const result = at(out.data()), keys_result = at(keys.data());
  hostile::user_plus const plus{};
  hostile::user_equal const equal{};
  int const ones = count / 2;

  BOOST_TEST(thrum::reduce(policy, first, last, user_number{1}, plus).value == ones + 1);
  BOOST_TEST(thrum::reduce(policy, first, last, user_number{1}, thrum::commutative(plus)).value == ones + 1);
  thrum::inclusive_scan(policy, first, last, result, plus);
  BOOST_TEST(out.back().value == ones);
  thrum::exclusive_scan(policy, first, last, result, user_number{5}, plus);
  BOOST_TEST(out.back().value == ones + 4);
  thrum::inclusive_scan_by_key(policy, first, last, first, result, equal, plus);
  BOOST_TEST(out.back().value == 500);
  thrum::exclusive_scan_by_key(policy, first, last, first, result, user_number{5}, equal, plus);
  BOOST_TEST(out.back().value == 504);
  auto const sums = thrum::reduce_by_key(policy, first, last, first, keys_result, result, equal, plus);
  BOOST_TEST((sums.first - keys_result) == count / 500);
  BOOST_TEST(out[count / 500 - 1].value == 500);
  auto const runs = thrum::run_length_encode(policy, first, last, keys_result, lengths.begin(), equal);
  BOOST_TEST((runs.first - keys_result) == count / 500);
  auto const end = thrum::run_length_decode(policy, keys_result, keys_result + count / 500, lengths.begin(),
                                            result);
  BOOST_TEST((end - result) == count);
  BOOST_TEST((out == in));
}

unsigned diverted_on_device()
{
  unsigned count = 0;
  thrum_test::check_cuda(cudaMemcpyFromSymbol(&count, hostile::diverted_on_device, sizeof(count)));
  return count;
}

__global__ void divert_one(user_number number)
{
  inclusive_scan(number);
}
} // namespace

BOOST_AUTO_TEST_CASE(b68_greedy_functions_are_not_called)
{
  hostile::check_all(thrust::cuda::par);
  check_large([](user_number* items) { return items; });
  check_large([](user_number* items) { return hostile::user_iterator<user_number>(items); });
  BOOST_TEST(diverted_on_device() == 0U);
  for (std::string const& name : hostile::diverted)
  {
    BOOST_ERROR("a call of ours went to hostile::" << name);
  }
}

BOOST_AUTO_TEST_CASE(b68_greedy_functions_do_divert) // or the test above could not fail
{
  divert_one<<<1, 1>>>(user_number{1});
  thrum_test::check_cuda(cudaDeviceSynchronize());
  BOOST_TEST(diverted_on_device() == 1U);
}

namespace
{
using namespace thrum;
using namespace std;
} // namespace

BOOST_AUTO_TEST_CASE(b68_using_directives)
{
  using namespace thrust; // not outside: CUB's kernels could not be compiled then, for there is a thrust::cub
  thrust::device_vector<int> items(3, 1), keys(3), lengths(3);
  thrum::inclusive_scan(items.begin(), items.end(), items.begin());
  BOOST_TEST(items.back() == 3);
  BOOST_TEST(thrum::reduce(device, items.begin(), items.end()) == 6);
  thrum::run_length_encode(thrust::cuda::par, items.begin(), items.end(), keys.begin(), lengths.begin());
  BOOST_TEST(lengths.back() == 1);
  BOOST_TEST(run_length_decoded_size(device, items.begin(), items.end()) == 6);
}
