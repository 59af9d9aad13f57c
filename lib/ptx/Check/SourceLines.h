// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_SOURCELINES_H
#define PTX_CHECK_SOURCELINES_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Sema/Debug/DebugDirectives.h"

namespace ptx {

/// Adds to each diagnostic inside a body a note with the line of the source that the module was
/// compiled from, if a `.loc` before it tells: "from `saxpy.cu`:12:7" (manual 11.5.4), and else to
/// each one after a line marker that a preprocessor left, one with the line that it gives.
/// `bodies`: those that have `.loc`s, in the order of the source.
void addSourceLines(const Module &module, llvm::ArrayRef<DebugFacts> bodies, Report &report);

} // namespace ptx

#endif // PTX_CHECK_SOURCELINES_H
