// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Output/ReportOutput.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Verify/VerifyMode.h"
#include "ptx/Execution/Sanitizer.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::StringRef;

namespace {

/// One run of ptx-sanitize.
class SanitizeRun {
public:
  SanitizeRun(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), output(line, streams) {}

  ExitCode run();

private:
  llvm::Error readOptions();
  llvm::Error readNumbers(OptionId option, std::map<std::string, uint64_t> &numbers);
  llvm::Error readExtent(OptionId option, std::optional<Extent> &extent);
  void runFile(StringRef path, std::vector<Launch> launches);
  void runRecords(StringRef path);
  void execute(const CheckedSource &checked, const Launch &launch, StringRef name,
               DiagnosticList &found);
  void unusable(const llvm::Twine &text) {
    isUnusable |= streams.unusable(text) == ExitCode::Unusable;
  }
  bool isText() const { return output.format() == OutputFormat::Text && !verifying.isOn(); }
  /// A line about a launch, which is not a finding.
  void tell(const llvm::Twine &text) {
    if (isText())
      streams.out << text << '\n';
  }

  const CommandLine &line;
  ToolStreams &streams;
  ReportOutput output;
  VerifyMode verifying;
  Launch told;
  SanitizerOptions options;
  bool hasFindings = false, isUndecided = false, isUnusable = false;
};

} // namespace

llvm::Error SanitizeRun::readNumbers(OptionId option, std::map<std::string, uint64_t> &numbers) {
  for (const std::string &text : line.values(option)) {
    auto [name, value] = StringRef(text).split('=');
    int64_t number;
    if (name.empty() || value.getAsInteger(0, number))
      return llvm::createStringError("expected `<name>=<number>`, found `" + text + "`");
    numbers[name.str()] = static_cast<uint64_t>(number);
  }
  return llvm::Error::success();
}

llvm::Error SanitizeRun::readExtent(OptionId option, std::optional<Extent> &extent) {
  std::optional<StringRef> text = line.value(option);
  if (!text)
    return llvm::Error::success();
  extent = extentOf(*text);
  return extent
             ? llvm::Error::success()
             : llvm::createStringError(
                   "expected up to three positive numbers, as in `128,1,1`, found `" + *text + "`");
}

llvm::Error SanitizeRun::readOptions() {
  told.entry = line.value(OPT_entry).value_or("").str();
  for (auto [option, extent] :
       {std::pair(OPT_block, &told.block), std::pair(OPT_cluster, &told.cluster),
        std::pair(OPT_grid, &told.grid)})
    if (llvm::Error error = readExtent(option, *extent))
      return error;
  for (auto [option, numbers] :
       {std::pair(OPT_arg, &told.arguments), std::pair(OPT_box_bytes, &told.boxes)})
    if (llvm::Error error = readNumbers(option, *numbers))
      return error;
  auto read = [&](OptionId option, auto &place) -> llvm::Error {
    llvm::Expected<std::optional<uint32_t>> number = line.number(option);
    if (!number)
      return number.takeError();
    if (*number)
      place = **number;
    return llvm::Error::success();
  };
  if (llvm::Error error = read(OPT_dynamic_shared, told.dynamicShared))
    return error;
  if (llvm::Error error = read(OPT_schedules, options.schedules))
    return error;
  if (llvm::Error error = read(OPT_seed, options.seed))
    return error;
  if (llvm::Error error = read(OPT_step_limit, options.limit))
    return error;
  options.isStrict = line.has(OPT_strict);
  llvm::Expected<VerifyMode> mode = VerifyMode::read(line);
  if (!mode)
    return mode.takeError();
  verifying = std::move(*mode);
  return llvm::Error::success();
}

ExitCode SanitizeRun::run() {
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  std::vector<StringRef> inputs = line.inputs();
  std::optional<StringRef> records = line.value(OPT_launches);
  if (inputs.empty() && !records)
    return usageError(streams, "no input; name the files of modules, or - for standard input");
  if (records)
    runRecords(*records);
  for (StringRef input : inputs)
    runFile(input, {});
  ExitCode code = isUnusable    ? ExitCode::Unusable
                  : hasFindings ? ExitCode::Findings
                  : isUndecided ? ExitCode::NotDecided
                                : ExitCode::Success;
  return output.finish(code);
}

/// The launches of a file of JSON lines.
void SanitizeRun::runRecords(StringRef path) {
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFileOrSTDIN(path);
  if (!file)
    return unusable("cannot read `" + path + "`: " + file.getError().message());
  unsigned number = 0;
  for (StringRef text : llvm::split((*file)->getBuffer(), '\n')) {
    ++number;
    if (text.trim().empty())
      continue;
    llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
    const llvm::json::Object *record = value ? value->getAsObject() : nullptr;
    std::optional<StringRef> name = record ? record->getString("file") : std::nullopt;
    if (!name) {
      llvm::consumeError(value.takeError());
      unusable(path + ":" + llvm::Twine(number) + ": expected an object of JSON with a `file`");
      continue;
    }
    Launch launch;
    if (llvm::Error error = readLaunch(*record, launch)) {
      unusable(path + ":" + llvm::Twine(number) + ": " + llvm::toString(std::move(error)));
      continue;
    }
    llvm::SmallString<128> module(*name);
    if (llvm::sys::path::is_relative(*name)) {
      module = llvm::sys::path::parent_path(path);
      llvm::sys::path::append(module, *name);
    }
    runFile(module, {std::move(launch)});
  }
}

void SanitizeRun::runFile(StringRef path, std::vector<Launch> launches) {
  FileInProgress inProgress(path);
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
  StringRef name = (*source)->name();
  if (launches.empty()) {
    llvm::Expected<std::vector<Launch>> comments = readLaunchComments((*source)->text());
    if (!comments)
      return unusable(name + ": " + llvm::toString(comments.takeError()));
    launches = std::move(*comments);
    if (launches.empty() || !told.entry.empty() || told.block)
      launches = {told};
  }
  CheckOptions checkOptions;
  checkOptions.lints = false;
  Workers workers(1);
  Stats stats;
  CheckedSource checked = checkPasses(**source, checkOptions, {workers, stats}, Trees::Kept);
  DiagnosticList found;
  bool isLegal = !checked.diagnostics.hasErrors();
  if (isLegal)
    for (const Launch &launch : launches)
      execute(checked, launch, name, found);
  else
    found = std::move(checked.diagnostics);
  Report report = makeReport(std::move(found), checkOptions.diagnostics, **source);
  if (verifying.isOn()) {
    hasFindings |= verifying.finish(path, **source, report, "//", streams) != ExitCode::Success;
    return;
  }
  hasFindings |= report.errors != 0;
  output.writer().add(**source, report);
}

/// Executes one launch, and tells what it is before its findings.
void SanitizeRun::execute(const CheckedSource &checked, const Launch &launch, StringRef name,
                          DiagnosticList &found) {
  llvm::Expected<CompleteLaunch> complete = completeLaunch(launch, checked);
  if (!complete)
    return unusable(name + ": " + llvm::toString(complete.takeError()));
  SanitizerResult result = sanitize(checked, *complete, options);
  tell(name + ": launch " + result.launch);
  std::string verdict = result.findings.hasErrors() ? "faults found"
                        : !result.isDecided()       ? "not decided"
                        : result.findings.empty()   ? "clean"
                                                    : "no fault, but warnings";
  tell(name + ": " + verdict + "; " + llvm::Twine(result.executions) + " executions, " +
       llvm::Twine(result.threadInstructions) + " instructions of threads");
  for (const std::string &premise : result.premises)
    tell(name + ": assumed: " + premise);
  for (const std::string &reason : result.notDecided)
    tell(name + ": not followed: " + reason);
  isUndecided |= !result.isDecided();
  found.append(std::move(result.findings));
}

ExitCode ptx::sanitizeTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(SanitizeTool, arguments, streams, code);
  return line ? SanitizeRun(*line, streams).run() : code;
}
