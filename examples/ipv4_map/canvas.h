// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// A picture to draw on: filled rectangles, round strokes and text, all with smooth edges.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ipv4_map
{
struct color
{
  float red; ///< sRGB, 0 to 1, as are the others
  float green;
  float blue;
};

/// A colour by lightness (0 to 1), chroma (0 is grey, 0.2 vivid) and hue (degrees), evenly spaced for the eye.
///
/// Ottosson, "A perceptual color space for image processing", 2020 (OKLCH).
color from_lightness_chroma_hue(float lightness, float chroma, float hue);

enum class align
{
  left,
  center,
  right
};

struct pen
{
  color ink;
  float alpha  = 1; ///< 1 hides what is below
  float weight = 1; ///< thickness of the strokes
};

class canvas
{
public:
  canvas(int width, int height, color background);

  int width() const { return width_; }
  int height() const { return height_; }

  void set_pixel(int x, int y, color c);

  /// Lays `c` over what is there; with alpha 1 it hides that. Outside of the canvas nothing is drawn.
  void blend_pixel(int x, int y, color c, float alpha);

  /// Corners in pixels; an edge between two pixels gives the pixel its share.
  void fill_rectangle(float left, float top, float width, float height, color c, float alpha = 1);

  /// Text of letters that are `size` pixels high, standing on the line y = baseline.
  void write(
    float x, float baseline, float size, std::string_view text, pen with, align alignment = align::left);

  /// \throws std::runtime_error with one sentence if the file cannot be written.
  void save_png(std::string const& path) const;

private:
  int width_;
  int height_;
  std::vector<std::uint8_t> pixels_; // red, green, blue
};
} // namespace ipv4_map
