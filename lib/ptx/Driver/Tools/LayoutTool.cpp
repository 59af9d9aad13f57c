// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Layout/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

/// The options of `command` on the line; fails for those of other commands.
static llvm::Expected<LayoutOptions> optionsOf(const LayoutCommand &command,
                                               const CommandLine &line) {
  LayoutOptions options;
  for (const llvm::opt::Arg *arg : line.arguments()) {
    const auto &option = allOptions()[arg->getOption().getUnaliasedOption().getID() - 1];
    if (option.GroupID != OPT_Layout_Group)
      continue;
    StringRef spelling = prefixedName(option).rtrim('=');
    StringRef name = spelling.ltrim('-');
    if (!command.uses(name))
      return llvm::createStringError("`" + command.name + "` does not use " + spelling);
    setLayoutOption(options, name, arg->getNumValues() ? arg->getValue() : "1");
  }
  return options;
}

ExitCode ptx::layoutTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(LayoutTool, arguments, streams, code);
  if (!line)
    return code;
  std::vector<StringRef> words = line->inputs();
  const LayoutCommand *command = words.empty() ? nullptr : findLayoutCommand(words.front());
  if (!command) {
    llvm::SmallVector<StringRef> names;
    for (const LayoutCommand &known : layoutCommands())
      names.push_back(known.name);
    std::string hint = words.empty() ? "" : suggestNames(words.front(), names);
    if (!hint.empty())
      return usageError(streams, "unknown command `" + words.front() + "`" + hint);
    return usageError(streams, "expected a command: " + llvm::join(names, ", "));
  }
  auto misused = [&](const llvm::Twine &text) { return usageError(streams, text, command->name); };
  llvm::Expected<LayoutOptions> options = optionsOf(*command, *line);
  if (!options)
    return misused(llvm::toString(options.takeError()));
  llvm::Expected<LayoutReport> report =
      command->run(*options, llvm::ArrayRef<StringRef>(words).drop_front());
  if (!report)
    return misused(llvm::toString(report.takeError()));
  std::optional<StringRef> format = line->value(OPT_format);
  if (format == "svg" && !report->figure)
    return misused("`" + command->name +
                   "` has no figure for this; descriptor, idesc, swizzle, box "
                   "and im2col have, and layout for tiles of up to 4096 chunks of "
                   "16 bytes");
  if (format == "svg")
    report->figure->print(streams.out);
  else if (report->document)
    report->printDocument(streams.out);
  else if (format == "json")
    report->printJson(streams.out);
  else
    report->printText(streams.out);
  return report->isLegal() ? ExitCode::Success : ExitCode::Findings;
}
