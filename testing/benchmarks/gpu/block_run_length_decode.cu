// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel in which each block decodes its runs window by window, once with CUB's class and once with thrum's: all else
// is the same code. Items leave by CUB's warp transposition, so that they are written in whole lines.
#include <thrum/block/run_length_decode.h>
#include <thrum/run_length_decode.h>

#include <thrust/system/omp/execution_policy.h>

#include <cub/block/block_run_length_decode.cuh>
#include <cub/block/block_store.cuh>

#include <vector>

#include "contest.h"
#include "numbers.h"

namespace thrum_benchmark
{
using number = std::uint32_t;

template <int R, int D, int Threads>
struct by_cub
{
  using decoder = cub::BlockRunLengthDecode<number, Threads, R, D>;
  using storage = typename decoder::TempStorage;

  number size;
  decoder runs;

  __device__ by_cub(storage& memory, number (&values)[R], number (&lengths)[R])
      : runs(memory, values, lengths, size)
  {}
  __device__ void decode(number (&items)[D], number window) { runs.RunLengthDecode(items, window); }
  __device__ void decode(number (&items)[D], number (&ranks)[D], number window)
  {
    runs.RunLengthDecode(items, ranks, window);
  }
};

template <int R, int D, int Threads>
struct by_thrum
{
  using decoder = thrum::block::run_length_decode<number, Threads, R, D>;
  using storage = typename decoder::storage;

  decoder runs;
  number size;

  __device__ by_thrum(storage& memory, number (&values)[R], number (&lengths)[R])
      : runs(memory)
      , size(runs.set_runs(values, lengths))
  {}
  __device__ void decode(number (&items)[D], number window) { runs.decode(items, window); }
  __device__ void decode(number (&items)[D], number (&ranks)[D], number window)
  {
    runs.decode(items, ranks, window);
  }
};

struct decode_job
{
  number const* values;
  number const* lengths;
  number const* places; ///< where each block's items begin
  number* items;
  number* ranks; ///< or null
};

template <template <int, int, int> class Way, int R, int D, int Threads, bool Ranks>
__global__ void __launch_bounds__(Threads) decode_blocks(decode_job const job)
{
  using way = Way<R, D, Threads>;
  using store =
    cub::BlockStore<number, Threads, D, D == 1 ? cub::BLOCK_STORE_DIRECT : cub::BLOCK_STORE_WARP_TRANSPOSE>;
  __shared__ typename way::storage storage;
  __shared__ typename store::TempStorage staging;

  number values[R], lengths[R];
  auto const first = (std::size_t{blockIdx.x} * Threads + threadIdx.x) * R;
  for (int i = 0; i < R; ++i)
  {
    values[i]  = job.values[first + i];
    lengths[i] = job.lengths[first + i];
  }
  way decoder(storage, values, lengths);
  number const size  = decoder.size;
  number const place = job.places[blockIdx.x];
  for (number window = 0; window < size; window += Threads * D)
  {
    number items[D];
    int const left = static_cast<int>(size - window);
    if constexpr (Ranks)
    {
      number ranks[D];
      decoder.decode(items, ranks, window);
      store(staging).Store(job.ranks + place + window, ranks, left);
      __syncthreads(); // the staging serves again
    }
    else
    {
      decoder.decode(items, window);
    }
    store(staging).Store(job.items + place + window, items, left);
    __syncthreads();
  }
}

struct value_of_run
{
  __host__ __device__ number operator()(std::int64_t i) const
  {
    return static_cast<number>(mixed(static_cast<std::uint64_t>(i)));
  }
};
struct length_of_run
{
  __host__ __device__ number operator()(std::int64_t i) const
  {
    return static_cast<number>(1 + mixed(static_cast<std::uint64_t>(i) ^ 0xC0FFEE) % 15);
  }
};

constexpr int about_items = 1 << 26;

/// Items in runs of 1 to 15.
template <int R, int D, int Threads, bool Ranks>
class block_decode_work
{
public:
  block_decode_work()
      : runs_(static_cast<std::size_t>(blocks) * Threads * R)
      , values_(runs_ * sizeof(number))
      , lengths_(runs_ * sizeof(number))
      , places_(blocks * sizeof(number))
  {
    make_items<number>(values_, runs_, value_of_run{});
    make_items<number>(lengths_, runs_, length_of_run{});
    std::vector<number> places, items, ranks;
    auto const values  = items_of(value_of_run{});
    auto const lengths = items_of(length_of_run{});
    auto run           = std::int64_t{0};
    std::size_t size   = 0;
    for (int b = 0; b < blocks; ++b)
    {
      places.push_back(static_cast<number>(size));
      for (int i = 0; i < Threads * R; ++i, ++run)
      {
        size += lengths[run];
      }
    }
    items.resize(size);
    ranks.resize(size);
    thrum::run_length_decode(thrust::omp::par, values, values + run, lengths, items.begin(), ranks.begin());
    expected_ = fingerprint(thrust::omp::par, items.data(), size)
                + (Ranks ? fingerprint(thrust::omp::par, ranks.data(), size) : 0);
    check(cudaMemcpy(places_.as<void>(), places.data(), places_.bytes(), cudaMemcpyHostToDevice));
    items_ = std::make_unique<device_memory>(size * sizeof(number));
    ranks_ = std::make_unique<device_memory>(Ranks ? size * sizeof(number) : 0);
  }

  std::size_t ideal_bytes() const
  {
    return values_.bytes() + lengths_.bytes() + items_->bytes() + ranks_->bytes();
  }
  void spoil()
  {
    items_->spoil();
    if (Ranks)
    {
      ranks_->spoil();
    }
  }
  std::uint64_t result() const
  {
    std::size_t const size = items_->bytes() / sizeof(number);
    return fingerprint(thrust::device, items_->as<number>(), size)
           + (Ranks ? fingerprint(thrust::device, ranks_->as<number>(), size) : 0);
  }
  std::uint64_t expected() const { return expected_; }

  template <template <int, int, int> class Way>
  void call(cudaStream_t stream)
  {
    decode_blocks<Way, R, D, Threads, Ranks>
      <<<blocks, Threads, 0, stream>>>({values_.as<number>(), lengths_.as<number>(), places_.as<number>(),
                                        items_->as<number>(), ranks_->as<number>()});
    check(cudaGetLastError());
  }

private:
  static constexpr int blocks = about_items / 8 / (Threads * R);

  std::size_t runs_;
  device_memory values_, lengths_, places_;
  std::unique_ptr<device_memory> items_, ranks_;
  std::uint64_t expected_;
};

template <int R, int D, int Threads, bool Ranks>
void hold_contest()
{
  using work = block_decode_work<R, D, Threads, Ranks>;
  cell<work> c("block_run_length_decode/u32" + std::string(Ranks ? " and ranks" : "") + "/"
                 + std::to_string(Threads) + " threads of " + std::to_string(R) + " to " + std::to_string(D)
                 + "/" + std::to_string(about_items),
               [] { return std::make_shared<work>(); });
  c.enter("cub", [](work& w, cudaStream_t s) { w.template call<by_cub>(s); });
  c.enter("thrum", [](work& w, cudaStream_t s) { w.template call<by_thrum>(s); });
}

template <int R, int D, int Threads>
void hold_contests_of()
{
  hold_contest<R, D, Threads, false>();
  hold_contest<R, D, Threads, true>();
}

void hold_contests()
{
  hold_contests_of<1, 1, 64>();
  hold_contests_of<1, 3, 192>();
  hold_contests_of<1, 1, 128>();
  hold_contests_of<1, 8, 128>();
  hold_contests_of<2, 8, 128>();
  hold_contests_of<3, 1, 256>();
  hold_contests_of<1, 8, 256>();
  hold_contests_of<8, 1, 256>();
  hold_contests_of<1, 1, 256>();
  hold_contests_of<2, 2, 384>();
}
} // namespace thrum_benchmark
