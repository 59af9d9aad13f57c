// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Writers/Writers.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Files/ParseInput.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Output/ReportOutput.h"
#include "ptx/Driver/Output/UnifiedDiff.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// The two files to compare.
struct DiffFiles {
  StringRef oldPath, newPath;
  std::string oldName, newName;
  /// Whether git runs the tool; it expects a result for any two texts.
  bool forGit = false;
};

/// A module that was read and checked.
struct DiffSide {
  std::unique_ptr<SourceBuffer> source;
  std::optional<CheckedSource> checked;
  GatedUses uses;

  bool isEmpty() const { return source->text().trim().empty(); }
  bool isReadable() const { return !checked || checked->module->isComplete(); }
  DiffInput input() const { return {*source, checked ? &*checked : nullptr, uses}; }
};

/// One run of ptx-diff.
class DiffRun {
public:
  DiffRun(const CommandLine &line, ToolStreams &streams) : line(line), streams(streams) {}

  ExitCode run();

private:
  llvm::Error readOptions();
  std::optional<DiffSide> read(StringRef path, StringRef name, Workers &workers);
  ExitCode compare(const DiffSide &before, const DiffSide &after);
  void write(llvm::raw_ostream &os, const ModuleDiff &diff) const;
  ExitCode writeOut(StringRef text);

  const CommandLine &line;
  ToolStreams &streams;
  DiffFiles files;
  DiffWriterOptions options;
  unsigned threads = 0;
};

} // namespace

/// The files of the command line. git passes a path, then the old file and the new one, each with
/// its hash and mode. For a renamed file it also passes the new path and a text; for one with
/// conflicts only the path.
static std::optional<DiffFiles> filesOf(llvm::ArrayRef<StringRef> inputs) {
  if (inputs.size() == 2)
    return DiffFiles{inputs[0], inputs[1], inputs[0].str(), inputs[1].str()};
  if (inputs.size() != 7 && inputs.size() != 9)
    return std::nullopt;
  DiffFiles files{inputs[1], inputs[4], "a/" + inputs[0].str(), "", true};
  files.newName = "b/" + (inputs.size() == 9 ? inputs[7] : inputs[0]).str();
  return files;
}

llvm::Error DiffRun::readOptions() {
  llvm::Expected<unsigned> wanted = line.threads();
  if (!wanted)
    return wanted.takeError();
  threads = *wanted;
  llvm::Expected<std::optional<uint32_t>> context = line.number(OPT_unified);
  if (!context)
    return context.takeError();
  options.context = context->value_or(options.context);
  llvm::Expected<std::optional<uint32_t>> width = line.number(OPT_columns);
  if (!width)
    return width.takeError();
  options.width = width->value_or(options.width);
  options.color = line.renderOptions().color;
  options.ownNames = line.has(OPT_own_names);
  options.summaryOnly = line.has(OPT_summary);
  options.toolVersion = toolVersion();
  options.oldFile = files.oldName;
  options.newFile = files.newName;
  return llvm::Error::success();
}

/// Reads and checks a file. Reports an error if that is impossible.
std::optional<DiffSide> DiffRun::read(StringRef path, StringRef name, Workers &workers) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path, &workers, name);
  if (!source) {
    streams.unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
    return std::nullopt;
  }
  DiffSide side;
  side.source = std::move(*source);
  if (side.isEmpty())
    return side;
  CheckOptions check;
  check.lints = false;
  check.sema = recordingUses(check.sema);
  Stats stats;
  side.checked = checkPasses(
      *side.source, check,
      {.workers = workers.forBytes(side.source->text().size()), .stats = stats, .uses = &side.uses},
      Trees::Kept);
  if (!side.isReadable() && !files.forGit)
    showReport(*side.source, errorsOf(std::move(side.checked->diagnostics)), line, streams);
  return side;
}

void DiffRun::write(llvm::raw_ostream &os, const ModuleDiff &diff) const {
  StringRef format = line.value(OPT_form).value_or("text");
  if (format == "json")
    writeDiffJson(os, diff, options);
  else if (format == "html")
    writeDiffHtml(os, diff, options);
  else if (format == "side-by-side")
    writeDiffColumns(os, diff, options);
  else
    writeDiffText(os, diff, options);
}

ExitCode DiffRun::writeOut(StringRef text) {
  StringRef path = *line.value(OPT_output);
  if (llvm::Error error = writeFile(path, text))
    return streams.unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  return ExitCode::Success;
}

ExitCode DiffRun::compare(const DiffSide &before, const DiffSide &after) {
  ModuleDiff diff = diffModules(before.input(), after.input());
  if (std::vector<std::string> names = line.values(OPT_function); !names.empty())
    diff.keepFunctions(names);
  ExitCode code = ExitCode::Success;
  if (line.value(OPT_output).value_or("-") == "-") {
    write(streams.out, diff);
  } else {
    std::string text;
    llvm::raw_string_ostream os(text);
    write(os, diff);
    code = writeOut(text);
  }
  bool differs = line.has(OPT_exit_code) && !diff.isEqual();
  return worst(code, differs ? ExitCode::Findings : ExitCode::Success);
}

ExitCode DiffRun::run() {
  std::vector<StringRef> inputs = line.inputs();
  std::optional<DiffFiles> found = filesOf(inputs);
  if (!found)
    return usageError(streams, "expected two inputs, or the seven arguments of git");
  files = std::move(*found);
  if (files.oldPath == "-" && files.newPath == "-")
    return usageError(streams, "only one input can be standard input");
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  if (llvm::Error error = checkOutputFiles(line, {files.oldPath.str(), files.newPath.str()}))
    return streams.unusable(llvm::toString(std::move(error)));
  Workers workers(threads);
  std::optional<DiffSide> before = read(files.oldPath, files.oldName, workers);
  std::optional<DiffSide> after = read(files.newPath, files.newName, workers);
  if (!before || !after)
    return ExitCode::Unusable;
  if (before->isReadable() && after->isReadable())
    return compare(*before, *after);
  if (!files.forGit)
    return ExitCode::Unusable;
  // If one version of a file has a syntax error, the two are compared as text.
  printUnifiedDiff(streams.out, options.color, files.newName, "as text", before->source->text(),
                   after->source->text());
  return ExitCode::Success;
}

ExitCode ptx::diffTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(DiffTool, arguments, streams, code);
  return line ? DiffRun(*line, streams).run() : code;
}
