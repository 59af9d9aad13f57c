// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CadicalSolver.h"
#include "ptx/Driver/Tools.h"

static ptx::ExitCode litmusTool(llvm::ArrayRef<const char *> arguments, ptx::ToolStreams &streams) {
  return ptx::litmusTool(arguments, streams, ptx::makeCadicalSolver);
}

int main(int argc, char **argv) { return ptx::runTool("ptx-litmus", litmusTool, argc, argv); }
