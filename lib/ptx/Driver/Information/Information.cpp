// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Information/Information.h"

#include "ptx/Diagnostics/TRules/TRules.h"
#include "ptx/Diagnostics/Writers/ColorScope.h"
#include "ptx/Driver/Information/RuleList.h"
#include "ptx/Driver/Information/WordText.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/PlatformNames.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace ptx;
using llvm::StringRef;

namespace {

/// Collects text, and writes it with its headings in bold if the output has colours.
class HeadedText {
public:
  /// Whether a line, which is not empty, is a heading. `isFirst`: of the text.
  using IsHeading = bool (*)(StringRef line, bool isFirst);

  HeadedText(const CommandLine &line, ToolStreams &streams, IsHeading isHeading)
      : color(line.renderOptions().color), out(streams.out), isHeading(isHeading) {}
  ~HeadedText();
  HeadedText(const HeadedText &) = delete;
  HeadedText &operator=(const HeadedText &) = delete;

  llvm::raw_ostream &stream() { return collected; }

private:
  ColorMode color;
  llvm::raw_ostream &out;
  IsHeading isHeading;
  std::string text;
  llvm::raw_string_ostream collected{text};
};

} // namespace

HeadedText::~HeadedText() {
  ColorScope colors(out, color);
  bool isFirst = true;
  for (StringRef rest = text; !rest.empty();) {
    StringRef line = rest.take_until([](char c) { return c == '\n'; });
    rest = rest.drop_front(line.size());
    if (!line.empty() && isHeading(line, isFirst)) {
      out.changeColor(llvm::raw_ostream::SAVEDCOLOR, /*Bold=*/true) << line;
      out.resetColor();
    } else {
      out << line;
    }
    out << rest.take_front(1);
    rest = rest.drop_front(std::min<size_t>(rest.size(), 1));
    isFirst = false;
  }
}

/// Headings of a description, of Markdown, and of a table.
static bool isAtMargin(StringRef line, bool) { return line.front() != ' '; }
static bool hasHash(StringRef line, bool) { return line.front() == '#'; }
static bool isFirstLine(StringRef, bool isFirst) { return isFirst; }

static bool asJson(const CommandLine &line) { return line.value(OPT_output_format) == "json"; }

static ExitCode describeText(const CommandLine &line, StringRef text, ToolStreams &streams) {
  if (!asJson(line)) {
    llvm::Error error =
        describeWord(HeadedText(line, streams, isAtMargin).stream(), text, line.has(OPT_evidence));
    if (!error)
      return ExitCode::Success;
    std::string message = llvm::toString(std::move(error));
    StringRef word = describedWord(text), all = "--list-instructions shows all";
    if (StringRef(message).ends_with(all) && !word.empty() && !findInstructions(word).empty())
      message.replace(message.size() - all.size(), all.size(),
                      ("`--list-instructions " + word + "` shows those with this word").str());
    return usageError(streams, message);
  }
  StringRef word = describedWord(text);
  if (isNameOfNoInstruction(word))
    return usageError(streams, "--describe has the format json for instructions only");
  llvm::Expected<Description> description = describe(word);
  if (!description)
    return usageError(streams, llvm::toString(description.takeError()));
  if (line.has(OPT_evidence))
    return usageError(streams, "--evidence has the format text only");
  printJson(streams.out, *description);
  streams.out << '\n';
  return ExitCode::Success;
}

/// Lists the instructions that match the words of the command line; all if there are none.
static ExitCode listInstructions(const CommandLine &line, ToolStreams &streams) {
  std::vector<const InstructionInfo *> listed = sortedInstructions();
  if (std::optional<StringRef> text = line.value(OPT_since)) {
    llvm::Expected<PtxVersion> version = readVersion(*text);
    if (!version)
      return usageError(streams, llvm::toString(version.takeError()));
    listed = instructionsSince(*version);
  }
  if (!line.inputs().empty()) {
    std::set<const InstructionInfo *> meant;
    for (StringRef word : line.inputs()) {
      std::vector<const InstructionInfo *> found = findInstructions(word);
      if (found.empty() && isNameOfNoInstruction(word))
        return usageError(streams,
                          "`" + word + "` is not an instruction; use `--describe " + word + "`");
      if (found.empty())
        return usageError(streams, "no instruction has `" + word + "` in its name or summary");
      meant.insert(found.begin(), found.end());
    }
    llvm::erase_if(listed, [&](const InstructionInfo *i) { return !meant.count(i); });
  }
  if (asJson(line)) {
    printListJson(streams.out, listed);
    streams.out << '\n';
    return ExitCode::Success;
  }
  printList(HeadedText(line, streams, isFirstLine).stream(), listed);
  return ExitCode::Success;
}

std::optional<ExitCode> ptx::answerQuestion(const CommandLine &line, ToolStreams &streams) {
  if (line.has(OPT_list_rules)) {
    OutputFormat format = *findOutputFormat(line.value(OPT_output_format).value_or("text"));
    if (format == OutputFormat::Text)
      listRules(HeadedText(line, streams, isFirstLine).stream(), format);
    else
      listRules(streams.out, format);
    return ExitCode::Success;
  }
  if (line.has(OPT_list_trules)) {
    printTRules(streams.out);
    return ExitCode::Success;
  }
  if (std::optional<StringRef> rule = line.value(OPT_explain)) {
    if (*rule == "-") {
      auto log = SourceBuffer::open("-");
      if (!log)
        return usageError(streams, llvm::toString(log.takeError()));
      explainLog(streams.out, (*log)->text());
      return ExitCode::Success;
    }
    if (llvm::Error error = explainRule(HeadedText(line, streams, hasHash).stream(), *rule))
      return usageError(streams, llvm::toString(std::move(error)));
    return ExitCode::Success;
  }
  if (line.has(OPT_list_instructions))
    return listInstructions(line, streams);
  if (std::optional<StringRef> text = line.value(OPT_describe))
    return describeText(line, *text, streams);
  return std::nullopt;
}
