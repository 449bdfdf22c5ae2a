// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The tables that the program prints.

#include "address_table.h"
#include "progress.h"

#include <cstdint>
#include <iosfwd>
#include <vector>

namespace ipv4_map
{
void print_countries(std::ostream& out,
                     address_table const& table,
                     std::vector<std::int64_t> const& addresses);

void print_steps(std::ostream& out, std::vector<step> const& steps);

/// 1234567 as 1,234,567.
std::string grouped(std::int64_t number);
} // namespace ipv4_map
