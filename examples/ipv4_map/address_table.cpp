// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "address_table.h"

#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <istream>
#include <map>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ipv4_map
{
namespace
{
struct address_range
{
  std::int64_t first;
  std::int64_t last; // included, as in the file
  std::string_view code;
};

// Takes a number and the comma behind it from the front of `text`.
bool take_number(std::string_view& text, std::int64_t& number)
{
  char const* const end = text.data() + text.size();
  auto const parsed     = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc{} || parsed.ptr == end || *parsed.ptr != ',')
  {
    return false;
  }
  text.remove_prefix(parsed.ptr - text.data() + 1);
  return true;
}

bool parse_range(std::string_view line, address_range& range)
{
  return take_number(line, range.first) && take_number(line, range.last) && (range.code = line).size() == 2;
}

// A line of a file that may hold anything, made fit to stand in a message.
std::string quoted(std::string_view line)
{
  std::size_t const longest = 40;
  std::string text          = "'";
  for (char const c : line.substr(0, longest))
  {
    text += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  }
  return text + (line.size() > longest ? "...'" : "'");
}

// Appends runs and gives countries their ids, in the order in which they appear.
class table_builder
{
public:
  table_builder()
  {
    table_.codes.push_back("--");
    table_.bounds.push_back(0);
  }

  std::int64_t end() const { return table_.bounds.back(); }
  bool is_empty() const { return table_.countries.empty(); }

  void append(address_range const& range)
  {
    append_run(unassigned, range.first);
    append_run(id_of(range.code), range.last + 1);
  }

  void read_comment(std::string_view comment)
  {
    take_fact(comment, "# Vendor:", table_.vendor);
    take_fact(comment, "# License:", table_.license);
  }

  address_table finish()
  {
    append_run(unassigned, num_addresses);
    return std::move(table_);
  }

private:
  static void take_fact(std::string_view comment, std::string_view label, std::string& fact)
  {
    std::size_t const begin = comment.find_first_not_of(' ', label.size());
    if (comment.substr(0, label.size()) == label && begin != std::string_view::npos)
    {
      fact = comment.substr(begin);
    }
  }

  void append_run(std::uint8_t country, std::int64_t end)
  {
    table_.countries.push_back(country);
    table_.bounds.push_back(end);
  }

  std::uint8_t id_of(std::string_view code)
  {
    auto const known = ids_.find(code);
    if (known != ids_.end())
    {
      return known->second;
    }
    if (table_.codes.size() > 255)
    {
      throw std::runtime_error("more than 255 different countries, which do not fit in a byte");
    }
    auto const id = static_cast<std::uint8_t>(table_.codes.size());
    table_.codes.emplace_back(code);
    ids_.emplace(code, id);
    return id;
  }

  address_table table_;
  std::map<std::string, std::uint8_t, std::less<>> ids_;
};

// Says what is wrong with a line, or appends its range.
void append_line(table_builder& table, std::string_view line)
{
  address_range range{};
  if (!parse_range(line, range))
  {
    throw std::runtime_error("expected 'first,last,CC' but found " + quoted(line));
  }
  std::string const ends = std::to_string(range.first) + " to " + std::to_string(range.last);
  if (range.first > range.last)
  {
    throw std::runtime_error("the range " + ends + " ends before it begins");
  }
  if (range.first < 0 || range.last >= num_addresses)
  {
    throw std::runtime_error("the range " + ends + " is not within 0 to 4294967295");
  }
  if (range.first < table.end())
  {
    throw std::runtime_error("the range " + ends + " begins before the one above it ends");
  }
  table.append(range);
}
} // namespace

address_table read_address_table(std::istream& in, std::string const& name)
{
  table_builder table;
  std::string line;
  for (std::int64_t number = 1; std::getline(in, line); ++number)
  {
    if (!line.empty() && line.back() == '\r')
    {
      line.pop_back();
    }
    if (line.empty() || line.front() == '#')
    {
      table.read_comment(line);
      continue;
    }
    try
    {
      append_line(table, line);
    }
    catch (std::runtime_error const& error)
    {
      throw std::runtime_error(name + ':' + std::to_string(number) + ": " + error.what());
    }
  }
  if (in.bad())
  {
    throw std::runtime_error("cannot read " + name + ": " + std::strerror(errno));
  }
  if (table.is_empty())
  {
    throw std::runtime_error(name + " holds no range of addresses");
  }
  return table.finish();
}

address_table read_address_table(std::string const& path)
{
  std::ifstream file(path);
  if (!file)
  {
    throw std::runtime_error("cannot open " + path + ": " + std::strerror(errno)
                             + " (Debian's package tor-geoipdb installs one as /usr/share/tor/geoip)");
  }
  return read_address_table(file, path);
}
} // namespace ipv4_map
