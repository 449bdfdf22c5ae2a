// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A user's namespace full of functions that would take any call of ours, and calls of ours with that user's types.
#include "hostile_memory.h"

#include <thrum/thrum.h>

#include <thrust/execution_policy.h>

#include <boost/test/unit_test.hpp>

#include <cstddef>
#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include <nv/target>

namespace hostile
{
inline std::vector<std::string> diverted; // the functions below that were called

inline void divert(char const* name)
{
  diverted.emplace_back(name);
}
#if THRUM_HAS_CUDA
__device__ unsigned diverted_on_device;

__device__ void divert_on_device(char const* name)
{
  atomicAdd(&diverted_on_device, 1U);
  std::printf("a call in a kernel went to hostile::%s\n", name);
}
#endif

struct hijacked
{
  THRUM_HOST_DEVICE explicit hijacked(char const* name)
  {
    NV_IF_ELSE_TARGET(NV_IS_HOST, (hostile::divert(name);), (hostile::divert_on_device(name);))
  }
};

#include "greedy_names.h"

struct user_number
{
  int value;
  THRUM_HOST_DEVICE friend user_number operator+(user_number a, user_number b) { return {a.value + b.value}; }
  THRUM_HOST_DEVICE friend bool operator==(user_number a, user_number b) { return a.value == b.value; }
};

struct user_plus
{
  THRUM_HOST_DEVICE user_number operator()(user_number a, user_number b) const { return {a.value + b.value}; }
};

struct user_equal
{
  THRUM_HOST_DEVICE bool operator()(user_number a, user_number b) const { return a.value == b.value; }
};

struct user_twice
{
  THRUM_HOST_DEVICE user_number operator()(user_number a) const { return {2 * a.value}; }
};

/// A random access iterator of the user's own.
template <class T>
class user_iterator
{
public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type        = T;
  using difference_type   = std::ptrdiff_t;
  using pointer           = T*;
  using reference         = T&;

  user_iterator() = default;
  THRUM_HOST_DEVICE explicit user_iterator(T* at) : at_(at) {}

  THRUM_HOST_DEVICE T& operator*() const { return *at_; }
  THRUM_HOST_DEVICE T* operator->() const { return at_; }
  THRUM_HOST_DEVICE T& operator[](std::ptrdiff_t i) const { return at_[i]; }
  THRUM_HOST_DEVICE user_iterator& operator+=(std::ptrdiff_t n)
  {
    at_ += n;
    return *this;
  }
  THRUM_HOST_DEVICE user_iterator& operator-=(std::ptrdiff_t n) { return *this += -n; }
  THRUM_HOST_DEVICE user_iterator& operator++() { return *this += 1; }
  THRUM_HOST_DEVICE user_iterator& operator--() { return *this -= 1; }
  THRUM_HOST_DEVICE user_iterator operator++(int)
  {
    user_iterator const before = *this;
    ++*this;
    return before;
  }
  THRUM_HOST_DEVICE user_iterator operator--(int)
  {
    user_iterator const before = *this;
    --*this;
    return before;
  }
  THRUM_HOST_DEVICE friend user_iterator operator+(user_iterator a, std::ptrdiff_t n) { return a += n; }
  THRUM_HOST_DEVICE friend user_iterator operator+(std::ptrdiff_t n, user_iterator a) { return a += n; }
  THRUM_HOST_DEVICE friend user_iterator operator-(user_iterator a, std::ptrdiff_t n) { return a -= n; }
  THRUM_HOST_DEVICE friend std::ptrdiff_t operator-(user_iterator a, user_iterator b)
  {
    return a.at_ - b.at_;
  }
  THRUM_HOST_DEVICE friend bool operator==(user_iterator a, user_iterator b) { return a.at_ == b.at_; }
  THRUM_HOST_DEVICE friend bool operator!=(user_iterator a, user_iterator b) { return a.at_ != b.at_; }
  THRUM_HOST_DEVICE friend bool operator<(user_iterator a, user_iterator b) { return a.at_ < b.at_; }
  THRUM_HOST_DEVICE friend bool operator>(user_iterator a, user_iterator b) { return a.at_ > b.at_; }
  THRUM_HOST_DEVICE friend bool operator<=(user_iterator a, user_iterator b) { return a.at_ <= b.at_; }
  THRUM_HOST_DEVICE friend bool operator>=(user_iterator a, user_iterator b) { return a.at_ >= b.at_; }

private:
  T* at_ = nullptr;
};

/// Items that are handed out by iterators of the user's own.
template <class T>
struct user_items
{
  user_memory<T> items;
  user_iterator<T> first() { return user_iterator<T>(items.data()); }
  user_iterator<T> last() { return user_iterator<T>(items.data() + items.size()); }
};

/// Ranks of two-digit segments.
struct user_write_ranks
{
  int* out;
  THRUM_HOST_DEVICE void operator()(std::ptrdiff_t segment, std::ptrdiff_t rank) const
  {
    out[2 * segment + rank] = static_cast<int>(10 * segment + rank);
  }
};

/// Everything of one policy, on four items.
template <class Policy>
void check_all(Policy const& policy)
{
  user_items<user_number> in{{{1}, {1}, {2}, {3}}};
  user_items<user_number> out{user_memory<user_number>(8, user_number{-1})};
  user_items<user_number> other = out;
  user_items<int> counts{{2, 0, 1, 1}};
  user_items<int> numbers{user_memory<int>(8, -1)};
  auto const is = [](user_items<user_number> const& got, std::vector<int> const& expected) {
    for (std::size_t i = 0; i < expected.size(); ++i)
    {
      BOOST_TEST(got.items[i].value == expected[i]);
    }
  };
  user_number const ten{10};

  BOOST_TEST(thrum::reduce(policy, in.first(), in.last(), ten, user_plus{}).value == 17);
  BOOST_TEST(thrum::transform_reduce(policy, in.first(), in.last(), user_twice{}, ten, user_plus{}).value
             == 24);
  thrum::reduce_into(policy, in.first(), in.last(), out.first(), ten, user_plus{});
  is(out, {17});

  thrum::inclusive_scan(policy, in.first(), in.last(), out.first());
  is(out, {1, 2, 4, 7});
  thrum::inclusive_scan(policy, in.first(), in.last(), out.first(), ten, user_plus{});
  is(out, {11, 12, 14, 17});
  thrum::exclusive_scan(policy, in.first(), in.last(), out.first(), ten, user_plus{});
  is(out, {10, 11, 12, 14});
  thrum::transform_inclusive_scan(policy, in.first(), in.last(), out.first(), user_twice{}, user_plus{});
  is(out, {2, 4, 8, 14});
  thrum::transform_exclusive_scan(policy, in.first(), in.last(), out.first(), user_twice{}, ten, user_plus{});
  is(out, {10, 12, 14, 18});
  thrum::inclusive_scan_by_key(policy, in.first(), in.last(), in.first(), out.first(), user_equal{},
                               user_plus{});
  is(out, {1, 2, 2, 3});
  thrum::exclusive_scan_by_key(policy, in.first(), in.last(), in.first(), out.first(), ten, user_equal{},
                               user_plus{});
  is(out, {10, 11, 10, 10});

  auto const sums = thrum::reduce_by_key(policy, in.first(), in.last(), in.first(), out.first(),
                                         other.first(), user_equal{}, user_plus{});
  BOOST_TEST((sums.second - other.first()) == 3);
  is(out, {1, 2, 3});
  is(other, {2, 2, 3});
  auto const runs = thrum::run_length_encode(policy, in.first(), in.last(), out.first(), numbers.first(),
                                             user_equal{});
  BOOST_TEST((runs.first - out.first()) == 3);
  is(out, {1, 2, 3});
  thrum::run_length_encode_non_trivial(policy, in.first(), in.last(), numbers.first(), counts.first(),
                                       user_equal{});
  BOOST_TEST(numbers.items[0] == 0);
  BOOST_TEST(counts.items[0] == 2);

  auto const decoded = thrum::run_length_decode(policy, in.first(), in.last(), counts.first(), out.first());
  BOOST_TEST((decoded - out.first()) == 4);
  is(out, {1, 1, 2, 3});
  thrum::run_length_decode_n(policy, in.first(), counts.first(), 4, other.first(), 3);
  is(other, {1, 1, 2});
  BOOST_TEST(thrum::run_length_decoded_size(policy, counts.first(), counts.last()) == 4);
  user_memory<int> ranks(8, -1);
  thrum::load_balanced_for_each(policy, counts.first(), counts.last(), user_write_ranks{ranks.data()});
  BOOST_TEST((ranks == user_memory<int>{0, 1, -1, -1, 20, -1, 30, -1}));
  user_items<user_iterator<user_number>> from{{in.first()}}, to{{out.first()}};
  thrum::batched_copy(policy, from.first(), to.first(), counts.first(), 1);
  is(out, {1, 1});
  auto const view = thrum::make_run_length_decoded_view(policy, in.first(), counts.first(), 4);
  thrum::inclusive_scan(policy, view.begin(), view.end(), out.first(), user_plus{});
  is(out, {1, 2, 4, 7});
}
} // namespace hostile
