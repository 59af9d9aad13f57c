// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/LayoutCommands.h"
#include "ptx/Driver/Tools.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

namespace {
struct Command {
  llvm::StringLiteral name;
  llvm::Expected<LayoutReport> (*run)(const CommandLine &, LayoutWords);
};
} // namespace

static constexpr Command commands[] = {
    {"descriptor", layoutDescriptor}, {"encode", layoutEncode},
    {"idesc", layoutInstruction},     {"swizzle", layoutSwizzle},
    {"layout", layoutTile},           {"box", layoutBox},
    {"im2col", layoutIm2col},         {"map", layoutMap},
    {"spirv", layoutSpirv},           {"tpu", layoutTpu},
};

static constexpr LayoutTarget targets[] = {
    {"sm_90a", MatrixUnit::Wgmma, false},    {"sm_100a", MatrixUnit::Tcgen05, false},
    {"sm_100f", MatrixUnit::Tcgen05, false}, {"sm_103a", MatrixUnit::Tcgen05, true},
    {"sm_103f", MatrixUnit::Tcgen05, false}, {"sm_110a", MatrixUnit::Tcgen05, false},
    {"sm_110f", MatrixUnit::Tcgen05, false},
};

llvm::Expected<std::optional<LayoutTarget>> ptx::layoutTarget(const CommandLine &line) {
  std::optional<StringRef> name = line.value(OPT_arch);
  if (!name)
    return std::nullopt;
  for (const LayoutTarget &target : targets)
    if (target.name == *name)
      return target;
  return llvm::createStringError("no matrix descriptors are known for `" + *name +
                                 "`; expected sm_90a, sm_100a, sm_103a or sm_110a");
}

llvm::Expected<uint64_t> ptx::layoutNumber(StringRef what, StringRef text) {
  uint64_t number;
  if (text.getAsInteger(0, number))
    return llvm::createStringError("invalid " + what + " `" + text +
                                   "`; expected a number of up to 64 bits");
  return number;
}

llvm::Expected<uint64_t> ptx::layoutNumber(const CommandLine &line, OptionId option, StringRef name,
                                           uint64_t otherwise) {
  std::optional<StringRef> text = line.value(option);
  if (!text)
    return otherwise;
  return layoutNumber(name, *text);
}

std::optional<Major> ptx::layoutMajor(const CommandLine &line) {
  std::optional<StringRef> name = line.value(OPT_major);
  if (!name)
    return std::nullopt;
  return *name == "K" ? Major::K : Major::MN;
}

llvm::Expected<std::vector<int64_t>> ptx::layoutNumbers(StringRef name, StringRef text) {
  llvm::SmallVector<StringRef> parts;
  text.split(parts, ',');
  std::vector<int64_t> numbers;
  for (StringRef part : parts) {
    int64_t number;
    if (part.trim().getAsInteger(0, number))
      return llvm::createStringError("invalid value `" + text + "` of " + name +
                                     "; expected numbers such as 2,-1");
    numbers.push_back(number);
  }
  return numbers;
}

llvm::Expected<std::vector<int64_t>> ptx::layoutList(const CommandLine &line, OptionId option,
                                                     StringRef name, size_t count) {
  std::vector<int64_t> numbers;
  if (std::optional<StringRef> text = line.value(option)) {
    llvm::Expected<std::vector<int64_t>> parsed = layoutNumbers(name, *text);
    if (!parsed)
      return parsed.takeError();
    numbers = std::move(*parsed);
  }
  if (numbers.size() != count)
    return llvm::createStringError(name + " has " + Twine(numbers.size()) + " numbers; expected " +
                                   Twine(count));
  return numbers;
}

llvm::Expected<StringRef> ptx::neededOption(const CommandLine &line, StringRef command,
                                            OptionId option, StringRef name) {
  if (std::optional<StringRef> value = line.value(option))
    return *value;
  return llvm::createStringError("`" + command + "` needs " + name);
}

llvm::Expected<std::vector<uint64_t>> ptx::layoutShape(StringRef text, StringRef form) {
  constexpr uint64_t most = 1 << 20;
  llvm::SmallVector<StringRef> parts;
  text.split(parts, 'x');
  std::vector<uint64_t> extents;
  for (StringRef part : parts) {
    uint64_t extent;
    if (part.getAsInteger(10, extent) || !extent || extent > most)
      break;
    extents.push_back(extent);
  }
  if (extents.size() != parts.size() || extents.size() != form.count('x') + 1)
    return llvm::createStringError("invalid shape `" + text + "`; expected " + form +
                                   ", each from 1 to " + Twine(most));
  return extents;
}

llvm::Expected<StringRef> ptx::onlyWord(LayoutWords words, StringRef command, StringRef what) {
  if (words.size() != 1)
    return llvm::createStringError("`" + command + "` takes " + what + "; there are " +
                                   llvm::Twine(words.size()) + " words after it");
  return words.front();
}

ExitCode ptx::layoutTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(LayoutTool, arguments, streams, code);
  if (!line)
    return code;
  std::vector<StringRef> words = line->inputs();
  const Command *command =
      words.empty() ? std::end(commands) : llvm::find_if(commands, [&](const Command &candidate) {
        return candidate.name == words.front();
      });
  if (command == std::end(commands))
    return usageError(streams, "expected a command: " +
                                   llvm::join(llvm::map_range(commands,
                                                              [](const Command &candidate) {
                                                                return candidate.name.str();
                                                              }),
                                              ", "));
  llvm::Expected<LayoutReport> report =
      command->run(*line, llvm::ArrayRef<StringRef>(words).drop_front());
  if (!report)
    return usageError(streams, llvm::toString(report.takeError()));
  std::optional<StringRef> format = line->value(OPT_format);
  if (format == "svg" && !report->figure)
    return usageError(streams, "`" + command->name +
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
