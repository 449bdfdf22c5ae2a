// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Every algorithm once, on input that several threads share, for tests of what surrounds the call:
//
//   visit_scans([&](char const* name, auto call) { BOOST_TEST(call(policy), name); });   call() tells whether it was right
#include "reference.h"
#include "run_length.h"

#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <thrust/iterator/transform_iterator.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace thrum_test
{
/// Sums as the library cannot know them, so that it keeps their order.
struct opaque_plus
{
  int operator()(int a, int b) const { return a + b; }
};
struct doubled
{
  int operator()(int x) const { return 2 * x; }
};

/// What all calls work on; made on first use.
struct common_input
{
  random_source random{20'240'229};
  std::vector<int> items          = random.integers<int>(300'007, -100, 100);
  std::vector<int> keys           = random.keys<int>(300'007, 9);
  std::vector<int> lengths        = random.integers<int>(40'003, 0, 15);
  std::vector<int> values         = random.integers<int>(40'003, -100, 100);
  std::vector<int> expanded       = serial::decode(values, lengths).items;
  std::vector<std::int64_t> ranks = serial::decode(values, lengths).ranks;
  int sum                         = serial::reduce(items, 5, opaque_plus());
  code<int> runs                  = serial::encode(keys, std::equal_to<>());
};
inline common_input const& input()
{
  static common_input const made;
  return made;
}

/// `count` items that are not results; the memory is kept for the next call of this thread, so that calls of the library
/// alone take any.
template <class T, int Slot = 0>
std::vector<T>& fresh(std::size_t count)
{
  static thread_local std::vector<T> items;
  items.assign(count, T(-7));
  return items;
}

/// A fresh output becomes what it must.
template <class T, class Write>
bool writes(std::vector<T> const& expected, Write write)
{
  std::vector<T>& out = fresh<T, 1>(expected.size());
  write(out.begin());
  return out == expected;
}

template <class Visit>
void visit_reductions(Visit visit)
{
  auto const& in = input();
  visit("reduce", [&in](auto const& policy) {
    return thrum::reduce(policy, in.items.begin(), in.items.end(), 5, opaque_plus()) == in.sum;
  });
  visit("reduce, any order", [&in](auto const& policy) {
    return thrum::reduce(policy, in.items.begin(), in.items.end(), 5, thrum::commutative(opaque_plus()))
           == in.sum;
  });
  static std::vector<int> const only_sum{in.sum};
  visit("reduce_into", [&in](auto const& policy) {
    return writes(only_sum, [&](auto out) {
      thrum::reduce_into(policy, in.items.begin(), in.items.end(), out, 5, opaque_plus());
    });
  });
  visit("transform_reduce", [&in](auto const& policy) {
    return thrum::transform_reduce(policy, in.items.begin(), in.items.end(), doubled(), 10, opaque_plus())
           == 2 * in.sum;
  });
  static auto const expected = serial::reduce_by_key(in.keys, in.items, std::equal_to<>(), opaque_plus());
  visit("reduce_by_key", [&in](auto const& policy) {
    auto& keys = fresh<int>(expected.first.size());
    return writes(expected.second,
                  [&](auto out) {
                    thrum::reduce_by_key(policy, in.keys.begin(), in.keys.end(), in.items.begin(),
                                         keys.begin(), out, std::equal_to<>(), opaque_plus());
                  })
           && keys == expected.first;
  });
  visit("reduce_by_key_into", [&in](auto const& policy) {
    auto& keys         = fresh<int>(expected.first.size());
    std::int64_t count = -7;
    return writes(expected.second,
                  [&](auto out) {
                    thrum::reduce_by_key_into(policy, in.keys.begin(), in.keys.end(), in.items.begin(),
                                              keys.begin(), out, &count, std::equal_to<>(), opaque_plus());
                  })
           && keys == expected.first && count == static_cast<std::int64_t>(keys.size());
  });
}

template <class Visit>
void visit_scans(Visit visit)
{
  auto const& in              = input();
  static auto const inclusive = serial::inclusive(in.items, opaque_plus());
  static auto const exclusive = serial::exclusive(in.items, 5, opaque_plus());
  visit("inclusive_scan", [&in](auto const& policy) {
    return writes(inclusive, [&](auto out) {
      thrum::inclusive_scan(policy, in.items.begin(), in.items.end(), out, opaque_plus());
    });
  });
  visit("exclusive_scan", [&in](auto const& policy) {
    return writes(exclusive, [&](auto out) {
      thrum::exclusive_scan(policy, in.items.begin(), in.items.end(), out, 5, opaque_plus());
    });
  });
  static auto const inclusive_by_key = serial::inclusive_by_key(in.keys, in.items, std::equal_to<>(),
                                                                opaque_plus());
  static auto const exclusive_by_key = serial::exclusive_by_key(in.keys, in.items, 5, std::equal_to<>(),
                                                                opaque_plus());
  visit("inclusive_scan_by_key", [&in](auto const& policy) {
    return writes(inclusive_by_key, [&](auto out) {
      thrum::inclusive_scan_by_key(policy, in.keys.begin(), in.keys.end(), in.items.begin(), out,
                                   std::equal_to<>(), opaque_plus());
    });
  });
  visit("exclusive_scan_by_key", [&in](auto const& policy) {
    return writes(exclusive_by_key, [&](auto out) {
      thrum::exclusive_scan_by_key(policy, in.keys.begin(), in.keys.end(), in.items.begin(), out, 5,
                                   std::equal_to<>(), opaque_plus());
    });
  });
  static auto const of_doubles = [&in] {
    std::vector<int> twice;
    for (int const x : in.items)
      twice.push_back(2 * x);
    return std::make_pair(serial::inclusive(twice, opaque_plus()),
                          serial::exclusive(twice, 5, opaque_plus()));
  }();
  visit("transform_inclusive_scan", [&in](auto const& policy) {
    return writes(of_doubles.first, [&](auto out) {
      thrum::transform_inclusive_scan(policy, in.items.begin(), in.items.end(), out, doubled(),
                                      opaque_plus());
    });
  });
  visit("transform_exclusive_scan", [&in](auto const& policy) {
    return writes(of_doubles.second, [&](auto out) {
      thrum::transform_exclusive_scan(policy, in.items.begin(), in.items.end(), out, doubled(), 5,
                                      opaque_plus());
    });
  });
}

template <class Visit>
void visit_run_length(Visit visit)
{
  auto const& in = input();
  visit("run_length_encode", [&in](auto const& policy) {
    auto& lengths = fresh<std::int64_t>(in.runs.lengths.size());
    return writes(in.runs.values,
                  [&](auto out) {
                    thrum::run_length_encode(policy, in.keys.begin(), in.keys.end(), out, lengths.begin());
                  })
           && lengths == in.runs.lengths;
  });
  visit("run_length_encode_into", [&in](auto const& policy) {
    auto& lengths      = fresh<std::int64_t>(in.runs.lengths.size());
    std::int64_t count = -7;
    return writes(in.runs.values,
                  [&](auto out) {
                    thrum::run_length_encode_into(policy, in.keys.begin(), in.keys.end(), out,
                                                  lengths.begin(), &count);
                  })
           && lengths == in.runs.lengths && count == static_cast<std::int64_t>(lengths.size());
  });
  static auto const longer = [&in] {
    std::vector<std::int64_t> result;
    for (auto const length : in.runs.lengths)
      if (length >= 2)
        result.push_back(length);
    return result;
  }();
  visit("run_length_encode_non_trivial", [&in](auto const& policy) {
    auto& offsets = fresh<std::int64_t>(longer.size());
    return writes(longer, [&](auto out) {
      thrum::run_length_encode_non_trivial(policy, in.keys.begin(), in.keys.end(), offsets.begin(), out);
    });
  });
  visit("run_length_decode", [&in](auto const& policy) {
    return writes(in.expanded, [&](auto out) {
      thrum::run_length_decode(policy, in.values.begin(), in.values.end(), in.lengths.begin(), out);
    });
  });
  visit("run_length_decode with ranks", [&in](auto const& policy) {
    auto& ranks = fresh<std::int64_t>(in.ranks.size());
    return writes(in.expanded,
                  [&](auto out) {
                    thrum::run_length_decode(policy, in.values.begin(), in.values.end(), in.lengths.begin(),
                                             out, ranks.begin());
                  })
           && ranks == in.ranks;
  });
  auto const count = static_cast<std::int64_t>(in.values.size());
  auto const size  = static_cast<std::int64_t>(in.expanded.size());
  visit("run_length_decode_n", [&in, count, size](auto const& policy) {
    std::int64_t needed = -7;
    return writes(in.expanded,
                  [&](auto out) {
                    needed = thrum::run_length_decode_n(policy, in.values.begin(), in.lengths.begin(), count,
                                                        out, size)
                               .second;
                  })
           && needed == size;
  });
  visit("run_length_decode_n, total in memory", [&in, count, size](auto const& policy) {
    std::int64_t needed = -7;
    return writes(in.expanded,
                  [&](auto out) {
                    thrum::run_length_decode_n(policy, in.values.begin(), in.lengths.begin(), count, out,
                                               size, &needed);
                  })
           && needed == size;
  });
  static auto const ends = serial::ends<int>(in.lengths);
  visit("run_length_decode_ends", [&in](auto const& policy) {
    return writes(in.expanded, [&](auto out) {
      thrum::run_length_decode_ends(policy, in.values.begin(), in.values.end(), ends.begin(), out);
    });
  });
  visit("run_length_decoded_size", [&in, size](auto const& policy) {
    return thrum::run_length_decoded_size(policy, in.lengths.begin(), in.lengths.end()) == size;
  });
}

template <class Visit>
void visit_load_balance(Visit visit)
{
  auto const& in = input();
  visit("load_balanced_for_each", [&in](auto const& policy) {
    static auto const starts = [&in] {
      auto result = serial::ends<std::int64_t>(in.lengths);
      result.insert(result.begin(), 0);
      return result;
    }();
    return writes(in.ranks, [&](auto out) {
      thrum::load_balanced_for_each(policy, in.lengths.begin(), in.lengths.end(),
                                    [out](std::int64_t segment, std::int64_t rank) {
                                      out[starts[static_cast<std::size_t>(segment)] + rank] = rank;
                                    });
    });
  });
  constexpr std::size_t each = 100;
  static auto const front    = serial::slice(in.items, 0, in.items.size() / each * each);
  visit("batched_copy", [](auto const& policy) {
    std::size_t const batches = front.size() / each;
    auto& sources             = fresh<std::int64_t, 2>(batches); // by their places in the input
    auto& sizes               = fresh<int>(batches);
    for (std::size_t batch = 0; batch < batches; ++batch)
    {
      sources[batch] = static_cast<std::int64_t>(each * batch);
      sizes[batch]   = static_cast<int>(each);
    }
    return writes(front, [&](auto out) {
      auto const source      = [](std::int64_t at) { return front.data() + at; };
      auto const destination = [out](std::int64_t at) { return &*out + at; };
      thrum::batched_copy(policy, thrust::make_transform_iterator(sources.begin(), source),
                          thrust::make_transform_iterator(sources.begin(), destination), sizes.begin(),
                          static_cast<std::int64_t>(batches));
    });
  });
  visit("make_run_length_decoded_view", [&in](auto const& policy) {
    auto const view = thrum::make_run_length_decoded_view(policy, in.values.begin(), in.lengths.begin(),
                                                          static_cast<std::int64_t>(in.values.size()));
    return writes(in.expanded, [&](auto out) { std::copy(view.begin(), view.end(), out); });
  });
}
} // namespace thrum_test
