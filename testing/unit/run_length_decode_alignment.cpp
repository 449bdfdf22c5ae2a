// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Items of every size at every address: not a byte is written beside the output, not one forgotten.
#define BOOST_TEST_MODULE run_length_decode_alignment
#include <thrum/run_length.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <tuple>
#include <vector>

#include "decode.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Any address will do for it.
template <std::size_t Bytes>
struct packed
{
  packed() = default;
  THRUM_HOST_DEVICE explicit packed(int value)
  {
    for (std::size_t i = 0; i < Bytes; ++i)
      byte[i] = static_cast<unsigned char>(value + static_cast<int>(37 * i));
  }
  unsigned char byte[Bytes];
};

using item_types = std::tuple<packed<1>,
                              packed<2>,
                              packed<3>,
                              packed<4>,
                              packed<5>,
                              packed<8>,
                              packed<12>,
                              packed<16>,
                              packed<24>,
                              std::uint8_t,
                              std::uint16_t,
                              std::uint32_t,
                              std::uint64_t,
                              double,
                              __int128,
                              std::array<std::uint32_t, 3>,
                              std::array<std::uint64_t, 3>>;

template <class T>
T item_of(int value)
{
  packed<sizeof(T)> const bytes(value);
  T item;
  std::memcpy(&item, &bytes, sizeof(T));
  return item;
}

constexpr std::size_t line = 64;

/// Bytes around a place that lies `offset` bytes behind the start of a cache line.
template <class System>
class guarded_bytes
{
public:
  guarded_bytes(std::size_t offset, std::size_t bytes)
      : memory_(std::vector<unsigned char>(bytes + 4 * line, pattern), 0)
      , bytes_(bytes)
  {
    auto const address = reinterpret_cast<std::uintptr_t>(memory_.begin());
    start_             = line + (line - address % line) % line + offset;
  }
  unsigned char* start() { return memory_.begin() + start_; }
  bool holds(std::vector<unsigned char> const& expected) const
  {
    auto const content = memory_.items();
    return expected.size() == bytes_
           && std::equal(expected.begin(), expected.end(), content.begin() + offset());
  }
  bool is_whole() const
  {
    auto const guard   = [](unsigned char byte) { return byte == pattern; };
    auto const content = memory_.items();
    return std::all_of(content.begin(), content.begin() + offset(), guard)
           && std::all_of(content.begin() + offset() + static_cast<std::ptrdiff_t>(bytes_), content.end(),
                          guard);
  }

private:
  static constexpr unsigned char pattern = 0xC3;
  std::ptrdiff_t offset() const { return static_cast<std::ptrdiff_t>(start_); }

  typename System::template buffer<unsigned char> memory_;
  std::size_t bytes_;
  std::size_t start_;
};

template <class T>
std::vector<unsigned char> bytes_of(std::vector<T> const& items)
{
  std::vector<unsigned char> bytes(items.size() * sizeof(T));
  if (!items.empty())
    std::memcpy(bytes.data(), items.data(), bytes.size());
  return bytes;
}

template <class T, class System>
void decode_everywhere(System const& system, std::vector<int> const& lengths)
{
  std::vector<T> values;
  for (std::size_t run = 0; run < lengths.size(); ++run)
    values.push_back(item_of<T>(static_cast<int>(run)));
  auto const expected = bytes_of(serial::decode(values, lengths).items);
  auto const runs     = static_cast<std::int64_t>(lengths.size());
  auto const v        = make_input<System>(values);
  auto const l        = make_input<System>(lengths);
  for (std::size_t offset = 0; offset < line; offset += alignof(T))
  {
    guarded_bytes<System> out(offset, expected.size());
    auto* const first = reinterpret_cast<T*>(out.start());
    thrum::run_length_decode(system.policy(), v.begin(), v.end(), l.begin(), first);
    BOOST_TEST(out.holds(expected), "offset " << offset);
    BOOST_TEST(out.is_whole(), "written outside at offset " << offset);

    auto const items = expected.size() / sizeof(T);
    auto const part  = items - std::min<std::size_t>(items, offset % 7 + 1);
    guarded_bytes<System> cut(offset, part * sizeof(T));
    thrum::run_length_decode_n(system.policy(), v.begin(), l.begin(), runs, reinterpret_cast<T*>(cut.start()),
                               static_cast<std::int64_t>(part));
    auto const front = expected.begin() + static_cast<std::ptrdiff_t>(part * sizeof(T));
    BOOST_TEST(cut.holds(std::vector<unsigned char>(expected.begin(), front)), "bounded, offset " << offset);
    BOOST_TEST(cut.is_whole(), "written outside at offset " << offset);
  }
}

template <class T, class System>
void decode_codes(System const& system)
{
  random_source random;
  decode_everywhere<T>(system, {1});
  decode_everywhere<T>(system, {3, 0, 1, 2});
  decode_everywhere<T>(system, random.integers<int>(40, 0, 3));
  decode_everywhere<T>(system, random.integers<int>(3'000, 0, 2));
  decode_everywhere<T>(system, random.integers<int>(40, 0, 300));
  decode_everywhere<T>(system, {17, 5'000, 1, 0, 333});
}
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(at_every_address, T, item_types)
{
  for_each_system<value_systems>([](auto const& system) { decode_codes<T>(system); });
}

// So much output that threads share it, and that it may leave past the cache.
BOOST_AUTO_TEST_CASE_TEMPLATE(large_outputs_at_odd_addresses, System, systems)
{
  System const system;
  random_source random;
  using item = packed<3>;
  std::vector<item> values;
  auto lengths = random.integers<int>(3'001, 0, 900);
  lengths[17]  = 9'000'000 / 3;
  for (std::size_t run = 0; run < lengths.size(); ++run)
    values.push_back(item(static_cast<int>(run)));
  auto const expected = bytes_of(serial::decode(values, lengths).items);
  auto const v        = make_input<System>(values);
  auto const l        = make_input<System>(lengths);
  for (std::size_t const offset : {0, 1, 15, 33, 63})
  {
    guarded_bytes<System> out(offset, expected.size());
    thrum::run_length_decode(system.policy(), v.begin(), v.end(), l.begin(),
                             reinterpret_cast<item*>(out.start()));
    BOOST_TEST(out.holds(expected), "offset " << offset);
    BOOST_TEST(out.is_whole(), "written outside at offset " << offset);
  }
}
