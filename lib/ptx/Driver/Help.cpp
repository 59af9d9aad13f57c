// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The texts of `--help` and `--version`.

#include "ptx/Driver/CommandLine.h"
#include "ptx/Layout/Commands.h"
#include "ptx/Support/TextWrap.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;
using OptionInfo = llvm::opt::OptTable::Info;

/// The words of `--help` that no option has.
struct ToolText {
  StringRef usage;
  StringRef purpose;
  /// What the exit codes 0 and 1 mean.
  StringRef success;
  StringRef findings;
};

static ToolText textOf(Tool tool) {
  switch (tool) {
  case CheckTool:
    return {"ptx-check [options] <file, folder or ->...",
            "Reports errors and warnings in PTX modules; silent if there are none. A folder is "
            "searched recursively for *.ptx files, - for standard input.",
            "no error; warnings do not count", "an error in an input"};
  case FmtTool:
    return {"ptx-fmt [options] <file or ->...",
            "Prints PTX modules in canonical layout. Without -i, --check or --diff it takes one "
            "file, or - for standard input, and prints it on standard output.",
            "done", "an error in an input, or a difference that --check found"};
  case DumpTool:
    return {"ptx-dump --tokens|--constants|--ast|--ast=json [options] <file or ->",
            "Shows how ptxkit reads a PTX module: its tokens, syntax tree or constant expressions.",
            "done", "a syntax error in the input"};
  case LayoutTool:
    return {"ptx-layout <command> [options] [<argument>...]",
            "Explains descriptors and layouts of tensors in shared memory, and in the addressing "
            "models of SPIR-V and TPUs.",
            "what was asked for is legal; warnings do not count", "it breaks a rule"};
  }
  return {};
}

/// The option as one writes it: `--color=auto|always|never`, `--explain=<rule>`, `-i`.
static std::string spelling(const OptionInfo &option) {
  std::string text = prefixedName(option).str();
  if (option.Values)
    return text + llvm::join(llvm::split(option.Values, ','), "|");
  return option.MetaVar ? text + option.MetaVar : text;
}

/// A row of a list: `word`, and in a column of its own what it means.
static void printRow(llvm::raw_ostream &os, const llvm::Twine &word, StringRef meaning) {
  constexpr size_t indent = 24;
  std::string left = ("  " + word).str();
  os << left;
  if (left.size() + 2 > indent) {
    os << '\n';
    left.clear();
  }
  os.indent(indent - left.size());
  writeWrapped(os, meaning, indent);
}

static void printLayoutCommands(llvm::raw_ostream &os) {
  os << "\nCommands:\n";
  for (const LayoutCommand &command : layoutCommands())
    printRow(os, command.name + (command.arguments.empty() ? "" : " ") + command.arguments,
             command.summary);
}

void ptx::printHelp(llvm::raw_ostream &os, Tool tool) {
  ToolText text = textOf(tool);
  os << "Usage: " << text.usage << "\n\n";
  writeWrapped(os, text.purpose, 0);
  if (tool == LayoutTool)
    printLayoutCommands(os);

  // Headings are in the order of their names, which are their positions.
  llvm::SmallVector<const OptionInfo *> options;
  for (const OptionInfo &option : allOptions())
    options.push_back(&option);
  llvm::sort(options, [](const OptionInfo *a, const OptionInfo *b) {
    return prefixedName(*a) < prefixedName(*b);
  });
  for (const OptionInfo *heading : options) {
    if (heading->Kind != llvm::opt::Option::GroupClass)
      continue;
    bool first = true;
    for (const OptionInfo *option : options) {
      if (option->GroupID != heading->ID || !(option->Visibility & tool))
        continue;
      if (first)
        os << '\n' << heading->HelpText << ":\n";
      first = false;
      printRow(os, spelling(*option), option->HelpText);
    }
  }
  os << "\nExit codes:\n  0  " << text.success << "\n  1  " << text.findings
     << "\n  2  a bad command line, or a file that cannot be used\n  3  an internal error\n";
}

StringRef ptx::toolVersion() { return PTXKIT_VERSION; }

void ptx::printVersion(llvm::raw_ostream &os, StringRef tool) {
  os << tool << " " PTXKIT_VERSION "\nPTX ISA 9.2\nLLVM " LLVM_VERSION_STRING "\n";
}
