// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One call of each algorithm on data in device memory, for tests of what is around a call: policies, streams,
// memory, graphs.
//
//   cuda_calls calls(10'000);
//   calls.visit([&](char const* name, auto returns, auto call) {
//     call(policy);
//     wait for the stream
//     BOOST_TEST(calls.right());
//   });
#include "compare.h"
#include "poison.h"
#include "random.h"
#include "reference.h"
#include "run_length.h"
#include "systems.h"
#include "types.h"

#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cstdint>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace thrum_test
{
/// For load_balanced_for_each: the place of each item in its segment.
struct writes_rank
{
  std::int64_t const* ends;
  std::int64_t* out;
  THRUM_HOST_DEVICE void operator()(std::int64_t segment, std::int64_t rank) const
  {
    out[(segment > 0 ? ends[segment - 1] : 0) + rank] = rank;
  }
};

/// For batched_copy: batches of as many items.
inline constexpr std::int64_t batch = 60;
template <class T>
struct batch_of
{
  T* items;
  THRUM_HOST_DEVICE T* operator()(std::int64_t i) const { return items + batch * i; }
};

/// Whether a call gives the host something that it has to wait for.
using returns_value = std::true_type;
using in_order      = std::false_type;

class cuda_calls
{
public:
  explicit cuda_calls(std::size_t size, std::uint64_t seed = 1)
      : size_(size)
      , keys_(std::vector<int>(size), 0)
      , items_(std::vector<std::int64_t>(size), 0)
      , lengths_(std::vector<int>((size + 7) / 8), 0)
      , ends_(std::vector<std::int64_t>((size + 7) / 8), 0)
      , keys_out_(std::vector<int>(size), output_margin)
      , out_(std::vector<std::int64_t>(size), output_margin)
      , more_out_(std::vector<std::int64_t>(size), output_margin)
      , value_(std::vector<std::int64_t>(1), output_margin)
  {
    set_input(seed);
  }

  /// Other items and keys, in the same place.
  void set_input(std::uint64_t seed)
  {
    random_source random(seed);
    keys  = random.keys<int>(size_, 40);
    items = random.integers<std::int64_t>(size_, -1'000'000, 1'000'000);
    keys_.set_items(keys);
    items_.set_items(items);
    lengths = random.integers<int>((size_ + 7) / 8, 0, size_ < 1'000 ? 1 : 10);
    lengths_.set_items(lengths);
    ends_.set_items(serial::ends<std::int64_t>(lengths));
  }

  /// Visits visit(name, returns_value or in_order, call): call(policy), then right() once the stream has come
  /// so far.
  template <class Visit>
  void visit(Visit visitor)
  {
    auto const plus  = thrust::plus<>();
    auto const equal = thrust::equal_to<>();
    auto const first = items_.begin(), last = items_.end();
    auto const k = keys_.begin(), k_last = keys_.end();
    auto const out = out_.begin();

    visit_one(
      visitor, "reduce", returns_value(),
      [=](auto const& policy) { returned_ = thrum::reduce(policy, first, last, std::int64_t{5}); },
      [=] { return returned_ == serial::reduce(items, std::int64_t{5}, plus); });
    visit_one(
      visitor, "transform_reduce", returns_value(),
      [=](auto const& policy) {
        returned_ = thrum::transform_reduce(policy, first, last, thrust::negate<>(), std::int64_t{5}, add());
      },
      [=] { return returned_ == serial::reduce(negated(), std::int64_t{5}, plus); });
    visit_one(
      visitor, "reduce_into", in_order(),
      [=](auto const& policy) { thrum::reduce_into(policy, first, last, value_.begin()); },
      [=] { return value_.items().front() == serial::reduce(items, std::int64_t{0}, plus); });
    visit_one(
      visitor, "reduce_into in order", in_order(),
      [=](auto const& policy) {
        thrum::reduce_into(policy, first, last, value_.begin(), std::int64_t{7}, add());
      },
      [=] { return value_.items().front() == serial::reduce(items, std::int64_t{7}, plus); });
    visit_one(
      visitor, "inclusive_scan", in_order(),
      [=](auto const& policy) { thrum::inclusive_scan(policy, first, last, out); },
      [=] { return out_.items() == serial::inclusive(items, plus); });
    visit_one(
      visitor, "exclusive_scan", in_order(),
      [=](auto const& policy) { thrum::exclusive_scan(policy, first, last, out, std::int64_t{3}, add()); },
      [=] { return out_.items() == serial::exclusive(items, std::int64_t{3}, plus); });
    visit_one(
      visitor, "transform_inclusive_scan", in_order(),
      [=](auto const& policy) {
        thrum::transform_inclusive_scan(policy, first, last, out, thrust::negate<>(), plus);
      },
      [=] { return out_.items() == serial::inclusive(negated(), plus); });
    visit_one(
      visitor, "transform_exclusive_scan", in_order(),
      [=](auto const& policy) {
        thrum::transform_exclusive_scan(policy, first, last, out, thrust::negate<>(), std::int64_t{3}, plus);
      },
      [=] { return out_.items() == serial::exclusive(negated(), std::int64_t{3}, plus); });
    visit_one(
      visitor, "inclusive_scan_by_key", in_order(),
      [=](auto const& policy) { thrum::inclusive_scan_by_key(policy, k, k_last, first, out); },
      [=] { return out_.items() == serial::inclusive_by_key(keys, items, equal, plus); });
    visit_one(
      visitor, "exclusive_scan_by_key", in_order(),
      [=](auto const& policy) {
        thrum::exclusive_scan_by_key(policy, k, k_last, first, out, std::int64_t{4});
      },
      [=] { return out_.items() == serial::exclusive_by_key(keys, items, std::int64_t{4}, equal, plus); });

    auto const groups = [=] {
      auto const expected = serial::reduce_by_key(keys, items, equal, plus);
      return begins_with(keys_out_, expected.first) && begins_with(out_, expected.second)
             && returned_ == static_cast<std::int64_t>(expected.first.size());
    };
    visit_one(
      visitor, "reduce_by_key", returns_value(),
      [=](auto const& policy) {
        auto const ends = thrum::reduce_by_key(policy, k, k_last, first, keys_out_.begin(), out);
        returned_       = ends.second - out;
      },
      groups);
    visit_one(
      visitor, "reduce_by_key_into", in_order(),
      [=](auto const& policy) {
        thrum::reduce_by_key_into(policy, k, k_last, first, keys_out_.begin(), out, value_.begin());
      },
      [=] {
        returned_ = value_.items().front();
        return groups();
      });

    auto const runs = [=] {
      auto const expected = serial::encode(keys, equal);
      return begins_with(keys_out_, expected.values) && begins_with(out_, expected.lengths)
             && returned_ == static_cast<std::int64_t>(expected.values.size());
    };
    visit_one(
      visitor, "run_length_encode", returns_value(),
      [=](auto const& policy) {
        returned_ = thrum::run_length_encode(policy, k, k_last, keys_out_.begin(), out).second - out;
      },
      runs);
    visit_one(
      visitor, "run_length_encode_into", in_order(),
      [=](auto const& policy) {
        thrum::run_length_encode_into(policy, k, k_last, keys_out_.begin(), out, value_.begin());
      },
      [=] {
        returned_ = value_.items().front();
        return runs();
      });
    visit_one(
      visitor, "run_length_encode_non_trivial", returns_value(),
      [=](auto const& policy) {
        auto const more = more_out_.begin();
        returned_       = thrum::run_length_encode_non_trivial(policy, k, k_last, more, out).first - more;
      },
      [=] {
        std::vector<std::int64_t> offsets, lengths;
        std::int64_t offset = 0;
        for (std::int64_t const length : serial::encode(keys, equal).lengths)
        {
          if (length >= 2)
          {
            offsets.push_back(offset);
            lengths.push_back(length);
          }
          offset += length;
        }
        return begins_with(more_out_, offsets) && begins_with(out_, lengths)
               && returned_ == static_cast<std::int64_t>(offsets.size());
      });
    visit_decoding(visitor);
  }

  /// Is the result of the call that is being visited right, for the input as it is now?
  bool right() const { return right_(); }

  /// So that results of an earlier call are none of a later one.
  void spoil_outputs()
  {
    returned_ = -1;
    keys_out_.set_items(std::vector<int>(size_, -77));
    out_.set_items(std::vector<std::int64_t>(size_, -77));
    more_out_.set_items(std::vector<std::int64_t>(size_, -77));
    value_.set_items({-77});
  }

  std::vector<int> keys;
  std::vector<std::int64_t> items;
  std::vector<int> lengths; // of the first items, as runs; they fit into `size` items

private:
  template <class Visit>
  void visit_decoding(Visit& visit)
  {
    auto const first           = items_.begin();
    auto const out             = out_.begin();
    auto const l               = lengths_.begin();
    auto const runs            = lengths_.size();
    auto const capacity        = static_cast<std::int64_t>(size_);
    auto const items_are_right = [=] {
      auto const expected = serial::decode(items, lengths).items;
      return begins_with(out_, expected) && returned_ == static_cast<std::int64_t>(expected.size());
    };
    auto const ranks_are_right = [=](device_buffer<std::int64_t> const& got) {
      return begins_with(got, serial::decode(items, lengths).ranks);
    };
    visit_one(
      visit, "run_length_decode", returns_value(),
      [=](auto const& policy) {
        returned_ = thrum::run_length_decode(policy, first, first + runs, l, out) - out;
      },
      items_are_right);
    visit_one(
      visit, "run_length_decode with ranks", returns_value(),
      [=](auto const& policy) {
        auto const ranks = more_out_.begin();
        returned_        = thrum::run_length_decode(policy, first, first + runs, l, out, ranks).first - out;
      },
      [=] { return items_are_right() && ranks_are_right(more_out_); });
    visit_one(
      visit, "run_length_decode_ends", returns_value(),
      [=](auto const& policy) {
        returned_ = thrum::run_length_decode_ends(policy, first, first + runs, ends_.begin(), out) - out;
      },
      items_are_right);
    visit_one(
      visit, "run_length_decode_n", returns_value(),
      [=](auto const& policy) {
        returned_ = thrum::run_length_decode_n(policy, first, l, runs, out, capacity).second;
      },
      items_are_right);
    visit_one(
      visit, "run_length_decode_n, total in memory", in_order(),
      [=](auto const& policy) {
        thrum::run_length_decode_n(policy, first, l, runs, out, capacity, value_.begin());
      },
      [=] {
        returned_ = value_.items().front();
        return items_are_right();
      });
    visit_one(
      visit, "run_length_decoded_size", returns_value(),
      [=](auto const& policy) { returned_ = thrum::run_length_decoded_size(policy, l, l + runs); },
      [=] { return returned_ == serial::total(lengths); });
    visit_one(
      visit, "load_balanced_for_each", returns_value(),
      [=](auto const& policy) {
        thrum::load_balanced_for_each(policy, l, l + runs, writes_rank{ends_.begin(), out});
      },
      [=] { return ranks_are_right(out_); });
    visit_one(
      visit, "batched_copy", returns_value(),
      [=](auto const& policy) {
        auto const number = thrust::make_counting_iterator(std::int64_t{0});
        auto const from   = batch_of<std::int64_t const>{first};
        thrum::batched_copy(policy, thrust::make_transform_iterator(number, from),
                            thrust::make_transform_iterator(number, batch_of<std::int64_t>{out}),
                            thrust::make_constant_iterator(batch), capacity / batch);
      },
      [=] {
        return begins_with(out_, serial::slice(items, 0, size_ - size_ % static_cast<std::size_t>(batch)));
      });
  }

  template <class Visit, class Returns, class Call>
  void visit_one(Visit& visit, char const* name, Returns returns, Call call, std::function<bool()> right)
  {
    BOOST_TEST_CONTEXT(name)
    {
      right_ = std::move(right);
      spoil_outputs();
      visit(name, returns, call);
    }
  }

  std::vector<std::int64_t> negated() const
  {
    std::vector<std::int64_t> result;
    for (std::int64_t const item : items)
    {
      result.push_back(-item);
    }
    return result;
  }

  template <class T>
  static bool begins_with(device_buffer<T> const& got, std::vector<T> const& expected)
  {
    return serial::slice(got.items(), 0, expected.size()) == expected;
  }

  std::size_t size_;
  device_buffer<int> keys_;
  device_buffer<std::int64_t> items_;
  device_buffer<int> lengths_;
  device_buffer<std::int64_t> ends_;
  device_buffer<int> keys_out_;
  device_buffer<std::int64_t> out_;
  device_buffer<std::int64_t> more_out_;
  device_buffer<std::int64_t> value_;
  std::int64_t returned_ = -1;
  std::function<bool()> right_;
};
} // namespace thrum_test
