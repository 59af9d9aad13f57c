// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/CommandLine.h"

#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Driver/Options/OptionSuggestions.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <string_view>

using namespace ptx;
using llvm::StringRef;
using llvm::opt::Arg;
using llvm::opt::OptTable;

namespace {

#define PTX_OPTIONS "ptx/Driver/Options.inc"
#define PTX_OPTION_PREFIX OPT_
#include "ptx/Driver/Options/OptionTable.h"

#define PTX_OUTPUT_FORMAT(name, word) "," word
static_assert(std::string_view(PTX_OUTPUT_FORMATS(PTX_OUTPUT_FORMAT)).substr(1) ==
                  optionInfos[OPT_output_format - 1].Values,
              "OptionBase.td has the words of PTX_OUTPUT_FORMATS");
#undef PTX_OUTPUT_FORMAT

} // namespace

llvm::ArrayRef<OptTable::Info> ptx::allOptions() { return optionInfos; }

StringRef ptx::prefixedName(const OptTable::Info &option) { return prefixedNameOf(option); }

static llvm::Error error(const llvm::Twine &text) { return llvm::createStringError(text); }

/// "auto, always or never"
static std::string alternatives(llvm::ArrayRef<StringRef> values) {
  return llvm::join(values.drop_back(), ", ") + " or " + values.back().str();
}

static llvm::Error invalidValue(const Arg &arg, const llvm::Twine &expected) {
  return error("invalid value `" + StringRef(arg.getValue()) + "` of `" +
               arg.getSpelling().rtrim('=') + "`; expected " + expected);
}

static llvm::Error checkValue(const Arg &arg) {
  const char *allowed = optionInfos[arg.getOption().getID() - 1].Values;
  if (!allowed)
    return llvm::Error::success();
  llvm::SmallVector<StringRef> values;
  StringRef(allowed).split(values, ',');
  StringRef value = arg.getValue();
  if (llvm::is_contained(values, value))
    return llvm::Error::success();
  return invalidValue(arg, alternatives(values));
}

/// The error message for an invalid argument; empty if it is valid.
static std::string faultOf(const OptTable &table, Tool tool, const Arg &arg,
                           const llvm::opt::InputArgList &args) {
  if (arg.getOption().getID() == OPT_UNKNOWN)
    return unknownOption(table, tool, arg.getSpelling());
  StringRef written = args.getArgString(arg.getIndex());
  const Arg &asWritten = arg.getAlias() ? *arg.getAlias() : arg;
  bool isShort = asWritten.getOption().getKind() == llvm::opt::Option::JoinedOrSeparateClass;
  return isShort && lacksDash(tool, written) ? unknownOption(table, tool, written) : "";
}

llvm::Expected<CommandLine> CommandLine::parse(Tool tool, llvm::ArrayRef<const char *> arguments) {
  auto table = std::make_unique<OptionTable>();
  unsigned missingIndex, missingCount;
  llvm::opt::Visibility visibility(tool);
  auto args = table->ParseArgs(arguments, missingIndex, missingCount, visibility);
  if (missingCount)
    return error("`" + StringRef(args.getArgString(missingIndex)) + "` requires a value");
  for (const Arg *arg : args) {
    if (std::string fault = faultOf(*table, tool, *arg, args); !fault.empty())
      return error(fault);
    if (llvm::Error invalid = checkValue(*arg))
      return invalid;
  }
  CommandLine line(std::move(table), std::move(args));
  if (line.has(OPT_stdin_filename) && !llvm::is_contained(line.inputs(), "-"))
    return error("--stdin-filename names standard input, which is not read; add -");
  return line;
}

std::optional<StringRef> CommandLine::value(OptionId option) const {
  if (const Arg *arg = args.getLastArg(option))
    return arg->getValue();
  return std::nullopt;
}

llvm::Expected<std::optional<uint32_t>> CommandLine::number(OptionId option) const {
  std::optional<StringRef> text = value(option);
  if (!text)
    return std::nullopt;
  uint32_t number;
  if (text->getAsInteger(10, number))
    return invalidValue(*args.getLastArg(option), "a number");
  return number;
}

llvm::Expected<unsigned> CommandLine::threads() const {
  // More threads are not useful, and the system may not create them.
  constexpr unsigned most = 1024;
  llvm::Expected<std::optional<uint32_t>> wanted = number(OPT_j);
  if (!wanted)
    return wanted.takeError();
  if (wanted->value_or(0) > most)
    return llvm::createStringError("-j takes at most " + llvm::Twine(most) + " threads");
  return wanted->value_or(0);
}

SourceKind CommandLine::sourceKind() const {
  bool isFragment = has(OPT_fragment) || value(OPT_language) == "fragment";
  return isFragment ? SourceKind::Fragment : SourceKind::Module;
}

std::vector<StringRef> CommandLine::inputs() const {
  std::vector<StringRef> inputs;
  for (const Arg *arg : args.filtered(OPT_INPUT, OPT_dash_dash))
    inputs.insert(inputs.end(), arg->getValues().begin(), arg->getValues().end());
  return inputs;
}

std::string CommandLine::rulePages() const {
  StringRef uri = value(OPT_rule_pages).value_or("");
  return (uri + (uri.empty() || uri.ends_with("/") ? "" : "/")).str();
}

static bool hasText(const char *variable) {
  const char *value = std::getenv(variable);
  return value && *value;
}

/// Whether an environment variable is set to a value other than 0.
static bool isSet(const char *variable) {
  return hasText(variable) && StringRef(std::getenv(variable)) != "0";
}

RenderOptions CommandLine::renderOptions() const {
  RenderOptions options;
  StringRef choice = value(OPT_color).value_or("auto");
  bool forced = isSet("CLICOLOR_FORCE") || isSet("FORCE_COLOR");
  if (choice == "never" || (choice == "auto" && hasText("NO_COLOR")))
    options.color = ColorMode::Never;
  else if (choice == "always" || forced)
    options.color = ColorMode::Always;
  return options;
}

ExitCode ptx::usageError(ToolStreams &streams, const llvm::Twine &text, StringRef command) {
  streams.unusable(text);
  streams.err << "See `" << streams.tool << (command.empty() ? "" : " ") << command
              << " --help`.\n";
  return ExitCode::Unusable;
}

std::optional<CommandLine> ptx::startTool(Tool tool, llvm::ArrayRef<const char *> arguments,
                                          ToolStreams &streams, ExitCode &code) {
  llvm::Expected<CommandLine> line = CommandLine::parse(tool, arguments);
  code = ExitCode::Success;
  if (!line) {
    code = usageError(streams, llvm::toString(line.takeError()));
    return std::nullopt;
  }
  if (line->has(OPT_help)) {
    printHelp(streams.out, tool, line->inputs());
    return std::nullopt;
  }
  if (line->has(OPT_version)) {
    printVersion(streams.out, streams.tool);
    return std::nullopt;
  }
  return std::move(*line);
}
