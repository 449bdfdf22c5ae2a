// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Key types of every size and habit.
#define BOOST_TEST_MODULE reduce_by_key_key_types
#include <thrum/reduce.h>

#include <thrust/tuple.h>

#include <cstdint>
#include <functional>
#include <tuple>
#include <vector>

#include "by_key.h"
#include "random.h"
#include "trap_operator.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
/// Two keys are equal where their ids are, whatever else they hold; nothing but == is offered.
struct labelled
{
  THRUM_HOST_DEVICE explicit labelled(int value) : id(value), label(1000 + value) {}
  int id;
  int label;
  THRUM_HOST_DEVICE friend bool operator==(labelled a, labelled b) { return a.id == b.id; }
};

/// 512 bytes, equal only if all are.
struct long_key
{
  THRUM_HOST_DEVICE explicit long_key(int value)
  {
    for (int& word : words)
      word = value / 2;
    words[127] = value;
  }
  int words[128];
  THRUM_HOST_DEVICE friend bool operator==(long_key const& a, long_key const& b)
  {
    for (int i = 0; i < 128; ++i)
      if (a.words[i] != b.words[i])
        return false;
    return true;
  }
};

struct from_int
{
  template <class Key>
  static Key make(int value)
  {
    if constexpr (std::is_constructible_v<Key, int>)
      return Key(value);
    else
      return Key(value / 3, static_cast<char>(value % 3));
  }
};

template <class Key>
void groups_of_keys(std::vector<std::size_t> const& sizes)
{
  random_source random;
  auto const run = [&](auto const& system) {
    for (std::size_t const size : sizes)
      for (std::int64_t const mean_run : {1, 6, 700})
      {
        std::vector<Key> keys;
        for (int const key : random.keys<int>(size, mean_run))
          keys.push_back(from_int::make<Key>(key));
        compare_reduce_by_key(system, keys, random.integers<int>(size, 0, 100), standard::equal_to<>(),
                              standard::plus<>());
      }
  };
  for_each_system<value_systems>(run);
}

using small_types = std::tuple<bool, char, std::uint16_t, std::int64_t, float, __int128>;
using user_types  = std::tuple<labelled, no_default, aligned_words, thrust::tuple<int, char>>;
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(small_keys, Key, small_types)
{
  groups_of_keys<Key>({1, 2, 33, 1'000, 30'000});
}

BOOST_AUTO_TEST_CASE_TEMPLATE(keys_of_a_users_type, Key, user_types)
{
  groups_of_keys<Key>({1, 2, 33, 1'000, 30'000});
}

BOOST_AUTO_TEST_CASE(b43_keys_of_512_bytes)
{
  groups_of_keys<long_key>({1, 2, 33, 1'000, 5'000});
}

BOOST_AUTO_TEST_CASE(b44_keys_that_must_be_made_before_they_are_assigned)
{
  long const alive_before = counted::alive();
  trap::reset();
  groups_of_keys<counted>({1, 2, 33, 1'000, 30'000});
  BOOST_TEST(trap::violations() == 0);
  BOOST_TEST(counted::alive() == alive_before);
}
