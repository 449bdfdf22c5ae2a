// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "picture.h"

#include "countries.h"
#include "hilbert.h"

#include <algorithm>
#include <cstdio>

namespace ipv4_map
{
namespace
{
constexpr int order = 12; // of the curve: 2^12 times 2^12 blocks

color const paper = from_lightness_chroma_hue(0.16f, 0.012f, 265);
color const ink   = from_lightness_chroma_hue(0.95f, 0.005f, 265);

constexpr float bold = 1.25f;

// All lengths below are given for a map of this size, and scaled from there.
constexpr float design_size = 1024;
constexpr float margin      = 40;
constexpr float header      = 92;
constexpr float footer      = 40;
constexpr float legend      = 268;

class layout
{
public:
  explicit layout(int map_size) : map_size(map_size) {}

  float operator()(float length) const { return length * map_size / design_size; }

  int left() const { return static_cast<int>((*this)(margin)); }
  int top() const { return static_cast<int>((*this)(header)); }
  int width() const { return static_cast<int>((*this)(margin + design_size + margin + legend + margin)); }
  int height() const { return static_cast<int>((*this)(header + design_size + footer)); }

  int map_size;
};

struct entry
{
  std::size_t id;
  std::int64_t addresses;
};

std::string percent(std::int64_t addresses)
{
  char text[16];
  std::snprintf(text, sizeof text, "%.1f%%", 100.0 * addresses / (1LL << 32));
  return text;
}

void draw_map(canvas& picture, picture_facts const& facts, std::vector<color> const& colors, layout const& at)
{
  // The blocks of one pixel are neighbours on the curve, as every square of the curve is one piece of it.
  int shift = 0;
  while (at.map_size << shift < largest_map)
  {
    ++shift;
  }
  std::int64_t const num_pixels = std::int64_t{1} << 2 * (order - shift);
  std::int64_t const blocks     = std::int64_t{1} << 2 * shift;
  for (std::int64_t pixel = 0; pixel < num_pixels; ++pixel)
  {
    color sum{0, 0, 0};
    for (std::int64_t block = pixel * blocks; block < (pixel + 1) * blocks; ++block)
    {
      color const& c = colors[facts.blocks[block]];
      sum            = {sum.red + c.red, sum.green + c.green, sum.blue + c.blue};
    }
    float const share = 1.0f / blocks;
    point const p     = hilbert_point(pixel * blocks, order);
    picture.set_pixel(at.left() + (p.x >> shift), at.top() + (p.y >> shift),
                      {sum.red * share, sum.green * share, sum.blue * share});
  }
}

// Lines between the 256 blocks of 2^24 addresses, and the first number of the addresses in each.
void draw_grid(canvas& picture, layout const& at)
{
  float const cell = design_size / 16;
  for (int line = 1; line < 16; ++line)
  {
    float const from = at(line * cell) - 0.5f;
    picture.fill_rectangle(at.left() + from, at.top(), 1, at.map_size, paper, 0.35f);
    picture.fill_rectangle(at.left(), at.top() + from, at.map_size, 1, paper, 0.35f);
  }
  pen const halo{paper, 0.5f, 4}; // makes the numbers stand out from whatever is below
  for (int octet = 0; octet < 256; ++octet)
  {
    point const p = hilbert_point(octet, 4);
    float const x = at.left() + at(p.x * cell + 5);
    float const y = at.top() + at(p.y * cell + 12.5f);
    picture.write(x, y, at(7.5f), std::to_string(octet), halo);
    picture.write(x, y, at(7.5f), std::to_string(octet), {ink});
  }
}

// What is never assigned to anyone: a word in the middle of a square of the grid, given by its first octet and side.
void draw_special_blocks(canvas& picture, layout const& at)
{
  struct special_block
  {
    int octet;
    int side; // in blocks of 2^24 addresses
    char const* use;
  };
  special_block const special_blocks[] = {{0, 1, "this net"},
                                          {10, 1, "private"},
                                          {127, 1, "loopback"},
                                          {224, 4, "multicast"},
                                          {240, 4, "reserved"}};

  float const cell = design_size / 16;
  for (special_block const& special : special_blocks)
  {
    // Any block of a square tells which square it is, as the curve leaves a square only once.
    point const block   = hilbert_point(special.octet, 4);
    bool const is_large = special.side > 1;
    float const size    = is_large ? 14.0f : 8.5f;
    float const x       = (block.x / special.side + 0.5f) * special.side * cell;
    float const y = (block.y / special.side + 0.5f) * special.side * cell + (is_large ? -size : size / 2);
    picture.write(at.left() + at(x), at.top() + at(y), at(size), special.use, {ink, 0.55f}, align::center);
  }
}

void draw_title(canvas& picture, picture_facts const& facts, layout const& at)
{
  picture.write(at.left(), at(52), at(24), "The IPv4 address space by country", {ink, 1, bold});
  picture.write(at.left(), at(77), at(9.5f),
                "All 4,294,967,296 addresses along a Hilbert curve, from 0.0.0.0 in the upper left to "
                "255.255.255.255 in the upper right corner",
                {ink, 0.65f});
  picture.write(at.left(), at(header + design_size + 24), at(7.5f),
                "Numbers: first octet. Drawn by thrum. " + facts.credit, {ink, 0.5f});
}

class legend_column
{
public:
  legend_column(canvas& picture, layout const& at)
      : picture_(picture)
      , at_(at)
      , left_(at.left() + at(design_size + margin))
      , y_(at.top())
  {}

  void heading(region where, std::int64_t addresses)
  {
    y_ += at_(11);
    picture_.write(left_, y_, at_(10.5f), name_of(where), {ink, 1, bold});
    picture_.write(left_ + at_(legend), y_, at_(10.5f), percent(addresses), {ink, 1, bold}, align::right);
    picture_.fill_rectangle(left_, y_ + at_(6), at_(legend), at_(1), ink, 0.2f);
    y_ += at_(24);
  }

  void line(std::string const& name, std::int64_t addresses, color c)
  {
    picture_.fill_rectangle(left_, y_ - at_(9.5f), at_(13), at_(11), c);
    picture_.write(left_ + at_(21), y_, at_(8.5f), name, {ink, 0.9f});
    picture_.write(left_ + at_(legend), y_, at_(8.5f), percent(addresses), {ink, 0.7f}, align::right);
    y_ += at_(19);
  }

  void space() { y_ += at_(15); }

private:
  canvas& picture_;
  layout const& at_;
  float left_;
  float y_;
};

std::size_t lines_of(region where)
{
  switch (where)
  {
    case region::north_america: return 2;
    case region::europe: return 10;
    case region::asia: return 10;
    case region::latin_america: return 5;
    case region::africa: return 5;
    case region::oceania: return 2;
    case region::elsewhere: break;
  }
  return 2;
}

void draw_legend(canvas& picture,
                 picture_facts const& facts,
                 std::vector<color> const& colors,
                 layout const& at)
{
  legend_column column(picture, at);
  for (region const where : all_regions)
  {
    std::vector<entry> entries;
    std::int64_t whole = 0;
    for (std::size_t id = 0; id < facts.codes.size(); ++id)
    {
      if (find_country(facts.codes[id]).where == where && facts.addresses[id] != 0)
      {
        entries.push_back({id, facts.addresses[id]});
        whole += facts.addresses[id];
      }
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](entry a, entry b) { return a.addresses > b.addresses; });
    column.heading(where, whole);
    for (std::size_t i = 0; i < std::min(entries.size(), lines_of(where)); ++i)
    {
      std::size_t const id = entries[i].id;
      column.line(find_country(facts.codes[id]).name, entries[i].addresses, colors[id]);
    }
    column.space();
  }
}
} // namespace

canvas draw_picture(picture_facts const& facts, int map_size)
{
  layout const at(map_size);
  canvas picture(at.width(), at.height(), paper);
  std::vector<color> const colors = choose_colors(facts);
  draw_map(picture, facts, colors, at);
  draw_grid(picture, at);
  draw_special_blocks(picture, at);
  draw_title(picture, facts, at);
  draw_legend(picture, facts, colors, at);
  return picture;
}
} // namespace ipv4_map
