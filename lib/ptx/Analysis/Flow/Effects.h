// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_EFFECTS_H
#define PTX_ANALYSIS_FLOW_EFFECTS_H

#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// The effect of an instruction; `None` for branches, cache hints, weak loads, and instructions
/// with an error.
Effect effectOf(const CheckedUnit &checked, InstId inst);

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_EFFECTS_H
