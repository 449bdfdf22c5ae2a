// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The size of a ring (engine/ring.h), and who stands where in it.

#include <thrum/detail/config/config.h>

#include <cstdint>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// How many slots a ring has, and how many intakes (plain.h) if its tiles have any: fewer or as many.
struct ring_shape
{
  int slots    = 0;
  int intakes  = 0;
  bool by_hand = false; ///< warps bring the tiles, not bulk copies
};

/// Where a role stands in the ring.
class ring_cursor
{
public:
  THRUM_DEVICE explicit ring_cursor(int slot_count) : slots_(slot_count) {}

  THRUM_DEVICE int slot() const { return slot_; }
  /// Of the phases of this round's barriers.
  THRUM_DEVICE std::uint32_t parity() const { return parity_; }
  THRUM_DEVICE void next()
  {
    if (++slot_ == slots_)
    {
      slot_ = 0;
      parity_ ^= 1;
    }
  }

private:
  int slots_;
  int slot_             = 0;
  std::uint32_t parity_ = 0;
};

/// Some warps of a block, as if they were a block, for what needs no barrier.
template <class Cta>
class some_warps
{
public:
  THRUM_DEVICE some_warps(Cta const& cta, int worker, int workers)
      : cta_(cta)
      , thread_(worker * 32 + cta.lane())
      , threads_(workers * 32)
  {}

  THRUM_DEVICE int thread() const { return thread_; }
  THRUM_DEVICE int threads() const { return threads_; }
  template <int W>
  THRUM_DEVICE void copy_later(void* to, void const* from) const
  {
    cta_.template copy_later<W>(to, from);
  }
  THRUM_DEVICE void copies_done() const { cta_.copies_done(); }

private:
  Cta const& cta_;
  int thread_;
  int threads_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
