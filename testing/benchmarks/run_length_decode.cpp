// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs to items. The loop is std::fill_n for each run; Thrust's way is that of its example `expand`, with the memory for
// what it has to keep in between given to it.
#include <thrum/run_length.h>

#include <thrust/fill.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/scatter.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "contest.h"

namespace thrum_benchmark
{
/// Of 0 to 2 * mean items, item_count() in all.
template <class T>
runs<T> const& uniform_runs(int mean)
{
  static std::map<int, runs<T>> kept;
  auto& code = kept[mean];
  if (code.lengths.empty())
  {
    code = random_runs<T>(item_count(), 0, 2 * mean);
  }
  return code;
}

/// One run of half the items, with runs of 4 on average before and behind it.
template <class T>
runs<T> const& runs_around_a_giant()
{
  static runs<T> code;
  if (code.lengths.empty())
  {
    auto const giant = static_cast<int>(item_count() / 2);
    code             = random_runs<T>(item_count() - static_cast<std::size_t>(giant), 0, 8);
    auto const place = static_cast<std::ptrdiff_t>(code.lengths.size() / 3);
    code.lengths.insert(code.lengths.begin() + place, giant);
    code.values.insert(code.values.begin() + place, T(1) / T(8) + T(2000));
  }
  return code;
}

template <class T>
class run_length_decode_work
{
public:
  explicit run_length_decode_work(runs<T> const& (*input)()) : code_(input()) {}
  explicit run_length_decode_work(int mean) : code_(uniform_runs<T>(mean)) {}

  void use(numbers) {} // no arithmetic, so any numbers will do

  template <class Policy>
  void call_thrum(Policy const& policy)
  {
    T* const end = thrum::run_length_decode(policy, values(), values() + runs_(), lengths(), result_);
    decoded_     = static_cast<std::size_t>(end - result_);
  }
  template <class Policy>
  void call_thrust(Policy const& policy)
  {
    auto const runs = static_cast<int>(runs_());
    thrust::counting_iterator<int> const numbers(0);
    thrust::exclusive_scan(policy, lengths(), lengths() + runs, offsets_);
    decoded_ = static_cast<std::size_t>(offsets_[runs - 1] + lengths()[runs - 1]);
    thrust::fill(policy, sources_, sources_ + decoded_, 0);
    thrust::scatter_if(policy, numbers, numbers + runs, offsets_, lengths(), sources_);
    thrust::inclusive_scan(policy, sources_, sources_ + decoded_, sources_, thrust::maximum<int>());
    thrust::gather(policy, sources_, sources_ + decoded_, values(), result_);
  }
  void call_loop()
  {
    T* end = result_;
    for (std::size_t run = 0; run < runs_(); ++run)
    {
      end = std::fill_n(end, lengths()[run], values()[run]);
    }
    decoded_ = static_cast<std::size_t>(end - result_);
  }

  std::size_t ideal_bytes() const { return input_bytes() + item_count() * sizeof(T); }
  std::size_t input_bytes() const { return runs_() * (sizeof(T) + sizeof(int)); }

  void spoil()
  {
    thrum_benchmark::spoil(result_, item_count());
    decoded_ = 0;
  }
  void check() const
  {
    expect("number of items", 0, decoded_, item_count());
    std::size_t i = 0;
    for (std::size_t run = 0; run < runs_(); ++run)
    {
      for (int rank = 0; rank < lengths()[run]; ++rank, ++i)
      {
        expect("item", i, result_[i], values()[run]);
      }
    }
  }
  std::uint64_t bits() const
  {
    fingerprint print;
    print.add(result_, decoded_);
    return print.value();
  }

private:
  T const* values() const { return code_.values.data(); }
  int const* lengths() const { return code_.lengths.data(); }
  std::size_t runs_() const { return code_.lengths.size(); }

  runs<T> const& code_;
  T* result_           = room<T>();
  int* offsets_        = room<int, 1>();
  int* sources_        = room<int, 2>();
  std::size_t decoded_ = 0;
};

template <class T>
void hold_contests_of(std::string const& type)
{
  for (int const mean : {1, 4, 16, 64, 256})
  {
    std::string const contest = "run_length_decode/" + type + "/mean run " + std::to_string(mean);
    hold<run_length_decode_work<T>>(contest, 3, mean);
  }
  hold<run_length_decode_work<T>>("run_length_decode/" + type + "/giant run", 3, &runs_around_a_giant<T>);
}

void hold_contests()
{
  hold_contests_of<int>("int");
  hold_contests_of<float>("float");
}
} // namespace thrum_benchmark
