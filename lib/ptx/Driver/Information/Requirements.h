// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_INFORMATION_REQUIREMENTS_H
#define PTX_DRIVER_INFORMATION_REQUIREMENTS_H

#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Inline/InlineCheck.h"
#include "ptx/Sema/Platform/Requirements.h"

namespace ptx {

class SourceBuffer;

/// Writes what the module in `source` has to declare: the lowest version, each target with its
/// versions, and what asks for them, where `uses` are what `requirements` was computed from. The
/// text for people has a line for the targets that agree; the concise one leaves the reasons out;
/// as JSON it is one object on a line.
void printRequirements(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &source,
                       const GatedUses &uses, const Requirements &requirements);

/// Writes a table of what the `asm` statements of `source` need: line, lowest version, targets that
/// can have it, function. As JSON it is one object a line and statement.
void printRequirements(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &source,
                       llvm::ArrayRef<StatementUses> statements, bool ptxasCompat);

} // namespace ptx

#endif // PTX_DRIVER_INFORMATION_REQUIREMENTS_H
