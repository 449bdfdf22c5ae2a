// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sanitizers: address: what threads share is shown by other tests of the same algorithm
// Reductions over iterators that are no pointers.
#define BOOST_TEST_MODULE iterators_reduce
#include <thrum/reduce.h>
#include <thrum/transform_reduce.h>

#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/discard_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/reverse_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/transform_output_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/tuple.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iterator>
#include <numeric>
#include <vector>

#include "compare.h"
#include "random.h"
#include "replay_commuting.h"
#include "systems.h"
#include "types.h"
#include <boost/test/unit_test.hpp>

using namespace thrum_test;

namespace
{
std::size_t const size = 100'003;

struct add_pairs
{
  using pair = thrust::tuple<int, std::int64_t>;
  THRUM_HOST_DEVICE pair operator()(pair const& a, pair const& b) const
  {
    return {thrust::get<0>(a) + thrust::get<0>(b), thrust::get<1>(a) + thrust::get<1>(b)};
  }
};

struct square
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t x) const { return x * x; }
};

/// Random access as C++20's concept has it: hands out values, for which its old category is `input`.
class squares_view
{
public:
  using iterator_concept  = std::random_access_iterator_tag;
  using iterator_category = std::input_iterator_tag;
  using value_type        = std::int64_t;
  using difference_type   = std::ptrdiff_t;
  using pointer           = void;
  using reference         = std::int64_t;

  squares_view() = default;
  THRUM_HOST_DEVICE explicit squares_view(std::ptrdiff_t at) : at_(at) {}

  THRUM_HOST_DEVICE std::int64_t operator*() const { return at_ * at_; }
  THRUM_HOST_DEVICE std::int64_t operator[](std::ptrdiff_t i) const { return *(*this + i); }
  THRUM_HOST_DEVICE squares_view& operator+=(std::ptrdiff_t n)
  {
    at_ += n;
    return *this;
  }
  THRUM_HOST_DEVICE squares_view& operator-=(std::ptrdiff_t n) { return *this += -n; }
  THRUM_HOST_DEVICE squares_view& operator++() { return *this += 1; }
  THRUM_HOST_DEVICE squares_view& operator--() { return *this -= 1; }
  THRUM_HOST_DEVICE squares_view operator++(int) { return squares_view(at_++); }
  THRUM_HOST_DEVICE squares_view operator--(int) { return squares_view(at_--); }
  [[maybe_unused]] THRUM_HOST_DEVICE friend squares_view operator+(squares_view a, std::ptrdiff_t n)
  {
    return a += n;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend squares_view operator+(std::ptrdiff_t n, squares_view a)
  {
    return a += n;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend squares_view operator-(squares_view a, std::ptrdiff_t n)
  {
    return a -= n;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend std::ptrdiff_t operator-(squares_view a, squares_view b)
  {
    return a.at_ - b.at_;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend bool operator==(squares_view a, squares_view b)
  {
    return a.at_ == b.at_;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend bool operator!=(squares_view a, squares_view b)
  {
    return a.at_ != b.at_;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend bool operator<(squares_view a, squares_view b)
  {
    return a.at_ < b.at_;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend bool operator>(squares_view a, squares_view b)
  {
    return a.at_ > b.at_;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend bool operator<=(squares_view a, squares_view b)
  {
    return a.at_ <= b.at_;
  }
  [[maybe_unused]] THRUM_HOST_DEVICE friend bool operator>=(squares_view a, squares_view b)
  {
    return a.at_ >= b.at_;
  }

private:
  std::ptrdiff_t at_ = 0;
};

struct twice
{
  THRUM_HOST_DEVICE std::size_t operator()(std::size_t i) const { return 2 * i; }
};

struct negate
{
  THRUM_HOST_DEVICE int operator()(int x) const { return -x; }
};
} // namespace

BOOST_AUTO_TEST_CASE_TEMPLATE(generated_items, System, few_systems)
{
  System const system;
  std::int64_t const n = size;
  thrust::counting_iterator<std::int64_t> const count(0);
  thrust::constant_iterator<int> const threes(3);
  auto const squares = thrust::make_transform_iterator(count, square{});
  BOOST_TEST(thrum::reduce(system.policy(), count, count + size) == n * (n - 1) / 2);
  BOOST_TEST(thrum::reduce(system.policy(), threes, threes + size, std::int64_t{1}) == 3 * n + 1);
  BOOST_TEST(thrum::reduce(system.policy(), squares, squares + size) == (n - 1) * n * (2 * n - 1) / 6);
  BOOST_TEST(thrum::reduce(system.policy(), squares, squares + size, std::int64_t{0}, add{})
             == (n - 1) * n * (2 * n - 1) / 6);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(items_of_a_view, System, few_systems)
{
  System const system;
  std::int64_t const n = size;
  BOOST_TEST(thrum::reduce(system.policy(), squares_view(0), squares_view(n))
             == (n - 1) * n * (2 * n - 1) / 6);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(zipped_items, System, few_systems)
{
  System const system;
  auto const items = random_source().integers<int>(size, -1'000, 1'000);
  auto const in    = make_input<System>(items);
  auto const first = thrust::make_zip_iterator(in.begin(), thrust::make_counting_iterator(std::int64_t{0}));
  add_pairs::pair const init(5, 6);
  auto const total = thrum::reduce(system.policy(), first, first + size, init, add_pairs{});
  BOOST_TEST(thrust::get<0>(total) == serial::reduce(items, 5, add{}));
  BOOST_TEST(thrust::get<1>(total) == std::int64_t{size} * (size - 1) / 2 + 6);
  auto const again = thrum::reduce(system.policy(), first, first + size, init,
                                   thrum::commutative(add_pairs{}));
  BOOST_TEST((again == total));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(b41_strided_and_from_the_back, System, few_systems)
{
  System const system;
  auto const items = random_source().mixed_floats<float>(size);
  auto const in    = make_input<System>(items);
  auto const evens = thrust::make_transform_iterator(thrust::make_counting_iterator(std::size_t{0}), twice{});
  auto const strided = thrust::make_permutation_iterator(in.begin(), evens);
  auto const back    = thrust::make_reverse_iterator(in.end());
  std::vector<float> even_items;
  for (std::size_t i = 0; i < size; i += 2)
  {
    even_items.push_back(items[i]);
  }
  std::vector<float> const reversed(items.rbegin(), items.rend());
  auto const taken   = static_cast<std::ptrdiff_t>(even_items.size());
  auto const& policy = system.policy();
  BOOST_TEST(same_bits(thrum::reduce(policy, strided, strided + taken),
                       replay::commuting_reduce(even_items, 0.0F, add{})));
  BOOST_TEST(same_bits(thrum::reduce(policy, strided, strided + taken, 0.5F, add{}),
                       replay::ordered_reduce(even_items, 0.5F, add{})));
  BOOST_TEST(
    same_bits(thrum::reduce(policy, back, back + size), replay::commuting_reduce(reversed, 0.0F, add{})));
  BOOST_TEST(same_bits(thrum::reduce(policy, back, back + size, 0.5F, add{}),
                       replay::ordered_reduce(reversed, 0.5F, add{})));
}

BOOST_AUTO_TEST_CASE_TEMPLATE(random_access_in_pieces_and_packed, System, host_systems)
{
  System const system;
  auto const items = random_source().integers<int>(size, -1'000, 1'000);
  std::deque<int> const pieces(items.begin(), items.end());
  std::vector<bool> bits(size);
  for (std::size_t i = 0; i < size; ++i)
  {
    bits[i] = items[i] > 0;
  }
  auto const positive = std::count_if(items.begin(), items.end(), [](int x) { return x > 0; });
  BOOST_TEST(thrum::reduce(system.policy(), pieces.begin(), pieces.end()) == serial::reduce(items, 0, add{}));
  BOOST_TEST(thrum::reduce(system.policy(), bits.begin(), bits.end(), std::ptrdiff_t{0}) == positive);
  BOOST_TEST(thrum::reduce(system.policy(), bits.begin(), bits.end()) == true);
}

BOOST_AUTO_TEST_CASE_TEMPLATE(outputs_that_are_no_pointers, System, few_systems)
{
  System const system;
  auto const in = make_input<System>(std::vector<int>(1'000, 2));
  auto out      = make_output<System>(1, 0);
  thrum::reduce_into(system.policy(), in.begin(), in.end(),
                     thrust::make_transform_output_iterator(out.begin(), negate{}));
  BOOST_TEST(same_items(out.items(), {-2'000}));
  thrum::reduce_into(system.policy(), in.begin(), in.end(), thrust::make_discard_iterator(), 5);
}
