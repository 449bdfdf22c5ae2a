// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Capture into a CUDA graph where the call that is captured is the first of all: its kernels are not loaded yet, and there
// is no pool of scratch memory. Each case runs in a process of its own.
#define BOOST_TEST_MODULE cuda_graphs_first_call
#include "grids.h" // first

#include "cuda_calls.h"
#include "graphs.h"
#include "streams.h"

#include <exception>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>

#include <boost/test/unit_test.hpp>
#include <sys/wait.h>
#include <unistd.h>

using namespace thrum_test;

namespace
{
/// What `body` throws in a child process, or how that ends if not well; empty if all is well. Neither this process nor
/// the child may have used CUDA.
template <class Body>
std::string failure_in_new_process(Body body)
{
  int ends[2];
  BOOST_REQUIRE(pipe(ends) == 0);
  pid_t const child = fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0)
  {
    std::string message;
    try
    {
      body();
    }
    catch (std::exception const& error)
    {
      message = error.what();
    }
    bool const told = write(ends[1], message.data(), message.size()) == static_cast<ssize_t>(message.size());
    _exit(told ? 0 : 1);
  }
  close(ends[1]);
  std::string message;
  char part[256];
  for (ssize_t n; (n = read(ends[0], part, sizeof(part))) > 0;)
  {
    message.append(part, static_cast<std::size_t>(n));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  return status == 0 ? message : message + " (the process ended with status " + std::to_string(status) + ")";
}

/// Makes attempt(call, change_input) of each form that gives the host nothing, or, where calls wait, of each form; and
/// checks the result. Of many items first, for which the very first call takes memory; then two tiles, one,
/// and one item. With few processors, and so in the form for many tiles, before all of the device's.
template <bool Waits, class Attempt>
void check_first_calls(stream const& s, Attempt attempt)
{
  using policy = std::conditional_t<Waits, decltype(thrust::cuda::par.on(s.get())),
                                    decltype(thrust::cuda::par_nosync.on(s.get()))>;
  for (auto const& processors_and_size :
       {std::pair<int, std::size_t>{20, 700'001}, {0, 700'001}, {1, 5'000}, {0, 5'000}, {0, 1'000}, {0, 1}})
  {
    grid_of const grid(processors_and_size.first);
    std::size_t const size = processors_and_size.second;
    cuda_calls calls(size);
    calls.visit([&](std::string const& name, auto returns, auto call) {
      if constexpr (Waits || !decltype(returns)::value)
      {
        std::string const what = name + " of " + std::to_string(size) + " items";
        try
        {
          attempt([&] { call(policy(s.get())); }, [&] { calls.set_input(size); });
          s.wait();
        }
        catch (std::exception const& error)
        {
          throw std::runtime_error(what + ": " + error.what());
        }
        if (!calls.right())
        {
          throw std::runtime_error(what + " is wrong");
        }
      }
    });
  }
}

/// What is captured and never called otherwise is replayed on other input.
void check_captured_first(cudaStreamCaptureMode mode)
{
  stream const s;
  check_first_calls<false>(s, [&](auto call, auto change_input) {
    graph const recorded(s, call, mode);
    change_input();
    recorded.replay(s);
  });
}

/// A capture that forbids all threads what could disturb it. Calls on other streams have no part in it.
template <bool Waits>
void check_beside_a_capture()
{
  stream const s, captured;
  check_first_calls<Waits>(s, [&](auto call, auto) {
    std::exception_ptr thrown;
    auto const in_thread = [&] {
      try
      {
        call();
      }
      catch (...)
      {
        thrown = std::current_exception();
      }
    };
    graph const recorded(
      captured, [&] { std::thread(in_thread).join(); }, cudaStreamCaptureModeGlobal);
    if (thrown != nullptr)
    {
      std::rethrow_exception(thrown);
    }
  });
}

template <class Body>
void check_in_new_process(Body body)
{
  seed(); // the same in the child
  BOOST_TEST(failure_in_new_process(body) == "");
}
} // namespace

BOOST_AUTO_TEST_CASE(b59_first_call_in_a_global_capture)
{
  check_in_new_process([] { check_captured_first(cudaStreamCaptureModeGlobal); });
}

BOOST_AUTO_TEST_CASE(b59_first_call_in_a_thread_local_capture)
{
  check_in_new_process([] { check_captured_first(cudaStreamCaptureModeThreadLocal); });
}

BOOST_AUTO_TEST_CASE(b59_first_call_in_a_relaxed_capture)
{
  check_in_new_process([] { check_captured_first(cudaStreamCaptureModeRelaxed); });
}

BOOST_AUTO_TEST_CASE(b59_first_call_while_another_thread_captures)
{
  check_in_new_process(check_beside_a_capture<false>);
}

BOOST_AUTO_TEST_CASE(b59_first_call_that_waits_while_another_thread_captures)
{
  check_in_new_process(check_beside_a_capture<true>);
}
