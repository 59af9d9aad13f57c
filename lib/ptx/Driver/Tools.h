// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_H
#define PTX_DRIVER_TOOLS_H

#include "ptx/Driver/Tools/ToolRunner.h"
#include "ptx/Memory/Solve/SatSolver.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

class SourceBuffer;

/// ptx-check: checks modules, compares diagnostics with expectations, explains rules. See
/// docs/guide/tools.md for this and the other tools.
ExitCode checkTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-fmt: prints modules in canonical layout.
ExitCode fmtTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// Writes the concrete syntax tree of `source` by the rules of the grammar. Driver knows no ANTLR,
/// so the tool brings it.
using ParseTreePrinter = void (*)(llvm::raw_ostream &os, const SourceBuffer &source,
                                  bool isFragment, bool asJson);

/// ptx-dump: shows the tokens or the syntax tree of a module. Without a printer `--parse-tree` is
/// refused.
ExitCode dumpTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                  ParseTreePrinter printParseTree);

/// ptx-layout: explains descriptors and layouts of tensors in shared memory.
ExitCode layoutTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-verify: takes the command line of `ptxas`, and reports what that rejects. See
/// docs/guide/ptx-verify.md.
ExitCode verifyTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-sanitize: executes launches. See docs/guide/sanitize.md.
ExitCode sanitizeTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-litmus: decides litmus tests with solvers that `makeSolver` makes. See docs/guide/litmus.md.
ExitCode litmusTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                    const SolverFactory &makeSolver);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_H
