// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the block primitives, for every architecture: nvcc.sh compiles them.
#include <thrum/block/discontinuity.h>
#include <thrum/block/exchange.h>
#include <thrum/block/load.h>
#include <thrum/block/reduce.h>
#include <thrum/block/scan.h>
#include <thrum/block/store.h>

namespace
{
namespace block = thrum::block;

template <class T, int Threads, int N>
__global__ void all_of_them(T const* in, T* out, int count)
{
  using block::transfer;
  using load          = block::load<T, Threads, N, transfer::transposed>;
  using exchange      = block::exchange<T, Threads, N>;
  using discontinuity = block::discontinuity<T, Threads>;
  using scan          = block::scan<T, Threads>;
  using reduce        = block::reduce<T, Threads>;
  using store         = block::store<T, Threads, N, transfer::transposed>;
  __shared__ union
  {
    typename load::storage load;
    typename exchange::storage exchange;
    typename discontinuity::storage discontinuity;
    typename scan::storage scan;
    typename reduce::storage reduce;
    typename store::storage store;
  } s;

  T items[N];
  load(s.load).load_n(in, count, items, T{});
  __syncthreads();
  exchange(s.exchange).blocked_to_striped(items);
  __syncthreads();
  std::uint32_t const heads = discontinuity(s.discontinuity).head_bits_n(items, count);
  __syncthreads();
  T total{};
  scan(s.scan).inclusive_n(items, count, thrust::plus<T>(), total);
  __syncthreads();
  scan(s.scan).exclusive(items, total);
  __syncthreads();
  items[0] = reduce(s.reduce).reduce_to_all(items) + static_cast<T>(heads);
  __syncthreads();
  store(s.store).store(out, items);
}

template <class T>
void launch(T const* in, T* out, int count)
{
  all_of_them<T, 32, 1><<<1, 32>>>(in, out, count);
  all_of_them<T, 256, 4><<<1, 256>>>(in, out, count);
  all_of_them<T, 1024, 8><<<1, 1024>>>(in, out, count);
}
} // namespace

void launch_all()
{
  launch<unsigned char>(nullptr, nullptr, 0);
  launch<short>(nullptr, nullptr, 0);
  launch<int>(nullptr, nullptr, 0);
  launch<float>(nullptr, nullptr, 0);
}
