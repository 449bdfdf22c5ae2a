// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "countries.h"
#include "picture.h"

#include <algorithm>

namespace ipv4_map
{
namespace
{
// The look of a region: its hues from the largest country's on, in degrees, and how light and vivid they are.
struct look
{
  float first_hue;
  float last_hue;
  float lightness;
  float chroma;
};

look look_of(region where)
{
  switch (where)
  {
    case region::north_america: return {264, 225, 0.50f, 0.115f};
    case region::europe: return {158, 200, 0.66f, 0.115f};
    case region::asia: return {24, 66, 0.66f, 0.145f};
    case region::latin_america: return {88, 116, 0.76f, 0.140f};
    case region::africa: return {303, 326, 0.66f, 0.130f};
    case region::oceania: return {352, 366, 0.74f, 0.130f};
    case region::elsewhere: break;
  }
  return {265, 265, 0.50f, 0.010f};
}

// 0, 1/2, 1/4, 3/4, 1/8, ...: each item far from those before it (van der Corput, 1935).
float spread(unsigned rank)
{
  float sum  = 0;
  float part = 0.5f;
  for (; rank != 0; rank >>= 1, part /= 2)
  {
    sum += (rank & 1) * part;
  }
  return sum;
}

color shade(region where, unsigned rank)
{
  float const steps[] = {0, 0.13f, -0.13f, 0.07f, -0.07f, 0.18f, -0.03f};
  look const base     = look_of(where);
  float const hue     = base.first_hue + (base.last_hue - base.first_hue) * spread(rank);
  return from_lightness_chroma_hue(base.lightness + steps[rank % std::size(steps)], base.chroma, hue);
}
} // namespace

std::vector<color> choose_colors(picture_facts const& facts)
{
  std::vector<std::size_t> by_size(facts.codes.size());
  for (std::size_t id = 0; id < by_size.size(); ++id)
  {
    by_size[id] = id;
  }
  std::stable_sort(by_size.begin(), by_size.end(), [&facts](std::size_t a, std::size_t b) {
    return facts.addresses[a] > facts.addresses[b];
  });

  std::vector<color> colors(facts.codes.size());
  unsigned next_rank[std::size(all_regions)] = {};
  for (std::size_t const id : by_size)
  {
    region const where = find_country(facts.codes[id]).where;
    colors[id]         = shade(where, next_rank[static_cast<int>(where)]++);
  }
  colors[0] = from_lightness_chroma_hue(0.22f, 0.015f, 265);
  return colors;
}
} // namespace ipv4_map
