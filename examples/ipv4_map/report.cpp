// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "report.h"

#include "countries.h"

#include <algorithm>
#include <cstdio>
#include <ostream>

namespace ipv4_map
{
namespace
{
template <typename... Args>
std::string formatted(char const* format, Args... args)
{
  char line[160];
  std::snprintf(line, sizeof line, format, args...);
  return line;
}
} // namespace

std::string grouped(std::int64_t number)
{
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3)
  {
    digits.insert(at - 3, 1, ',');
  }
  return digits;
}

void print_countries(std::ostream& out,
                     address_table const& table,
                     std::vector<std::int64_t> const& addresses)
{
  std::vector<std::size_t> ids(addresses.size());
  for (std::size_t id = 0; id < ids.size(); ++id)
  {
    ids[id] = id;
  }
  std::stable_sort(ids.begin(), ids.end(),
                   [&](std::size_t a, std::size_t b) { return addresses[a] > addresses[b]; });

  std::size_t const shown = std::min<std::size_t>(ids.size(), 20);
  double const whole      = static_cast<double>(num_addresses);
  std::int64_t rest       = num_addresses;
  out << formatted("%4s  %-22s %16s %8s\n", "code", "country", "addresses", "share");
  for (std::size_t i = 0; i < shown; ++i)
  {
    std::size_t const id     = ids[i];
    std::string const& code  = table.codes[id];
    std::string const name   = find_country(code).name;
    std::string const number = grouped(addresses[id]);
    out << formatted("%4s  %-22s %16s %7.2f%%\n", code.c_str(), name.c_str(), number.c_str(),
                     100 * addresses[id] / whole);
    rest -= addresses[id];
  }
  std::string const others = formatted("%zu others", ids.size() - shown);
  out << formatted("%4s  %-22s %16s %7.2f%%\n", "", others.c_str(), grouped(rest).c_str(),
                   100 * rest / whole);
  out << formatted("%4s  %-22s %16s %7.2f%%\n", "", "all", grouped(num_addresses).c_str(), 100.0);
}

void print_steps(std::ostream& out, std::vector<step> const& steps)
{
  out << formatted("%-44s %14s %11s %11s %7s\n", "step", "items", "ms", "Mitems/s", "GB/s");
  for (step const& s : steps)
  {
    if (s.items != 0)
    {
      std::string const rate = s.bytes == 0 ? "-" : formatted("%.2f", s.bytes / s.seconds / 1e9);
      out << formatted("%-44s %14s %11.2f %11.1f %7s\n", s.name.c_str(), grouped(s.items).c_str(),
                       s.seconds * 1e3, s.items / s.seconds / 1e6, rate.c_str());
    }
  }
  out
    << "ms: the best of five, but for the sort and the check, which ran once. GB/s: bytes read and written;\n"
       "the addresses that were checked were never stored.\n";
}
} // namespace ipv4_map
