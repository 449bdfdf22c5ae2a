// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusive sums with each choice of the look-back made otherwise: how the states of tiles lie in memory, when they are
// asked for, and what a warp does while some are missing. Everything else is the library's own kernel.
#include "other_states.h"
#include "scan_work.h"

namespace thrum_benchmark
{
namespace
{
using gpu::look_back_options;
using gpu::naps;
using gpu::no_delay;
using ahead = look_back_options<naps, no_delay, true, true>;

template <unsigned Nanoseconds>
struct sleep
{
  template <class Cta>
  __device__ void operator()(Cta const&, int) const
  {
    __nanosleep(Nanoseconds);
  }
};

template <class Problem, class States, class Options>
struct measured_tile : gpu::scan_tile<Problem>
{
  using states            = States;
  using look_back_options = Options;
};

template <class T>
using inclusive_sums = scan_work<small_number<T>, inclusive<::cuda::std::plus<>>>;

template <class T>
class look_back_work : public inclusive_sums<T>
{
public:
  explicit look_back_work(std::int64_t count)
      : inclusive_sums<T>(count, small_number<T>{1}, {}, 0)
      , scratch_(gpu::look_back_run<tile<spaced_states<T, 128>>>(problem()).bytes())
  {}

  void spoil()
  {
    inclusive_sums<T>::spoil();
    scratch_.spoil();
  }

  template <class States = gpu::tile_states<T>, class Options = gpu::look_back_options<>>
  void scan(cudaStream_t stream)
  {
    gpu::look_back_run<tile<States, Options>> const run(problem());
    if (run.bytes() > scratch_.bytes())
    {
      throw std::length_error("There is too little scratch memory.");
    }
    run.start(scratch_.as<void>(), stream, "inclusive_scan");
  }
  void scan_as_library(cudaStream_t stream)
  {
    gpu::look_back_run<gpu::scan_tile<problem_type>> const run(problem());
    run.start(scratch_.as<void>(), stream, "inclusive_scan");
  }

private:
  static auto make_problem(T const* first, std::int64_t count, T* result)
  {
    return thrum::detail::make_scan_problem<thrum::detail::scan_kind::inclusive, T>(
      first, first + count, result, ::cuda::std::optional<T>(), ::cuda::std::plus<>());
  }
  using problem_type = decltype(make_problem(nullptr, 0, nullptr));

  template <class States, class Options = gpu::look_back_options<>>
  using tile = measured_tile<problem_type, States, Options>;

  problem_type problem() const { return make_problem(this->first(), this->count(), this->out()); }

  device_memory scratch_;
};

/// Three numbers at once: 24 bytes, too many for the library's words.
struct triple
{
  std::int64_t part[3];

  triple() = default;
  __host__ __device__ explicit triple(int x) : part{x, 2 * x, -x} {}
  friend __host__ __device__ triple operator+(triple const& a, triple const& b)
  {
    triple sum;
    for (int i = 0; i < 3; ++i)
    {
      sum.part[i] = a.part[i] + b.part[i];
    }
    return sum;
  }
};

template <class T>
class contest
{
  using work = look_back_work<T>;

public:
  contest(char const* type, std::int64_t count)
      : cell_(std::string("look_back/") + type + "/plus/" + std::to_string(count),
              [=] { return std::make_shared<work>(count); })
  {
    cell_.enter("cub", [](work& w, cudaStream_t s) { w.call_cub(s); });
    cell_.enter("thrum", [](work& w, cudaStream_t s) { w.scan_as_library(s); });
    enter("the same", look_back_options<>());
  }

  template <class Options>
  void enter(char const* name, Options)
  {
    enter<gpu::tile_states<T>>(name, Options());
  }
  template <class States, class Options = look_back_options<>>
  void enter(char const* name, Options = Options())
  {
    cell_.enter(name, [](work& w, cudaStream_t s) { w.template scan<States, Options>(s); });
  }

private:
  cell<work> cell_;
};

template <class T>
void hold_contest(char const* type, std::int64_t count)
{
  contest<T> c(type, count);
  c.enter("250 ns first", look_back_options<naps, sleep<250>>());
  c.enter("1000 ns first", look_back_options<naps, sleep<1000>>());
  c.enter("own group late", look_back_options<naps, no_delay, false>());
  c.enter("next group ahead", ahead());
  c.enter("no naps", look_back_options<no_delay>());
  c.enter("growing naps", look_back_options<gpu::growing_naps<>>());
  c.template enter<spaced_states<T, 32>>("32 bytes a tile");
  c.template enter<spaced_states<T, 128>>("128 bytes a tile");
  c.template enter<gpu::tile_states<T, gpu::narrow_word>>("8-byte words");
  c.template enter<gpu::tile_states<T, gpu::wide_word>>("16-byte words");
  c.template enter<gpu::tile_states<T, void>>("flags");
  c.template enter<fenced_states<T>>("flags, one fence");
}

/// Values of several words.
void hold_contest_of_triples(std::int64_t count)
{
  contest<triple> c("3 x i64", count);
  c.enter("next group ahead", ahead());
  c.enter<gpu::tile_states<triple, gpu::narrow_word>>("8-byte words");
  c.enter<gpu::tile_states<triple, void>>("flags");
  c.enter<fenced_states<triple>>("flags, one fence");
}
} // namespace

void hold_contests()
{
  for (int const power : {20, 24, 28})
  {
    hold_contest<float>("f32", std::int64_t{1} << power);
  }
  for (int const power : {20, 27})
  {
    hold_contest<std::int64_t>("i64", std::int64_t{1} << power);
  }
  for (int const power : {20, 25})
  {
    hold_contest_of_triples(std::int64_t{1} << power);
  }
}
} // namespace thrum_benchmark
