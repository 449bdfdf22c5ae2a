// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// Which country each IPv4 address belongs to, as a run-length code of the whole address space.

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace ipv4_map
{
inline constexpr std::int64_t num_addresses = std::int64_t{1} << 32;

/// The country id of every address that no range of the file holds.
inline constexpr std::uint8_t unassigned = 0;

/// Runs that cover all addresses, in order: gap, range, gap, range, ..., gap. Where one range follows another without
/// a gap, the run between them has length zero.
///
/// Run i has country countries[i] and holds the addresses [bounds[i], bounds[i + 1]). Its length is the difference, and
/// is not stored: a gap may exceed 2^31 and a range may be all 2^32 addresses, while a bound always has 33 bits.
struct address_table
{
  std::vector<std::uint8_t> countries; ///< country id of each run
  std::vector<std::int64_t> bounds; ///< one more than there are runs; the first is 0, the last num_addresses
  std::vector<std::string> codes;   ///< two-letter code of each country id; codes[unassigned] is "--"
  std::string vendor;  ///< who made the table and under which license, if the file says so in comments
  std::string license; ///< `# Vendor: ...` and `# License: ...`; otherwise empty
};

/// Reads lines `first,last,CC`, both ends included, in ascending order; empty lines and lines that start with # are
/// passed over.
///
/// \throws std::runtime_error with `name:line: what is wrong` in one sentence.
address_table read_address_table(std::istream& in, std::string const& name);

/// The same from a file.
address_table read_address_table(std::string const& path);
} // namespace ipv4_map
