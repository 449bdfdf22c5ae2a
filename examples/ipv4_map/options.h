// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <stdexcept>
#include <string>

namespace ipv4_map
{
enum class device
{
  automatic,
  openmp,
  sequential,
  cuda,
};

struct options
{
  device where       = device::automatic;
  std::string input  = "/usr/share/tor/geoip";
  std::string output = "ipv4_map.png";
  int map_size       = 2048;
  int num_threads    = 0; ///< 0: as many as OpenMP chooses
  bool is_help       = false;
  bool is_self_test  = false;
};

/// The command line was wrong; what() says how.
class usage_error : public std::runtime_error
{
public:
  using std::runtime_error::runtime_error;
};

/// \throws usage_error
options parse_options(int argc, char const* const* argv);

extern char const* const help_text;
} // namespace ipv4_map
