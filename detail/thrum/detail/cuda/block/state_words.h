// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Words of memory that say whether they have been written: a part of a value beside a tag that is not 0. Each
/// is written at once, and read at once, so no fences are needed: whoever sees a tag sees the bytes beside it.

#include <thrum/detail/config/config.h>

#include <cstdint>

#include <cuda/atomic>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// 4 bytes of a value.
class narrow_word
{
public:
  static constexpr int parts = 1;

  narrow_word() = default;
  THRUM_DEVICE narrow_word(std::uint32_t const* part, std::uint32_t tag)
      : bits_(static_cast<std::uint64_t>(tag) << 32 | part[0])
  {}

  THRUM_DEVICE static narrow_word load(narrow_word& from)
  {
    narrow_word seen;
    seen.bits_ = strong(from.bits_).load(::cuda::memory_order_relaxed);
    return seen;
  }
  THRUM_DEVICE void store(narrow_word& to) const
  {
    strong(to.bits_).store(bits_, ::cuda::memory_order_relaxed);
  }

  THRUM_DEVICE bool is_there() const { return tag() != 0; }
  THRUM_DEVICE std::uint32_t tag() const { return static_cast<std::uint32_t>(bits_ >> 32); }
  THRUM_DEVICE std::uint32_t part(int) const { return static_cast<std::uint32_t>(bits_); }

private:
  using strong = ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_device>;

  std::uint64_t bits_;
};

/// 12 bytes of a value.
class alignas(16) wide_word
{
public:
  static constexpr int parts = 3;

  wide_word() = default;
  THRUM_DEVICE wide_word(std::uint32_t const* part, std::uint32_t tag)
      : low_(std::uint64_t{part[1]} << 32 | part[0])
      , high_(std::uint64_t{tag} << 32 | part[2])
  {}

  THRUM_DEVICE static wide_word load(wide_word& from)
  {
    wide_word seen;
#if defined(__CUDA_ARCH__)
    asm volatile("{ .reg .b128 all;\nld.relaxed.gpu.b128 all, [%2];\nmov.b128 {%0, %1}, all; }"
                 : "=l"(seen.low_), "=l"(seen.high_)
                 : "l"(&from)
                 : "memory");
#else // what is read first was written last
    seen.high_ = strong(from.high_).load(::cuda::memory_order_acquire);
    seen.low_  = seen.high_ != 0 ? strong(from.low_).load(::cuda::memory_order_relaxed) : 0;
#endif
    return seen;
  }
  THRUM_DEVICE void store(wide_word& to) const
  {
#if defined(__CUDA_ARCH__)
    asm volatile("{ .reg .b128 all;\nmov.b128 all, {%1, %2};\nst.relaxed.gpu.b128 [%0], all; }" ::"l"(&to),
                 "l"(low_), "l"(high_)
                 : "memory");
#else
    strong(to.low_).store(low_, ::cuda::memory_order_relaxed);
    strong(to.high_).store(high_, ::cuda::memory_order_release);
#endif
  }

  /// Asks all bits, not the tag's alone: ptxas 13.0 and 13.2 take a load of which some bytes are never used for
  /// two, one after the other, and a tag was seen whose value was not.
  THRUM_DEVICE bool is_there() const
  {
    return (low_ | high_) != 0;
  }
  THRUM_DEVICE std::uint32_t tag() const
  {
    return static_cast<std::uint32_t>(high_ >> 32);
  }
  THRUM_DEVICE std::uint32_t part(int i) const
  {
    return static_cast<std::uint32_t>(i == 0 ? low_ : i == 1 ? low_ >> 32 : high_);
  }

private:
  using strong = ::cuda::atomic_ref<std::uint64_t, ::cuda::thread_scope_device>;

  std::uint64_t low_;
  std::uint64_t high_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
