// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Driver/AtomicFile.h"
#include "ptx/Driver/ParseInput.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/UnifiedDiff.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Sema/Sema.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Parser.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// One run of ptx-fmt.
class Formatter {
public:
  Formatter(const CommandLine &line, ToolStreams &streams) : line(line), streams(streams) {}

  ExitCode run();

private:
  ExitCode formatFile(StringRef path);
  ExitCode format(const Module &module, std::string &formatted);
  ExitCode write(StringRef path, const SourceBuffer &source, StringRef formatted);
  ExitCode compareWith(const SourceBuffer &source, StringRef formatted);

  const CommandLine &line;
  ToolStreams &streams;
};

} // namespace

ExitCode Formatter::run() {
  std::vector<StringRef> inputs = line.inputs();
  bool inPlace = line.has(OPT_in_place);
  bool comparing = line.has(OPT_check) || line.has(OPT_diff);
  if (inputs.empty())
    return usageError(streams, "no input; name files, or - for standard input");
  if (inPlace && comparing)
    return usageError(streams, "-i goes with neither --check nor --diff");
  if (inPlace && llvm::is_contained(inputs, "-"))
    return usageError(streams, "-i cannot change standard input");
  if (inputs.size() > 1 && !inPlace && !comparing)
    return usageError(streams, "several inputs need -i, --check or --diff");

  ExitCode code = ExitCode::Success;
  for (StringRef path : inputs) {
    if (streams.outputLost())
      break;
    code = worst(code, formatFile(path));
  }
  return code;
}

ExitCode Formatter::formatFile(StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return streams.unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
  std::unique_ptr<Module> module = parseInput(**source, line, streams);
  if (!module->isComplete())
    return ExitCode::Findings;

  std::string formatted;
  ExitCode code = format(*module, formatted);
  module.reset();
  return worst(code, write(path, **source, formatted));
}

/// Prints `module` in the form that is asked for. An error of its meaning does not stop that.
ExitCode Formatter::format(const Module &module, std::string &formatted) {
  if (!line.has(OPT_canonical)) {
    printLayout(module, formatted);
    return ExitCode::Success;
  }
  DiagnosticList diagnostics;
  SemaResult checked = checkModule(module, {}, diagnostics);
  printCanonical(module, checked, formatted);
  return showErrors(module.source(), std::move(diagnostics), line, streams) ? ExitCode::Findings
                                                                            : ExitCode::Success;
}

/// Writes the result to where it is wanted, or compares it with the source.
ExitCode Formatter::write(StringRef path, const SourceBuffer &source, StringRef formatted) {
  if (line.has(OPT_check) || line.has(OPT_diff))
    return compareWith(source, formatted);
  if (!line.has(OPT_in_place)) {
    streams.out << formatted;
    return ExitCode::Success;
  }
  if (formatted == source.text())
    return ExitCode::Success;
  if (llvm::Error error = replaceFile(path, formatted))
    return streams.unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  return ExitCode::Success;
}

/// Lists the file or shows the difference, if there is one.
ExitCode Formatter::compareWith(const SourceBuffer &source, StringRef formatted) {
  if (source.text() == formatted)
    return ExitCode::Success;
  if (line.has(OPT_diff))
    printUnifiedDiff(streams.out, source.name(), source.text(), formatted);
  else
    streams.out << source.name() << '\n';
  return line.has(OPT_check) ? ExitCode::Findings : ExitCode::Success;
}

ExitCode ptx::fmtTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(FmtTool, arguments, streams, code);
  return line ? Formatter(*line, streams).run() : code;
}
