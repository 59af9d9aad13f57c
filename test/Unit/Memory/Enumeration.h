// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_UNIT_MEMORY_ENUMERATION_H
#define PTX_UNIT_MEMORY_ENUMERATION_H

#include "ptx/Memory/LitmusTest.h"

#include <set>
#include <vector>

namespace ptx {

/// The values that the loads and atomic operations of a test return, by thread and step.
using Outcome = std::vector<uint64_t>;

/// What the executions of a test can end in.
struct Outcomes {
  std::set<Outcome> thinkable; ///< with any choice of writes that are read
  std::set<Outcome> allowed;   ///< by the axioms of the manual
};

/// All outcomes of a test, by trying every execution: what each read reads, each coherence order
/// and each Fence-SC order. It is written from chapter 8 of the manual, and uses nothing of
/// lib/ptx/Memory but the test. The steps are loads, stores of a number or of a register,
/// `Exchange` and `Add`, and fences, in the generic proxy, loads by the tensormap proxy and its
/// fences; the variables are of one size and have one name. At most 16 events.
Outcomes enumerateOutcomes(const LitmusTest &test);

} // namespace ptx

#endif // PTX_UNIT_MEMORY_ENUMERATION_H
