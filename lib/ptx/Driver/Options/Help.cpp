// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The texts of `--help` and `--version`.

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Options/HelpRows.h"
#include "ptx/Driver/Project/Provenance.h"
#include "ptx/Isa/Platform/Releases.h"
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

/// An example command line and its description.
struct Example {
  llvm::StringLiteral line;
  llvm::StringLiteral meaning;
};

/// The parts of `--help` other than options.
struct ToolText {
  StringRef usage;
  StringRef purpose;
  /// The meanings of the exit codes 0 and 1.
  StringRef success;
  StringRef findings;
  llvm::ArrayRef<Example> examples;
};

static constexpr Example checkExamples[] = {
    {"ptx-check kernel.ptx src", "check a module, and all *.ptx files of a folder"},
    {"ptx-check --target sm_90a,sm_100f kernel.ptx",
     "check for these targets instead of the module's own"},
    {"ptx-check -Wall --fix kernel.ptx", "turn on more warnings, and apply safe fixes"},
    {"ptx-check --explain PTX1103", "the page of a rule, with examples"},
};

static constexpr Example fmtExamples[] = {
    {"ptx-fmt kernel.ptx", "print the module on standard output"},
    {"ptx-fmt -i src", "rewrite all *.ptx files of a folder"},
    {"ptx-fmt -i --lines=5:8 kernel.ptx", "format only these lines"},
    {"ptx-fmt --check --diff src", "show the changes; exit with 1 if there are any"},
};

static constexpr Example dumpExamples[] = {
    {"ptx-dump --ast kernel.ptx", "print the syntax tree"},
    {"ptx-dump --ast=json kernel.ptx", "print it as JSON, for a program"},
    {"ptx-dump --parse-tree kernel.ptx", "print the concrete syntax tree"},
    {"ptx-dump --constants kernel.ptx", "print constant expressions with their values"},
};

static constexpr Example layoutExamples[] = {
    {"ptx-layout descriptor 0x4000004000010000 --arch sm_90a", "the fields of a descriptor"},
    {"ptx-layout element 3,17 --shape 64x64 --type bf16 --swizzle 128B",
     "the address and bank of an element, and bank conflicts"},
    {"ptx-layout map --type bf16 --dims 4096x4096 --box 64x64", "whether a tensor map is legal"},
    {"ptx-layout swizzle 128B --format=svg", "a figure of the swizzle"},
};

static constexpr Example lspExamples[] = {
    {"ptx-lsp", "run by an editor"},
    {"ptx-lsp --log 2>messages.txt", "the same, with a log of the messages"},
};

static constexpr Example litmusExamples[] = {
    {"ptx-litmus mp.ptx", "whether the condition of a test can hold, with a witness"},
    {"ptx-litmus --format=svg mp.ptx", "the witness as a figure"},
    {"ptx-litmus --races mp.ptx", "the data races of a test"},
};

static constexpr Example sanitizeExamples[] = {
    {"ptx-sanitize --block=384 --arg n=4096 kernel.ptx", "execute one launch"},
    {"ptx-sanitize kernel.ptx", "execute the launches of its `//@launch` comments"},
    {"ptx-sanitize kernels", "the same for all modules of a folder"},
    {"ptx-sanitize --launches=launches.jsonl", "execute many launches"},
};

static constexpr Example reduceExamples[] = {
    {"ptx-reduce --check=ptxas-crash kernel.ptx -o small.ptx",
     "the smallest module that still crashes ptxas"},
    {"ptx-reduce --test=./interesting.sh kernel.ptx", "that a program exits with 0 for"},
    {"ptx-reduce --check=ptx-check=PTX5001 kernel.ptx", "that has a finding of a rule"},
    {"ptx-reduce --check=ptxas-rejects='Internal' --any kernel.ptx",
     "the smallest text, legal or not, that ptxas rejects with a message"},
};

static constexpr Example diffExamples[] = {
    {"ptx-diff old.ptx new.ptx", "what changed, function by function"},
    {"ptx-diff --summary old.ptx new.ptx", "only how much"},
    {"ptx-diff --form=html old.ptx new.ptx -o diff.html", "a page with two columns"},
    {"git config diff.ptx.command ptx-diff", "for files with `*.ptx diff=ptx` in .gitattributes"},
};

static constexpr Example runExamples[] = {
    {"ptx-run k.ptx --grid=4 --block=256 --arg A=a.npy --arg C=zeros:1024xf32 --arg n=1024 "
     "--out C=c.npy",
     "execute a kernel, and write an array"},
    {"ptx-run k.ptx --print C[0:8]", "the launches of its `//@launch` comments, for FileCheck"},
    {"ptx-run k.ptx --against optimized.ptx", "whether two modules compute the same"},
};

static ToolText textOf(Tool tool) {
  switch (tool) {
  case CheckTool:
    return {
        "ptx-check [options] <file, folder or ->...",
        "Reports errors and warnings in PTX modules, and in the PTX of other sources. Prints "
        "nothing if there are none. A folder, by default the current one, is searched for modules "
        "and for sources that can hold PTX; - is standard input.",
        "no error; warnings do not count", "an error in an input", checkExamples};
  case FmtTool:
    return {
        "ptx-fmt [options] <file or ->...",
        "Formats PTX modules. Without -i, --check or --diff, formats one file, or - for standard "
        "input, and prints the result on standard output.",
        "done", "an error in an input, or a difference that --check found", fmtExamples};
  case DumpTool:
    return {"ptx-dump --tokens|--constants|--ast[=json]|--parse-tree[=json] [options] <file or ->",
            "Prints the tokens, the syntax tree or the constant expressions of a PTX module.",
            "done", "a syntax error in the input", dumpExamples};
  case LayoutTool:
    return {
        "ptx-layout <command> [options] [<argument>...]",
        "Explains matrix descriptors and tensor layouts in shared memory, and in the addressing "
        "models of SPIR-V and TPUs.",
        "the input is legal; warnings do not count", "it breaks a rule", layoutExamples};
  case LspTool:
    return {
        "ptx-lsp [options]",
        "A language server (LSP) on standard input and output, for PTX modules and for PTX in asm "
        "statements of C++, LLVM IR and MLIR.",
        "the editor ended the session", "the session ended without `shutdown` and `exit`",
        lspExamples};
  case LitmusTool:
    return {
        "ptx-litmus [options] <file or ->...",
        "Evaluates litmus tests under the PTX memory model: whether an execution can end in the "
        "state of a condition. A test is a PTX module with comments, or a file in the dialect of "
        "Dat3M.",
        "every condition has the expected result", "one has not, or a test has an error",
        litmusExamples};
  case SanitizeTool:
    return {
        "ptx-sanitize [options] <file, folder or ->...",
        "Executes launches of PTX kernels without a GPU, and reports hangs, data races, missing "
        "fences and other faults of synchronization. Of a folder, it reads the modules that have "
        "`//@launch` comments.",
        "nothing found, and everything followed", "a fault, or an error in an input",
        sanitizeExamples};
  case ReduceTool:
    return {
        "ptx-reduce --test=<program>|--check=<test> [options] <file or ->",
        "Makes a PTX module as small as it can while a test calls the result interesting, such as "
        "that ptxas crashes. Prints the result on standard output.",
        "reduced, also where a limit ended it", "the input is not interesting, or has an error",
        reduceExamples};
  case RunTool:
    return {"ptx-run [options] <file or ->",
            "Executes a launch of a PTX kernel with data, on the CPU, and reports what "
            "ptx-sanitize reports, and accesses outside of arrays. What is not supported ends the "
            "execution without results.",
            "computed, and nothing found",
            "a fault, an error in an input, or a difference that --against found", runExamples};
  case DiffTool:
    return {
        "ptx-diff [options] <old file> <new file>",
        "Compares two PTX modules by function and instruction. Names of registers and labels, the "
        "order of declarations, spelling, layout and debug information do not matter. With the "
        "seven arguments that git passes to an external diff driver, compares the two versions of "
        "the file. One of the files can be - for standard input.",
        "compared; with --exit-code, no difference", "with --exit-code, the modules differ",
        diffExamples};
  }
  return {};
}

/// The syntax of an option: `--color=auto|always|never`, `--explain=<rule>`, `-i`.
static std::string spelling(const OptionInfo &option) {
  std::string text = prefixedName(option).str();
  if (option.Values)
    return text + llvm::join(llvm::split(option.Values, ','), "|");
  return option.MetaVar ? text + option.MetaVar : text;
}

static std::string commandUsage(const LayoutCommand &command) {
  return (command.name + (command.arguments.empty() ? "" : " ") + command.arguments).str();
}

static void printLayoutCommands(llvm::raw_ostream &os, StringRef title, bool foreign) {
  os << '\n' << title << ":\n";
  for (const LayoutCommand &command : layoutCommands())
    if (command.isForeign == foreign)
      printRow(os, commandUsage(command), command.summary);
}

/// The options of Options.td sorted by name, which also defines the order of headings.
static llvm::SmallVector<const OptionInfo *> sortedOptions() {
  llvm::SmallVector<const OptionInfo *> options;
  for (const OptionInfo &option : allOptions())
    options.push_back(&option);
  llvm::sort(options, [](const OptionInfo *a, const OptionInfo *b) {
    return prefixedName(*a) < prefixedName(*b);
  });
  return options;
}

/// Writes the options of `tool` under their headings. Options of only some commands are described
/// in the help of these commands.
static void printOptions(llvm::raw_ostream &os, Tool tool) {
  llvm::SmallVector<const OptionInfo *> options = sortedOptions();
  for (const OptionInfo *heading : options) {
    if (heading->Kind != llvm::opt::Option::GroupClass || heading->ID == OPT_Layout_Group)
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
}

/// The help of one command of ptx-layout.
static void printCommandHelp(llvm::raw_ostream &os, const LayoutCommand &command) {
  os << "Usage: ptx-layout " << commandUsage(command) << " [options]\n\n";
  std::string summary = command.summary.str();
  summary.front() = llvm::toUpper(summary.front());
  writeWrapped(os, summary + '.', 0);
  os << "\nOptions:\n";
  llvm::SmallVector<const OptionInfo *> options = sortedOptions();
  for (StringRef name : llvm::split(command.options, ' '))
    for (const OptionInfo *option : options)
      if (option->GroupID == OPT_Layout_Group && prefixedName(*option).trim("-=") == name)
        printRow(os, spelling(*option), option->HelpText);
  for (const OptionInfo *option : options)
    if (option->GroupID == OPT_Output_Group && (option->Visibility & LayoutTool))
      printRow(os, spelling(*option), option->HelpText);
  os << "\nExample:\n  " << command.example << '\n';
}

void ptx::printHelp(llvm::raw_ostream &os, Tool tool, llvm::ArrayRef<StringRef> inputs) {
  if (tool == LayoutTool && !inputs.empty())
    if (const LayoutCommand *command = findLayoutCommand(inputs.front()))
      return printCommandHelp(os, *command);
  ToolText text = textOf(tool);
  os << "Usage: " << text.usage << "\n\n";
  writeWrapped(os, text.purpose, 0);
  if (tool == LayoutTool) {
    printLayoutCommands(os, "Commands", /*foreign=*/false);
    printLayoutCommands(os, "Commands for other addressing models", /*foreign=*/true);
    os << "\n`ptx-layout <command> --help` lists the options of a command.\n";
  }
  printOptions(os, tool);
  os << "\nExit codes:\n  0  " << text.success << "\n  1  " << text.findings
     << "\n  2  a bad command line, or a file that cannot be used\n  3  an internal error\n";
  if (tool == SanitizeTool)
    os << "  4  nothing found, but something was not followed\n";
  if (tool == RunTool)
    os << "  4  not computed; the lines `not followed:` say why\n";
  os << "\nExamples:\n";
  for (const Example &example : text.examples)
    printRow(os, example.line, example.meaning);
}

StringRef ptx::toolVersion() { return PTXKIT_VERSION; }

void ptx::printVersion(llvm::raw_ostream &os, StringRef tool) {
  os << tool << " " PTXKIT_VERSION "\nPTX ISA " << newestVersion.str()
     << "\nLLVM " LLVM_VERSION_STRING "\n";
  if (!builtCommit().empty())
    os << "commit " << builtCommit() << '\n';
}
