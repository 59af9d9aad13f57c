// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_TOOLS_H
#define PTX_DRIVER_TOOLS_H

#include "ptx/Driver/ToolRunner.h"
#include "ptx/Memory/SatSolver.h"

namespace ptx {

/// ptx-check: checks modules, compares diagnostics with expectations, explains rules. See
/// docs/guide/tools.md for this and the other tools.
ExitCode checkTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-fmt: prints modules in canonical layout.
ExitCode fmtTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-dump: shows the tokens or the syntax tree of a module.
ExitCode dumpTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-layout: explains descriptors and layouts of tensors in shared memory.
ExitCode layoutTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-verify: takes the command line of `ptxas`, and reports what that rejects. See
/// docs/guide/ptx-verify.md.
ExitCode verifyTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams);

/// ptx-litmus: decides litmus tests with solvers that `makeSolver` makes. See docs/guide/litmus.md.
ExitCode litmusTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                    const SolverFactory &makeSolver);

} // namespace ptx

#endif // PTX_DRIVER_TOOLS_H
