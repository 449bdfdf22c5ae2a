// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What a tile may say of itself beside its functions (tile/scan_tile.h), and what holds if it does not.

#include <thrum/detail/cuda/block/look_back.h>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Whether a tile's prefix comes from the tiles before it. `Tile::looks_back` says so where it does not.
template <class Tile, class = void>
inline constexpr bool looks_back_v = true;
template <class Tile>
inline constexpr bool looks_back_v<Tile, std::enable_if_t<!Tile::looks_back>> = false;

/// What a tile tells the next one as soon as it is loaded, beside its aggregate: nothing, unless it says so.
struct tells_nothing
{
  static constexpr THRUM_HOST_DEVICE std::size_t bytes(std::ptrdiff_t) { return 0; }
  THRUM_DEVICE tells_nothing(void*, std::ptrdiff_t) {}
};
template <class Tile, class = void>
struct told_by
{
  using type = tells_nothing;
};
template <class Tile>
struct told_by<Tile, std::void_t<typename Tile::told>>
{
  using type = typename Tile::told;
};

/// What of a tile nobody needs once the tile is summed up, in memory apart from its slot: nothing, unless the
/// tile says so. `slot.use(intake)` tells the slot which it is.
struct no_intake
{};
template <class Tile, class = void>
struct intake_of
{
  using type = no_intake;
};
template <class Tile>
struct intake_of<Tile, std::void_t<typename Tile::intake>>
{
  using type = typename Tile::intake;
};
template <class Tile>
inline constexpr bool has_intake_v = !std::is_same_v<typename intake_of<Tile>::type, no_intake>;

/// Memory of a ring's block, where a tile leaves outputs when it is summed up, so that it can give its intake
/// back: `slot.use(intake, shelves)`; `keeps_intake(slot)` says whether it does not, `clear_shelves` takes down
/// what is written.
struct no_shelves
{};
template <class Tile, class = void>
struct shelves_of
{
  using type = no_shelves;
};
template <class Tile>
struct shelves_of<Tile, std::void_t<typename Tile::shelves>>
{
  using type = typename Tile::shelves;
};
template <class Tile>
inline constexpr bool has_shelves_v = !std::is_same_v<typename shelves_of<Tile>::type, no_shelves>;

/// Memory that a worker has to itself while it finishes a tile: none, unless the tile says so.
struct no_workspace
{};
template <class Tile, class = void>
struct workspace_of
{
  using type = no_workspace;
};
template <class Tile>
struct workspace_of<Tile, std::void_t<typename Tile::workspace>>
{
  using type = typename Tile::workspace;
};
/// How many warps bring tiles in the ring that bulk copies cannot (`load_part`, after `fetch_ahead` by one thread): none,
/// if the tile does not say.
template <class Tile, class = void>
inline constexpr int loaders_v = 0;
template <class Tile>
inline constexpr int loaders_v<Tile, std::void_t<decltype(Tile::loaders)>> = Tile::loaders;
template <class Tile>
inline constexpr bool has_loaders_v = loaders_v<Tile> != 0;

/// How many teams of `summarisers` warps sum tiles up in the ring, each the next tile: one, if the tile does not
/// say.
template <class Tile, class = void>
inline constexpr int teams_v = 1;
template <class Tile>
inline constexpr int teams_v<Tile, std::void_t<decltype(Tile::teams)>> = Tile::teams;

/// How many warps sum a tile up, in the ring, if not as many as a block of the plain form has: `Tile::summarisers`.
template <class Tile, class = void>
inline constexpr int summarisers_v = Tile::workers;
template <class Tile>
inline constexpr int summarisers_v<Tile, std::void_t<decltype(Tile::summarisers)>> = Tile::summarisers;

/// How many warps finish a tile, in the ring, if not as many as a block of the plain form has: `Tile::finishers`.
template <class Tile, class = void>
inline constexpr int finishers_v = Tile::workers;
template <class Tile>
inline constexpr int finishers_v<Tile, std::void_t<decltype(Tile::finishers)>> = Tile::finishers;

/// How many teams of as many warps finish tiles in the ring, each the next tile: one, if the tile does not say.
template <class Tile, class = void>
inline constexpr int finish_teams_v = 1;
template <class Tile>
inline constexpr int finish_teams_v<Tile, std::void_t<decltype(Tile::finish_teams)>> = Tile::finish_teams;

/// For how many blocks of the plain form a processor has to have registers: one, if the tile does not say.
template <class Tile, class = void>
inline constexpr int plain_blocks_v = 1;
template <class Tile>
inline constexpr int plain_blocks_v<Tile, std::void_t<decltype(Tile::plain_blocks)>> = Tile::plain_blocks;

/// How many consecutive tiles a ticket of the ring is for, where there are many (ring_layout.h): one, if the tile does
/// not say. The way to the counter and back takes as long as a small tile; with a ticket for several, a block's next
/// tiles come to be in flight together. They ascend all the same, as who finds prefixes needs it. It suits tiles whose
/// slots come free without other blocks, since a block that waits with tiles in hand keeps all later tiles waiting.
template <class Tile, class = void>
inline constexpr int tiles_of_ticket_v = 1;
template <class Tile>
inline constexpr int tiles_of_ticket_v<Tile, std::void_t<decltype(Tile::tiles_of_ticket)>> =
  Tile::tiles_of_ticket;

/// Whether how many tiles there are is known when the kernel starts, not sooner: from what earlier kernels left. It
/// is not, if the tile does not say.
template <class Tile, class = void>
inline constexpr bool tiles_come_late_v = false;
template <class Tile>
inline constexpr bool tiles_come_late_v<Tile, std::enable_if_t<Tile::tiles_come_late>> = true;

/// How many warps find prefixes in the ring. One, if the tile does not say; else one folds the groups of tiles, and the
/// others find each the prefix of another tile.
template <class Tile, class = void>
inline constexpr int prefixers_v = 1;
template <class Tile>
inline constexpr int prefixers_v<Tile, std::void_t<decltype(Tile::prefixers)>> = Tile::prefixers;

/// The states of tiles, and how they are looked at, if not as everywhere: `Tile::states`, `Tile::look_back_options`.
template <class Tile, class = void>
struct states_of
{
  using type = tile_states<typename Tile::aggregate>;
};
template <class Tile>
struct states_of<Tile, std::void_t<typename Tile::states>>
{
  using type = typename Tile::states;
};
template <class Tile, class = void>
struct look_back_options_of
{
  using type = look_back_options<>;
};
template <class Tile>
struct look_back_options_of<Tile, std::void_t<typename Tile::look_back_options>>
{
  using type = typename Tile::look_back_options;
};
/// What finds what stands before a tile: `Tile::looks`, if not what does so for each.
template <class Tile, class = void>
struct looks_of
{
  using type = look_back<typename Tile::aggregate,
                         Tile::segmented,
                         typename Tile::look_back_op,
                         typename states_of<Tile>::type,
                         typename look_back_options_of<Tile>::type>;
};
template <class Tile>
struct looks_of<Tile, std::void_t<typename Tile::looks>>
{
  using type = typename Tile::looks;
};
template <class Tile>
using look_back_of = typename looks_of<Tile>::type;
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
