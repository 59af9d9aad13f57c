// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Driver/Options/CommandLine.h"
#include "ptx/Driver/Tools.h"
#include "ptx/Memory/Limits.h"
#include "ptx/Memory/Model/Hangs.h"
#include "ptx/Memory/Read/DialectReader.h"
#include "ptx/Memory/Read/PtxReader.h"
#include "ptx/Memory/Show/Explain.h"
#include "ptx/Memory/Strengthen/Strengthen.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// One run of ptx-litmus.
class LitmusRun {
public:
  LitmusRun(const CommandLine &line, ToolStreams &streams, const SolverFactory &makeSolver)
      : line(line), streams(streams), makeSolver(makeSolver),
        format(line.value(OPT_format).value_or("text")) {}

  ExitCode run();

private:
  StringRef fault(llvm::ArrayRef<StringRef> inputs) const;
  ExitCode answer(StringRef path);
  ExitCode refuse(StringRef name, llvm::Error error);
  llvm::Expected<bool> decide(const LitmusTest &test);
  llvm::Expected<bool> findRaces(const LitmusTest &test);
  llvm::Expected<bool> findWaiting(const LitmusTest &test);
  llvm::Expected<bool> strengthen(const LitmusTest &test);

  const CommandLine &line;
  ToolStreams &streams;
  const SolverFactory &makeSolver;
  const StringRef format;
  LitmusOptions options;
};

} // namespace

/// The error message for an invalid command line; empty if it is valid.
StringRef LitmusRun::fault(llvm::ArrayRef<StringRef> inputs) const {
  if (inputs.empty())
    return "no input; name the files of litmus tests, or - for standard input";
  int questions = line.has(OPT_strengthen) + line.has(OPT_races) + line.has(OPT_hangs);
  if (questions > 1)
    return "--strengthen, --races and --hangs are different questions";
  if (format == "svg" && (inputs.size() > 1 || questions))
    return "--format=svg draws the result of one test";
  return "";
}

ExitCode LitmusRun::run() {
  std::vector<StringRef> inputs = line.inputs();
  if (StringRef text = fault(inputs); !text.empty())
    return usageError(streams, text);
  llvm::Expected<std::optional<uint32_t>> bound = line.number(OPT_unroll);
  if (!bound)
    return usageError(streams, llvm::toString(bound.takeError()));
  options.bound = bound->value_or(options.bound);
  ExitCode code = ExitCode::Success;
  for (StringRef input : inputs)
    code = worst(code, answer(input));
  return code;
}

/// Reads a test and prints the requested result.
ExitCode LitmusRun::answer(StringRef path) {
  FileInProgress inProgress(path);
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return streams.unusable("cannot read `" + path + "`: " + llvm::toString(source.takeError()));
  StringRef name = (*source)->name();
  if ((*source)->text().size() > litmus::mostBytes)
    return refuse(name, llvm::createStringError("it has " + llvm::Twine((*source)->text().size()) +
                                                " bytes; the limit is " +
                                                llvm::Twine(litmus::mostBytes)));
  bool needsCondition = !line.has(OPT_races) && !line.has(OPT_hangs);
  llvm::Expected<LitmusTest> test = isDialect((*source)->text())
                                        ? readDialect((*source)->text())
                                        : readPtxLitmus(**source, needsCondition);
  if (!test)
    return refuse(name, test.takeError());
  llvm::Expected<bool> isAsItSays = decide(*test);
  if (!isAsItSays)
    return refuse(name, isAsItSays.takeError());
  return *isAsItSays ? ExitCode::Success : ExitCode::Findings;
}

/// Reports why the test `name` could not be decided.
ExitCode LitmusRun::refuse(StringRef name, llvm::Error error) {
  llvm::handleAllErrors(
      std::move(error),
      [&](const IllegalModule &module) {
        streams.error(name + ": the test is not legal PTX");
        streams.err << module.report();
      },
      [&](const llvm::ErrorInfoBase &other) { streams.error(name + ": " + other.message()); });
  return ExitCode::Findings;
}

/// Prints the result that the command line requests. Returns whether the test is as claimed.
llvm::Expected<bool> LitmusRun::decide(const LitmusTest &test) {
  if (line.has(OPT_races))
    return findRaces(test);
  if (line.has(OPT_hangs))
    return findWaiting(test);
  if (line.has(OPT_strengthen))
    return strengthen(test);
  llvm::Expected<LitmusResult> result = checkLitmus(test, makeSolver, options);
  if (!result)
    return result.takeError();
  llvm::Expected<bool> isMixed = hasMixedRace(test, makeSolver, options);
  if (!isMixed)
    return isMixed.takeError();
  result->hasMixedRace = *isMixed;
  // Halves of values can be the reason only if no values fit.
  if (!result->isAllowed && result->hasExecutions && result->violated.empty() && !*isMixed) {
    llvm::Expected<bool> isWeak = hasWeakRace(test, makeSolver, options);
    if (!isWeak)
      return isWeak.takeError();
    result->hasWeakRace = *isWeak;
  }
  std::vector<Explanation> explanation;
  if (line.has(OPT_explain_litmus))
    explanation = explainLitmus(*result);
  if (format == "svg") {
    printLitmusSvg(streams.out, test, *result);
  } else if (format == "json") {
    printLitmusJson(streams.out, test, *result, explanation);
  } else {
    printLitmusText(streams.out, test, *result);
    printExplanation(streams.out, explanation);
  }
  return result->holds;
}

/// Lists the data races. Returns whether there are none.
llvm::Expected<bool> LitmusRun::findRaces(const LitmusTest &test) {
  llvm::Expected<std::vector<DataRace>> races = ptx::findRaces(test, makeSolver, options);
  if (!races)
    return races.takeError();
  format == "json" ? printRacesJson(streams.out, test, *races)
                   : printRaces(streams.out, test, *races);
  return races->empty();
}

/// Reports whether a thread can wait forever. Returns whether none can.
llvm::Expected<bool> LitmusRun::findWaiting(const LitmusTest &test) {
  llvm::Expected<LitmusHang> hang = findHang(test, makeSolver, options);
  if (!hang)
    return hang.takeError();
  format == "json" ? printHangJson(streams.out, test, *hang)
                   : printHang(streams.out, test, *hang, options);
  return !hang->execution;
}

/// Lists the changes that forbid the condition. Returns whether the test is as claimed.
llvm::Expected<bool> LitmusRun::strengthen(const LitmusTest &test) {
  llvm::Expected<Strengthenings> found = findStrengthenings(test, makeSolver, options);
  if (!found)
    return found.takeError();
  format == "json" ? printStrengtheningsJson(streams.out, test, *found)
                   : printStrengthenings(streams.out, test, *found);
  return found->isForbidden == (test.quantifier != Quantifier::Exists);
}

ExitCode ptx::litmusTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams,
                         const SolverFactory &makeSolver) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(LitmusTool, arguments, streams, code);
  return line ? LitmusRun(*line, streams, makeSolver).run() : code;
}
