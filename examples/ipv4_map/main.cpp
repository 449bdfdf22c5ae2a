// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which country has which IPv4 addresses: a real run-length code of 2^32 items, decoded, counted, encoded and drawn.
// The algorithms are used in surveyor.h; --help says what the program does.

#include "address_table.h"
#include "options.h"
#include "picture.h"
#include "report.h"
#include "self_test.h"
#include "survey.h"

#include <exception>
#include <iostream>

#include <omp.h>

namespace ipv4_map
{
namespace
{
device choose(device wanted)
{
  std::string const why_not = why_not_cuda();
  if (wanted == device::cuda && !why_not.empty())
  {
    throw usage_error("--device cuda cannot be had: " + why_not);
  }
  return wanted != device::automatic ? wanted : why_not.empty() ? device::cuda : device::openmp;
}

void announce(device where)
{
  if (where == device::cuda)
  {
    std::cerr << "GPU: " << name_of_gpu() << '\n';
  }
  else
  {
    std::cerr << "threads: " << (where == device::sequential ? 1 : omp_get_max_threads()) << '\n';
  }
}

survey survey_on(device where, address_table const& table, progress& steps)
{
  switch (where)
  {
    case device::cuda: return survey_on_cuda(table, steps);
    case device::sequential: return survey_on_this_thread(table, steps);
    default: return survey_on_openmp(table, steps);
  }
}

std::string credit_of(address_table const& table)
{
  return table.vendor.empty()
           ? ""
           : "Data: " + table.vendor + (table.license.empty() ? "." : ", " + table.license + ".");
}

void print_findings(address_table const& table, survey const& found, std::vector<step> const& steps)
{
  auto const num_runs = static_cast<std::int64_t>(table.countries.size());
  std::int64_t empty  = 0;
  for (std::int64_t i = 0; i < num_runs; ++i)
  {
    empty += table.bounds[i] == table.bounds[i + 1];
  }
  std::cout << "\nThe table has " << grouped(num_runs) << " runs, " << grouped(empty)
            << " of length zero. They cover " << grouped(table.bounds.back())
            << " addresses,\neach of which was decoded, checked and counted. Encoded "
            << "again, the " << grouped(static_cast<std::int64_t>(found.blocks.size()))
            << " blocks of 256 are " << grouped(found.num_block_runs)
            << "\nruns, which decode to the same blocks, bit for bit.\n\n";
  print_countries(std::cout, table, found.addresses);
  std::cout << '\n';
  print_steps(std::cout, steps);
}

void run(options const& chosen)
{
  if (chosen.num_threads != 0)
  {
    omp_set_num_threads(chosen.num_threads);
  }
  device const where = choose(chosen.where);
  announce(where);

  progress steps;
  address_table table;
  steps.run("read " + chosen.input, 0, 0, 1, [&] { table = read_address_table(chosen.input); });
  survey const found = survey_on(where, table, steps);
  print_findings(table, found, steps.steps());
  std::cout << std::endl;
  steps.run("draw " + chosen.output, 0, 0, 1, [&] {
    draw_picture({found.blocks, table.codes, found.addresses, credit_of(table)}, chosen.map_size)
      .save_png(chosen.output);
  });
}

int main_without_exceptions(int argc, char const* const* argv)
{
  try
  {
    options const chosen = parse_options(argc, argv);
    if (chosen.is_help)
    {
      std::cout << help_text;
    }
    else if (chosen.is_self_test)
    {
      choose(chosen.where);
      run_self_test();
      std::cout << "self-test passed" << (why_not_cuda().empty() ? "" : ", not on a GPU: " + why_not_cuda())
                << '\n';
    }
    else
    {
      run(chosen);
    }
    return 0;
  }
  catch (usage_error const& error)
  {
    std::cerr << "ipv4_map: " << error.what() << '\n';
    return 2;
  }
  catch (std::exception const& error)
  {
    std::cerr << "ipv4_map: " << error.what() << '\n';
    return 1;
  }
}
} // namespace
} // namespace ipv4_map

int main(int argc, char** argv)
{
  return ipv4_map::main_without_exceptions(argc, argv);
}
