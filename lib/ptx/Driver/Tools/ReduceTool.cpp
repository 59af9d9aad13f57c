// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Files/AtomicFile.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Reduce/Legality.h"
#include "ptx/Reduce/Reducer.h"
#include "ptx/Reduce/Tests/ProgramTests.h"
#include "ptx/Reduce/Tests/RuleTest.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <csignal>

using namespace ptx;
using llvm::StringRef;
using Clock = std::chrono::steady_clock;

//===-- Interruption --------------------------------------------------------------------------===//

static std::atomic<bool> isInterrupted = false;
static volatile std::sig_atomic_t interruption = 0;

static void onInterruption(int signal) {
  interruption = signal;
  isInterrupted = true;
}

/// The first SIGINT or SIGTERM ends the reduction, a second one the program.
static void catchInterruptions() {
  struct sigaction action = {};
  action.sa_handler = onInterruption;
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  for (int signal : {SIGINT, SIGTERM})
    sigaction(signal, &action, nullptr);
}

//===-- The command line ----------------------------------------------------------------------===//

namespace {

/// One run of ptx-reduce.
class ReduceRun {
public:
  ReduceRun(const CommandLine &line, ToolStreams &streams) : line(line), streams(streams) {}

  ExitCode run();

private:
  StringRef fault() const;
  llvm::Error readOptions();
  llvm::Error readPasses();
  llvm::Error readLimits();
  llvm::Error makeTest(StringRef fileName);
  llvm::Error makeReadyTest(StringRef name, StringRef value, ScratchFiles files);
  llvm::Expected<TestProgram> programOf(StringRef name) const;
  llvm::Expected<TestProgram> ptxasOf(OptionId option) const;
  ExitCode reduce(StringRef text);
  bool isUsable(StringRef text);
  ExitCode write(StringRef text);
  void report(const ReductionPass &pass, StringRef text);
  bool writesFile() const { return line.value(OPT_output).value_or("-") != "-"; }
  void summarize(StringRef before, StringRef after, const Reducer &reducer, Clock::duration time);

  const CommandLine &line;
  ToolStreams &streams;
  ReductionOptions options;
  ProcessLimits limits;
  std::unique_ptr<InterestTest> test;
  unsigned threads = 0;
};

} // namespace

static llvm::Error usage(const llvm::Twine &text) { return llvm::createStringError(text); }

StringRef ReduceRun::fault() const {
  if (line.has(OPT_reduce_test) == line.has(OPT_reduce_check))
    return "expected one of --test and --check, which say what to keep";
  if (line.has(OPT_test_arg) && !line.has(OPT_reduce_test))
    return "--test-arg requires --test";
  if (line.inputs().size() != 1)
    return "expected one input, a file or - for standard input";
  if (writesFile() && llvm::sys::fs::equivalent(*line.value(OPT_output), line.inputs().front()))
    return "the output is the input; name another file";
  return "";
}

static const ReductionPass *passNamed(StringRef name) {
  llvm::ArrayRef<ReductionPass> passes = reductionPasses();
  const ReductionPass *found =
      llvm::find_if(passes, [&](const ReductionPass &pass) { return pass.name == name; });
  return found == passes.end() ? nullptr : found;
}

/// `--passes` and `--skip-passes`.
llvm::Error ReduceRun::readPasses() {
  llvm::SmallVector<StringRef> only, without;
  line.value(OPT_passes).value_or("").split(only, ',', -1, /*KeepEmpty=*/false);
  line.value(OPT_skip_passes).value_or("").split(without, ',', -1, /*KeepEmpty=*/false);
  for (llvm::ArrayRef<StringRef> names : {llvm::ArrayRef(only), llvm::ArrayRef(without)})
    for (StringRef name : names)
      if (!passNamed(name))
        return usage("there is no pass `" + name + "`; --list-passes lists them");
  for (const ReductionPass &pass : reductionPasses())
    if ((only.empty() || llvm::is_contained(only, pass.name)) &&
        !llvm::is_contained(without, pass.name))
      options.passes.push_back(&pass);
  return llvm::Error::success();
}

llvm::Error ReduceRun::readLimits() {
  llvm::Expected<std::optional<uint32_t>> time = line.number(OPT_reduce_time_limit);
  if (!time)
    return time.takeError();
  if (*time)
    options.deadline = Clock::now() + std::chrono::seconds(**time);
  llvm::Expected<std::optional<uint32_t>> ofTest = line.number(OPT_test_time_limit);
  if (!ofTest)
    return ofTest.takeError();
  limits.seconds = ofTest->value_or(limits.seconds);
  llvm::Expected<std::optional<uint32_t>> memory = line.number(OPT_test_memory_limit);
  if (!memory)
    return memory.takeError();
  limits.memory = static_cast<uint64_t>(memory->value_or(0)) << 20;
  limits.stop = &isInterrupted;
  limits.deadline = options.deadline;
  return llvm::Error::success();
}

llvm::Error ReduceRun::readOptions() {
  llvm::Expected<unsigned> wanted = line.threads();
  if (!wanted)
    return wanted.takeError();
  threads = *wanted;
  options.any = line.has(OPT_any);
  options.stop = &isInterrupted;
  options.report = [this](const ReductionPass &pass, StringRef text) { report(pass, text); };
  if (llvm::Error error = readPasses())
    return error;
  return readLimits();
}

/// Finds a program by its path, or by its name in the folders of PATH.
llvm::Expected<TestProgram> ReduceRun::programOf(StringRef name) const {
  if (llvm::sys::path::has_parent_path(name) && llvm::sys::fs::can_execute(name)) {
    llvm::SmallString<128> path(name);
    llvm::sys::fs::make_absolute(path);
    return TestProgram{path.str().str(), {}, limits};
  }
  if (!llvm::sys::path::has_parent_path(name))
    if (llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name))
      return TestProgram{*path, {}, limits};
  if (!llvm::sys::path::has_parent_path(name) && llvm::sys::fs::exists(name))
    return usage("there is no program `" + name + "` in the folders of PATH; did you mean `./" +
                 name + "`?");
  return usage(llvm::sys::fs::exists(name) ? "`" + name + "` is not executable"
                                           : "there is no program `" + name + "`");
}

llvm::Expected<TestProgram> ReduceRun::ptxasOf(OptionId option) const {
  llvm::Expected<TestProgram> program = programOf(line.value(option).value_or("ptxas"));
  if (program)
    program->arguments = line.values(OPT_ptxas_arg);
  return program;
}

llvm::Error ReduceRun::makeReadyTest(StringRef name, StringRef value, ScratchFiles files) {
  if (name == "ptx-check") {
    llvm::Expected<std::unique_ptr<InterestTest>> made = ruleTest(value);
    if (!made)
      return made.takeError();
    test = std::move(*made);
    return llvm::Error::success();
  }
  llvm::Expected<TestProgram> ptxas = ptxasOf(OPT_ptxas);
  if (!ptxas)
    return ptxas.takeError();
  if (name == "ptxas-crash") {
    test = ptxasCrashTest(std::move(*ptxas), std::move(files));
    return llvm::Error::success();
  }
  if (name == "ptxas-rejects") {
    test = ptxasRejectsTest(std::move(*ptxas), std::move(files), value.str());
    return llvm::Error::success();
  }
  if (!line.has(OPT_other_ptxas))
    return usage("--check=sass-differs requires --other-ptxas");
  llvm::Expected<TestProgram> other = ptxasOf(OPT_other_ptxas);
  if (!other)
    return other.takeError();
  test = machineCodeTest(std::move(*ptxas), std::move(*other), std::move(files));
  return llvm::Error::success();
}

llvm::Error ReduceRun::makeTest(StringRef fileName) {
  llvm::Expected<ScratchFiles> files = ScratchFiles::create(fileName);
  if (!files)
    return files.takeError();
  std::optional<StringRef> own = line.value(OPT_reduce_test);
  if (!own) {
    auto [name, value] = line.value(OPT_reduce_check)->split('=');
    bool hasValue = name == "ptxas-rejects" || name == "ptx-check";
    bool isKnown = hasValue || name == "ptxas-crash" || name == "sass-differs";
    if (!isKnown || hasValue == value.empty())
      return usage("invalid value `" + *line.value(OPT_reduce_check) +
                   "` of `--check`; expected ptxas-crash, ptxas-rejects=<text>, ptx-check=<rule> "
                   "or sass-differs");
    return makeReadyTest(name, value, std::move(*files));
  }
  llvm::Expected<TestProgram> program = programOf(*own);
  if (!program)
    return program.takeError();
  program->arguments = line.values(OPT_test_arg);
  test = exitStatusTest(std::move(*program), std::move(*files));
  return llvm::Error::success();
}

//===-- The reduction -------------------------------------------------------------------------===//

/// Whether `text` can be reduced. Reports an error if not.
bool ReduceRun::isUsable(StringRef text) {
  if (!options.any)
    if (std::optional<Diagnostic> error = firstErrorOf(text, *test)) {
      auto source = SourceBuffer::fromString(text.str(), "");
      LineColumn where = source->lineColumn(error->range.begin);
      streams.error("the input has an error, on line " + llvm::Twine(where.line) + ": " +
                    error->message + "; --any reduces texts with errors");
      return false;
    }
  if (test->isInteresting(text, 0))
    return true;
  if (!isInterrupted)
    streams.error("the input is not interesting: " +
                  (line.has(OPT_reduce_test)
                       ? "`" + *line.value(OPT_reduce_test) + "` does not exit with 0 for it"
                       : "--check=" + *line.value(OPT_reduce_check) + " does not hold for it"));
  return false;
}

void ReduceRun::summarize(StringRef before, StringRef after, const Reducer &reducer,
                          Clock::duration time) {
  static constexpr StringRef ends[] = {"", "; ended by the time limit", "; interrupted"};
  streams.err << streams.tool << ": "
              << llvm::formatv(
                     "{0} to {1} bytes, {2} to {3} statements; {4} tests in {5:f1} s{6}\n",
                     before.size(), after.size(), Subject(before).statementCount(),
                     Subject(after).statementCount(), reducer.tests(),
                     std::chrono::duration<double>(time).count(), ends[size_t(reducer.end())]);
}

ExitCode ReduceRun::write(StringRef text) {
  if (!writesFile()) {
    streams.out << text;
    return ExitCode::Success;
  }
  StringRef path = *line.value(OPT_output);
  if (llvm::Error error = writeFile(path, text))
    return streams.unusable("cannot write `" + path + "`: " + llvm::toString(std::move(error)));
  return ExitCode::Success;
}

/// After each pass, the smallest module so far is written to a file, so that an interruption loses
/// nothing.
void ReduceRun::report(const ReductionPass &pass, StringRef text) {
  if (writesFile())
    write(text);
  if (!line.has(OPT_verbose))
    return;
  streams.err << streams.tool << ": " << pass.name << ": " << text.size() << " bytes\n";
  streams.err.flush();
}

ExitCode ReduceRun::reduce(StringRef text) {
  Clock::time_point begin = Clock::now();
  if (!isUsable(text))
    return ExitCode::Findings;
  if (writesFile())
    if (ExitCode code = write(text); code != ExitCode::Success)
      return code;
  Workers workers(threads);
  Reducer reducer(*test, options, workers);
  std::string smallest = reducer.reduce(text.str());
  ExitCode code = write(smallest);
  if (!line.has(OPT_no_summary))
    summarize(text, smallest, reducer, Clock::now() - begin);
  return code;
}

ExitCode ReduceRun::run() {
  if (StringRef text = fault(); !text.empty())
    return usageError(streams, text);
  if (llvm::Error error = readOptions())
    return usageError(streams, llvm::toString(std::move(error)));
  StringRef path = line.inputs().front();
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return streams.unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
  if (llvm::Error error = makeTest(path == "-" ? "input.ptx" : llvm::sys::path::filename(path)))
    return usageError(streams, llvm::toString(std::move(error)));
  catchInterruptions();
  return reduce((*source)->text());
}

static void listPasses(llvm::raw_ostream &os) {
  constexpr unsigned column = 14;
  for (const ReductionPass &pass : reductionPasses())
    os << llvm::left_justify(pass.name, column) << pass.summary
       << (pass.kind == ReductionPass::ForAnyText ? " (with --any)" : "") << '\n';
}

ExitCode ptx::reduceTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(ReduceTool, arguments, streams, code);
  if (line && line->has(OPT_list_passes))
    listPasses(streams.out);
  else if (line)
    code = ReduceRun(*line, streams).run();
  if (interruption == 0)
    return code;
  // The caller of the program sees which signal ended it.
  streams.out.flush();
  streams.err.flush();
  std::signal(interruption, SIG_DFL);
  std::raise(interruption);
  return code;
}
