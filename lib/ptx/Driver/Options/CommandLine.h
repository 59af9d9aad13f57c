// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OPTIONS_COMMANDLINE_H
#define PTX_DRIVER_OPTIONS_COMMANDLINE_H

#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Driver/Tools/ToolRunner.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// The tools, as bits of an option's visibility in Options.td. The lowest bit is used by LLVM.
enum Tool : unsigned {
  CheckTool = 2,
  FmtTool = 4,
  DumpTool = 8,
  LayoutTool = 16,
  LspTool = 32,
  LitmusTool = 64,
  SanitizeTool = 128,
  ReduceTool = 256,
  DiffTool = 512,
  RunTool = 1024
};

/// An option of Options.td; `OPT_INVALID` is none.
enum OptionId : unsigned {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "ptx/Driver/Options.inc"
#undef OPTION
};

/// The entries of Options.td in the order of `OptionId`, starting with 1: headings, input, unknown,
/// then the options by name.
llvm::ArrayRef<llvm::opt::OptTable::Info> allOptions();

/// The name of `option` with its dashes, and with `=` if a value follows: `--color=`.
llvm::StringRef prefixedName(const llvm::opt::OptTable::Info &option);

/// The parsed command line of a tool.
class CommandLine {
public:
  /// Parses `arguments`, without the program name. They must outlive the result. Fails with a
  /// message for the user for an unknown option, a missing or invalid value, or a name for standard
  /// input if that is not an input.
  static llvm::Expected<CommandLine> parse(Tool tool, llvm::ArrayRef<const char *> arguments);

  bool has(OptionId option) const { return args.hasArg(option); }

  /// The value of the last `option`, if there is any.
  std::optional<llvm::StringRef> value(OptionId option) const;

  /// The values of all `option`s, in order.
  std::vector<std::string> values(OptionId option) const { return args.getAllArgValues(option); }

  /// The value of the last `option` as a number below 2^32, if there is any.
  llvm::Expected<std::optional<uint32_t>> number(OptionId option) const;

  /// `-j`: the number of threads; 0 means one for each core.
  llvm::Expected<unsigned> threads() const;

  /// Whether the inputs are modules or, with `--fragment`, statement lists.
  SourceKind sourceKind() const;

  /// All arguments that are not options, and all arguments after `--`.
  std::vector<llvm::StringRef> inputs() const;

  /// The name of `input` in messages and for configurations. Standard input can have a name.
  llvm::StringRef nameOf(llvm::StringRef input) const {
    return input == "-" ? value(OPT_stdin_filename).value_or("<stdin>") : input;
  }

  /// `--color` and the environment variable NO_COLOR, see https://no-color.org.
  RenderOptions renderOptions() const;

  /// The URI from `--rule-pages`, ending in a slash; empty without the option.
  std::string rulePages() const;

  /// The arguments in order, for options whose order matters.
  const llvm::opt::InputArgList &arguments() const { return args; }

private:
  CommandLine(std::unique_ptr<llvm::opt::OptTable> table, llvm::opt::InputArgList args)
      : table(std::move(table)), args(std::move(args)) {}

  std::unique_ptr<llvm::opt::OptTable> table; // the arguments refer to it
  llvm::opt::InputArgList args;
};

/// Writes the text of `--help`: the usage of `tool`, its purpose, options, exit codes and examples.
/// If the first of `inputs` is a command of the tool, the text describes that command.
void printHelp(llvm::raw_ostream &os, Tool tool, llvm::ArrayRef<llvm::StringRef> inputs);

/// The version of ptxkit: "1.2.3".
llvm::StringRef toolVersion();

/// Writes the text of `--version`: the versions of ptxkit, of the PTX ISA, and of LLVM.
void printVersion(llvm::raw_ostream &os, llvm::StringRef tool);

/// Starts a tool: parses the arguments, and handles `--help` and `--version`. Returns the command
/// line, or nothing and `code` if the tool is finished.
std::optional<CommandLine> startTool(Tool tool, llvm::ArrayRef<const char *> arguments,
                                     ToolStreams &streams, ExitCode &code);

/// Reports an invalid command line and refers to `--help`, to that of `command` if there is one.
/// Returns `Unusable`.
ExitCode usageError(ToolStreams &streams, const llvm::Twine &text, llvm::StringRef command = "");

} // namespace ptx

#endif // PTX_DRIVER_OPTIONS_COMMANDLINE_H
