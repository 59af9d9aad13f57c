// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_EFFECTS_H
#define PTX_ANALYSIS_EFFECTS_H

#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// What an instruction does besides computing its results from its operands.
enum class Effect : uint8_t {
  None,
  /// Its results are not the same whenever it runs: they depend on which threads are active, or it
  /// reads a clock, tensor memory, or memory that others change.
  Varies,
  /// Something that no register and no memory shows, such as waiting for a time.
  Other,
  /// It writes memory, now or later, or orders what is done to it: a store, an atomic operation, a
  /// barrier, a fence, an asynchronous copy, an operation on an mbarrier object.
  Memory,
};

/// The effect of an instruction; `None` for branches, hints about caches, weak loads, and what has
/// an error.
Effect effectOf(const CheckedUnit &checked, InstId inst);

} // namespace ptx

#endif // PTX_ANALYSIS_EFFECTS_H
