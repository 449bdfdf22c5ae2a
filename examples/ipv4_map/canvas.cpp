// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "canvas.h"

#include "stroke_font.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ipv4_map
{
namespace
{
float to_srgb(float linear)
{
  float const clamped = std::clamp(linear, 0.0f, 1.0f);
  return clamped <= 0.0031308f ? 12.92f * clamped : 1.055f * std::pow(clamped, 1 / 2.4f) - 0.055f;
}

std::uint8_t to_byte(float value)
{
  return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
}

float distance_to_segment(font_point p, font_point a, font_point b)
{
  float const dx     = b.x - a.x;
  float const dy     = b.y - a.y;
  float const length = dx * dx + dy * dy;
  float const t = length == 0 ? 0 : std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length, 0.0f, 1.0f);
  return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

float distance_to_strokes(font_point p, std::vector<font_stroke> const& strokes)
{
  float nearest = 1e9f;
  for (font_stroke const& stroke : strokes)
  {
    for (std::size_t i = 0; i < stroke.size(); ++i)
    {
      nearest = std::min(nearest, distance_to_segment(p, stroke[i == 0 ? 0 : i - 1], stroke[i]));
    }
  }
  return nearest;
}
} // namespace

color from_lightness_chroma_hue(float lightness, float chroma, float hue)
{
  float const radians = hue * 3.14159265f / 180;
  float const a       = chroma * std::cos(radians);
  float const b       = chroma * std::sin(radians);
  auto const cube     = [](float x) { return x * x * x; };
  float const l       = cube(lightness + 0.3963377774f * a + 0.2158037573f * b);
  float const m       = cube(lightness - 0.1055613458f * a - 0.0638541728f * b);
  float const s       = cube(lightness - 0.0894841775f * a - 1.2914855480f * b);
  return {to_srgb(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
          to_srgb(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
          to_srgb(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

canvas::canvas(int width, int height, color background)
    : width_(width)
    , height_(height)
    , pixels_(std::size_t{3} * width * height)
{
  for (int y = 0; y < height; ++y)
  {
    for (int x = 0; x < width; ++x)
    {
      set_pixel(x, y, background);
    }
  }
}

void canvas::set_pixel(int x, int y, color c)
{
  std::uint8_t* const pixel = &pixels_[3 * (static_cast<std::size_t>(y) * width_ + x)];

  pixel[0] = to_byte(c.red);
  pixel[1] = to_byte(c.green);
  pixel[2] = to_byte(c.blue);
}

void canvas::blend_pixel(int x, int y, color c, float alpha)
{
  if (x < 0 || x >= width_ || y < 0 || y >= height_ || alpha <= 0)
  {
    return;
  }
  std::uint8_t const* const pixel = &pixels_[3 * (static_cast<std::size_t>(y) * width_ + x)];

  auto const mix = [alpha](std::uint8_t below, float above) {
    return below / 255.0f * (1 - alpha) + above * alpha;
  };
  set_pixel(x, y, {mix(pixel[0], c.red), mix(pixel[1], c.green), mix(pixel[2], c.blue)});
}

void canvas::fill_rectangle(float left, float top, float width, float height, color c, float alpha)
{
  auto const share = [](int pixel, float from, float to) {
    return std::clamp(std::min(pixel + 1.0f, to) - std::max(static_cast<float>(pixel), from), 0.0f, 1.0f);
  };
  float const right  = left + width;
  float const bottom = top + height;
  for (int y = static_cast<int>(top); y < bottom; ++y)
  {
    for (int x = static_cast<int>(left); x < right; ++x)
    {
      blend_pixel(x, y, c, alpha * share(x, left, right) * share(y, top, bottom));
    }
  }
}

void canvas::write(float x, float baseline, float size, std::string_view text, pen with, align alignment)
{
  float const whole = width_of(text) * size;
  x -= alignment == align::right ? whole : alignment == align::center ? whole / 2 : 0;

  float const radius = std::max(0.075f * size * with.weight, 0.5f);
  for (char const letter : text)
  {
    std::vector<font_stroke> strokes = strokes_of(letter);
    for (font_stroke& stroke : strokes)
    {
      for (font_point& p : stroke)
      {
        p = {x + p.x * size, baseline - p.y * size};
      }
    }
    float const advance = advance_of(letter) * size;
    for (int py = static_cast<int>(baseline - 1.3f * size); py <= baseline + 0.5f * size; ++py)
    {
      for (int px = static_cast<int>(x - radius) - 1; px <= x + advance && !strokes.empty(); ++px)
      {
        float const distance = distance_to_strokes({px + 0.5f, py + 0.5f}, strokes);
        blend_pixel(px, py, with.ink, with.alpha * std::clamp(radius + 0.5f - distance, 0.0f, 1.0f));
      }
    }
    x += advance;
  }
}

void canvas::save_png(std::string const& path) const
{
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width   = static_cast<png_uint_32>(width_);
  image.height  = static_cast<png_uint_32>(height_);
  image.format  = PNG_FORMAT_RGB;
  if (png_image_write_to_file(&image, path.c_str(), 0, pixels_.data(), 0, nullptr) == 0)
  {
    throw std::runtime_error("cannot write " + path + ": " + image.message);
  }
}
} // namespace ipv4_map
