// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Inclusive sums with each choice of the look-back made otherwise: how the states of tiles lie in memory, when they are
// asked for, and what a warp does while some are missing. Everything else is the library's own kernel.
#include "other_states.h"
#include "scan_work.h"

namespace thrum_benchmark
{
namespace
{
template <unsigned Nanoseconds>
struct sleep
{
  template <class Cta>
  __device__ void operator()(Cta const&, int) const
  {
    __nanosleep(Nanoseconds);
  }
};

template <class T>
struct kind
{
  using type = T;
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

template <class T>
void hold_contest(std::int64_t count)
{
  using work = look_back_work<T>;
  cell<work> c(std::string("look_back/") + name_of<T>() + "/plus/" + std::to_string(count),
               [=] { return std::make_shared<work>(count); });

  auto const with_states = [&](char const* name, auto states) {
    c.enter(name, [](work& w, cudaStream_t s) { w.template scan<typename decltype(states)::type>(s); });
  };
  auto const with_options = [&](char const* name, auto options) {
    c.enter(name,
            [](work& w, cudaStream_t s) { w.template scan<gpu::tile_states<T>, decltype(options)>(s); });
  };
  using gpu::look_back_options;
  using gpu::naps;
  using gpu::no_delay;

  c.enter("cub", [](work& w, cudaStream_t s) { w.call_cub(s); });
  c.enter("thrum", [](work& w, cudaStream_t s) { w.scan_as_library(s); });
  with_options("the same", look_back_options<>());
  with_options("250 ns first", look_back_options<naps, sleep<250>>());
  with_options("1000 ns first", look_back_options<naps, sleep<1000>>());
  with_options("own group late", look_back_options<naps, no_delay, false>());
  with_options("no naps", look_back_options<no_delay>());
  with_options("growing naps", look_back_options<gpu::growing_naps<>>());
  with_states("32 bytes a tile", kind<spaced_states<T, 32>>());
  with_states("128 bytes a tile", kind<spaced_states<T, 128>>());
  with_states("16-byte words", kind<wide_states<T>>());
  with_states("flags", kind<gpu::tile_states<T, false>>());
  with_states("flags, one fence", kind<fenced_states<T>>());
}
} // namespace

void hold_contests()
{
  for (int const power : {20, 24, 28})
  {
    hold_contest<float>(std::int64_t{1} << power);
  }
  for (int const power : {20, 27})
  {
    hold_contest<std::int64_t>(std::int64_t{1} << power);
  }
}
} // namespace thrum_benchmark
