// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tables of docs/design.md.

#include <thrum/detail/core/association_order.h>

namespace
{
using thrum::detail::ordered_shape;
namespace association = thrum::detail::association;

constexpr bool is_shape(std::size_t size, int lane_items, int rows, int tile_items)
{
  auto const shape = ordered_shape(size);
  return shape.lane_items == lane_items && shape.lanes == 32 && shape.rows == rows
         && shape.items() == tile_items;
}

static_assert(is_shape(1, 112, 8, 28672));
static_assert(is_shape(2, 56, 8, 14336));
static_assert(is_shape(4, 28, 8, 7168));
static_assert(is_shape(8, 14, 8, 3584));
static_assert(is_shape(12, 4, 8, 1024));
static_assert(is_shape(16, 7, 8, 1792));
static_assert(is_shape(24, 2, 8, 512));
static_assert(is_shape(32, 3, 8, 768));
static_assert(is_shape(64, 1, 8, 256));
static_assert(is_shape(256, 1, 4, 128));
static_assert(is_shape(1024, 1, 1, 32));
static_assert(association::tiles_per_group == 128 && association::tiles_per_lane == 4);

static_assert(association::reduce_rows(4, 1) == 8 && association::reduce_rows(4, (1 << 24) - 1) == 8);
static_assert(association::reduce_rows(4, 1 << 24) == 16 && association::reduce_rows(4, (1 << 25) - 1) == 16);
static_assert(association::reduce_rows(4, 1 << 25) == 32 && association::reduce_rows(4, 1 << 30) == 32);
static_assert(association::reduce_columns(1) == 4096 && association::reduce_columns(2) == 2048);
static_assert(association::reduce_columns(4) == 1024 && association::reduce_columns(8) == 512);
static_assert(association::reduce_columns(16) == 256 && association::reduce_columns(128) == 32);
static_assert(association::reduce_columns(4096) == 32);
} // namespace

int main() {}
