// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_FILES_PARSEINPUT_H
#define PTX_DRIVER_FILES_PARSEINPUT_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Syntax/Tree/Module.h"

#include <memory>

namespace ptx {

class SourceBuffer;
class DiagnosticList;

/// Parses `source` for a tool that is not a checker. Errors are shown on `err`; warnings are not.
std::unique_ptr<Module> parseInput(const SourceBuffer &source, const CommandLine &line,
                                   ToolStreams &streams);

/// The errors among `diagnostics`, which tools other than checkers show.
Report errorsOf(DiagnosticList diagnostics);

/// Shows `report` on `err`.
void showReport(const SourceBuffer &source, const Report &report, const CommandLine &line,
                ToolStreams &streams);

} // namespace ptx

#endif // PTX_DRIVER_FILES_PARSEINPUT_H
