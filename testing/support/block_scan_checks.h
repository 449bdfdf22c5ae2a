// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The cases of thrum::block::scan, on fibers and on the GPU.
#include <thrum/block/scan.h>

#include <vector>

#include "block_values.h"
#include "compare.h"
#include "on_block.h"
#include <boost/test/unit_test.hpp>

namespace thrum_test
{
enum scan_form
{
  inclusive_form,
  exclusive_form,
  no_init_form,
  inclusive_prefix_form,
  exclusive_prefix_form,
  scan_forms
};

/// A total that runs from tile to tile.
template <class T, class Op>
struct running_total
{
  T total;
  Op op;

  THRUM_DEVICE T operator()(T const& aggregate)
  {
    T const before = total;
    total          = op(total, aggregate);
    return before;
  }
};

/// Every form: its outputs go to `out`, and what a thread was told of the aggregate to `aggregates`.
template <class T, class Shape, class Op>
struct scan_body
{
  using primitive = thrum::block::scan<T, Shape::threads, block_cta>;
  using storage   = typename primitive::storage;

  T const* in;
  T const* init;
  T* out;
  T* aggregates;
  int count;
  Op op;

  template <class Cta>
  THRUM_DEVICE void operator()(Cta const& cta, storage& s) const
  {
    form(cta, s, inclusive_form, [&](primitive p, auto& x, T& total) {
      return whole() ? p.inclusive(x, op, total) : p.inclusive_n(x, count, op, total);
    });
    form(cta, s, exclusive_form, [&](primitive p, auto& x, T& total) {
      return whole() ? p.exclusive(x, *init, op, total) : p.exclusive_n(x, count, *init, op, total);
    });
    form(cta, s, no_init_form, [&](primitive p, auto& x, T& total) {
      return whole() ? p.exclusive_no_init(x, op, total) : p.exclusive_no_init_n(x, count, op, total);
    });
    running_total<T, Op> before{*init, op};
    form(cta, s, inclusive_prefix_form, [&](primitive p, auto& x, T&) {
      return whole() ? p.inclusive_with_prefix(x, op, before)
                     : p.inclusive_with_prefix_n(x, count, op, before);
    });
    form(cta, s, exclusive_prefix_form, [&](primitive p, auto& x, T& total) {
      total = cta.warp() == 0 ? before.total : *init; // of the form before
      return whole() ? p.exclusive_with_prefix(x, op, before)
                     : p.exclusive_with_prefix_n(x, count, op, before);
    });
  }

private:
  THRUM_DEVICE bool whole() const { return count == Shape::all; }

  template <class Cta, class F>
  THRUM_DEVICE void form(Cta const& cta, storage& s, int which, F const& f) const
  {
    constexpr int n = Shape::items;
    int const at    = cta.thread() * n;
    alignas(T) unsigned char bytes[n * sizeof(T)]; // a T need not be made from nothing
    T(&items)[n] = reinterpret_cast<T(&)[n]>(bytes);
    for (int i = 0; i < n; ++i)
    {
      thrum::detail::gpu::set(items[i], in[at + i]);
    }
    T total = *init;
    if constexpr (n == 1)
    {
      items[0] = f(primitive(s, cta), items[0], total);
    }
    else
    {
      f(primitive(s, cta), items, total);
    }
    for (int i = 0; i < n; ++i)
    {
      out[which * Shape::all + at + i] = items[i];
    }
    aggregates[which * Shape::threads + cta.thread()] = total;
    cta.sync(); // the storage is used again
  }
};

/// The bracketing that the contract states.
template <class T, class Op>
class scan_in_order
{
public:
  scan_in_order(std::vector<T> const& in, int count, int per_thread, Op const& op)
      : in_(in.begin(), in.begin() + count)
      , n_(static_cast<std::size_t>(per_thread))
      , op_(op)
  {
    for (std::size_t i = 0; i < in_.size(); ++i)
    {
      if (i % n_ == 0)
      {
        lanes_.push_back(in_[i]);
      }
      else
      {
        lanes_.back() = op(lanes_.back(), in_[i]);
      }
    }
    for (std::size_t d = 1; d < 32; d *= 2)
    {
      for (std::size_t i = lanes_.size(); i-- > d;)
      {
        if (i % 32 >= d)
        {
          lanes_[i] = op(lanes_[i - d], lanes_[i]);
        }
      }
    }
    for (std::size_t i = 0; i < lanes_.size(); i += 32)
    {
      T const& sum = lanes_[std::min(i + 31, lanes_.size() - 1)];
      warps_.push_back(i == 0 ? sum : op(warps_.back(), sum));
    }
  }

  T aggregate() const { return warps_.back(); }

  /// The outputs, behind `before` if it is not null; what an exclusive scan does not know stays.
  std::vector<T> outputs(bool inclusive, T const* before) const
  {
    std::vector<T> out = in_;
    for (std::size_t t = 0; t < lanes_.size(); ++t)
    {
      std::vector<T> run; // at most one
      auto const join = [&](T const& x) { run = {run.empty() ? x : static_cast<T>(op_(run.front(), x))}; };
      if (before != nullptr)
      {
        join(*before);
      }
      if (t >= 32)
      {
        join(warps_[t / 32 - 1]);
      }
      if (inclusive && n_ == 1)
      {
        join(lanes_[t]);
        out[t] = run.front();
        continue;
      }
      if (t % 32 > 0)
      {
        join(lanes_[t - 1]);
      }
      for (std::size_t i = t * n_; i < std::min((t + 1) * n_, in_.size()); ++i)
      {
        if (!inclusive && !run.empty())
        {
          out[i] = run.front();
        }
        join(in_[i]);
        if (inclusive)
        {
          out[i] = run.front();
        }
      }
    }
    return out;
  }

private:
  std::vector<T> in_;
  std::size_t n_;
  Op op_;
  std::vector<T> lanes_, warps_;
};

template <class T, class Shape, class Op>
void check_scan_of(block_items<T> const& in, std::vector<T> const& values, int count, Op op)
{
  auto const init = nth<T>::value(-1);
  block_items<T> const before(std::vector<T>{init}, 0);
  block_items<T> out(scan_forms * Shape::all, init, 64);
  block_items<T> aggregates(scan_forms * Shape::threads, init, 64);
  scan_in_order<T, Op> const order(values, count, Shape::items, op);
  T const total = order.aggregate();
  on_block<Shape::threads>(
    scan_body<T, Shape, Op>{in.begin(), before.begin(), out.begin(), aggregates.begin(), count, op}, [&] {
      auto const all  = out.items();
      auto const told = aggregates.items();
      auto const of   = [&](scan_form f) {
        return std::vector<T>(all.begin() + f * Shape::all, all.begin() + f * Shape::all + count);
      };
      BOOST_TEST(same_results(of(inclusive_form), order.outputs(true, nullptr)));
      BOOST_TEST(same_results(of(exclusive_form), order.outputs(false, &init)));
      BOOST_TEST(same_results(of(no_init_form), order.outputs(false, nullptr)));
      BOOST_TEST(same_results(of(inclusive_prefix_form), order.outputs(true, &init)));
      std::vector<T> const totals(3 * Shape::threads, total);
      BOOST_TEST(same_results(std::vector<T>(told.begin(), told.begin() + 3 * Shape::threads), totals));
      // The second tile with a prefix comes behind the first one.
      T const running = op(init, total);
      BOOST_TEST(same_results(of(exclusive_prefix_form), order.outputs(false, &running)));
      BOOST_TEST(
        same_results(std::vector<T>{told[exclusive_prefix_form * Shape::threads]}, std::vector<T>{running}));
      for (int f = 0; f < scan_forms; ++f)
      {
        std::vector<T> const rest(all.begin() + f * Shape::all + count, all.begin() + (f + 1) * Shape::all);
        BOOST_TEST(same_results(rest, std::vector<T>(values.begin() + count, values.end())));
      }
    });
}

template <class T, class Shape, class Op>
void check_scan(Op op)
{
  auto const values = first_values<T>(Shape::all);
  block_items<T> const in(values, 0);
  for (int const count : counts_at_edges<Shape>())
  {
    BOOST_TEST_CONTEXT(count << " of " << Shape::threads << " x " << Shape::items)
    {
      check_scan_of<T, Shape>(in, values, count, op);
    }
  }
}

template <class T, class Op>
void check_scans(Op op)
{
  check_scan<T, block_shape<32, 1>>(op);
  check_scan<T, block_shape<64, 3>>(op);
  check_scan<T, block_shape<96, 1>>(op);
  check_scan<T, block_shape<160, 16>>(op);
}
template <class T, class Op>
void check_a_few_scans(Op op)
{
  check_scan<T, block_shape<32, 4>>(op);
  check_scan<T, block_shape<192, 2>>(op);
}
} // namespace thrum_test

using namespace thrum_test;

BOOST_AUTO_TEST_CASE(sums_of_integers)
{
  check_scans<std::uint32_t>(thrust::plus<std::uint32_t>());
  check_scan<std::uint32_t, block_shape<1024, 2>>(thrust::plus<>());
  check_a_few_scans<std::int8_t>(thrust::plus<std::int8_t>());
  check_a_few_scans<std::int16_t>(thrust::plus<>());
  check_a_few_scans<std::int64_t>(thrust::plus<>());
  check_a_few_scans<bool>(thrust::plus<bool>());
}

BOOST_AUTO_TEST_CASE(sums_of_floats_in_the_stated_order)
{
  check_scans<float>(thrust::plus<float>());
}

BOOST_AUTO_TEST_CASE(operators_see_neighbours_only)
{
  check_scans<stretch>(follow());
  check_scan<stretch, block_shape<1024, 1>>(follow());
}

BOOST_AUTO_TEST_CASE(operators_that_do_not_commute)
{
  check_a_few_scans<std::uint8_t>(last_set());
  check_a_few_scans<affine<std::uint8_t>>(compose());
  check_a_few_scans<affine<std::uint16_t>>(compose());
  check_a_few_scans<affine<std::uint64_t>>(compose());
  check_a_few_scans<text>(concatenate());
}

BOOST_AUTO_TEST_CASE(values_that_meet_in_memory)
{
  check_a_few_scans<long_text>(concatenate());
  check_scan<own_text, block_shape<96, 3>>(concatenate());
}
