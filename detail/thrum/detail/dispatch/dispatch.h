// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
/// \file
/// What every public function needs to hand its problem to a backend: the execution that a policy stands
/// for, and whether the policy has an overload of its own. `run(execution, problem)` is then chosen by
/// overload: the execution's type picks the backend, the problem's type the algorithm. It is called
/// qualified, after all backends' headers, so that no namespace of the user's can intercept it.

#include <thrum/detail/dispatch/execution.h>
#include <thrum/detail/dispatch/own_overload.h>
