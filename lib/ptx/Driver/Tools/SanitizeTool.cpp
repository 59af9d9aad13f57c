// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Check.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Files/InputFiles.h"
#include "ptx/Driver/Options/LaunchOptions.h"
#include "ptx/Driver/Output/Progress.h"
#include "ptx/Driver/Output/ReportOutput.h"
#include "ptx/Driver/Project/Configuration.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Tools/Certificates.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Driver/Verify/VerifyMode.h"
#include "ptx/Execution/Sanitizer.h"
#include "ptx/Proof/Redundancy.h"
#include "ptx/Support/InOrder.h"
#include "ptx/Support/ProjectFile.h"
#include "ptx/Support/Workers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace ptx;
using execution::CompleteLaunch;
using execution::Launch;
using execution::SanitizerOptions;
using execution::SanitizerResult;
using llvm::StringRef;

namespace {

/// A module and the source of its launches.
struct Job {
  std::string path;
  /// None if the launches are those of its comments, or of the command line.
  std::vector<Launch> launches;
  /// Whether the module was found in a folder. Its launches are those of its comments then.
  bool isOfFolder = false;
  SanitizerOptions options{};
};

struct ExecutedLaunch {
  SanitizerResult result;           ///< whose findings are in the report
  std::optional<ProofRecord> proof; ///< what `--prove` shows
  StringRef verdict;
  bool hasFinding;
  llvm::json::Array certificates{};
};

/// The results of a job.
struct Outcome {
  std::string path;
  std::unique_ptr<SourceBuffer> source;
  Report report;
  std::vector<ExecutedLaunch> launches;
  /// The reason why the module or a launch cannot be executed.
  std::vector<std::string> problems;
};

/// One run of ptx-sanitize.
class SanitizeRun {
public:
  SanitizeRun(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), configuration(line), output(line, streams) {}

  ExitCode run();

private:
  llvm::Error readOptions();
  llvm::Error readNumbers(OptionId option, std::map<std::string, uint64_t> &numbers);
  llvm::Error readImport();
  bool configure();
  void addInputs();
  void addRecords(StringRef path);
  void addRecord(StringRef list, unsigned number, StringRef text);
  Outcome execute(const Job &job, Progress &progress) const;
  std::vector<Launch> launchesOf(const Job &job, Outcome &outcome) const;
  void finish(Outcome &outcome);
  void tell(const Outcome &outcome, const ExecutedLaunch &launch);
  void keepTimeline(const ExecutedLaunch &launch);
  void writeTimeline();
  void writeCertificates();
  ExitCode checkCertificate();
  void unusable(const llvm::Twine &text) {
    isUnusable |= streams.unusable(text) == ExitCode::Unusable;
  }

  const CommandLine &line;
  ToolStreams &streams;
  Configuration configuration;
  ReportOutput output;
  VerifyMode verifying;
  Launch told;
  ExecutionSettings settings; ///< of the command line
  std::vector<Job> jobs;
  size_t executed = 0; ///< launches
  llvm::json::Array certificates;
  std::string timeline;
  bool hasTimelineOfFinding = false;
  bool hasFindings = false, isUndecided = false, isUnusable = false;
};

} // namespace

namespace {
/// One line of a file of launches.
struct RecordedLaunch {
  std::string file;
  Launch launch;
};
} // namespace

static llvm::Expected<RecordedLaunch> recordOf(StringRef text) {
  llvm::Expected<llvm::json::Object> object = execution::parseLaunchRecord(text);
  if (!object)
    return object.takeError();
  std::optional<StringRef> file = object->getString("file");
  if (!file)
    return llvm::createStringError("expected an object of JSON with a `file`");
  RecordedLaunch record{file->str(), {}};
  if (llvm::Error error = execution::readLaunch(*object, record.launch))
    return error;
  return record;
}

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

/// The launch of `--import`; other options add to it.
llvm::Error SanitizeRun::readImport() {
  std::optional<StringRef> path = line.value(OPT_import);
  if (!path)
    return llvm::Error::success();
  llvm::Expected<std::unique_ptr<SourceBuffer>> file = SourceBuffer::open(*path);
  if (!file)
    return llvm::createStringError("cannot read `" + *path +
                                   "`: " + llvm::toString(file.takeError()));
  constexpr size_t mostBytes = 16 << 20;
  if ((*file)->text().size() > mostBytes)
    return llvm::createStringError("`" + *path + "` has more than 16 MiB");
  llvm::Expected<Launch> launch = execution::readKernelInput((*file)->text());
  if (!launch)
    return llvm::createStringError(*path + ": " + llvm::toString(launch.takeError()));
  told = std::move(*launch);
  return llvm::Error::success();
}

llvm::Error SanitizeRun::readOptions() {
  if (llvm::Error error = readImport())
    return error;
  if (llvm::Error error = readLaunchShape(line, told))
    return error;
  if (llvm::Error error = readLaunchArguments(line, told))
    return error;
  // The launches of comments have no use for arguments, whose errors count nevertheless.
  if (!told.problems.empty())
    return llvm::createStringError(llvm::join(llvm::make_second_range(told.problems), "; "));
  if (llvm::Error error = readNumbers(OPT_box_bytes, told.boxes))
    return error;
  auto read = [&](OptionId option, auto &place) -> llvm::Error {
    llvm::Expected<std::optional<uint32_t>> number = line.number(option);
    if (!number)
      return number.takeError();
    if (*number)
      place = {**number, ""};
    return llvm::Error::success();
  };
  for (auto [option, place] :
       {std::pair(OPT_schedules, &settings.schedules), std::pair(OPT_seed, &settings.seed),
        std::pair(OPT_step_limit, &settings.stepLimit),
        std::pair(OPT_time_limit, &settings.timeLimit)})
    if (llvm::Error error = read(option, *place))
      return error;
  constexpr unsigned most = SanitizerOptions::mostSchedules;
  if (settings.schedules && settings.schedules->value > most)
    return llvm::createStringError("--schedules takes at most " + llvm::Twine(most));
  if (line.has(OPT_strict))
    settings.isStrict = {true, ""};
  llvm::Expected<VerifyMode> mode = VerifyMode::read(line);
  if (!mode)
    return mode.takeError();
  verifying = std::move(*mode);
  return llvm::Error::success();
}

/// Determines how the launches of each module are executed. Returns false if a configuration has
/// errors.
bool SanitizeRun::configure() {
  for (Job &job : jobs) {
    ExecutionSettings own = configuration.executionOf(line.nameOf(job.path));
    own.add(settings);
    job.options = own.options();
    job.options.wantsTimeline = line.value(OPT_timeline).has_value();
  }
  std::vector<std::string> problems = configuration.takeProblems();
  for (const std::string &problem : problems)
    unusable(problem);
  streams.note(configuration.takeNotes());
  return problems.empty();
}

/// The modules of the command line. For a folder, its modules with launches in comments.
void SanitizeRun::addInputs() {
  FileSelection selection;
  configuration.exclude(selection);
  for (StringRef input : line.inputs()) {
    InputFiles files = collectInputs(input, selection);
    for (const InputFiles::Unusable &folder : files.unusable)
      unusable(folder.reason);
    bool isFolder = input != "-" && llvm::sys::fs::is_directory(input);
    for (std::string &path : files.paths)
      jobs.push_back({std::move(path), {}, isFolder});
  }
}

/// The launches of a file of JSON lines.
void SanitizeRun::addRecords(StringRef path) {
  constexpr uint64_t mostBytes = 256 << 20;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> file =
      path == "-" ? llvm::errorOrToExpected(llvm::MemoryBuffer::getSTDIN())
                  : readRegularFile(path, mostBytes);
  if (!file)
    return unusable("cannot read `" + path + "`: " + llvm::toString(file.takeError()));
  unsigned number = 0;
  for (StringRef text : llvm::split((*file)->getBuffer(), '\n')) {
    ++number;
    if (!text.trim().empty())
      addRecord(path, number, text);
  }
}

void SanitizeRun::addRecord(StringRef list, unsigned number, StringRef text) {
  llvm::Expected<RecordedLaunch> record = recordOf(text);
  if (!record)
    return unusable(list + ":" + llvm::Twine(number) + ": " + llvm::toString(record.takeError()));
  llvm::SmallString<128> module(record->file);
  if (llvm::sys::path::is_relative(module)) {
    module = llvm::sys::path::parent_path(list);
    llvm::sys::path::append(module, record->file);
  }
  // Pipes and devices can be endless; only the command line may name them.
  if (llvm::sys::fs::exists(module) && !llvm::sys::fs::is_regular_file(module))
    return unusable("cannot read `" + module + "`: not a regular file");
  jobs.push_back({module.str().str(), {std::move(record->launch)}});
}

ExitCode SanitizeRun::run() {
  llvm::Expected<unsigned> threads = line.threads();
  if (!threads)
    return usageError(streams, llvm::toString(threads.takeError()));
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  if (line.has(OPT_check_certificate))
    return checkCertificate();
  if ((line.has(OPT_certificate) || line.has(OPT_redundant)) && !line.has(OPT_prove))
    return usageError(streams, "--certificate and --redundant require --prove");
  std::optional<StringRef> records = line.value(OPT_launches);
  if (line.inputs().empty() && !records)
    return usageError(streams, "no input; name the files of modules, or - for standard input");
  if (records)
    addRecords(*records);
  addInputs();
  if (!configure())
    return ExitCode::Unusable;
  std::vector<std::string> modules;
  for (const Job &job : jobs)
    modules.push_back(job.path);
  if (llvm::Error error = checkOutputFiles(line, modules))
    return streams.unusable(llvm::toString(std::move(error)));
  Workers workers(*threads, prepareHeapOfThread);
  Progress progress(streams, jobs.size(), output.isOnStandardOutput());
  makeInOrder<Outcome>(
      workers, jobs.size(), [&](size_t i, unsigned) { return execute(jobs[i], progress); },
      [&](Outcome outcome) {
        progress.erase();
        finish(outcome);
        progress.advance();
        return !streams.outputLost();
      });
  writeTimeline();
  writeCertificates();
  if (executed == 0 && !isUnusable && !hasFindings && !verifying.isOn())
    unusable(line.inputs().empty()
                 ? "no launch was executed: the file of `--launches` has none"
                 : "no launch was executed: no module of the folder has a `//@launch` comment");
  ExitCode code = isUnusable    ? ExitCode::Unusable
                  : hasFindings ? ExitCode::Findings
                  : isUndecided ? ExitCode::NotDecided
                                : ExitCode::Success;
  return output.finish(code);
}

/// Adds the launches of a job whose module has been read, and the problems of `outcome`.
std::vector<Launch> SanitizeRun::launchesOf(const Job &job, Outcome &outcome) const {
  if (!job.launches.empty())
    return job.launches;
  llvm::Expected<std::vector<Launch>> comments =
      execution::readLaunchComments(outcome.source->text());
  if (!comments) {
    outcome.problems.push_back((outcome.source->name() + ": ").str() +
                               llvm::toString(comments.takeError()));
    return {};
  }
  bool isTold = !told.entry.empty() || told.block;
  if (!job.isOfFolder && (comments->empty() || isTold))
    return {told};
  return std::move(*comments);
}

/// Shows the progress of the launches of a module.
static std::string stepText(size_t number, size_t count, uint64_t cost) {
  std::string text = std::to_string(cost / 1'000'000) + " million instructions of warps";
  if (count > 1)
    text = "launch " + std::to_string(number + 1) + " of " + std::to_string(count) + ", " + text;
  return text;
}

/// The result of `--prove`.
static ExecutedLaunch proveLaunch(const SourceBuffer &source, const CheckedSource &checked,
                                  const Launch &given, const CompleteLaunch &launch,
                                  const SanitizerOptions &options, const CommandLine &line) {
  proof::ProofOptions wanted;
  wanted.limit = options.limit;
  wanted.seconds = options.seconds.value_or(wanted.seconds);
  wanted.isStrict = options.isStrict;
  proof::ProofResult proof = proof::prove(checked, launch, wanted);
  ExecutedLaunch executed;
  if (line.has(OPT_certificate) && proof.verdict == proof::Verdict::Proved) {
    llvm::Expected<llvm::json::Array> list = Certificates::make(checked, launch, proof);
    if (list)
      executed.certificates = std::move(*list);
    else
      proof.record.noCertificate = llvm::toString(list.takeError());
  }
  if (line.has(OPT_redundant) && proof.verdict == proof::Verdict::Proved)
    proof.record.redundant = proof::findRedundant(source, checked, given, wanted, proof);
  executed.result.launch = proof.launch;
  executed.result.executions = proof.executions;
  for (const ProofRecord::Remark &premise : proof.record.premises)
    executed.result.premises.push_back(premise.words());
  if (proof.verdict == proof::Verdict::Unknown)
    executed.result.notDecided.push_back(proof.record.reason.words());
  executed.hasFinding = !proof.findings.empty();
  executed.result.findings = std::move(proof.findings);
  executed.proof = std::move(proof.record);
  executed.verdict = proof.verdict == proof::Verdict::Proved    ? "proved"
                     : proof.verdict == proof::Verdict::Witness ? "witness"
                                                                : "unknown";
  return executed;
}

Outcome SanitizeRun::execute(const Job &job, Progress &progress) const {
  FileInProgress inProgress(job.path);
  Outcome outcome;
  outcome.path = job.path;
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(job.path);
  if (!source) {
    outcome.problems.push_back("cannot read `" + job.path +
                               "`: " + llvm::toString(source.takeError()));
    return outcome;
  }
  outcome.source = std::move(*source);
  std::vector<Launch> launches = launchesOf(job, outcome);
  if (launches.empty())
    return outcome;
  CheckOptions checkOptions;
  checkOptions.lints = false;
  Workers single(1);
  Stats stats;
  CheckedSource checked = checkPasses(*outcome.source, checkOptions, {single, stats}, Trees::Kept);
  DiagnosticList found = std::move(checked.diagnostics);
  if (!found.hasErrors()) {
    found = DiagnosticList();
    // A module can have any number of launches, each with an endless loop.
    SanitizerOptions limited = job.options;
    limited.limitOfAll = std::max(4u, limited.schedules) * limited.limit;
    for (const auto &[number, launch] : llvm::enumerate(launches)) {
      if (progress.tellsSteps())
        limited.progress = [&, number = number](uint64_t cost) {
          progress.tell([&] { return stepText(number, launches.size(), cost); });
        };
      llvm::Expected<CompleteLaunch> complete = execution::completeLaunch(launch, checked);
      if (!complete) {
        outcome.problems.push_back((outcome.source->name() + ": ").str() +
                                   llvm::toString(complete.takeError()));
        continue;
      }
      if (line.has(OPT_prove)) {
        outcome.launches.push_back(
            proveLaunch(*outcome.source, checked, launch, *complete, job.options, line));
        found.append(std::move(outcome.launches.back().result.findings));
        continue;
      }
      SanitizerResult result = execution::sanitize(checked, *complete, limited);
      limited.limitOfAll -= std::min(limited.limitOfAll, result.cost);
      StringRef verdict = verdictOf(result);
      bool hasFinding = !result.findings.empty();
      found.append(std::move(result.findings));
      outcome.launches.push_back({std::move(result), std::nullopt, verdict, hasFinding});
    }
  }
  outcome.report = reportOn(checked, std::move(found), checkOptions);
  return outcome;
}

/// Reports a job after all jobs before it.
void SanitizeRun::finish(Outcome &outcome) {
  for (const std::string &problem : outcome.problems)
    unusable(problem);
  for (ExecutedLaunch &launch : outcome.launches) {
    tell(outcome, launch);
    certificates.insert(certificates.end(), launch.certificates.begin(), launch.certificates.end());
    isUndecided |= launch.proof && !launch.proof->noCertificate.empty();
    keepTimeline(launch);
    isUndecided |= !launch.result.isDecided();
    hasFindings |= launch.verdict == "witness";
  }
  executed += outcome.launches.size();
  output.flush();
  if (!outcome.source)
    return output.writer().addUnreadable(outcome.path, outcome.problems.front());
  if (verifying.isOn()) {
    hasFindings |= verifying.finish(outcome.path, *outcome.source, outcome.report, "//", streams) !=
                   ExitCode::Success;
    return;
  }
  hasFindings |= outcome.report.errors != 0;
  output.writer().add(*outcome.source, outcome.report);
}

/// The timeline of the first launch with a finding; otherwise of the first launch.
void SanitizeRun::keepTimeline(const ExecutedLaunch &launch) {
  if (!timeline.empty() && (hasTimelineOfFinding || !launch.hasFinding))
    return;
  timeline = launch.result.timeline;
  hasTimelineOfFinding = launch.hasFinding;
}

void SanitizeRun::writeTimeline() {
  std::optional<StringRef> path = line.value(OPT_timeline);
  if (!path || timeline.empty())
    return;
  if (llvm::Error error = writeFile(*path, timeline))
    unusable("cannot write `" + *path + "`: " + llvm::toString(std::move(error)));
}

void SanitizeRun::writeCertificates() {
  std::optional<StringRef> path = line.value(OPT_certificate);
  if (!path || certificates.empty())
    return;
  if (llvm::Error error = Certificates::write(*path, std::move(certificates)))
    unusable("cannot write `" + *path + "`: " + llvm::toString(std::move(error)));
}

/// Checks the certificates of a file for a module, without executing it.
ExitCode SanitizeRun::checkCertificate() {
  if (line.inputs().size() != 1)
    return usageError(streams, "--check-certificate requires the file of one module");
  StringRef path = line.inputs().front();
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return streams.unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
  CheckOptions checkOptions;
  checkOptions.lints = false;
  Workers single(1);
  Stats stats;
  CheckedSource checked = checkPasses(**source, checkOptions, {single, stats}, Trees::Kept);
  if (checked.diagnostics.hasErrors()) {
    streams.out << (*source)->name() << ": refused: the module has errors\n";
    return ExitCode::Findings;
  }
  auto verdicts = Certificates::check(*line.value(OPT_check_certificate), checked);
  if (!verdicts)
    return streams.unusable(llvm::toString(verdicts.takeError()));
  ExitCode code = ExitCode::Success;
  for (const certificate::Verdict &verdict : *verdicts) {
    using Kind = certificate::Verdict::Kind;
    streams.out << (*source)->name() << ": "
                << (verdict.kind == Kind::Valid     ? "valid: "
                    : verdict.kind == Kind::Refused ? "refused: "
                                                    : "not checked: ")
                << verdict.text << '\n';
    if (verdict.kind == Kind::Refused)
      code = ExitCode::Findings;
    else if (verdict.kind == Kind::NotChecked && code == ExitCode::Success)
      code = ExitCode::NotDecided;
  }
  return code;
}

/// Writes a launch and its results, before its findings.
void SanitizeRun::tell(const Outcome &outcome, const ExecutedLaunch &launch) {
  const SanitizerResult &result = launch.result;
  output.writer().addLaunch(*outcome.source,
                            {result.launch, launch.verdict, result.executions,
                             result.threadInstructions, result.premises, result.notDecided,
                             launch.proof ? &*launch.proof : nullptr});
  std::string noCertificate = launch.proof ? launch.proof->noCertificate : std::string();
  StringRef name = outcome.source->name();
  if (output.format() != OutputFormat::Text || verifying.isOn() || line.has(OPT_quiet_launches)) {
    if (!noCertificate.empty())
      streams.note({(name + ": no certificate: " + noCertificate).str()});
    // Without a fault, nothing else says why the launch is not decided or not proved.
    if (output.format() == OutputFormat::Text && !verifying.isOn() &&
        launch.verdict != "faults found")
      for (const std::string &reason : result.notDecided)
        streams.note({(name + ": not followed: " + reason).str()});
    return;
  }
  std::vector<std::string> lines = execution::describe(result, launch.verdict);
  constexpr long heading = 2; // the launch and the verdict
  std::vector<std::string> shown;
  if (launch.proof)
    for (const std::string &text : launch.proof->shown())
      shown.push_back("shown: " + text);
  if (launch.proof)
    for (const ProofRecord::Redundancy &one : launch.proof->redundant)
      shown.push_back("redundant: " + one.words());
  if (!noCertificate.empty())
    shown.push_back("no certificate: " + noCertificate);
  lines.insert(lines.begin() + heading, shown.begin(), shown.end());
  for (const std::string &text : lines)
    streams.out << name << ": " << text << '\n';
}

ExitCode ptx::sanitizeTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(SanitizeTool, arguments, streams, code);
  if (line && line->has(OPT_show_config))
    return showConfiguration(*line, streams);
  return line ? SanitizeRun(*line, streams).run() : code;
}
