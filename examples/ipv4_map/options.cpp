// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "options.h"

#include "picture.h"

#include <charconv>
#include <string_view>

namespace ipv4_map
{
char const* const help_text =
  R"(ipv4_map: which country has which IPv4 addresses, worked out with thrum.

It reads a table of address ranges, decodes it to one country for each block of
256 addresses and, without storing them, to every one of the 2^32 addresses,
counts the addresses of each country, encodes the blocks again, reports how
long each step took, and draws the address space along a Hilbert curve.

usage: ipv4_map [options]

  --device WHERE   auto, openmp, seq or cuda (default: auto, which is cuda where
                   this is a build with CUDA and finds a GPU, else openmp)
  --threads N      number of OpenMP threads, 1 to 1024 (default: OpenMP's choice)
  --input FILE     lines first,last,CC with addresses as decimal numbers and a
                   two-letter code, in ascending order; # begins a comment
                   (default: /usr/share/tor/geoip, of Debian's tor-geoipdb)
  --output FILE    the picture, a PNG (default: ipv4_map.png)
  --size N         width of the map in pixels: 512, 1024, 2048 or 4096, which
                   shows each block of 256 addresses (default: 2048)
  --self-test      test the program on small made-up tables instead; needs no
                   file and leaves none
  --help           print this text

The report goes to standard output, progress and errors to standard error. The
exit status is 0, or 1 if a file or a result is bad, or 2 if the command is or
names a device that cannot be had.
)";

namespace
{
device parse_device(std::string_view text)
{
  if (text == "auto")
  {
    return device::automatic;
  }
  if (text == "openmp")
  {
    return device::openmp;
  }
  if (text == "seq")
  {
    return device::sequential;
  }
  if (text == "cuda")
  {
    return device::cuda;
  }
  throw usage_error("--device takes auto, openmp, seq or cuda, not '" + std::string(text) + "'");
}

int parse_number(std::string_view text)
{
  int number        = 0;
  auto const parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? number : -1;
}

int parse_threads(std::string_view text)
{
  int const threads = parse_number(text);
  if (threads < 1 || threads > 1024)
  {
    throw usage_error("--threads takes a number from 1 to 1024, not '" + std::string(text) + "'");
  }
  return threads;
}

int parse_size(std::string_view text)
{
  int const size = parse_number(text);
  if (size < smallest_map || size > largest_map || (size & (size - 1)) != 0)
  {
    throw usage_error("--size takes 512, 1024, 2048 or 4096, not '" + std::string(text) + "'");
  }
  return size;
}
} // namespace

options parse_options(int argc, char const* const* argv)
{
  options chosen;
  for (int i = 1; i < argc; ++i)
  {
    std::string_view const option = argv[i];
    if (option == "--help")
    {
      chosen.is_help = true;
      continue;
    }
    if (option == "--self-test")
    {
      chosen.is_self_test = true;
      continue;
    }
    bool const is_known = option == "--device" || option == "--threads" || option == "--input"
                          || option == "--output" || option == "--size";
    if (!is_known)
    {
      throw usage_error("there is no option '" + std::string(option) + "'; --help lists those there are");
    }
    if (i + 1 == argc)
    {
      throw usage_error(std::string(option) + " needs a value behind it");
    }
    char const* const value = argv[++i];
    if (option == "--device")
    {
      chosen.where = parse_device(value);
    }
    else if (option == "--threads")
    {
      chosen.num_threads = parse_threads(value);
    }
    else if (option == "--input")
    {
      chosen.input = value;
    }
    else if (option == "--output")
    {
      chosen.output = value;
    }
    else
    {
      chosen.map_size = parse_size(value);
    }
  }
  return chosen;
}
} // namespace ipv4_map
