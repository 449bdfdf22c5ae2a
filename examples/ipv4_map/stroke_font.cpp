// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "stroke_font.h"

#include <algorithm>
#include <cstddef>

namespace ipv4_map
{
namespace
{
// Letters stand on y = 2; capitals reach to 8, small letters to 6, and descenders down to 0.
constexpr float unit     = 1.0f / 6;
constexpr float baseline = 2;
constexpr float gap      = 1.9f;

struct glyph
{
  char letter;
  std::string_view strokes;
};

// A stroke is a row of points, each two digits, x and y. Strokes that begin with ~ are bent smoothly towards their
// inner points, those that begin with o are closed and bent all round.
constexpr glyph glyphs[] = {
  {'A', "022842 1434"},
  {'B', "0208 ~08383505 ~05454202"},
  {'C', "~575808025253"},
  {'D', "0208 ~08484202"},
  {'E', "38080232 0525"},
  {'F', "380802 0525"},
  {'G', "~575808025255 5535"},
  {'H', "0208 4248 0545"},
  {'I', "0208"},
  {'J', "3834 ~34320203"},
  {'K', "0208 4804 1542"},
  {'L', "080232"},
  {'M', "0208245852"},
  {'N', "02084248"},
  {'O', "o08585202"},
  {'P', "0208 ~08484404"},
  {'Q', "o08585202 3452"},
  {'R', "0208 ~08484404 2442"},
  {'S', "~4748080545420203"},
  {'T', "0848 2822"},
  {'U', "0804 ~04024244 4448"},
  {'V', "082248"},
  {'W', "0822374268"},
  {'X', "0842 0248"},
  {'Y', "082548 2522"},
  {'Z', "08480242"},
  {'a', "o06363202 3632"},
  {'b', "0802 o06363202"},
  {'c', "~353606023233"},
  {'d', "3832 o06363202"},
  {'e', "0434 ~343606023233"},
  {'f', "~281816 1612 0626"},
  {'g', "o06363202 3631 ~31300001"},
  {'h', "0802 ~04063634 3432"},
  {'i', "0602 08"},
  {'j', "1611 ~111000 18"},
  {'k', "0802 3603 1432"},
  {'l', "0802"},
  {'m', "0602 ~04062624 2422 ~24264644 4442"},
  {'n', "0602 ~04063634 3432"},
  {'o', "o06363202"},
  {'p', "0600 o06363202"},
  {'q', "3630 o06363202"},
  {'r', "0602 ~040626"},
  {'s', "~3536060434320203"},
  {'t', "1814 ~141222 0626"},
  {'u', "0604 ~04023234 3632"},
  {'v', "062246"},
  {'w', "0612253246"},
  {'x', "0632 0236"},
  {'y', "0622 4610"},
  {'z', "06360232"},
  {'0', "o08484202"},
  {'1', "072822"},
  {'2', "~0708484502 0242"},
  {'3', "~0708484525 ~2545420203"},
  {'4', "380444 3832"},
  {'5', "480805 ~0545420203"},
  {'6', "~47480802424504"},
  {'7', "084812"},
  {'8', "o08484505 o05454202"},
  {'9', "~03024248080546"},
  {'.', "02"},
  {',', "0201"},
  {':', "02 05"},
  {'-', "0525"},
  {'+', "0545 2327"},
  {'/', "0139"},
  {'(', "~290521"},
  {')', "~092501"},
  {'%', "4802 o08282606 o24444222"},
  {'\'', "0806"},
  {'&', "~420608282604023244"},
  {'?', "~0708484524 22"},
};

std::string_view find_strokes(char letter)
{
  for (glyph const& g : glyphs)
  {
    if (g.letter == letter)
    {
      return g.strokes;
    }
  }
  return {};
}

font_point midpoint(font_point a, font_point b)
{
  return {(a.x + b.x) / 2, (a.y + b.y) / 2};
}

// Appends a parabola from the stroke's last point to \p end, bent towards \p control.
void append_curve(font_stroke& stroke, font_point control, font_point end)
{
  int const steps        = 8;
  font_point const start = stroke.back();
  for (int step = 1; step <= steps; ++step)
  {
    float const t          = static_cast<float>(step) / steps;
    float const of_start   = (1 - t) * (1 - t);
    float const of_control = 2 * t * (1 - t);
    stroke.push_back({of_start * start.x + of_control * control.x + t * t * end.x,
                      of_start * start.y + of_control * control.y + t * t * end.y});
  }
}

// A quadratic B-spline: through the ends and the midpoints of the inner sides, touching every side.
font_stroke bend_open(font_stroke const& corners)
{
  font_stroke bent{corners.front()};
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
  {
    bool const is_last = i + 2 == corners.size();
    append_curve(bent, corners[i], is_last ? corners[i + 1] : midpoint(corners[i], corners[i + 1]));
  }
  return bent;
}

font_stroke bend_closed(font_stroke const& corners)
{
  font_stroke bent{midpoint(corners.back(), corners.front())};
  for (std::size_t i = 0; i < corners.size(); ++i)
  {
    append_curve(bent, corners[i], midpoint(corners[i], corners[(i + 1) % corners.size()]));
  }
  return bent;
}

font_stroke parse_stroke(std::string_view text)
{
  char const kind = text.front();
  if (kind == '~' || kind == 'o')
  {
    text.remove_prefix(1);
  }
  font_stroke corners;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
  {
    corners.push_back({(text[i] - '0') * unit, (text[i + 1] - '0' - baseline) * unit});
  }
  return kind == '~' ? bend_open(corners) : kind == 'o' ? bend_closed(corners) : corners;
}
} // namespace

std::vector<font_stroke> strokes_of(char letter)
{
  std::vector<font_stroke> strokes;
  std::string_view text = find_strokes(letter);
  while (!text.empty())
  {
    std::string_view const stroke = text.substr(0, text.find(' '));
    strokes.push_back(parse_stroke(stroke));
    text.remove_prefix(std::min(text.size(), stroke.size() + 1));
  }
  return strokes;
}

float advance_of(char letter)
{
  float right = letter == ' ' ? 1.0f : 0.0f;
  for (font_stroke const& stroke : strokes_of(letter))
  {
    for (font_point const point : stroke)
    {
      right = std::max(right, point.x / unit);
    }
  }
  return (right + gap) * unit;
}

float width_of(std::string_view text)
{
  float width = 0;
  for (char const letter : text)
  {
    width += advance_of(letter);
  }
  return text.empty() ? 0 : width - gap * unit;
}
} // namespace ipv4_map
