// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Check.h"
#include "ptx/Check/TensorMapInput.h"
#include "ptx/Driver/Files/FileChecker.h"
#include "ptx/Driver/Files/FileSharing.h"
#include "ptx/Driver/Files/FileWatch.h"
#include "ptx/Driver/Files/InputFiles.h"
#include "ptx/Driver/Information/Information.h"
#include "ptx/Driver/Options/CheckUsage.h"
#include "ptx/Driver/Output/Progress.h"
#include "ptx/Driver/Output/ReportOutput.h"
#include "ptx/Driver/Project/Baseline.h"
#include "ptx/Driver/Project/ChangedLines.h"
#include "ptx/Driver/Project/Configuration.h"
#include "ptx/Driver/Project/InputSettings.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Driver/Verify/VerifyMode.h"
#include "ptx/Inline/RequirementsReport.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace ptx;
using llvm::StringRef;

namespace {

/// The counts for the sources of a language.
struct LanguageCounts {
  void add(const CheckedFile &checked);
  void print(llvm::raw_ostream &os, StringRef title);

  uint64_t files = 0;
  InlineCounts statements;
  /// Macros by the real path of their file: the macros with partly checked statements, and the
  /// macros that are checked at their uses in other files.
  std::vector<std::pair<std::string, std::string>> partlyKnown;
  std::set<std::pair<std::string, std::string>> expanded;
};

/// One run of ptx-check.
class Checker {
public:
  Checker(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), configuration(line), output(line, streams) {}

  ExitCode run();

  /// With `--watch`, waits until an input of the run changes, and reports the change. Returns false
  /// if the run could not begin.
  bool waitForChange();

private:
  llvm::Error readOptions();
  void watchFiles(const InputFiles &files);
  llvm::Error readBaseline();
  llvm::Error readChanges();
  llvm::Expected<InputFiles> findInputs();
  std::shared_ptr<const TensorMapSource> readTensorMaps();
  void reportUnusable(StringRef path, StringRef reason);
  ExitCode checkFiles(const InputFiles &files);
  ExitCode finish(CheckedFile &checked, FixWriter &fixWriter);
  void showRequirements(const CheckedFile &checked);
  ExitCode show(const SourceBuffer &source, const Report &report);
  ExitCode finishBaseline();

  const CommandLine &line;
  ToolStreams &streams;
  Configuration configuration;
  std::optional<InputSettings> settings;
  std::optional<Baseline> known, toWrite;
  std::optional<ChangedLines> changes;
  std::optional<FileChecker> fileChecker;
  std::optional<FileWatch> watch;
  std::vector<std::string> watchedInputs;
  VerifyMode verifyMode;
  ReportOutput output;
  unsigned threads = 0;
};

} // namespace

void LanguageCounts::add(const CheckedFile &checked) {
  ++files;
  statements.add(checked.statements);
  expanded.insert(checked.expandedMacros.begin(), checked.expandedMacros.end());
  llvm::SmallString<256> real;
  if (checked.partlyKnownMacros.empty() || llvm::sys::fs::real_path(checked.path, real))
    return;
  for (const std::string &macro : checked.partlyKnownMacros)
    partlyKnown.push_back({real.str().str(), macro});
}

void LanguageCounts::print(llvm::raw_ostream &os, StringRef title) {
  statements.withHoles -=
      llvm::count_if(partlyKnown, [&](const auto &macro) { return expanded.contains(macro); });
  os << title << ": " << files << (files == 1 ? " file, " : " files, ");
  statements.print(os);
}

llvm::Error Checker::readOptions() {
  llvm::Expected<VerifyMode> verifying = VerifyMode::read(line);
  if (!verifying)
    return verifying.takeError();
  verifyMode = std::move(*verifying);
  llvm::Expected<FileChecker> files = FileChecker::make(line);
  if (!files)
    return files.takeError();
  fileChecker = std::move(*files);
  const FixOptions &fixOptions = fileChecker->fixes();
  // Texts and differences are written to standard output, as are reports in other formats.
  bool printsText = fixOptions.action == FixOptions::Action::Diff ||
                    (fixOptions.changesText() && llvm::is_contained(line.inputs(), "-"));
  if (printsText && output.format() != OutputFormat::Text)
    return llvm::createStringError("--diff, and --fix of standard input, go with "
                                   "--output-format=text alone");
  llvm::Expected<InputSettings> read = InputSettings::make(line);
  if (!read)
    return read.takeError();
  settings = std::move(*read);
  if (llvm::Error error = readBaseline())
    return error;
  if (llvm::Error error = readChanges())
    return error;
  llvm::Expected<unsigned> wanted = line.threads();
  if (!wanted)
    return wanted.takeError();
  threads = *wanted;
  return llvm::Error::success();
}

/// Reads the baseline, or creates the one to write.
llvm::Error Checker::readBaseline() {
  if (std::optional<StringRef> path = line.value(OPT_write_baseline))
    toWrite.emplace(*path);
  std::optional<StringRef> path = line.value(OPT_baseline);
  if (!path)
    return llvm::Error::success();
  llvm::Expected<Baseline> baseline = Baseline::read(*path);
  if (!baseline)
    return baseline.takeError();
  known = std::move(*baseline);
  return llvm::Error::success();
}

/// Reads the changed lines, if only their findings are requested.
llvm::Error Checker::readChanges() {
  llvm::Expected<std::optional<ChangedLines>> read = ChangedLines::read(line);
  if (!read)
    return read.takeError();
  changes = std::move(*read);
  return llvm::Error::success();
}

ExitCode Checker::run() {
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  llvm::Expected<InputFiles> files = findInputs();
  if (!files)
    return usageError(streams, llvm::toString(files.takeError()));
  if (line.has(OPT_watch))
    watchFiles(*files);
  if (llvm::Error error = checkOutputFiles(line, files->paths))
    return streams.unusable(llvm::toString(std::move(error)));
  std::shared_ptr<const TensorMapSource> tensorMaps = readTensorMaps();
  bool canStart = tensorMaps || !line.has(OPT_tensor_maps);
  for (const std::string &problem : settings->configure(configuration, files->paths, tensorMaps)) {
    reportUnusable(line.value(OPT_config).value_or(Configuration::fileName), problem);
    canStart = false;
  }
  if (!canStart)
    return output.finish(ExitCode::Unusable);
  streams.note(configuration.takeNotes());
  streams.note(files->notes);
  ExitCode code = checkFiles(*files);
  return code == ExitCode::Findings && line.has(OPT_exit_zero) ? ExitCode::Success : code;
}

/// Notes the state of the inputs, of the folders that were searched for them, and of the files that
/// options name. Each folder may have a configuration.
void Checker::watchFiles(const InputFiles &files) {
  watchedInputs = files.paths;
  std::set<std::string> folders;
  for (StringRef input : line.inputs().empty() ? std::vector<StringRef>{"."} : line.inputs()) {
    if (!llvm::sys::fs::is_directory(input))
      continue;
    folders.insert(input.str());
    std::string below = (input + (input.ends_with("/") ? "" : "/")).str();
    for (StringRef path : files.paths)
      for (StringRef folder = llvm::sys::path::parent_path(path);
           (input == "." || folder.starts_with(below)) && folders.insert(folder.str()).second;)
        folder = llvm::sys::path::parent_path(folder);
  }
  std::vector<std::string> paths = files.paths;
  for (const std::string &folder : folders) {
    paths.push_back(folder);
    paths.push_back(folder + "/" + Configuration::fileName.str());
  }
  for (OptionId option : {OPT_config, OPT_baseline, OPT_tensor_maps})
    if (std::optional<StringRef> path = line.value(option))
      paths.push_back(path->str());
  watch.emplace(std::move(paths));
}

bool Checker::waitForChange() {
  if (!watch)
    return false;
  for (;;) {
    streams.out.flush();
    streams.err.flush();
    const std::string &path = watch->wait();
    // Editors put files of their own into a folder.
    if (llvm::sys::fs::is_directory(path)) {
      llvm::Expected<InputFiles> files = findInputs();
      if (files && files->paths == watchedInputs)
        continue;
      llvm::consumeError(files.takeError());
    }
    streams.note({"`" + path + "` has changed"});
    return true;
  }
}

/// Reports an unreadable file that the run requires. It is also added to the report, for readers of
/// only the report.
void Checker::reportUnusable(StringRef path, StringRef reason) {
  output.writer().addUnreadable(path, reason);
  streams.unusable(reason);
}

/// Reads the file of tensor maps. Returns null if there is none, or if it cannot be read.
std::shared_ptr<const TensorMapSource> Checker::readTensorMaps() {
  std::optional<StringRef> path = line.value(OPT_tensor_maps);
  if (!path)
    return nullptr;
  llvm::Expected<TensorMapFile> file = readTensorMapFile(*path);
  if (file)
    return std::make_shared<TensorMapSource>(path->str(), std::move(*file));
  reportUnusable(*path, llvm::toString(file.takeError()));
  return nullptr;
}

/// Whether the report of a file is empty.
static bool isSilent(const CheckedFile &checked) {
  const Report &report = checked.report;
  return checked.source && report.diagnostics.empty() && report.errors + report.warnings == 0 &&
         checked.fixed.applied == 0;
}

ExitCode Checker::checkFiles(const InputFiles &files) {
  ExitCode code = ExitCode::Success;
  for (const InputFiles::Unusable &input : files.unusable) {
    output.writer().addUnreadable(input.folder, input.reason);
    code = streams.unusable(input.reason);
  }
  Stats total;
  std::map<StringRef, LanguageCounts> counts; // by the title of the language
  FixOptions::Action action = fileChecker->fixes().action;
  FixWriter fixWriter(action, line.renderOptions().color, streams);
  Workers workers(threads, prepareHeapOfThread);
  {
    bool printsResults = output.isOnStandardOutput() || line.has(OPT_requirements) ||
                         action == FixOptions::Action::Diff;
    Progress progress(streams, files.paths.size(), printsResults);
    auto use = [&](CheckedFile &checked) {
      if (!isSilent(checked) || verifyMode.isOn())
        progress.erase();
      checked.stats.time(Phase::Report, [&] { code = worst(code, finish(checked, fixWriter)); });
      total.add(checked.stats);
      if (checked.host)
        counts[checked.host->title].add(checked);
      return !streams.outputLost();
    };
    std::vector<CheckedFile> linked;
    shareFiles<CheckedFile>(
        workers, files.paths.size(),
        [&](size_t i, Workers &own) {
          return fileChecker->check(files.paths[i], (*settings)[i], own);
        },
        [&](CheckedFile checked) {
          progress.advance();
          if (!line.has(OPT_link))
            return use(checked);
          linked.push_back(std::move(checked));
          return true;
        });
    if (!linked.empty() && !fileChecker->link(linked, workers))
      streams.note({"the modules are not linked, since one of them has errors"});
    for (CheckedFile &checked : linked)
      if (!use(checked))
        break;
  }
  code = output.finish(code);
  fixWriter.printSummary();
  // A baseline without the findings of files that were not read would replace a whole one.
  if (!toWrite || code != ExitCode::Unusable)
    code = worst(code, finishBaseline());
  if (line.has(OPT_stats))
    total.print(streams.err, workers.count());
  if (line.has(OPT_stats))
    for (auto &[title, own] : counts)
      own.print(streams.err, title);
  return code;
}

/// Writes the baseline, or reports its stale findings.
ExitCode Checker::finishBaseline() {
  if (toWrite) {
    if (llvm::Error error = toWrite->write())
      return streams.unusable(llvm::toString(std::move(error)));
    size_t number = toWrite->size();
    if (!line.has(OPT_w))
      streams.err << streams.tool << ": " << number << (number == 1 ? " finding" : " findings")
                  << " recorded in `" << *line.value(OPT_write_baseline) << "`\n";
  }
  if (known)
    streams.note(known->stale());
  return ExitCode::Success;
}

/// The inputs of the command line, or the files of the current folder if there are none, and the
/// files of a compilation database.
llvm::Expected<InputFiles> Checker::findInputs() {
  llvm::Expected<FileSelection> selection =
      FileSelection::make(FolderFiles::All, line.values(OPT_include_));
  if (!selection)
    return selection.takeError();
  configuration.exclude(*selection);
  selection->followsLinks = line.has(OPT_follow_links);
  std::vector<StringRef> inputs = line.inputs();
  if (inputs.empty() && !line.has(OPT_p))
    inputs.push_back(".");
  llvm::erase_if(inputs,
                 [&](StringRef input) { return configuration.forcesOut(line.nameOf(input)); });
  InputFiles files = collectInputs(inputs, *selection);
  for (const CompileCommands &commands : fileChecker->headers().named())
    llvm::copy_if(commands.sources(), std::back_inserter(files.paths),
                  [&](const std::string &source) { return !configuration.forcesOut(source); });
  fileChecker->headers().addFiles(files.paths);
  return files;
}

ExitCode Checker::finish(CheckedFile &checked, FixWriter &fixWriter) {
  if (!checked.source) {
    output.writer().addUnreadable(checked.path, checked.error);
    return streams.unusable("cannot read `" + checked.path + "`: " + checked.error);
  }
  if (line.has(OPT_requirements))
    showRequirements(checked);
  if (line.has(OPT_requirements) && !checked.report.errors)
    return ExitCode::Success;
  if (verifyMode.isOn())
    return verifyMode.finish(checked.path, *checked.source, checked.report, checked.commentSign(),
                             streams);
  StringRef name = line.nameOf(checked.path);
  if (toWrite) {
    toWrite->add(name, *checked.source, checked.report);
    if (uint64_t more = checked.report.errorsNotShown + checked.report.warningsNotShown)
      streams.note({"`" + checked.path.str() + "` has " + std::to_string(more) +
                    " more findings than are kept of one rule; the baseline lacks them"});
    return ExitCode::Success;
  }
  if (known)
    known->hideKnown(name, *checked.source, checked.report);
  if (changes)
    changes->hideOthers(name, *checked.source, checked.report);
  if (known || changes)
    limitReport(checked.report, checked.options.shownErrors);
  ExitCode code = ExitCode::Success;
  const FixOptions &fixOptions = fileChecker->fixes();
  if (fixOptions.changesText())
    code = fixWriter.write(checked.path, *checked.source, checked.fixed);
  if (fixOptions.action == FixOptions::Action::Diff || code == ExitCode::Unusable)
    return code;
  return worst(code, show(checked.reported(), checked.report));
}

void Checker::showRequirements(const CheckedFile &checked) {
  bool ptxasCompat = checked.options.diagnostics.ptxasCompat;
  if (checked.host)
    printRequirements(output.format(), output.results(), *checked.source, checked.statementUses,
                      ptxasCompat);
  else if (!checked.report.errors) // unknown for a module with an error
    printRequirements(output.format(), output.results(), *checked.source, checked.uses,
                      requirementsOf(checked.uses, ptxasCompat));
  output.flush(); // before errors
}

ExitCode Checker::show(const SourceBuffer &source, const Report &report) {
  output.writer().add(source, report);
  output.flush();
  return report.errors ? ExitCode::Findings : ExitCode::Success;
}

ExitCode ptx::checkTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  prepareHeap();
  ExitCode code;
  std::optional<CommandLine> line = startTool(CheckTool, arguments, streams, code);
  if (!line)
    return code;
  if (llvm::Error error = checkUsage(*line))
    return usageError(streams, llvm::toString(std::move(error)));
  if (line->has(OPT_show_config))
    return showConfiguration(*line, streams);
  if (std::optional<ExitCode> answered = answerQuestion(*line, streams))
    return *answered;
  for (;;) {
    Checker checker(*line, streams);
    code = checker.run();
    if (streams.outputLost() || !checker.waitForChange())
      return code;
  }
}
