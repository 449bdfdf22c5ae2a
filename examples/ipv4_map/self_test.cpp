// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "self_test.h"

#include "address_table.h"
#include "countries.h"
#include "hilbert.h"
#include "picture.h"
#include "survey.h"
#include "tally.h"

#include <png.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <random>
#include <sstream>

namespace ipv4_map
{
namespace
{
address_table table_of(std::string const& text)
{
  std::istringstream in(text);
  return read_address_table(in, "text");
}

std::string message_of(std::string const& text)
{
  try
  {
    table_of(text);
  }
  catch (std::runtime_error const& error)
  {
    return error.what();
  }
  return "no error";
}

void test_reading()
{
  address_table const table = table_of(
    "# comment\n# Vendor:   Me\n\n0,9,AA\r\n10,19,BB\n4000000000,4294967295,AA\n");
  require(table.bounds
            == std::vector<std::int64_t>{0, 0, 10, 10, 20, 4000000000, num_addresses, num_addresses},
          "bounds of a small table");
  require(table.countries == std::vector<std::uint8_t>{0, 1, 0, 2, 0, 1, 0}, "countries of a small table");
  require(table.codes == std::vector<std::string>{"--", "AA", "BB"}, "codes of a small table");
  require(table.vendor == "Me" && table.license.empty(), "vendor and license of a small table");
  require(table_of("0,4294967295,AA").bounds.back() == num_addresses, "a range of all addresses");

  struct malformed
  {
    char const* text;
    char const* message;
  };
  malformed const cases[] = {
    {"", "text holds no range of addresses"},
    {"0,9,AA\nx\n", "text:2: expected 'first,last,CC' but found 'x'"},
    {"0,9,AAA", "text:1: expected 'first,last,CC' but found '0,9,AAA'"},
    {"0,9", "text:1: expected 'first,last,CC' but found '0,9'"},
    {"0,99999999999999999999,AA", "text:1: expected 'first,last,CC' but found '0,99999999999999999999,AA'"},
    {"0\t9\tAA", "text:1: expected 'first,last,CC' but found '0?9?AA'"},
    {"9,8,AA", "text:1: the range 9 to 8 ends before it begins"},
    {"-1,8,AA", "text:1: the range -1 to 8 is not within 0 to 4294967295"},
    {"0,4294967296,AA", "text:1: the range 0 to 4294967296 is not within 0 to 4294967295"},
    {"0,9,AA\n9,12,BB", "text:2: the range 9 to 12 begins before the one above it ends"},
  };
  for (malformed const& one : cases)
  {
    std::string const message = message_of(one.text);
    require(message == one.message, "said '" + message + "' instead of '" + one.message + "'");
  }
}

void test_hilbert()
{
  int const order = 6;
  int const side  = 1 << order;
  std::vector<int> visits(side * side, 0);
  point before = hilbert_point(0, order);
  require(before.x == 0 && before.y == 0, "the Hilbert curve begins in the upper left corner");
  for (int distance = 0; distance < side * side; ++distance)
  {
    point const at = hilbert_point(distance, order);
    ++visits.at(at.y * side + at.x);
    require(std::abs(at.x - before.x) + std::abs(at.y - before.y) == (distance != 0),
            "the curve takes single steps");
    before = at;
  }
  require(visits == std::vector<int>(side * side, 1), "the Hilbert curve visits each cell once");
  require(before.x == side - 1 && before.y == 0, "the Hilbert curve ends in the upper right corner");
}

// A table of random runs, many of them empty or shorter than a block, and a few long ones.
address_table random_table(unsigned seed, int num_runs)
{
  std::mt19937 random(seed);
  address_table table;
  table.codes = {"--", "AA", "BB", "CC", "DD"};
  table.bounds.push_back(0);
  for (int i = 0; i < num_runs; ++i)
  {
    unsigned const longest[] = {1, 40, 600, 20000};
    table.countries.push_back(static_cast<std::uint8_t>(random() % table.codes.size()));
    table.bounds.push_back(table.bounds.back() + random() % longest[random() % 4]);
  }
  return table;
}

// Counts from several threads at once.
template <typename Tally>
void test_tally()
{
  Tally tally;
  auto const count = tally.get_counter();
#pragma omp parallel for num_threads(4)
  for (int number = 0; number < 100000; ++number)
  {
    count(number, static_cast<std::uint8_t>(number % 5 * 60));
  }
  auto const total = tally.total();
  for (int kind = 0; kind < most_kinds; ++kind)
  {
    require(total[kind] == (kind % 60 == 0 ? 20000 : 0), "a tally of things of kind " + std::to_string(kind));
  }
}

void test_survey(survey (*run)(address_table const&, progress&), address_table const& table)
{
  std::vector<std::int64_t> addresses(table.codes.size(), 0);
  std::vector<std::uint8_t> blocks;
  for (std::size_t i = 0; i < table.countries.size(); ++i)
  {
    for (std::int64_t address = table.bounds[i]; address < table.bounds[i + 1]; ++address)
    {
      ++addresses[table.countries[i]];
      if (address % block_size == 0)
      {
        blocks.push_back(table.countries[i]);
      }
    }
  }
  std::int64_t block_runs = 0;
  for (std::size_t i = 0; i < blocks.size(); ++i)
  {
    block_runs += i == 0 || blocks[i] != blocks[i - 1];
  }

  progress silent(true);
  survey const found = run(table, silent);
  require(found.blocks == blocks, "the blocks of a random table");
  require(found.addresses == addresses, "the addresses of a random table");
  require(found.num_block_runs == block_runs, "the code of a random table's blocks");
}

// A file in the folder for temporary files, gone at the end.
class temporary_file
{
public:
  temporary_file()
      : path((std::filesystem::temp_directory_path() / ("ipv4_map_" + std::to_string(std::random_device{}())))
               .string())
  {}
  temporary_file(temporary_file const&)            = delete;
  temporary_file& operator=(temporary_file const&) = delete;
  ~temporary_file()
  {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }

  std::string const path;
};

void test_picture()
{
  picture_facts facts{std::vector<std::uint8_t>(1 << 24, 1), {"--", "NZ"}, {0, num_addresses}, "Made up."};
  canvas const picture = draw_picture(facts, smallest_map);
  temporary_file const file;
  picture.save_png(file.path);

  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  require(png_image_begin_read_from_file(&image, file.path.c_str()) != 0, "the picture is a PNG");
  bool const has_size = static_cast<int>(image.width) == picture.width()
                        && static_cast<int>(image.height) == picture.height();
  png_image_free(&image);
  require(has_size, "the picture in the file has the size of the one that was drawn");
  require(find_country("NZ").where == region::oceania && find_country("NZ").name == "New Zealand",
          "a known country");
  require(find_country("ZZ").where == region::elsewhere && find_country("ZZ").name == "ZZ",
          "an unknown country");
}
} // namespace

void run_self_test()
{
  bool const has_gpu = why_not_cuda().empty();
  test_reading();
  test_hilbert();
  test_tally<thread_tally>();
  test_tally<spread_tally<std::vector<std::int64_t>>>();
  for (unsigned const seed : {1u, 2u, 3u})
  {
    address_table const table = random_table(seed, 2000);
    test_survey(survey_on_this_thread, table);
    test_survey(survey_on_openmp, table);
    if (has_gpu)
    {
      test_survey(survey_on_cuda, table);
    }
  }
  test_picture();
}
} // namespace ipv4_map
