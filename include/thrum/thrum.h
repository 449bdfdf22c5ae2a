// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file thrum/thrum.h
/// All of the library.

#include <thrum/block/discontinuity.h>
#include <thrum/block/exchange.h>
#include <thrum/block/load.h>
#include <thrum/block/reduce.h>
#include <thrum/block/run_length_decode.h>
#include <thrum/block/scan.h>
#include <thrum/block/store.h>
#include <thrum/block/tile_state.h>
#include <thrum/execution_policy.h>
#include <thrum/iterator/run_length_decoded_view.h>
#include <thrum/load_balance.h>
#include <thrum/reduce.h>
#include <thrum/run_length.h>
#include <thrum/scan.h>
#include <thrum/transform_reduce.h>
#include <thrum/transform_scan.h>
#include <thrum/version.h>
