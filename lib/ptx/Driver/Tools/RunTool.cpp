// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Check.h"
#include "ptx/Debug/Trace.h"
#include "ptx/Driver/Output/Progress.h"
#include "ptx/Driver/Output/ReportOutput.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Driver/Tools/DebugAdapter.h"
#include "ptx/Driver/Tools/HeapPages.h"
#include "ptx/Driver/Tools/RunRequest.h"
#include "ptx/Execution/Data/Arrays.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using execution::CompleteLaunch;
using execution::Launch;
using execution::RunArray;
using execution::RunOptions;
using execution::RunResult;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// One run of ptx-run.
class KernelRun {
public:
  KernelRun(const CommandLine &line, ToolStreams &streams)
      : line(line), streams(streams), output(line, streams) {}

  ExitCode run();

private:
  llvm::Error readOptions();
  std::optional<RunModule> read(StringRef path);
  std::optional<std::vector<Launch>> launchesOf(const RunModule &module);
  std::optional<RunResult> execute(RunModule &module, Launch launch, bool isTraced);
  bool findWriters(RunModule &module, const CompleteLaunch &launch);
  void executeAll(RunModule &module, std::vector<Launch> launches, RunModule *other);
  void tell(const RunModule &module, const RunResult &result);
  void compare(const RunResult &result, const RunModule &module, RunModule &other,
               const Launch &launch, DiagnosticList &findings);
  void report(const RunModule &module, DiagnosticList findings);
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
  RunRequest request;
  std::optional<Workers> workers; ///< for clusters
  std::optional<debug::TraceSelection> traced;
  uint32_t traceLimit = 1000;
  ExitCode code = ExitCode::Success;
  bool hasFindings = false, isUndecided = false;
};

} // namespace

llvm::Error KernelRun::readOptions() {
  llvm::Expected<RunRequest> read = RunRequest::read(line);
  if (!read)
    return read.takeError();
  request = std::move(*read);
  llvm::Expected<unsigned> threads = line.threads();
  if (!threads)
    return threads.takeError();
  workers.emplace(*threads, prepareHeapOfThread);
  request.options.workers = &*workers;
  llvm::Expected<std::optional<uint32_t>> lines = line.number(OPT_trace_limit);
  if (!lines)
    return lines.takeError();
  traceLimit = lines->value_or(traceLimit);
  if (std::optional<StringRef> what = line.value(OPT_trace)) {
    llvm::Expected<debug::TraceSelection> selection = debug::TraceSelection::parse(*what);
    if (!selection)
      return selection.takeError();
    traced = std::move(*selection);
  }
  return llvm::Error::success();
}

/// Reads and checks a module. Reports why that is not possible.
std::optional<RunModule> KernelRun::read(StringRef path) {
  llvm::Expected<RunModule> module = RunModule::read(path);
  if (!module) {
    unusable(llvm::toString(module.takeError()));
    return std::nullopt;
  }
  DiagnosticList found = std::move(module->checked.diagnostics);
  if (!found.hasErrors())
    return std::move(*module);
  hasFindings = true;
  output.writer().add(*module->source, reportOn(module->checked, std::move(found), CheckOptions()));
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
  if (comments->empty() || request.hasLaunch) {
    std::vector<Launch> given;
    given.push_back(std::move(request.launch));
    return given;
  }
  if (comments->size() > 1 && !request.files.empty()) {
    unusable("--out writes the arrays of one launch, and the module has " +
             Twine(comments->size()) + "; name an entry and its arguments");
    return std::nullopt;
  }
  return std::move(*comments);
}

/// Finds the threads whose statements are traced, by an execution before the traced one: the order
/// of all executions of a launch is the same. False if there is no such element.
bool KernelRun::findWriters(RunModule &module, const CompleteLaunch &launch) {
  const auto &[array, number] = *traced->element;
  debug::WriterSearch search(array, number);
  RunOptions silent = request.options;
  silent.progress = nullptr;
  silent.inspector = &search;
  RunResult searched = execution::run(module.checked, launch, silent);
  traced->writers = search.takeWriters();
  std::string name = array + "[" + std::to_string(number) + "]";
  if (!search.exists())
    unusable("the launch has no element `" + name + "`, which --trace names");
  else if (traced->writers.empty() && searched.isComputed()) // otherwise one can write it later
    results() << "no thread writes " << name << '\n';
  return search.exists();
}

/// Executes a launch. Reports why that is not possible.
std::optional<RunResult> KernelRun::execute(RunModule &module, Launch launch, bool isTraced) {
  llvm::Expected<CompleteLaunch> complete =
      execution::completeLaunch(std::move(launch), module.checked, /*keepsProblems=*/true);
  if (!complete) {
    unusable(module.source->name() + ": " + llvm::toString(complete.takeError()));
    return std::nullopt;
  }
  Progress progress(streams, 1, output.isOnStandardOutput());
  std::optional<debug::Trace> trace;
  if (isTraced && traced) {
    if (traced->element && !findWriters(module, *complete))
      return std::nullopt;
    trace.emplace(*traced, module.source->text(), traceLimit, results());
  }
  RunOptions options = request.options;
  options.inspector = trace ? &*trace : nullptr;
  // A trace is written during the execution, after which the line would not be erased.
  if (progress.tellsSteps() && !trace)
    options.progress = [&](const RunOptions::Progress &state) {
      progress.tell([&] {
        return std::to_string(state.done) + " of " + std::to_string(state.count) +
               " clusters, in the next one " + std::to_string(state.cost / 1'000'000) +
               " million instructions of warps";
      });
    };
  RunResult result = execution::run(module.checked, std::move(*complete), options);
  progress.erase();
  if (trace)
    trace->finish();
  for (const std::string &problem : result.problems)
    unusable(module.source->name() + ": " + problem);
  return result.problems.empty() ? std::optional(std::move(result)) : std::nullopt;
}

/// What the launch was and what came of it, before its findings.
void KernelRun::tell(const RunModule &module, const RunResult &result) {
  isUndecided |= !result.isComputed();
  StringRef name = module.source->name();
  StringRef verdict =
      execution::verdictOf(result, result.findings.hasErrors() ? 1 : 0, !result.findings.empty());
  output.writer().addLaunch(
      *module.source,
      {result.launch, verdict, 1, result.threadInstructions, {}, result.notFollowed});
  results() << result.printed;
  if (output.format() != OutputFormat::Text)
    return;
  if (line.has(OPT_quiet_launches)) {
    // Without a finding, nothing else says why there are no results.
    if (verdict == "not decided")
      for (const std::string &reason : result.notFollowed)
        streams.note({(name + ": not followed: " + reason).str()});
    return;
  }
  streams.out << name << ": launch " << result.launch << '\n'
              << name << ": " << verdict << "; " << result.threadInstructions
              << " instructions of threads\n";
  for (const std::string &reason : result.notFollowed)
    streams.out << name << ": not followed: " << reason << '\n';
}

/// Compares the arrays with those of another module. Adds the findings of its execution.
void KernelRun::compare(const RunResult &result, const RunModule &module, RunModule &other,
                        const Launch &launch, DiagnosticList &findings) {
  std::optional<RunResult> second = execute(other, launch, false);
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

void KernelRun::report(const RunModule &module, DiagnosticList findings) {
  Report report = reportOn(module.checked, std::move(findings), CheckOptions());
  hasFindings |= report.errors != 0;
  output.flush();
  output.writer().add(*module.source, report);
}

void KernelRun::executeAll(RunModule &module, std::vector<Launch> launches, RunModule *other) {
  DiagnosticList findings, otherFindings;
  for (Launch &launch : launches) {
    // The arrays of a launch that is not executed again are changed without a copy.
    std::optional<RunResult> result = execute(module, other ? launch : std::move(launch), true);
    if (!result)
      continue;
    tell(module, *result);
    if (result->isComputed())
      request.writeResults(*result, results(), [&](const Twine &text) { unusable(text); });
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
  if (inputs.empty())
    return usageError(streams, "no input; name the file of a module, or - for standard input");
  if (inputs.size() > 1)
    return usageError(streams, "expected one module, found `" + llvm::join(inputs, "`, `") + "`");
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  if (llvm::Error error = checkOutputFiles(line, inputs[0].str()))
    return streams.unusable(llvm::toString(std::move(error)));
  std::optional<RunModule> module = read(inputs[0]), other;
  std::optional<StringRef> against = line.value(OPT_against);
  if (against)
    other = read(*against);
  if (module && (other || !against))
    if (std::optional<std::vector<Launch>> launches = launchesOf(*module))
      executeAll(*module, std::move(*launches), other ? &*other : nullptr);
  if (code == ExitCode::Success)
    code = hasFindings   ? ExitCode::Findings
           : isUndecided ? ExitCode::NotDecided
                         : ExitCode::Success;
  return output.finish(code);
}

ExitCode ptx::runKernelTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(RunTool, arguments, streams, code);
  if (line && line->has(OPT_debug_adapter))
    return runDebugAdapter(*line, streams);
  return line ? KernelRun(*line, streams).run() : code;
}
