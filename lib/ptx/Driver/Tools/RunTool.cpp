// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Passes.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/LaunchOptions.h"
#include "ptx/Driver/Output/Progress.h"
#include "ptx/Driver/Output/ReportOutput.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Execution/Data/Arrays.h"
#include "ptx/Execution/Data/Run.h"
#include "ptx/Support/Workers.h"

using namespace ptx;
using execution::CompleteLaunch;
using execution::Launch;
using execution::RunArray;
using execution::RunOptions;
using execution::RunResult;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// Elements of an array: `C`, `C[3]`, `C[0:8]`.
struct ArrayPart {
  std::string name;
  uint64_t begin = 0;
  uint64_t end = ~uint64_t(0); ///< ~0: the size of the array
};

/// A module that was read and checked.
struct RunModule {
  std::unique_ptr<SourceBuffer> source;
  CheckedSource checked;
  Report report; ///< its errors
};

/// One run of ptx-run.
class KernelRun {
public:
  KernelRun(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), output(line, streams) {}

  ExitCode run();

private:
  llvm::Error readOptions();
  llvm::Error readOutputs();
  std::optional<RunModule> read(StringRef path);
  std::optional<std::vector<Launch>> launchesOf(const RunModule &module);
  std::optional<RunResult> execute(RunModule &module, const Launch &launch);
  void executeAll(RunModule &module, const std::vector<Launch> &launches, RunModule *other);
  void tell(const RunModule &module, const RunResult &result);
  void compare(const RunResult &result, const RunModule &module, RunModule &other,
               const Launch &launch, DiagnosticList &findings);
  void report(const RunModule &module, DiagnosticList findings);
  void printParts(const RunResult &result);
  void writeArrays(const RunResult &result);
  /// The stream of values, beside a report that programs read.
  llvm::raw_ostream &results() {
    bool isApart = output.format() != OutputFormat::Text && output.isOnStandardOutput();
    return isApart ? streams.err : streams.out;
  }
  void note(ExitCode found) { code = worst(code, found); }
  void unusable(const Twine &text) { note(streams.unusable(text)); }

  const CommandLine &line;
  ToolStreams &streams;
  ReportOutput output;
  Launch told;
  RunOptions options;
  std::optional<Workers> workers; ///< for clusters
  std::vector<ArrayPart> printed;
  std::vector<std::pair<std::string, std::string>> files; ///< array and path
  ExitCode code = ExitCode::Success;
  bool hasFindings = false, isUndecided = false;
};

} // namespace

/// `C`, `C[3]` or `C[0:8]`; one of the ends may be left out.
static std::optional<ArrayPart> partOf(StringRef text) {
  auto [name, rest] = text.split('[');
  ArrayPart part{name.str()};
  if (name.empty())
    return std::nullopt;
  if (!text.contains('['))
    return part;
  if (!rest.consume_back("]"))
    return std::nullopt;
  auto [first, last] = rest.split(':');
  bool isRange = rest.contains(':');
  if ((!first.empty() || !isRange) && first.getAsInteger(10, part.begin))
    return std::nullopt;
  if (!isRange)
    part.end = part.begin + 1;
  else if (!last.empty() && last.getAsInteger(10, part.end))
    return std::nullopt;
  return part;
}

/// What to print and to write after the execution.
llvm::Error KernelRun::readOutputs() {
  for (const std::string &given : line.values(OPT_print)) {
    std::optional<ArrayPart> part = partOf(given);
    if (!part)
      return llvm::createStringError("expected an array, as in `C` or `C[0:8]`, found `" + given +
                                     "`");
    printed.push_back(std::move(*part));
  }
  for (const std::string &given : line.values(OPT_out)) {
    auto [name, path] = StringRef(given).split('=');
    if (name.empty() || path.empty())
      return llvm::createStringError("expected `<name>=<file>`, found `" + given + "`");
    files.emplace_back(name.str(), path.str());
  }
  return llvm::Error::success();
}

llvm::Error KernelRun::readOptions() {
  if (llvm::Error error = readLaunchShape(line, told))
    return error;
  llvm::Expected<unsigned> threads = line.threads();
  if (!threads)
    return threads.takeError();
  workers.emplace(*threads, prepareHeapOfThread);
  options.workers = &*workers;
  std::optional<uint32_t> seed, limit;
  for (auto [option, place] : {std::pair(OPT_seed, &seed), std::pair(OPT_step_limit, &limit)}) {
    llvm::Expected<std::optional<uint32_t>> number = line.number(option);
    if (!number)
      return number.takeError();
    *place = *number;
  }
  options.limit = limit.value_or(options.limit);
  options.isChecked = !line.has(OPT_unchecked);
  options.isStrict = line.has(OPT_strict);
  if (llvm::Error error = readLaunchArguments(line, told, seed.value_or(1)))
    return error;
  return readOutputs();
}

/// Reads and checks a module. Reports why that is not possible.
std::optional<RunModule> KernelRun::read(StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source) {
    unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
    return std::nullopt;
  }
  CheckOptions check;
  check.lints = false;
  Workers single(1);
  Stats stats;
  CheckedSource checked = checkPasses(**source, check, {single, stats}, Trees::Kept);
  DiagnosticList found = std::move(checked.diagnostics);
  bool hasErrors = found.hasErrors();
  RunModule module{std::move(*source), std::move(checked), {}};
  if (!hasErrors)
    return module;
  hasFindings = true;
  output.writer().add(*module.source,
                      makeReport(std::move(found), check.diagnostics, *module.source));
  return std::nullopt;
}

/// The launch of the command line, or those of the comments.
std::optional<std::vector<Launch>> KernelRun::launchesOf(const RunModule &module) {
  llvm::Expected<std::vector<Launch>> comments =
      execution::readLaunchComments(module.source->text());
  if (!comments) {
    unusable(module.source->name() + ": " + llvm::toString(comments.takeError()));
    return std::nullopt;
  }
  bool isTold = !told.entry.empty() || told.block || told.grid || line.has(OPT_arg);
  if (comments->empty() || isTold)
    return std::vector<Launch>{told};
  if (comments->size() > 1 && !files.empty()) {
    unusable("--out writes the arrays of one launch, and the module has " +
             Twine(comments->size()) + "; name an entry and its arguments");
    return std::nullopt;
  }
  return std::move(*comments);
}

/// Executes a launch. Reports why that is not possible.
std::optional<RunResult> KernelRun::execute(RunModule &module, const Launch &launch) {
  llvm::Expected<CompleteLaunch> complete = execution::completeLaunch(launch, module.checked);
  if (!complete) {
    unusable(module.source->name() + ": " + llvm::toString(complete.takeError()));
    return std::nullopt;
  }
  Progress progress(streams, 1, output.isOnStandardOutput());
  options.progress = [&](uint64_t done, uint64_t count) {
    if (progress.tellsSteps())
      progress.tell(
          [&] { return std::to_string(done) + " of " + std::to_string(count) + " clusters"; });
  };
  RunResult result = execution::run(module.checked, std::move(*complete), options);
  progress.erase();
  for (const std::string &problem : result.problems)
    unusable(module.source->name() + ": " + problem);
  return result.problems.empty() ? std::optional(std::move(result)) : std::nullopt;
}

/// What the launch was and what came of it, before its findings.
void KernelRun::tell(const RunModule &module, const RunResult &result) {
  isUndecided |= !result.isComputed();
  StringRef name = module.source->name();
  StringRef verdict = result.findings.hasErrors() ? "faults found"
                      : !result.isComputed()      ? "not decided"
                      : result.findings.empty()   ? "clean"
                                                  : "no fault, but warnings";
  output.writer().addLaunch(
      *module.source,
      {result.launch, verdict, 1, result.threadInstructions, {}, result.notFollowed});
  results() << result.printed;
  if (output.format() != OutputFormat::Text || line.has(OPT_quiet_launches))
    return;
  streams.out << name << ": launch " << result.launch << '\n'
              << name << ": " << verdict << "; " << result.threadInstructions
              << " instructions of threads\n";
  for (const std::string &reason : result.notFollowed)
    streams.out << name << ": not followed: " << reason << '\n';
}

/// Compares the arrays with those of another module. Adds the findings of its execution.
void KernelRun::compare(const RunResult &result, const RunModule &module, RunModule &other,
                        const Launch &launch, DiagnosticList &findings) {
  std::optional<RunResult> second = execute(other, launch);
  if (!second)
    return;
  tell(other, *second);
  findings.append(std::move(second->findings));
  if (!result.isComputed() || !second->isComputed())
    return;
  for (const RunArray &array : result.arrays) {
    // The other module can have other names of parameters, and other types of variables.
    const RunArray *same = second->find(array.number.empty() ? array.name : array.number);
    if (!same)
      continue;
    if (same->bytes.size() != array.bytes.size()) {
      hasFindings = true;
      results() << "`" << array.name << "` has " << array.bytes.size() << " bytes in "
                << module.source->name() << " and " << same->bytes.size() << " in "
                << other.source->name() << '\n';
      continue;
    }
    uint64_t count = 0, first = 0, each = array.elementBytes();
    for (uint64_t i = array.size(); i-- != 0;)
      if (!std::equal(array.bytes.begin() + i * each, array.bytes.begin() + (i + 1) * each,
                      same->bytes.begin() + i * each)) {
        ++count;
        first = i;
      }
    if (!count)
      continue;
    hasFindings = true;
    TypeId type = array.initial->element;
    RunArray alike = *same;
    alike.initial = array.initial;
    results() << "`" << array.name << "[" << first << "]` is "
              << execution::elementText(type, array.element(first)) << " in "
              << module.source->name() << " and "
              << execution::elementText(type, alike.element(first)) << " in "
              << other.source->name() << "; " << count << " of " << array.size()
              << (array.size() == 1 ? " element differs\n" : " elements differ\n");
  }
}

void KernelRun::printParts(const RunResult &result) {
  for (const ArrayPart &part : printed) {
    const RunArray *array = result.find(part.name);
    if (!array) {
      unusable("the launch has no array `" + part.name + "`");
      continue;
    }
    uint64_t size = array->size(), end = part.end == ~uint64_t(0) ? size : part.end;
    if (part.begin > end || end > size) {
      unusable("`" + part.name + "` has " + Twine(size) + (size == 1 ? " element" : " elements") +
               ", and --print names others");
      continue;
    }
    results() << part.name << "[" << part.begin << ":" << end << "] =";
    for (uint64_t i = part.begin; i < end; ++i)
      results() << ' ' << execution::elementText(array->initial->element, array->element(i));
    results() << '\n';
  }
}

void KernelRun::writeArrays(const RunResult &result) {
  for (const auto &[name, path] : files) {
    const RunArray *array = result.find(name);
    if (!array) {
      unusable("the launch has no array `" + name + "`");
      continue;
    }
    if (llvm::Error error = writeFile(path, execution::numpyOf(*array->initial, array->bytes)))
      unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  }
}

void KernelRun::report(const RunModule &module, DiagnosticList findings) {
  Report report = makeReport(std::move(findings), CheckOptions().diagnostics, *module.source);
  hasFindings |= report.errors != 0;
  output.flush();
  output.writer().add(*module.source, report);
}

void KernelRun::executeAll(RunModule &module, const std::vector<Launch> &launches,
                           RunModule *other) {
  DiagnosticList findings, otherFindings;
  for (const Launch &launch : launches) {
    std::optional<RunResult> result = execute(module, launch);
    if (!result)
      continue;
    tell(module, *result);
    if (result->isComputed()) {
      printParts(*result);
      writeArrays(*result);
    }
    if (other)
      compare(*result, module, *other, launch, otherFindings);
    findings.append(std::move(result->findings));
  }
  report(module, std::move(findings));
  if (other)
    report(*other, std::move(otherFindings));
}

ExitCode KernelRun::run() {
  std::vector<StringRef> inputs = line.inputs();
  if (inputs.size() != 1)
    return usageError(streams, "expected one input, a module");
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  std::optional<RunModule> module = read(inputs[0]), other;
  std::optional<StringRef> against = line.value(OPT_against);
  if (against)
    other = read(*against);
  if (module && (other || !against))
    if (std::optional<std::vector<Launch>> launches = launchesOf(*module))
      executeAll(*module, *launches, other ? &*other : nullptr);
  if (code == ExitCode::Success)
    code = hasFindings   ? ExitCode::Findings
           : isUndecided ? ExitCode::NotDecided
                         : ExitCode::Success;
  return output.finish(code);
}

ExitCode ptx::runKernelTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(RunTool, arguments, streams, code);
  return line ? KernelRun(*line, streams).run() : code;
}
