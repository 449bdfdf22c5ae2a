// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What is to be found out, and where. How is in surveyor.h.

#include "address_table.h"
#include "progress.h"

#include <stdexcept>
#include <string>

namespace ipv4_map
{
inline constexpr std::int64_t block_size = 256; // a /24

struct survey
{
  std::vector<std::uint8_t> blocks;    ///< country id of the first address of each /24 block
  std::vector<std::int64_t> addresses; ///< number of addresses of each country id
  std::int64_t num_block_runs;         ///< runs in the code of `blocks`
};

inline void require(bool holds, std::string const& what)
{
  if (!holds)
  {
    throw std::runtime_error("wrong result: " + what);
  }
}

/// Each runs all steps on one system.
///
/// \throws std::runtime_error if a result is wrong
survey survey_on_this_thread(address_table const& table, progress& steps);
survey survey_on_openmp(address_table const& table, progress& steps);
survey survey_on_cuda(address_table const& table, progress& steps);

/// Why the last of them cannot run, in a sentence; empty if it can.
std::string why_not_cuda();

/// The name of the GPU that it runs on.
std::string name_of_gpu();
} // namespace ipv4_map
