// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of the block primitives, for every architecture: nvcc.sh compiles them.
#include <thrum/block/discontinuity.h>
#include <thrum/block/exchange.h>
#include <thrum/block/load.h>
#include <thrum/block/reduce.h>
#include <thrum/block/run_length_decode.h>
#include <thrum/block/scan.h>
#include <thrum/block/store.h>
#include <thrum/block/tile_state.h>

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

/// Decodes a run of each thread, and what stands before each tile.
template <class T>
__global__ void runs_and_tiles(T const* in, T* out, T const init, void* memory)
{
  using decode = block::run_length_decode<T, 128, 1, 4>;
  using states = block::tile_state<T>;
  __shared__ typename decode::storage of_runs;
  __shared__ typename states::storage of_states;
  states state(of_states, memory, 1'000, init);
  for (auto tile = state.next(); tile < state.tiles(); tile = state.next())
  {
    T const value[1]    = {in[threadIdx.x]};
    int const length[1] = {static_cast<int>(threadIdx.x % 7)};
    decode runs(of_runs);
    runs.set_runs(value, length);
    T items[4];
    int ranks[4];
    runs.decode(items, ranks, 0);
    out[ranks[0]] = items[3];
    out[tile]     = state.prefix(tile, items[0]);
  }
}

struct three
{
  double x, y, z;
  friend __host__ __device__ three operator+(three const& a, three const& b)
  {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
  }
};
struct five
{
  double x[5];
  friend __host__ __device__ five operator+(five const& a, five const& b)
  {
    five sum{};
    for (int i = 0; i < 5; ++i)
    {
      sum.x[i] = a.x[i] + b.x[i];
    }
    return sum;
  }
};

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
  all_of_them<double, 256, 4><<<1, 256>>>(nullptr, nullptr, 0);
  runs_and_tiles<unsigned char><<<1, 128>>>(nullptr, nullptr, {}, nullptr);
  runs_and_tiles<int><<<1, 128>>>(nullptr, nullptr, {}, nullptr);
  runs_and_tiles<double><<<1, 128>>>(nullptr, nullptr, {}, nullptr);
  runs_and_tiles<three><<<1, 128>>>(nullptr, nullptr, {}, nullptr);
  runs_and_tiles<five><<<1, 128>>>(nullptr, nullptr, {}, nullptr);
}
