// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/ReportWriter.h"
#include "ptx/Execution/Data/ArrayPart.h"
#include "ptx/Execution/Launch/Launch.h"
#include "ptxkit/Check.h"
#include "ptxkit/State.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;
namespace execution = ptx::execution;

namespace {
struct Computed {
  execution::RunResult result;
  std::vector<std::string> values; ///< as `C[0:2] = 1 2`
  ptx::Report report;
};
} // namespace

static llvm::Expected<Computed> compute(const detail::State &state, const std::string &launch,
                                        const std::vector<std::string> &print,
                                        const SanitizeOptions &options) {
  std::vector<execution::ArrayPart> parts;
  for (const std::string &text : print) {
    llvm::Expected<execution::ArrayPart> part = execution::ArrayPart::parse(text);
    if (!part)
      return part.takeError();
    parts.push_back(std::move(*part));
  }
  llvm::Expected<execution::Launch> given = execution::readLaunchText(launch);
  if (!given)
    return given.takeError();
  llvm::Expected<execution::CompleteLaunch> complete =
      execution::completeLaunch(std::move(*given), state.checked, /*keepsProblems=*/true);
  if (!complete)
    return complete.takeError();
  execution::RunOptions how;
  how.limit = options.stepLimit;
  if (options.timeLimit)
    how.seconds = options.timeLimit;
  how.isStrict = options.isStrict;
  for (const execution::ArrayPart &part : parts)
    how.results.push_back(part.name);
  Computed computed;
  computed.result = execution::run(state.checked, std::move(*complete), how);
  const execution::RunResult &result = computed.result;
  if (!result.problems.empty())
    return llvm::createStringError(llvm::join(result.problems, "; "));
  if (result.isComputed())
    for (const execution::ArrayPart &part : parts) {
      llvm::Expected<std::string> text =
          part.text(result, options.printLimit ? options.printLimit : ~uint64_t(0));
      if (!text)
        return text.takeError();
      computed.values.push_back(std::move(*text));
    }
  computed.report =
      ptx::reportOn(state.checked, std::move(computed.result.findings), state.input.options);
  return computed;
}

Expected<std::string> Check::runJson(const std::string &launch,
                                     const std::vector<std::string> &print,
                                     const SanitizeOptions &options) const {
  if (state->input.hasStatements() || !state->checked.sema || state->checked.module->isFragment())
    return Failure{"only a module has launches"};
  if (state->report.errors)
    return Failure{"the module has errors"};
  llvm::Expected<Computed> computed = compute(*state, launch, print, options);
  if (!computed)
    return Failure{llvm::toString(computed.takeError())};
  const execution::RunResult &result = computed->result;
  llvm::StringRef verdict =
      execution::verdictOf(result, computed->report.errors, !computed->report.diagnostics.empty());
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream out(os);
  out.object([&] {
    ptx::writeLaunch(
        out, *state->source,
        {result.launch, verdict, 1, result.threadInstructions, {}, result.notFollowed});
    out.attributeArray("values", [&] {
      for (const std::string &value : computed->values)
        out.value(value);
    });
    ptx::writeText(out, "printed", result.printed);
    out.attributeArray("findings", [&] {
      for (const ptx::Diagnostic &d : computed->report.diagnostics)
        out.object([&] { ptx::writeDiagnostic(out, *state->source, d); });
    });
  });
  return text;
}
