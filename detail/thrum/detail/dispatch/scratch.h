// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// Scratch memory through a policy.

#include <thrum/detail/config/config.h>

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/detail/temporary_buffer.h>

#include <cstddef>
#include <new>
#include <utility>

THRUM_NAMESPACE_BEGIN
namespace detail
{
/// Says whose memory was short: a bad_alloc alone does not tell the library's scratch from the caller's own. The text,
/// "thrum::<algorithm>: no scratch memory", takes none itself.
class no_scratch_memory : public std::bad_alloc
{
public:
  explicit no_scratch_memory(char const* algorithm = nullptr) noexcept
  {
    bool const known = algorithm != nullptr;
    std::size_t end  = 0;
    for (char const* part : {"thrum", known ? "::" : "", known ? algorithm : "", ": no scratch memory"})
    {
      for (; *part != '\0' && end + 1 < sizeof(text_); ++part)
      {
        text_[end++] = *part;
      }
    }
  }
  char const* what() const noexcept override { return text_; }

private:
  char text_[96] = {};
};

/// From the policy's allocator if it has one, else from its system.
template <class Policy>
class scratch
{
public:
  scratch(Policy& policy, std::size_t bytes, char const* algorithm = nullptr)
      : policy_(&policy)
      , buffer_(thrust::get_temporary_buffer<unsigned char>(policy, static_cast<std::ptrdiff_t>(bytes)))
  {
    if (static_cast<std::size_t>(buffer_.second) < bytes)
    {
      give_back();
      throw no_scratch_memory(algorithm);
    }
  }
  scratch(scratch const&)            = delete;
  scratch& operator=(scratch const&) = delete;
  ~scratch() { give_back(); }

  void* get() const { return thrust::raw_pointer_cast(buffer_.first); }

private:
  using buffer = decltype(thrust::get_temporary_buffer<unsigned char>(std::declval<Policy&>(), 0));

  void give_back() { thrust::return_temporary_buffer(*policy_, buffer_.first, buffer_.second); }

  Policy* policy_;
  buffer buffer_;
};
} // namespace detail
THRUM_NAMESPACE_END
