// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CadicalSolver.h"
#include "ptx/Driver/CommandLine.h"
#include "ptx/Memory/DialectReader.h"
#include "ptx/Memory/Explain.h"
#include "ptx/Memory/Hangs.h"
#include "ptx/Memory/PtxReader.h"
#include "ptx/Memory/Strengthen.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

static llvm::Expected<LitmusTest> readTest(StringRef path) {
  llvm::Expected<std::unique_ptr<SourceBuffer>> source = SourceBuffer::open(path);
  if (!source)
    return source.takeError();
  return isDialect((*source)->text()) ? readDialect((*source)->text()) : readPtxLitmus(**source);
}

/// Lists what forbids the condition; whether the test is as it says.
static llvm::Expected<bool> strengthen(const LitmusTest &test, bool asJson,
                                       const LitmusOptions &options, llvm::raw_ostream &os) {
  llvm::Expected<Strengthenings> found = findStrengthenings(test, makeCadicalSolver, options);
  if (!found)
    return found.takeError();
  asJson ? printStrengtheningsJson(os, test, *found) : printStrengthenings(os, test, *found);
  return found->isForbidden == (test.quantifier != Quantifier::Exists);
}

/// Says whether a thread can wait for ever; whether none can.
static llvm::Expected<bool> findWaiting(const LitmusTest &test, bool asJson,
                                        const LitmusOptions &options, llvm::raw_ostream &os) {
  llvm::Expected<LitmusHang> hang = findHang(test, makeCadicalSolver, options);
  if (!hang)
    return hang.takeError();
  asJson ? printHangJson(os, test, *hang) : printHang(os, test, *hang, options);
  return !hang->execution;
}

/// Decides one test; whether it is as it says.
static llvm::Expected<bool> decide(const CommandLine &line, StringRef path,
                                   const LitmusOptions &options, llvm::raw_ostream &os) {
  llvm::Expected<LitmusTest> test = readTest(path);
  if (!test)
    return test.takeError();
  if (line.has(OPT_races)) {
    llvm::Expected<std::vector<DataRace>> races = findRaces(*test, makeCadicalSolver, options);
    if (!races)
      return races.takeError();
    printRaces(os, *test, *races);
    return races->empty();
  }
  bool asJson = line.value(OPT_format) == "json";
  if (line.has(OPT_hangs))
    return findWaiting(*test, asJson, options, os);
  if (line.has(OPT_strengthen))
    return strengthen(*test, asJson, options, os);
  llvm::Expected<LitmusResult> result = checkLitmus(*test, makeCadicalSolver, options);
  if (!result)
    return result.takeError();
  StringRef format = line.value(OPT_format).value_or("text");
  std::vector<Explanation> explanation;
  if (line.has(OPT_explain_litmus))
    explanation = explainLitmus(*result);
  if (format == "svg") {
    printLitmusSvg(os, *test, *result);
  } else if (format == "json") {
    printLitmusJson(os, *test, *result, explanation);
  } else {
    printLitmusText(os, *test, *result);
    printExplanation(os, explanation);
  }
  return result->holds;
}

static ExitCode litmusTool(llvm::ArrayRef<const char *> arguments, ToolStreams &streams) {
  ExitCode code;
  std::optional<CommandLine> line = startTool(LitmusTool, arguments, streams, code);
  if (!line)
    return code;
  std::vector<StringRef> inputs = line->inputs();
  if (inputs.empty())
    return usageError(streams, "expected a litmus test");
  bool isPicture = line->value(OPT_format) == "svg";
  int questions = line->has(OPT_strengthen) + line->has(OPT_races) + line->has(OPT_hangs);
  if (questions > 1)
    return usageError(streams, "--strengthen, --races and --hangs are different questions");
  if (isPicture && (inputs.size() > 1 || questions))
    return usageError(streams, "--format=svg draws the result of one test");
  llvm::Expected<std::optional<uint32_t>> bound = line->number(OPT_unroll);
  if (!bound)
    return usageError(streams, llvm::toString(bound.takeError()));
  LitmusOptions options;
  options.bound = bound->value_or(options.bound);
  code = ExitCode::Success;
  for (StringRef input : inputs) {
    llvm::Expected<bool> holds = decide(*line, input, options, streams.out);
    if (!holds)
      streams.err << "ptx-litmus: error: " << input << ": " << llvm::toString(holds.takeError())
                  << '\n';
    if (!holds || !*holds)
      code = ExitCode::Findings;
  }
  return code;
}

int main(int argc, char **argv) { return ptx::runTool("ptx-litmus", litmusTool, argc, argv); }
