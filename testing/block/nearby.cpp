// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define BOOST_TEST_MODULE block_nearby
#include <thrum/detail/cuda/block/nearby.h>

#include <memory>

#include <boost/test/unit_test.hpp>

namespace gpu = thrum::detail::gpu;

namespace
{
struct item
{
  int number;
};
/// What stands in a block's memory.
struct block
{
  item before[1000];
  gpu::nearby<item> to;
  item after[1000];
};
} // namespace

BOOST_AUTO_TEST_CASE(points_to_either_side)
{
  auto const memory = std::make_unique<block>();
  for (item* const i : {&memory->before[0], &memory->before[999], &memory->after[0], &memory->after[999]})
  {
    memory->to.point_to(i);
    BOOST_TEST(!memory->to.is_null());
    BOOST_TEST(&*memory->to == i);
    BOOST_TEST(&memory->to->number == &i->number);
  }
  memory->to.point_to(nullptr);
  BOOST_TEST(memory->to.is_null());
}

/// Wherever the memory lies: a distance is all that it is.
BOOST_AUTO_TEST_CASE(is_a_distance)
{
  static_assert(sizeof(gpu::nearby<item>) == sizeof(std::int32_t));
  auto const memory = std::make_unique<block[]>(2);
  memory[0].to.point_to(&memory[0].after[7]);
  memory[1].to.point_to(&memory[1].after[7]);
  BOOST_TEST(&*memory[0].to == &memory[0].after[7]);
  BOOST_TEST(&*memory[1].to == &memory[1].after[7]);
}
