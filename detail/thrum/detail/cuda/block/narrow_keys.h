// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Head flags of integers of one and two bytes that are compared for equality: whole words of keys at a time.

#include <thrum/detail/core/operators.h>
#include <thrum/detail/core/std_functors.h>
#include <thrum/detail/cuda/block/bits.h>
#include <thrum/detail/cuda/block/lane_items.h>

#include <cuda/std/functional>

THRUM_NAMESPACE_BEGIN
namespace detail
{
namespace gpu
{
template <class Pred, class K>
inline constexpr bool is_equality_v = false;
template <class K>
inline constexpr bool is_equality_v<std::equal_to<K>, K> = true;
template <class K>
inline constexpr bool is_equality_v<std::equal_to<void>, K> = true;
template <class K>
inline constexpr bool is_equality_v<::cuda::std::equal_to<K>, K> = true;
template <class K>
inline constexpr bool is_equality_v<::cuda::std::equal_to<void>, K> = true;

/// Keys that such flags can be made of.
template <class K, class Pred>
inline constexpr bool are_narrow_v = is_integer_v<K>&& is_equality_v<Pred, K> && sizeof(K) <= 2;

/// A piece of 16 bytes of such keys.
template <class K>
struct narrow_keys
{
  static constexpr int in_piece = static_cast<int>(sizeof(piece) / sizeof(K));
  using flags = std::conditional_t<sizeof(K) == 1, std::uint16_t, std::uint8_t>; ///< a bit for each

  /// Bit i is set where key i differs from the one before; `before` are the four bytes before the piece.
  THRUM_DEVICE static flags heads(std::uint32_t before, piece const& keys)
  {
    std::uint32_t bits = 0;
    _CCCL_PRAGMA_UNROLL_FULL()
    for (int i = 3; i >= 0; --i)
    {
      std::uint32_t const tops = differing(i > 0 ? keys.word[i > 0 ? i - 1 : 0] : before, keys.word[i]);
      bits                     = gpu::shift_in(bits, tops * gather, in_word);
    }
    return static_cast<flags>(bits);
  }

private:
  static constexpr int width            = static_cast<int>(8 * sizeof(K));
  static constexpr int in_word          = 32 / width;
  static constexpr std::uint32_t others = sizeof(K) == 1 ? 0x7f7f7f7f
                                                         : 0x7fff7fff; ///< than the keys' top bits
  /// A product with it has in its top bits what were the keys' top bits, the first key's lowest.
  static constexpr std::uint32_t gather = sizeof(K) == 1 ? 1u | 1u << 7 | 1u << 14 | 1u << 21 : 1u | 1u << 15;

  /// The top bit of each key that differs from the one before.
  THRUM_DEVICE static std::uint32_t differing(std::uint32_t before, std::uint32_t keys)
  {
    std::uint32_t const changed = keys ^ gpu::shift_in(keys, before, width);
    return (((changed & others) + others) | changed) & ~others;
  }
};
} // namespace gpu
} // namespace detail
THRUM_NAMESPACE_END
