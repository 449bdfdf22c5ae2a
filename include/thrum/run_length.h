// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/run_length.h
/// Run length encoding and decoding. A run is a value and how often it stands there one after the other.

#include <thrum/run_length_decode.h>
#include <thrum/run_length_encode.h>
