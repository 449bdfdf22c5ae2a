// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Libraries that have their own compilations of thrum, in one program: each runs its own kernels, whichever was loaded
// first, and whatever the dynamic linker makes of names that several have.
#define BOOST_TEST_MODULE cuda_libraries
#include <thrum/scan.h>

#include <string>
#include <thread>
#include <vector>

#include "compare.h"
#include "random.h"
#include "systems.h"
#include <boost/test/unit_test.hpp>
#include <dlfcn.h>
#include <libraries/library.h>

using namespace thrum_test;

namespace
{
/// Beside this program; its names are open to what is loaded after it, as those of linked libraries are.
class library
{
public:
  explicit library(std::string const& name)
      : handle_(dlopen(("$ORIGIN/cuda_library_" + name + ".so").c_str(), RTLD_NOW | RTLD_GLOBAL))
  {
    BOOST_TEST_REQUIRE(handle_ != nullptr, dlerror());
  }

  template <class Function>
  Function* function(char const* name) const
  {
    void* const address = dlsym(handle_, name);
    BOOST_TEST_REQUIRE(address != nullptr, dlerror());
    return reinterpret_cast<Function*>(address);
  }

private:
  void* handle_;
};

library const& library_named(std::string const& name)
{
  static library const own("this"), again("again"), architectures("other_architectures"),
    version("other_version");
  return name == "this" ? own : name == "again" ? again : name == "other_version" ? version : architectures;
}
char const* const names[] = {"this", "again", "other_architectures", "other_version"};

std::vector<float> on_device(library const& from, std::vector<float> const& items)
{
  device_buffer<float> const in(items, 0);
  device_buffer<float> sums(items.size(), -1.0F, output_margin);
  library_job const job{in.begin(), static_cast<std::ptrdiff_t>(items.size()), sums.begin()};
  from.function<void(library_job const*)>("thrum_test_on_device")(&job);
  return sums.items();
}
std::vector<float> on_host(library const& from, std::vector<float> const& items)
{
  std::vector<float> sums(items.size());
  library_job const job{items.data(), static_cast<std::ptrdiff_t>(items.size()), sums.data()};
  from.function<void(library_job const*)>("thrum_test_on_host")(&job);
  return sums;
}
std::vector<float> of_this_program(std::vector<float> const& items)
{
  std::vector<float> sums(items.size());
  thrum::inclusive_scan(thrust::seq, items.begin(), items.end(), sums.begin());
  return sums;
}
bool same(std::vector<float> const& got, std::vector<float> const& expected)
{
  return static_cast<bool>(same_bits(got, expected));
}
} // namespace

BOOST_AUTO_TEST_CASE(each_gives_the_results_of_its_version)
{
  // One tile, a few, and more than are few on any device.
  for (std::size_t const size : {100, 30'000, 3'000'001})
  {
    auto const items    = random_source(size).mixed_floats<float>(size);
    auto const expected = of_this_program(items);
    for (char const* const name : names)
    {
      library const& one     = library_named(name);
      auto const got         = on_device(one, items);
      bool const is_of_other = std::string(name) == "other_version";
      BOOST_TEST(same(got, on_host(one, items)), name << ", " << size << " items");
      // Another version brackets in another way, which is seen where there is more than one lane.
      BOOST_TEST(same(got, expected) == !is_of_other, name << ", " << size << " items");
    }
  }
}

BOOST_AUTO_TEST_CASE(all_at_the_same_time)
{
  auto const items = random_source().mixed_floats<float>(200'003);
  std::vector<std::thread> threads;
  std::vector<int> wrong(std::size(names), 0);
  for (std::size_t i = 0; i < std::size(names); ++i)
  {
    threads.emplace_back([&, i] {
      library const& one  = library_named(names[i]);
      auto const expected = on_host(one, items);
      for (int round = 0; round < 20; ++round)
      {
        wrong[i] += same(on_device(one, items), expected) ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  BOOST_TEST(wrong == std::vector<int>(std::size(names), 0));
}

// A library's own CUDA runtime knows the kernels of that library alone.
BOOST_AUTO_TEST_CASE(each_starts_kernels_of_its_own)
{
  float value = 1.0F;
  for (char const* const name : names)
  {
    device_buffer<float> out(1, -1.0F, output_margin);
    value += 1.0F;
    auto* const start = library_named(name).function<void(float*, float)>("thrum_test_start_kernel");
    BOOST_CHECK_NO_THROW(start(out.begin(), value));
    BOOST_TEST(out.items().front() == value, name);
  }
}

// Libraries of one version and for the same architectures have one pool of scratch memory on a device, others their own.
BOOST_AUTO_TEST_CASE(pools)
{
  auto const pool = [](char const* name) {
    return library_named(name).function<void*()>("thrum_test_pool")();
  };
  BOOST_TEST(pool("this") != nullptr);
  BOOST_TEST(pool("this") == pool("again"));
  BOOST_TEST(pool("this") != pool("other_architectures"));
  BOOST_TEST(pool("this") != pool("other_version"));
  BOOST_TEST(pool("other_architectures") != pool("other_version"));
}
