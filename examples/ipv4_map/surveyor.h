// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// The work itself: what this program shows of thrum. One function for each step, whatever system it runs on.

#include "survey.h"

#include <thrum/reduce.h>
#include <thrum/run_length.h>

#include <thrust/copy.h>
#include <thrust/equal.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/tabulate_output_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/memory.h>
#include <thrust/sort.h>
#include <thrust/zip_function.h>

#include <algorithm>

#include <nv/target>

namespace ipv4_map
{
struct length_in_addresses
{
  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t begin, std::int64_t end) const
  {
    return end - begin;
  }
};

/// How many blocks have their first address in [begin, end): often none, as many runs are shorter than a block.
struct length_in_blocks
{
  THRUM_HOST_DEVICE static std::int64_t blocks_before(std::int64_t address)
  {
    return (address + block_size - 1) / block_size;
  }

  THRUM_HOST_DEVICE std::int64_t operator()(std::int64_t begin, std::int64_t end) const
  {
    return blocks_before(end) - blocks_before(begin);
  }
};

/// The lengths of the runs between bounds, made as they are read: `length` of each bound and the next.
template <typename Bounds, typename Length>
auto lengths_of(Bounds const& bounds, Length length)
{
  return thrust::make_transform_iterator(thrust::make_zip_iterator(bounds.begin(), bounds.begin() + 1),
                                         thrust::make_zip_function(length));
}

/// Takes the number of the run that each address was decoded to, and counts the address for the run's country if it
/// does lie in that run.
template <typename Counter>
struct address_check
{
  std::int64_t const* bounds;
  std::uint8_t const* countries;
  Counter count;
  progress const* show;

  THRUM_HOST_DEVICE void operator()(std::int64_t address, std::int64_t run) const
  {
    // A GPU is done before one could read the dots.
    NV_IF_TARGET(NV_IS_HOST, (if (address % (std::int64_t{1} << 28) == 0) { show->dot(); }))
    if (bounds[run] <= address && address < bounds[run + 1])
    {
      count(address, countries[run]);
    }
  }
};

/// \tparam Memory where the data lies: vectors, and a tally that may be added to there
template <typename Memory, typename Policy>
class surveyor
{
  template <typename T>
  using vector_of = typename Memory::template vector_of<T>;

public:
  surveyor(Policy const& policy, address_table const& table, progress& steps)
      : policy_(policy)
      , countries_(table.countries.begin(), table.countries.end())
      , bounds_(table.bounds.begin(), table.bounds.end())
      , num_runs_(static_cast<std::int64_t>(table.countries.size()))
      , num_addresses_(table.bounds.back())
      , num_countries_(table.codes.size())
      , steps_(steps)
  {}

  survey run()
  {
    survey result{};
    add_up_lengths();
    vector_of<std::uint8_t> const blocks = decode_blocks();
    result.blocks.resize(blocks.size());
    thrust::copy(blocks.begin(), blocks.end(), result.blocks.begin());
    result.num_block_runs = encode_and_decode(blocks);
    result.addresses      = count_addresses();
    check_all_addresses(result.addresses);
    return result;
  }

private:
  void add_up_lengths()
  {
    auto const lengths = lengths_of(bounds_, length_in_addresses{});
    std::int64_t total = 0;
    steps_.run("run_length_decoded_size of the table", num_runs_, num_runs_ * 8, 5,
               [&] { total = thrum::run_length_decoded_size(policy_, lengths, lengths + num_runs_); });
    require(total == num_addresses_, "the lengths add up to " + std::to_string(total));
  }

  vector_of<std::uint8_t> decode_blocks()
  {
    std::int64_t const num_blocks = length_in_blocks::blocks_before(num_addresses_);
    vector_of<std::uint8_t> blocks(num_blocks);
    auto end = blocks.begin();
    steps_.run("run_length_decode to /24 blocks", num_blocks, num_blocks + num_runs_ * 9, 5, [&] {
      end = thrum::run_length_decode(policy_, countries_.begin(), countries_.end(),
                                     lengths_of(bounds_, length_in_blocks{}), blocks.begin());
    });
    require(end == blocks.end(), "the table decodes to " + std::to_string(end - blocks.begin()) + " blocks");
    return blocks;
  }

  /// Returns the number of runs in the code of the blocks.
  std::int64_t encode_and_decode(vector_of<std::uint8_t> const& blocks)
  {
    auto const num_blocks = static_cast<std::int64_t>(blocks.size());
    vector_of<std::uint8_t> values(
      num_runs_); // not more: neighbouring runs of the table may have the same country
    vector_of<std::int32_t> lengths(num_runs_);
    std::int64_t num_runs = 0;
    steps_.run("run_length_encode the blocks", num_blocks, num_blocks, 5, [&] {
      auto const ends = thrum::run_length_encode(policy_, blocks.begin(), blocks.end(), values.begin(),
                                                 lengths.begin());
      num_runs        = ends.first - values.begin();
    });

    vector_of<std::uint8_t> decoded(num_blocks);
    auto end = decoded.begin();
    steps_.run("run_length_decode the code", num_blocks, num_blocks + num_runs * 5, 5, [&] {
      end = thrum::run_length_decode(policy_, values.begin(), values.begin() + num_runs, lengths.begin(),
                                     decoded.begin());
    });
    require(end == decoded.end() && thrust::equal(policy_, blocks.begin(), blocks.end(), decoded.begin()),
            "the code of the blocks does not decode to the blocks");
    return num_runs;
  }

  std::vector<std::int64_t> count_addresses()
  {
    vector_of<std::uint8_t> keys = countries_;
    vector_of<std::int64_t> lengths(num_runs_);
    auto const first_length = lengths_of(bounds_, length_in_addresses{});
    thrust::copy(policy_, first_length, first_length + num_runs_, lengths.begin());
    steps_.run("thrust::sort_by_key runs by country", num_runs_, num_runs_ * 18, 1,
               [&] { thrust::sort_by_key(policy_, keys.begin(), keys.end(), lengths.begin()); });

    vector_of<std::uint8_t> ids(num_countries_);
    vector_of<std::int64_t> sums(num_countries_);
    std::int64_t num_groups = 0;
    steps_.run("reduce_by_key addresses of each country", num_runs_, num_runs_ * 9, 5, [&] {
      auto const ends = thrum::reduce_by_key(policy_, keys.begin(), keys.end(), lengths.begin(), ids.begin(),
                                             sums.begin());
      num_groups      = ends.first - ids.begin();
    });

    std::vector<std::int64_t> addresses(num_countries_, 0);
    for (std::int64_t i = 0; i < num_groups; ++i)
    {
      addresses[ids[i]] = sums[i];
    }
    return addresses;
  }

  /// Decodes the table to every single address, and stores none: the output iterator hands each address with its run
  /// to address_check. Addresses that were left out, met twice or given the wrong run show in the counts.
  void check_all_addresses(std::vector<std::int64_t> const& addresses)
  {
    typename Memory::tally counts;
    auto const first_run = thrust::make_counting_iterator(std::int64_t{0});
    auto const first   = thrust::make_tabulate_output_iterator(address_check<typename Memory::tally::counter>{
        thrust::raw_pointer_cast(bounds_.data()), thrust::raw_pointer_cast(countries_.data()),
        counts.get_counter(), &steps_});
    std::int64_t total = 0;
    steps_.run("run_length_decode to every address, checked", num_addresses_, 0, 1, [&] {
      auto const end = thrum::run_length_decode(policy_, first_run, first_run + num_runs_,
                                                lengths_of(bounds_, length_in_addresses{}), first);
      total          = end - first;
    });
    require(total == num_addresses_, "the table decodes to " + std::to_string(total) + " addresses");

    auto const counted = counts.total();
    require(std::equal(addresses.begin(), addresses.end(), counted.begin()),
            "the addresses met for each country are not as many as its ranges hold");
  }

  Policy const& policy_;
  vector_of<std::uint8_t> countries_;
  vector_of<std::int64_t> bounds_;
  std::int64_t num_runs_;
  std::int64_t num_addresses_;
  std::size_t num_countries_;
  progress& steps_;
};

/// Runs all steps on the system of `policy`, with data in `Memory`.
template <typename Memory, typename Policy>
survey survey_in(Policy const& policy, address_table const& table, progress& steps)
{
  return surveyor<Memory, Policy>(policy, table, steps).run();
}
} // namespace ipv4_map
