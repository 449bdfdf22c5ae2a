// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Results of the CUDA system and of the OpenMP system, in float, are the same to the bit.
#define BOOST_TEST_MODULE cuda_bits_float
#include "float_bits.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(b49_a_hundred_runs_at_every_boundary)
{
  check_float_sizes<float>(100);
}

BOOST_AUTO_TEST_CASE(b49_grids_of_any_size)
{
  check_float_grids<float>();
}

BOOST_AUTO_TEST_CASE(b49_beside_another_kernel)
{
  check_float_bits_beside_others<float>();
}
