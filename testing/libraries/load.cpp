// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// load LIBRARY...: loads all of them, each with its symbols open to those behind it, as libraries that are linked have
// theirs; then runs them, at the same time, and prints a line for each: a hash of its sums' bits.
#include "library.h"

#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <dlfcn.h>

namespace
{
std::uint32_t bits(float x)
{
  std::uint32_t b;
  std::memcpy(&b, &x, sizeof(b));
  return b;
}

thrum_test::run_job load(char const* path)
{
  void* const library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  void* const run     = library != nullptr ? dlsym(library, "thrum_test_on_device") : nullptr;
  if (run == nullptr)
  {
    std::fprintf(stderr, "%s\n", dlerror());
    std::exit(1);
  }
  return reinterpret_cast<thrum_test::run_job>(run);
}
} // namespace

int main(int count, char** arguments)
{
  std::vector<thrum_test::run_job> libraries;
  for (int i = 1; i < count; ++i)
  {
    libraries.push_back(load(arguments[i]));
  }

  std::vector<float> items(300'007);
  for (std::size_t i = 0; i < items.size(); ++i)
  {
    items[i] = 1.0F / static_cast<float>(1 + i % 977);
  }
  std::vector<std::vector<float>> sums(libraries.size(), std::vector<float>(items.size()));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < libraries.size(); ++i)
  {
    threads.emplace_back([&, i] {
      thrum_test::library_job const job{items.data(), static_cast<std::ptrdiff_t>(items.size()),
                                        sums[i].data()};
      libraries[i](&job);
    });
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }

  for (std::vector<float> const& of_library : sums)
  {
    std::uint64_t hash = 0;
    for (float const sum : of_library)
    {
      hash = (hash ^ bits(sum)) * 0x100000001b3;
    }
    std::printf("%016" PRIx64 "\n", hash);
  }
}
