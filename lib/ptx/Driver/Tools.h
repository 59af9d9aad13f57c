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

/// Writes the concrete syntax tree of `source` according to the grammar. Driver does not depend on
/// ANTLR, so the tool provides the function.
using ParseTreePrinter = void (*)(llvm::raw_ostream &os, const SourceBuffer &source,
                                  bool isFragment, bool asJson);

/// ptx-dump: shows the tokens or the syntax tree of a module. Without a printer, `--parse-tree` is
/// rejected.
ExitCode dumpTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                  ParseTreePrinter printParseTree);

/// ptx-layout: explains descriptors and layouts of tensors in shared memory.
ExitCode layoutTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-verify: accepts the command line of `ptxas`, and reports the errors that `ptxas` reports.
/// See docs/guide/ptx-verify.md.
ExitCode verifyTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-sanitize: executes launches. See docs/guide/sanitize.md.
ExitCode sanitizeTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-run: executes kernels with data. See docs/guide/run.md.
ExitCode runKernelTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-reduce: makes a module smaller and preserves some property of it. See docs/guide/reduce.md.
ExitCode reduceTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-diff: compares two modules. See docs/guide/diff.md.
ExitCode diffTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-litmus: decides litmus tests with solvers created by `makeSolver`. See docs/guide/litmus.md.
ExitCode litmusTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                    const SolverFactory &makeSolver);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_H
