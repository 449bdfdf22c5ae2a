// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// The size of a ring (engine/ring.h), and who stands where in it. A Cta for the ring also has
///
///   barrier, barrier_init(b, arrivals), arrive(b), arrive_warp(b), wait(b, parity)
///   passed(b, parity)            whether there would be no wait, by all lanes of a warp
///   expect(b, bytes)             arrives; the phase ends when so many bytes have come, too
///   bulk_load(to, from, bytes, b), bulk_store(to, from, bytes)    multiples of 16, begun by one thread
///   fetch_ahead(from, bytes)     the same multiples, to where the device reads them sooner
///   bulk_stores_read(), bulk_stores_done()     waits for the thread's own stores
///   fence_async()                what was written so far is there for bulk copies

#include <thrum/detail/cuda/engine/plain.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// How many slots a ring has, and how many intakes (tile_traits.h) if its tiles have any: fewer or as many.
struct ring_shape
{
  int slot_count   = 0;
  int intake_count = 0;
  bool by_hand     = false; ///< warps bring the tiles, not bulk copies

  int tiles_of_ticket = 1; ///< consecutive tiles that a block takes at a time
};

/// Where a role stands in the ring.
class ring_cursor
{
public:
  THRUM_DEVICE explicit ring_cursor(int slot_count) : slots_(slot_count) {}

  THRUM_DEVICE int slot() const { return slot_; }
  THRUM_DEVICE bool operator!=(ring_cursor const& other) const
  {
    return slot_ != other.slot_ || parity_ != other.parity_;
  }
  /// Of the phases of this round's barriers.
  THRUM_DEVICE std::uint32_t parity() const { return parity_; }
  THRUM_DEVICE void next(int steps = 1)
  {
    for (; steps > 0; --steps)
    {
      step();
    }
  }

private:
  THRUM_DEVICE void step()
  {
    if (++slot_ == slots_)
    {
      slot_ = 0;
      parity_ ^= 1;
    }
  }

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
  static constexpr bool copies_later = Cta::copies_later;
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

/// What a block of a ring has in shared memory, and how many threads.
template <class Tile, class Cta>
struct ring_layout
{
  using aggregate = typename Tile::aggregate;
  using slot      = typename Tile::slot;
  using intake    = typename intake_of<Tile>::type;
  using shelves   = typename shelves_of<Tile>::type;
  using barrier   = typename Cta::barrier;

  static constexpr int workers        = summarisers_v<Tile>;  ///< warps that sum a tile up
  static constexpr int teams          = teams_v<Tile>;        ///< of so many
  static constexpr int finishers      = finishers_v<Tile>;    ///< warps that finish a tile
  static constexpr int finish_teams   = finish_teams_v<Tile>; ///< of so many
  static constexpr int loaders        = loaders_v<Tile>;
  static constexpr int prefixers      = prefixers_v<Tile>;
  static constexpr bool folds_apart   = prefixers > 1; ///< the groups of tiles
  static constexpr int more_prefixers = prefixers - 1;
  static constexpr int turns          = folds_apart ? more_prefixers : 1; ///< of those who find prefixes
  static constexpr int most_in_turn   = teams > turns ? teams : turns;
  static constexpr int stride         = most_in_turn > finish_teams ? most_in_turn
                                                                    : finish_teams; ///< slots come in so many
  static constexpr int threads =
    lanes * (4 + teams * workers + finish_teams * finishers + more_prefixers + loaders); ///< at most
  static constexpr int most_slots = 16;

  static_assert(stride % teams == 0 && stride % turns == 0 && stride % finish_teams == 0
                && (looks_back_v<Tile> || !folds_apart));

  struct shared
  {
    barrier taken[loaders > 0 ? most_slots : 1];
    barrier loaded[most_slots];
    barrier summed[most_slots];
    barrier published[most_slots];
    barrier chained[folds_apart ? most_slots : 1];
    barrier carried[most_slots];
    barrier finished[most_slots];
    barrier freed[most_slots];
    barrier emptied[has_intake_v<Tile> ? most_slots : 1]; // of intakes
    std::ptrdiff_t tile[most_slots];                      // -1: no more
    stretch<aggregate> chain[folds_apart ? most_slots : 1];
    exchange<aggregate> meeting[prefixers];
    typename workspace_of<Tile>::type space[finish_teams * finishers];
  };

  static constexpr std::size_t shelves_at = detail::round_up(sizeof(shared), 128);
  static constexpr std::size_t slots_at   = detail::round_up(
      shelves_at + (has_shelves_v<Tile> ? sizeof(shelves) : 0), 128);
  static constexpr THRUM_HOST_DEVICE std::size_t intakes_at(int slot_count)
  {
    return detail::round_up(slots_at + static_cast<std::size_t>(slot_count) * sizeof(slot), 128);
  }
  static constexpr std::size_t bytes(ring_shape const& shape)
  {
    return intakes_at(shape.slot_count) + static_cast<std::size_t>(shape.intake_count) * sizeof(intake);
  }
  static constexpr int threads_of(ring_shape const& shape)
  {
    return threads - (shape.by_hand ? 0 : lanes * loaders);
  }
  /// As many as the tile says where each block gets two tickets or more. Where there are few, some blocks would have a
  /// ticket more than others, or none, and that is much of their work.
  static constexpr int tiles_of_ticket(std::ptrdiff_t tiles, int blocks)
  {
    return tiles >= 8 * std::ptrdiff_t{blocks} ? tiles_of_ticket_v<Tile> : 1;
  }
  /// As many as fit. An intake is given back in less than half the time that a slot is. Where outputs leave it
  /// as well, it is what takes room, and there are some slots more. A slot is always the same team's, and its
  /// prefix found by the same warp: they would not know whether a phase of a barrier is the one before or the
  /// one after.
  static constexpr ring_shape shape_in(std::size_t shared_bytes)
  {
    constexpr int more = 3;
    ring_shape fit{};
    for (int n = 1; n <= most_slots - (has_shelves_v<Tile> ? more : 0); ++n)
    {
      ring_shape next{n, has_intake_v<Tile> ? n / 2 : 0};
      if (has_shelves_v<Tile>)
      {
        next = {(n + more + teams - 1) / teams * teams, n};
      }
      if (next.slot_count % stride != 0)
      {
        continue;
      }
      if (bytes(next) > shared_bytes)
      {
        break;
      }
      fit = next;
    }
    return fit;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
