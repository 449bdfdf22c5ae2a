// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Runs a tile of the CUDA backend over a problem, on fibers, in one of the forms of the engine. Scratch and
// shared memory are dirty where the engine does not ask for zeros.
#include <thrum/detail/cuda/engine/ring.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "fibers.h"

namespace thrum_test
{
/// Memory at a multiple of 128 bytes, filled with one byte.
class aligned_memory
{
public:
  explicit aligned_memory(std::size_t bytes, unsigned char fill = 0xCD) : storage_(bytes + 128, fill)
  {
    auto const address = reinterpret_cast<std::uintptr_t>(storage_.data());
    begin_             = storage_.data() + (128 - address % 128) % 128;
  }
  unsigned char* get() { return begin_; }

private:
  std::vector<unsigned char> storage_;
  unsigned char* begin_;
};

/// Items at a multiple of 128 bytes, between margins that nobody may write.
template <class T>
class checked_memory
{
public:
  explicit checked_memory(std::size_t count) : count_(count), memory_(2 * margin + count * sizeof(T), pattern)
  {}
  explicit checked_memory(std::vector<T> const& items) : checked_memory(items.size())
  {
    std::uninitialized_copy(items.begin(), items.end(), begin());
  }

  T* begin() { return reinterpret_cast<T*>(memory_.get() + margin); }
  T* end() { return begin() + count_; }

  std::vector<T> items()
  {
    unsigned char const* const after = reinterpret_cast<unsigned char const*>(end());
    for (std::size_t i = 0; i < margin; ++i)
    {
      if (memory_.get()[i] != pattern || after[i] != pattern)
      {
        throw std::logic_error("something was written outside");
      }
    }
    return std::vector<T>(begin(), begin() + count_);
  }

private:
  static constexpr std::size_t margin    = 256;
  static constexpr unsigned char pattern = 0xA5;

  std::size_t count_;
  aligned_memory memory_;
};

/// A grid's fibers have stacks, which take longer to make than most jobs.
inline fiber_grid& shared_grid(int blocks, int threads, order turns)
{
  static std::map<std::pair<int, int>, std::unique_ptr<fiber_grid>> grids;
  auto& grid = grids[{blocks, threads}];
  if (grid == nullptr)
  {
    grid = std::make_unique<fiber_grid>(blocks, threads);
  }
  grid->set_order(turns, 7);
  return *grid;
}

/// What the states stand in may be dirty in the ring, whose blocks clear it.
template <class Tile>
aligned_memory look_back_scratch(std::ptrdiff_t tiles, bool is_dirty = false)
{
  using memory = thrum::detail::gpu::look_back_memory<Tile>;
  aligned_memory scratch(memory::bytes(tiles), is_dirty ? 0xC3 : 0);
  std::memset(scratch.get(), 0, memory::zero_bytes);
  return scratch;
}

inline bool is_zero(unsigned char const* memory, std::size_t bytes)
{
  return std::all_of(memory, memory + bytes, [](unsigned char byte) { return byte == 0; });
}

/// The small form is the plain one in which blocks take tiles in turn.
template <class Tile>
void run_plain(typename Tile::problem const& p, int blocks, order o, bool in_turn = false)
{
  namespace gpu    = thrum::detail::gpu;
  using block      = gpu::plain_block<Tile>;
  auto const tiles = Tile::tiles(p);
  auto scratch     = look_back_scratch<Tile>(tiles);
  gpu::look_back_memory<Tile> const states{tiles > 1 ? scratch.get() : nullptr, tiles, in_turn};

  using memory = typename block::block_memory;
  std::vector<std::unique_ptr<aligned_memory>> own;
  for (int b = 0; b < blocks; ++b)
  {
    own.push_back(std::make_unique<aligned_memory>(sizeof(memory)));
  }
  shared_grid(blocks, Tile::workers * gpu::lanes, o).run([&](fiber_cta const& cta) {
    auto const b = static_cast<std::size_t>(cta.block());
    block::run(cta, *reinterpret_cast<memory*>(own[b]->get()), p, states);
  });
}

template <class Tile>
void run_ring(typename Tile::problem const& p, int blocks, order o, int slots = 3)
{
  namespace gpu    = thrum::detail::gpu;
  using block      = gpu::ring_block<Tile, fiber_cta>;
  auto const tiles = Tile::tiles(p);
  auto scratch     = look_back_scratch<Tile>(tiles, true);
  gpu::look_back_memory<Tile> const states{scratch.get(), tiles, false, true};
  constexpr int stride = block::stride;
  gpu::ring_shape shape{(slots + stride - 1) / stride * stride, slots - 1};
  shape.tiles_of_ticket = blocks > 1 ? gpu::tiles_of_ticket_v<Tile> : 1;
  if constexpr (gpu::has_loaders_v<Tile>)
  {
    shape.by_hand = !Tile::comes_in_bulk(p);
  }

  std::vector<std::unique_ptr<aligned_memory>> shared;
  for (int b = 0; b < blocks; ++b)
  {
    shared.push_back(std::make_unique<aligned_memory>(block::bytes(shape)));
  }
  shared_grid(blocks, block::threads_of(shape), o).run([&](fiber_cta const& cta) {
    block(cta, shared[static_cast<std::size_t>(cta.block())]->get(), shape, p, states).run();
  });
}
} // namespace thrum_test
