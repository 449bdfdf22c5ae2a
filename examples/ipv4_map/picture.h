// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The picture: one country per /24 block, along a Hilbert curve, with a legend.

#include "canvas.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ipv4_map
{
struct picture_facts
{
  std::vector<std::uint8_t> blocks;    ///< country id of each of the 2^24 blocks
  std::vector<std::string> codes;      ///< two-letter code of each country id
  std::vector<std::int64_t> addresses; ///< number of addresses of each country id
  std::string credit;                  ///< a sentence that says where the data are from, or nothing
};

/// A colour for each country id: the hue says which part of the world, its shades tell the countries there apart, the
/// largest first. What is unassigned is dark.
std::vector<color> choose_colors(picture_facts const& facts);

inline constexpr int smallest_map = 512;
inline constexpr int largest_map  = 4096;

/// Draws the map \p map_size pixels wide, a power of two from smallest_map to largest_map, with its title and legend
/// around it. A pixel that stands for several blocks has the mean of their colours.
canvas draw_picture(picture_facts const& facts, int map_size);
} // namespace ipv4_map
