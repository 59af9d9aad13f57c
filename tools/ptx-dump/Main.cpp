// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Tools.h"

#ifdef PTXKIT_ANTLR_RUNTIME
#include "ptx/Antlr/ParseTree.h"

static void printParseTree(llvm::raw_ostream &os, const ptx::SourceBuffer &source, bool isFragment,
                           bool asJson) {
  ptx::printParseTree(os, source, isFragment,
                      asJson ? ptx::ParseTreeFormat::Json : ptx::ParseTreeFormat::Text);
}
#else
static constexpr ptx::ParseTreePrinter printParseTree = nullptr;
#endif

static ptx::ExitCode dump(llvm::ArrayRef<const char *> arguments, ptx::ToolStreams &streams) {
  return ptx::dumpTool(arguments, streams, printParseTree);
}

int main(int argc, char **argv) { return ptx::runTool("ptx-dump", dump, argc, argv); }
