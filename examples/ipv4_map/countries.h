// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Names of countries and the parts of the world that they lie in, by two-letter code.

#include <string>
#include <string_view>

namespace ipv4_map
{
enum class region
{
  north_america,
  europe,
  asia,
  latin_america,
  africa,
  oceania,
  elsewhere, ///< codes that name no country, and codes that are not known here
};

inline constexpr region all_regions[] = {region::north_america, region::europe, region::asia,
                                         region::latin_america, region::africa, region::oceania,
                                         region::elsewhere};

struct country
{
  std::string name;
  region where;
};

/// A code that is not known is its own name and lies elsewhere.
country find_country(std::string_view code);

char const* name_of(region where);
} // namespace ipv4_map
