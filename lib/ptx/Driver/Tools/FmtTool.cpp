// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/LowerVersion.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Files/FileSharing.h"
#include "ptx/Driver/Files/ParseInput.h"
#include "ptx/Driver/Options/PlatformOptions.h"
#include "ptx/Driver/Output/CanonicalText.h"
#include "ptx/Driver/Output/Progress.h"
#include "ptx/Driver/Output/UnifiedDiff.h"
#include "ptx/Driver/Project/Configuration.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Inline/InlineFormat.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <new>

using namespace ptx;
using llvm::StringRef;

namespace {

/// A formatted file.
struct Formatted {
  StringRef path;
  /// Null if the file could not be read; `error` is then the reason.
  std::unique_ptr<SourceBuffer> source;
  std::string error;
  /// The diagnostics of the file. After a syntax error, there is no text.
  Report report;
  bool hasText = false;
  std::string text;
};

/// One run of ptx-fmt.
class Formatter {
public:
  Formatter(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), configuration(line) {}

  ExitCode run();

private:
  StringRef fault(llvm::ArrayRef<StringRef> inputs) const;
  Formatted format(StringRef path, bool canonical, Workers &all) const;
  void readAndPrint(Formatted &formatted, bool canonical, Workers &all) const;
  std::unique_ptr<SourceBuffer> lower(Formatted &formatted, Workers &workers) const;
  ExitCode finish(const Formatted &formatted);
  ExitCode write(StringRef path, const SourceBuffer &source, StringRef formatted);
  ExitCode compareWith(const SourceBuffer &source, StringRef formatted);

  const CommandLine &line;
  ToolStreams &streams;
  Configuration configuration;
  /// The lines outside of `--lines`.
  LineSet kept;
  /// The consumer to whose version modules are lowered, if any.
  Consumer consumer;
  /// Whether the configuration excludes standard input.
  bool keepsStdin = false;
};

} // namespace

/// The lines outside of `--lines`; none without the option.
static llvm::Expected<LineSet> unnamedLines(const CommandLine &line) {
  LineSet named;
  for (const std::string &text : line.values(OPT_lines)) {
    auto [from, to] = StringRef(text).split(':');
    uint32_t first, last;
    if (from.getAsInteger(10, first) || to.getAsInteger(10, last) || first == 0 || last < first)
      return llvm::createStringError("invalid value `" + text +
                                     "` of `--lines`; expected the numbers of the first and the "
                                     "last line, such as 5:8");
    named.add(first, last);
  }
  return named.empty() ? LineSet() : named.complement();
}

/// The error message for an invalid command line; empty if it is valid.
StringRef Formatter::fault(llvm::ArrayRef<StringRef> inputs) const {
  bool inPlace = line.has(OPT_in_place);
  bool comparing = line.has(OPT_check) || line.has(OPT_diff);
  bool readsStdin = llvm::is_contained(inputs, "-");
  bool isFolder = llvm::any_of(
      inputs, [](StringRef input) { return input != "-" && llvm::sys::fs::is_directory(input); });
  if (inputs.empty())
    return "no input; name files or folders, or - for standard input";
  if (line.has(OPT_inline_) && line.has(OPT_canonical))
    return "--inline cannot be combined with --canonical";
  if (consumer && (line.has(OPT_inline_) || line.has(OPT_lines) || line.has(OPT_fragment)))
    return "--for-cuda and --for-driver go with whole modules";
  if (line.has(OPT_for_cuda) && line.has(OPT_for_driver))
    return "--for-cuda cannot be combined with --for-driver";
  if (line.has(OPT_force_exclude) && line.has(OPT_no_ignore))
    return "--force-exclude cannot be combined with --no-ignore";
  if (inPlace && comparing)
    return "-i goes with neither --check nor --diff";
  if (inPlace && readsStdin)
    return "-i cannot change standard input";
  if ((inputs.size() > 1 || isFolder) && line.has(OPT_lines))
    return "--lines goes with one file";
  if (isFolder && !inPlace && !comparing)
    return "a folder requires -i, which rewrites its files, --check or --diff";
  if (inputs.size() > 1 && !inPlace && !comparing)
    return "several inputs require -i, --check or --diff";
  return "";
}

ExitCode Formatter::run() {
  std::vector<StringRef> inputs = line.inputs();
  if (llvm::Error error = readConsumer(line, consumer))
    return usageError(streams, llvm::toString(std::move(error)));
  if (StringRef text = fault(inputs); !text.empty())
    return usageError(streams, text);
  llvm::Expected<unsigned> threads = line.threads();
  if (!threads)
    return usageError(streams, llvm::toString(threads.takeError()));
  llvm::Expected<LineSet> unnamed = unnamedLines(line);
  if (!unnamed)
    return usageError(streams, llvm::toString(unnamed.takeError()));
  kept = std::move(*unnamed);
  FileSelection selection(line.has(OPT_inline_) ? FolderFiles::ModulesAndCpp
                                                : FolderFiles::Modules);
  configuration.exclude(selection);
  selection.followsLinks = line.has(OPT_follow_links);
  // Excluded standard input is printed without changes.
  keepsStdin = configuration.forcesOut(line.nameOf("-"));
  llvm::erase_if(inputs,
                 [&](StringRef input) { return input != "-" && configuration.forcesOut(input); });
  InputFiles files = collectInputs(inputs, selection);
  std::vector<bool> canonical;
  canonical.reserve(files.paths.size());
  for (StringRef path : files.paths)
    canonical.push_back(line.has(OPT_canonical) || configuration.isCanonical(line.nameOf(path)));
  if (std::vector<std::string> problems = configuration.takeProblems(); !problems.empty()) {
    for (const std::string &problem : problems)
      streams.unusable(problem);
    return ExitCode::Unusable;
  }
  streams.note(configuration.takeNotes());
  streams.note(files.notes);

  ExitCode code = ExitCode::Success;
  for (const InputFiles::Unusable &input : files.unusable)
    code = streams.unusable(input.reason);
  Workers workers(*threads, prepareHeapOfThread);
  Progress progress(streams, files.paths.size(), !line.has(OPT_in_place));
  shareFiles<Formatted>(
      workers, files.paths.size(),
      [&](size_t i, Workers &own) { return format(files.paths[i], canonical[i], own); },
      [&](const Formatted &formatted) {
        bool isSilent = formatted.source && formatted.report.diagnostics.empty();
        if (!isSilent)
          progress.erase();
        code = worst(code, finish(formatted));
        progress.advance();
        return !streams.outputLost();
      });
  return code;
}

/// Formats a file as requested. Semantic errors are ignored.
Formatted Formatter::format(StringRef path, bool canonical, Workers &all) const {
  FileInProgress inProgress(path);
  Formatted formatted;
  formatted.path = path;
  try {
    readAndPrint(formatted, canonical, all);
  } catch (const std::bad_alloc &) {
    formatted = {};
    formatted.path = path;
    formatted.error = "out of memory";
  }
  return formatted;
}

/// The module of `formatted` for the consumer; null, with a report, if there is none.
std::unique_ptr<SourceBuffer> Formatter::lower(Formatted &formatted, Workers &workers) const {
  CheckOptions options;
  options.sema.consumer = consumer;
  LoweredSource lowered = lowerSource(*formatted.source, options, workers);
  if (!lowered.text) {
    formatted.report = std::move(lowered.report);
    return nullptr;
  }
  return SourceBuffer::fromString(std::move(*lowered.text), formatted.source->name().str());
}

void Formatter::readAndPrint(Formatted &formatted, bool canonical, Workers &all) const {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source =
      SourceBuffer::open(formatted.path, &all, line.nameOf("-"), prepareHeapFor);
  if (!source) {
    formatted.error = llvm::toString(source.takeError());
    return;
  }
  formatted.source = std::move(*source);
  if (keepsStdin && formatted.path == "-") {
    formatted.text = formatted.source->text();
    formatted.hasText = true;
    return;
  }
  if (line.has(OPT_inline_) && !line.nameOf(formatted.path).ends_with(".ptx")) {
    formatted.text = formatInline(*formatted.source, KeptLines(*formatted.source, kept));
    formatted.hasText = true;
    return;
  }
  Workers &workers = all.forBytes(formatted.source->text().size());
  std::unique_ptr<SourceBuffer> lowered;
  if (consumer) {
    lowered = lower(formatted, workers);
    if (!lowered)
      return;
  }
  const SourceBuffer &printed = lowered ? *lowered : *formatted.source;
  DiagnosticList diagnostics;
  if (canonical)
    formatted.hasText =
        printCanonical(printed, line.sourceKind(), diagnostics, formatted.text, workers, kept);
  else
    formatted.hasText =
        printLayout(printed, line.sourceKind(), diagnostics, formatted.text, workers, kept);
  formatted.report = errorsOf(std::move(diagnostics));
}

ExitCode Formatter::finish(const Formatted &formatted) {
  if (!formatted.source)
    return streams.unusable("cannot read `" + formatted.path + "`: " + formatted.error);
  showReport(*formatted.source, formatted.report, line, streams);
  ExitCode code = formatted.report.errors ? ExitCode::Findings : ExitCode::Success;
  if (!formatted.hasText)
    return code;
  return worst(code, write(formatted.path, *formatted.source, formatted.text));
}

/// Writes the result to its destination, or compares it with the source.
ExitCode Formatter::write(StringRef path, const SourceBuffer &source, StringRef formatted) {
  if (line.has(OPT_check) || line.has(OPT_diff))
    return compareWith(source, formatted);
  if (!line.has(OPT_in_place)) {
    streams.out << formatted;
    return ExitCode::Success;
  }
  if (formatted == source.text())
    return ExitCode::Success;
  if (llvm::Error error = replaceFile(path, source.text(), formatted))
    return streams.unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  return ExitCode::Success;
}

/// If there is a difference, lists the file or shows the difference.
ExitCode Formatter::compareWith(const SourceBuffer &source, StringRef formatted) {
  if (source.text() == formatted)
    return ExitCode::Success;
  if (line.has(OPT_diff))
    printUnifiedDiff(streams.out, line.renderOptions().color, printable(source.name()), "formatted",
                     source.text(), formatted);
  else
    streams.out << printable(source.name()) << '\n';
  return ExitCode::Findings;
}

ExitCode ptx::fmtTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  prepareHeap();
  ExitCode code;
  std::optional<CommandLine> line = startTool(FmtTool, arguments, streams, code);
  if (line && line->has(OPT_show_config))
    return showConfiguration(*line, streams);
  return line ? Formatter(*line, streams).run() : code;
}
