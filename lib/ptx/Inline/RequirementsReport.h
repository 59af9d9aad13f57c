// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_REQUIREMENTSREPORT_H
#define PTX_INLINE_REQUIREMENTSREPORT_H

#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Inline/InlineCheck.h"
#include "ptx/Sema/Platform/Requirements.h"

namespace ptx {

class SourceBuffer;

/// Why a use requires its versions and targets: "`wgmma.fence` requires PTX 8.0 and `sm_90a`".
std::string reasonText(const GatedUse &use);

/// The C++ condition that is true for exactly the targets of `requirements`; empty if there is
/// none.
std::string conditionFor(const Requirements &requirements);

/// Writes the declarations that the module in `source` requires: the lowest version, each target
/// with its versions, and the reasons. `requirements` was computed from `uses`. The text format has
/// one line for targets with equal versions; the concise format omits the reasons; the JSON format
/// is one object on one line.
void printRequirements(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &source,
                       const GatedUses &uses, const Requirements &requirements);

/// Writes a table of the requirements of the `asm` statements of `source`: line, lowest version,
/// supporting targets, function. The JSON format has one object on a line for each statement.
void printRequirements(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &source,
                       llvm::ArrayRef<StatementUses> statements, bool ptxasCompat);

} // namespace ptx

#endif // PTX_INLINE_REQUIREMENTSREPORT_H
