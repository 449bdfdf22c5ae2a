// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Calls of many kinds, types and sizes, for tests in which many threads make them at the same time. What a call writes
// must be what a call in the calling thread does, and nothing beside it: all bytes of its output are compared.
//
//   mixed_data const data(sizes);                                inputs, in the host's memory
//   mixed_case const one = data.cases()[i];                      which call, and of how many items
//   mixed_output const output{memory, one.size};                 its bytes: all `unwritten` at first
//   auto const returned = make_mixed_call(one, policy, data.input(), output);
//   mixed_result const expected = data.expected(one);            must be that, and the bytes
#include <thrum/reduce.h>
#include <thrum/reduce_by_key.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/scan_by_key.h>

#include <thrust/execution_policy.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "random.h"
#include "types.h"

namespace thrum_test
{
/// In the memory of the system that is called.
struct mixed_input
{
  int const* keys;
  int const* lengths; ///< of runs, 8 at most
  std::uint8_t const* bytes;
  int const* ints;
  std::int64_t const* longs;
  float const* floats;
  double const* doubles;
};

enum class mixed_call
{
  scan_of_floats,
  scan_of_longs,
  scan_of_bytes,
  scan_by_key_of_doubles,
  scan_by_key_of_ints,
  reduce_of_floats,
  reduce_of_longs,
  ordered_reduce_of_doubles,
  reduce_by_key_of_floats,
  reduce_by_key_of_ints,
  encode_of_bytes,
  decode_of_ints,
  decode_n_of_bytes,
  count
};

struct mixed_case
{
  mixed_call call;
  std::ptrdiff_t size;
};

/// Bytes for a number, and for two sequences of `size` items of at most 8 bytes, each with a margin behind it.
struct mixed_output
{
  static constexpr unsigned char unwritten = 0xA5;

  unsigned char* bytes;
  std::ptrdiff_t size;

  static std::size_t bytes_of_sequence(std::ptrdiff_t size)
  {
    return 64
           + (8 * static_cast<std::size_t>(size) + 15) / 16 * 16; // the next one is where wide stores can be
  }
  static std::size_t bytes_for(std::ptrdiff_t size) { return 16 + 2 * bytes_of_sequence(size); }

  std::ptrdiff_t* number() const { return reinterpret_cast<std::ptrdiff_t*>(bytes); }
  template <class T>
  T* first() const
  {
    return reinterpret_cast<T*>(bytes + 16);
  }
  template <class T>
  T* second() const
  {
    return reinterpret_cast<T*>(bytes + 16 + bytes_of_sequence(size));
  }
};

/// Returns what the call returns to the host, as a number; 0 where that is nothing.
template <class Policy>
std::int64_t make_mixed_call(mixed_case const& one,
                             Policy const& policy,
                             mixed_input const& in,
                             mixed_output const& out)
{
  auto const n    = one.size;
  auto const runs = n / 8;
  auto const plus = thrust::plus<>();
  switch (one.call)
  {
    case mixed_call::scan_of_floats:
      thrum::inclusive_scan(policy, in.floats, in.floats + n, out.first<float>());
      return 0;
    case mixed_call::scan_of_longs:
      thrum::exclusive_scan(policy, in.longs, in.longs + n, out.first<std::int64_t>(), std::int64_t{3});
      return 0;
    case mixed_call::scan_of_bytes:
      thrum::inclusive_scan(policy, in.bytes, in.bytes + n, out.first<std::uint8_t>());
      return 0;
    case mixed_call::scan_by_key_of_doubles:
      thrum::inclusive_scan_by_key(policy, in.keys, in.keys + n, in.doubles, out.first<double>());
      return 0;
    case mixed_call::scan_by_key_of_ints:
      thrum::exclusive_scan_by_key(policy, in.keys, in.keys + n, in.ints, out.first<int>(), 4);
      return 0;
    case mixed_call::reduce_of_floats:
    {
      float const sum = thrum::reduce(policy, in.floats, in.floats + n, 0.5F, plus);
      std::int32_t bits;
      std::memcpy(&bits, &sum, sizeof(bits));
      return bits;
    }
    case mixed_call::reduce_of_longs:
      thrum::reduce_into(policy, in.longs, in.longs + n, out.first<std::int64_t>());
      return 0;
    case mixed_call::ordered_reduce_of_doubles:
      thrum::reduce_into(policy, in.doubles, in.doubles + n, out.first<double>(), 0.5, add());
      return 0;
    case mixed_call::reduce_by_key_of_floats:
      thrum::reduce_by_key_into(policy, in.keys, in.keys + n, in.floats, out.first<int>(),
                                out.second<float>(), out.number());
      return 0;
    case mixed_call::reduce_by_key_of_ints:
      return thrum::reduce_by_key(policy, in.keys, in.keys + n, in.ints, out.first<int>(), out.second<int>())
               .second
             - out.second<int>();
    case mixed_call::encode_of_bytes:
      thrum::run_length_encode_into(policy, in.bytes, in.bytes + n, out.first<std::uint8_t>(),
                                    out.second<int>(), out.number());
      return 0;
    case mixed_call::decode_of_ints:
      return thrum::run_length_decode(policy, in.ints, in.ints + runs, in.lengths, out.first<int>())
             - out.first<int>();
    case mixed_call::decode_n_of_bytes:
      thrum::run_length_decode_n(policy, in.bytes, in.lengths, runs, out.first<std::uint8_t>(), n / 2,
                                 out.number());
      return 0;
    case mixed_call::count: break;
  }
  return -1;
}

struct mixed_result
{
  std::int64_t returned;
  std::vector<unsigned char> bytes;
};

class mixed_data
{
public:
  /// The last size is the largest.
  explicit mixed_data(std::vector<std::ptrdiff_t> const& sizes) : sizes_(sizes)
  {
    random_source random;
    auto const size = static_cast<std::size_t>(sizes.back());
    keys            = random.keys<int>(size, 40);
    lengths         = random.integers<int>(size / 8 + 1, 0, 8);
    bytes           = random.keys<std::uint8_t>(size, 5);
    ints            = random.integers<int>(size, -1'000'000, 1'000'000);
    longs           = random.integers<std::int64_t>(size, -1'000'000'000'000, 1'000'000'000'000);
    floats          = random.mixed_floats<float>(size);
    doubles         = random.mixed_floats<double>(size);
  }

  std::vector<mixed_case> cases() const
  {
    std::vector<mixed_case> all;
    for (int call = 0; call < static_cast<int>(mixed_call::count); ++call)
    {
      for (std::ptrdiff_t const size : sizes_)
      {
        all.push_back({static_cast<mixed_call>(call), size});
      }
    }
    return all;
  }

  mixed_input input() const
  {
    return {keys.data(),  lengths.data(), bytes.data(),  ints.data(),
            longs.data(), floats.data(),  doubles.data()};
  }

  /// What a call in the calling thread returns and writes.
  mixed_result expected(mixed_case const& one) const
  {
    std::vector<unsigned char> written(mixed_output::bytes_for(one.size), mixed_output::unwritten);
    auto const returned = make_mixed_call(one, thrust::seq, input(), mixed_output{written.data(), one.size});
    return {returned, std::move(written)};
  }

  std::vector<int> keys, lengths;
  std::vector<std::uint8_t> bytes;
  std::vector<int> ints;
  std::vector<std::int64_t> longs;
  std::vector<float> floats;
  std::vector<double> doubles;

private:
  std::vector<std::ptrdiff_t> sizes_;
};

/// Calls body(0), body(1), ... at the same time, each in a thread of its own that begins when all are there. Returns
/// what they threw; Boost.Test's checks are for one thread.
template <class Body>
std::string run_side_by_side(int count, Body body)
{
  std::atomic<int> missing{count};
  std::mutex mutex;
  std::string thrown;
  std::vector<std::thread> threads;
  for (int i = 0; i < count; ++i)
  {
    threads.emplace_back([&, i] {
      --missing;
      while (missing > 0)
      {
        std::this_thread::yield();
      }
      try
      {
        body(i);
      }
      catch (std::exception const& error)
      {
        std::lock_guard<std::mutex> const lock(mutex);
        thrown += "thread " + std::to_string(i) + ": " + error.what() + "; ";
      }
    });
  }
  for (std::thread& thread : threads)
  {
    thread.join();
  }
  return thrown;
}
} // namespace thrum_test
