// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A small font of strokes, to be drawn with a round pen at any size.

#include <string_view>
#include <vector>

namespace ipv4_map
{
struct font_point
{
  float x;
  float y; ///< upwards from the line that letters stand on; capitals are 1 high
};

/// Points joined by straight lines; a single point is a dot.
using font_stroke = std::vector<font_point>;

/// The strokes of a letter. What is not in the font (it has most of ASCII) has none.
std::vector<font_stroke> strokes_of(char letter);

/// How far the next letter stands from this one, where capitals are 1 high.
float advance_of(char letter);

float width_of(std::string_view text);
} // namespace ipv4_map
