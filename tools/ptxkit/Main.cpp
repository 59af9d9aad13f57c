// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#define PTX_TOOL(name) int ptx_##name##_main(int argc, char **argv);
#include "Tools.inc"
#undef PTX_TOOL

namespace {

/// One of the tools of this program.
struct Tool {
  llvm::StringRef name;
  int (*run)(int argc, char **argv);
};

constexpr Tool tools[] = {
#define PTX_TOOL(name) {#name, ptx_##name##_main},
#include "Tools.inc"
#undef PTX_TOOL
};

/// The tool that `name` selects: `check` as a command, `ptx-check` as the name of a link. A link to
/// ptx-verify may include a release, or be called `ptxas`.
const Tool *toolOf(llvm::StringRef name) {
  name.consume_front("ptx-");
  if (name.starts_with("verify") || name.starts_with("ptxas"))
    name = "verify";
  const Tool *found = llvm::find_if(tools, [&](const Tool &tool) { return tool.name == name; });
  return found == std::end(tools) ? nullptr : found;
}

void printHelp(llvm::raw_ostream &os) {
  os << "Usage: ptxkit <tool> [argument]...\n\nTools:";
  for (const Tool &tool : tools)
    os << ' ' << tool.name;
  os << "\n\nEach is also a program of its own, such as ptx-check. `ptxkit <tool> --help` prints "
        "what it\n"
        "does, and its options.\n";
}

} // namespace

/// All tools in one program, much smaller than separate programs. The name of the program, or the
/// first argument, selects the tool.
int main(int argc, char **argv) {
  llvm::StringRef path = argc > 0 ? argv[0] : "ptxkit";
  if (const Tool *tool = toolOf(path.substr(path.rfind('/') + 1)))
    return tool->run(argc, argv);
  constexpr int unusable = 2;
  llvm::StringRef first = argc < 2 ? "" : argv[1];
  if (first.empty() || first == "--help" || first == "-h") {
    printHelp(first.empty() ? llvm::errs() : llvm::outs());
    return first.empty() ? unusable : 0;
  }
  if (first == "--version")
    return toolOf("check")->run(argc, argv);
  if (const Tool *tool = toolOf(first))
    return tool->run(argc - 1, argv + 1);
  llvm::errs() << "ptxkit: error: there is no tool `" << first
               << "`; `ptxkit --help` lists the tools\n";
  return unusable;
}
