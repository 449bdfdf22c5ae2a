// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fibers: threads with stacks of their own, of which one thread of the host runs one at a time. The sanitizers are
// told of each change of stack; to ThreadSanitizer a fiber is a thread, ordered with others by what they do alone.
#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstdint>
#include <new>

#include "happens_before.h"

#if defined(__SANITIZE_ADDRESS__)
#  define THRUM_TEST_ASAN 1
#elif defined(__has_feature)
#  if __has_feature(address_sanitizer)
#    define THRUM_TEST_ASAN 1
#  endif
#endif
#if defined(THRUM_TEST_ASAN)
#  include <sanitizer/common_interface_defs.h>
#endif

namespace thrum_test
{
#if defined(THRUM_TEST_ASAN)
inline constexpr bool under_address_sanitizer = true;
#else
inline constexpr bool under_address_sanitizer = false;
#endif

/// The thread of the host that the fibers run on.
struct host_context
{
  ucontext_t context;
#if defined(THRUM_TEST_ASAN)
  void* fake_stack        = nullptr;
  void const* stack       = nullptr;
  std::size_t stack_bytes = 0;
#elif defined(THRUM_TEST_TSAN)
  void* const self = __tsan_get_current_fiber(); // of the thread that made this
#else
  jmp_buf jump;
#endif
};

/// swapcontext asks the system for the signal mask each time, so a fiber that has once begun is left and entered by
/// jumps; but the sanitizers take jumps for the end of the frames in between.
class fiber_context
{
public:
  // Few pages of a stack are ever used.
  fiber_context()
      : stack_(mmap(
        nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0))
  {
    if (stack_ == MAP_FAILED)
    {
      throw std::bad_alloc();
    }
  }
  fiber_context(fiber_context const&)            = delete;
  fiber_context& operator=(fiber_context const&) = delete;
  ~fiber_context()
  {
    forget();
    munmap(stack_, stack_bytes);
  }

  /// The next enter() calls main(argument), which leaves for ever at its end.
  void start(host_context& host, void (*main)(void*), void* argument)
  {
    forget();
    host_     = &host;
    main_     = main;
    argument_ = argument;
    begun_    = false;
    getcontext(&context_);
    context_.uc_stack.ss_sp   = stack_;
    context_.uc_stack.ss_size = stack_bytes;
    context_.uc_link          = &host.context;
    auto const self           = reinterpret_cast<std::uintptr_t>(this);
    makecontext(&context_, reinterpret_cast<void (*)()>(&fiber_context::run), 2, static_cast<unsigned>(self),
                static_cast<unsigned>(self >> 32));
#if defined(THRUM_TEST_TSAN)
    self_ = __tsan_create_fiber(0); // a new thread, after all that was done so far
#endif
  }

  /// By the host: until the fiber leaves.
  void enter()
  {
    host_context& host = *host_;
#if defined(THRUM_TEST_ASAN)
    __sanitizer_start_switch_fiber(&host.fake_stack, stack_, stack_bytes);
    swapcontext(&host.context, &context_);
    __sanitizer_finish_switch_fiber(host.fake_stack, nullptr, nullptr);
#elif defined(THRUM_TEST_TSAN)
    __tsan_switch_to_fiber(self_, __tsan_switch_to_fiber_no_sync);
    swapcontext(&host.context, &context_);
#else
    if (_setjmp(host.jump) == 0)
    {
      if (begun_)
      {
        _longjmp(jump_, 1);
      }
      begun_ = true;
      setcontext(&context_);
    }
#endif
  }

  /// By the fiber: until the host enters it again. What a fiber did that leaves for ever comes before what the host
  /// does next.
  void leave([[maybe_unused]] bool forever)
  {
    host_context& host = *host_;
#if defined(THRUM_TEST_ASAN)
    __sanitizer_start_switch_fiber(forever ? nullptr : &fake_stack_, host.stack, host.stack_bytes);
    swapcontext(&context_, &host.context);
    __sanitizer_finish_switch_fiber(fake_stack_, nullptr, nullptr);
#elif defined(THRUM_TEST_TSAN)
    ended_ = forever;
    __tsan_switch_to_fiber(host.self, forever ? 0 : __tsan_switch_to_fiber_no_sync);
    swapcontext(&context_, &host.context);
#else
    if (_setjmp(jump_) == 0)
    {
      _longjmp(host.jump, 1);
    }
#endif
  }

private:
  static constexpr std::size_t stack_bytes = 256 * 1024;

  static void run(unsigned low, unsigned high)
  {
    auto const self = reinterpret_cast<fiber_context*>(static_cast<std::uintptr_t>(high) << 32 | low);
#if defined(THRUM_TEST_ASAN)
    __sanitizer_finish_switch_fiber(nullptr, &self->host_->stack, &self->host_->stack_bytes);
#endif
    self->main_(self->argument_);
  }

  void forget()
  {
#if defined(THRUM_TEST_TSAN)
    if (ended_) // one that is left where it waits, since another failed, is not seen off
    {
      __tsan_destroy_fiber(self_);
      ended_ = false;
    }
#endif
  }

  ucontext_t context_;
  void* stack_;
  host_context* host_  = nullptr;
  void (*main_)(void*) = nullptr;
  void* argument_      = nullptr;
  bool begun_          = false;
#if defined(THRUM_TEST_ASAN)
  void* fake_stack_ = nullptr;
#elif defined(THRUM_TEST_TSAN)
  void* self_ = nullptr;
  bool ended_ = false;
#else
  jmp_buf jump_;
#endif
};
} // namespace thrum_test
