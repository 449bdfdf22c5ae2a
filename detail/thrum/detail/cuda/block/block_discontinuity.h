// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// thrum::block::discontinuity; its contract is in thrum/block/discontinuity.h.

#include <thrum/detail/cuda/block/block_parts.h>
#include <thrum/detail/cuda/block/this_block.h>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
/// Which flags of items are asked for.
enum class flags_of : unsigned char
{
  heads,
  tails,
  both,
};

template <class T, int Threads, class Cta = this_block>
class block_discontinuity
{
  static_assert(is_block_size_v<Threads>, "Threads: a multiple of 32, from 32 to 1024");

  static constexpr int warps = Threads / lanes;

  struct parts : warp_exchanges<T, warps>
  {
    raw<T> first[warps]; ///< items of warps
    raw<T> last[warps];
  };

public:
  /// What the block shares. It need not be initialised.
  struct storage : place_for<parts>
  {};

  THRUM_DEVICE explicit block_discontinuity(storage& s, Cta const& cta = Cta{}) : cta_(cta), parts_(s.get())
  {}

  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE void heads(T const (&items)[N], bool (&heads)[N], Equal equal = {}, T const* before = nullptr)
  {
    run<flags_of::heads>(items, whole_tile<Threads, N>{}, equal, before, nullptr, into(heads), nowhere{});
  }
  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE void heads_n(
    T const (&items)[N], std::ptrdiff_t count, bool (&heads)[N], Equal equal = {}, T const* before = nullptr)
  {
    run<flags_of::heads>(items, part_of_tile<Threads, N>{count}, equal, before, nullptr, into(heads),
                         nowhere{});
  }

  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE void tails(T const (&items)[N], bool (&tails)[N], Equal equal = {}, T const* after = nullptr)
  {
    run<flags_of::tails>(items, whole_tile<Threads, N>{}, equal, nullptr, after, nowhere{}, into(tails));
  }
  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE void tails_n(
    T const (&items)[N], std::ptrdiff_t count, bool (&tails)[N], Equal equal = {}, T const* after = nullptr)
  {
    run<flags_of::tails>(items, part_of_tile<Threads, N>{count}, equal, nullptr, after, nowhere{},
                         into(tails));
  }

  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE void heads_and_tails(T const (&items)[N],
                                    bool (&heads)[N],
                                    bool (&tails)[N],
                                    Equal equal     = {},
                                    T const* before = nullptr,
                                    T const* after  = nullptr)
  {
    run<flags_of::both>(items, whole_tile<Threads, N>{}, equal, before, after, into(heads), into(tails));
  }
  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE void heads_and_tails_n(T const (&items)[N],
                                      std::ptrdiff_t count,
                                      bool (&heads)[N],
                                      bool (&tails)[N],
                                      Equal equal     = {},
                                      T const* before = nullptr,
                                      T const* after  = nullptr)
  {
    run<flags_of::both>(items, part_of_tile<Threads, N>{count}, equal, before, after, into(heads),
                        into(tails));
  }

  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE std::uint32_t head_bits(T const (&items)[N], Equal equal = {}, T const* before = nullptr)
  {
    bits<N> heads;
    run<flags_of::heads>(items, whole_tile<Threads, N>{}, equal, before, nullptr, heads, nowhere{});
    return heads.word;
  }
  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE std::uint32_t head_bits_n(T const (&items)[N],
                                         std::ptrdiff_t count,
                                         Equal equal     = {},
                                         T const* before = nullptr)
  {
    bits<N> heads;
    run<flags_of::heads>(items, part_of_tile<Threads, N>{count}, equal, before, nullptr, heads, nowhere{});
    return heads.word;
  }

  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE std::uint32_t tail_bits(T const (&items)[N], Equal equal = {}, T const* after = nullptr)
  {
    bits<N> tails;
    run<flags_of::tails>(items, whole_tile<Threads, N>{}, equal, nullptr, after, nowhere{}, tails);
    return tails.word;
  }
  template <int N, class Equal = ::cuda::std::equal_to<T>>
  THRUM_DEVICE std::uint32_t tail_bits_n(T const (&items)[N],
                                         std::ptrdiff_t count,
                                         Equal equal    = {},
                                         T const* after = nullptr)
  {
    bits<N> tails;
    run<flags_of::tails>(items, part_of_tile<Threads, N>{count}, equal, nullptr, after, nowhere{}, tails);
    return tails.word;
  }

private:
  // Where flags go:
  struct nowhere
  {
    THRUM_DEVICE void put(int, bool) {}
  };
  template <int N>
  struct array
  {
    bool (&flags)[N];
    THRUM_DEVICE void put(int i, bool flag) { flags[i] = flag; }
  };
  template <int N>
  struct bits
  {
    static_assert(N <= 32, "a word has 32 bits");
    std::uint32_t word = 0;
    THRUM_DEVICE void put(int i, bool flag) { word |= static_cast<std::uint32_t>(flag) << i; }
  };
  template <int N>
  THRUM_DEVICE static array<N> into(bool (&flags)[N])
  {
    return {flags};
  }

  template <flags_of Which, int N, class Tile, class Equal, class Heads, class Tails>
  THRUM_DEVICE void run(T const (&items)[N],
                        Tile const& tile,
                        Equal& equal,
                        [[maybe_unused]] T const* before,
                        [[maybe_unused]] T const* after,
                        Heads&& heads,
                        Tails&& tails)
  {
    int const thread = cta_.thread();
    int const here   = tile.items_from(thread); // the thread's and all after it
    raw<T> previous, next;                      // items of the neighbours
    meet<Which>(items, tile.lanes_of(cta_.warp()), previous, next);

    // What stands outside the tile is the neighbour of its first and last thread.
    bool const follows = Which != flags_of::tails && (thread > 0 || before != nullptr);
    if (follows && thread == 0)
    {
      gpu::set(previous.value, *before);
    }
    bool const ends = Which != flags_of::heads && here > 0 && !tile.goes_on(thread);
    if (ends && after != nullptr)
    {
      gpu::set(next.value, *after);
    }

    bool differs = false; // from the item before
    if constexpr (Which != flags_of::tails)
    {
      differs = here > 0 && (!follows || !equal(previous.value, items[0]));
    }
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 0; i < N; ++i)
    {
      heads.put(i, differs);
      bool const last = i + 1 == N || i + 1 == here; // of the thread
      if (last)
      {
        differs = Which != flags_of::heads && i < here
                  && ((ends && after == nullptr) || !equal(items[i], next.value));
      }
      else
      {
        differs = i + 1 < here && !equal(items[i], items[i + 1 < N ? i + 1 : i]);
      }
      tails.put(i, differs);
      differs = differs && !last;
    }
  }

  /// Leaves in `previous` the last item of the thread before, and in `next` the first one of the thread after, where
  /// there are such.
  template <flags_of Which, int N>
  THRUM_DEVICE void meet(T const (&items)[N], int alive, raw<T>& previous, raw<T>& next)
  {
    int const lane = cta_.lane();
    int const warp = cta_.warp();
    auto& memory   = parts_.of(warp);
    raw<T> own;
    if constexpr (Which != flags_of::tails)
    {
      gpu::set(own.value, items[N - 1]);
      gpu::from_below(cta_, memory, own, previous, 1, lane < alive);
      if (lane == lanes - 1)
      {
        gpu::set(parts_.last[warp].value, own.value);
      }
    }
    if constexpr (Which != flags_of::heads)
    {
      gpu::set(own.value, items[0]);
      gpu::from_above(cta_, memory, own, next, 1, alive);
      if (lane == 0)
      {
        gpu::set(parts_.first[warp].value, own.value);
      }
    }
    if constexpr (warps > 1)
    {
      cta_.sync();
      if (Which != flags_of::tails && lane == 0 && warp > 0)
      {
        gpu::set(previous.value, parts_.last[warp - 1].value);
      }
      if (Which != flags_of::heads && lane == lanes - 1 && warp + 1 < warps)
      {
        gpu::set(next.value, parts_.first[warp + 1].value);
      }
    }
  }

  Cta cta_;
  parts& parts_;
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
