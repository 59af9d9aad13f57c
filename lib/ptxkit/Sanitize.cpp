// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptxkit/Sanitize.h"

#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/ReportWriter.h"
#include "ptx/Execution/Sanitizer.h"
#include "ptxkit/Check.h"
#include "ptxkit/State.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptxkit;
using detail::State;

namespace {
struct Executed {
  ptx::execution::SanitizerResult result;
  llvm::StringRef verdict;
  ptx::Report report;
};
} // namespace

static Expected<Executed> execute(const State &state, const std::string &launch,
                                  const SanitizeOptions &options) {
  if (state.input.hasStatements() || !state.checked.sema || state.checked.module->isFragment())
    return Failure{"only a module has launches"};
  if (state.report.errors)
    return Failure{"the module has errors"};
  llvm::Expected<ptx::execution::Launch> told = ptx::execution::readLaunchText(launch);
  if (!told)
    return Failure{llvm::toString(told.takeError())};
  llvm::Expected<ptx::execution::CompleteLaunch> complete =
      ptx::execution::completeLaunch(*told, state.checked);
  if (!complete)
    return Failure{llvm::toString(complete.takeError())};
  ptx::execution::SanitizerOptions how;
  how.schedules = options.schedules;
  how.seed = options.seed;
  how.limit = options.stepLimit;
  how.limitOfAll = std::max(4u, options.schedules) * options.stepLimit;
  if (options.timeLimit)
    how.seconds = options.timeLimit;
  how.isStrict = options.isStrict;
  how.wantsTimeline = options.wantsTimeline;
  Executed executed;
  executed.result = ptx::execution::sanitize(state.checked, *complete, how);
  executed.verdict = ptx::execution::verdictOf(executed.result);
  executed.report =
      ptx::reportOn(state.checked, std::move(executed.result.findings), state.input.options);
  return executed;
}

std::vector<std::string> Check::launches() const {
  std::vector<std::string> texts;
  llvm::StringRef text = state->source->text();
  for (ptx::SourceRange comment : ptx::execution::findLaunchComments(text))
    texts.push_back(ptx::execution::launchOfComment(text, comment).str());
  return texts;
}

Expected<LaunchResult> Check::sanitize(const std::string &launch,
                                       const SanitizeOptions &options) const {
  Expected<Executed> executed = execute(*state, launch, options);
  if (!executed)
    return Failure{executed.error()};
  ptx::execution::SanitizerResult &found = executed->result;
  LaunchResult result;
  result.launch = std::move(found.launch);
  result.verdict = executed->verdict.str();
  for (const ptx::Diagnostic &d : executed->report.diagnostics)
    result.diagnostics.push_back(detail::describe(d));
  result.assumed = std::move(found.premises);
  result.notFollowed = std::move(found.notDecided);
  result.executions = found.executions;
  result.threadInstructions = found.threadInstructions;
  result.timeline = std::move(found.timeline);
  return result;
}

Expected<std::string> Check::sanitizeJson(const std::string &launch,
                                          const SanitizeOptions &options) const {
  Expected<Executed> executed = execute(*state, launch, options);
  if (!executed)
    return Failure{executed.error()};
  const ptx::execution::SanitizerResult &found = executed->result;
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream out(os);
  out.object([&] {
    ptx::writeLaunch(out, *state->source,
                     {found.launch, executed->verdict, found.executions, found.threadInstructions,
                      found.premises, found.notDecided});
    out.attributeArray("findings", [&] {
      for (const ptx::Diagnostic &d : executed->report.diagnostics)
        out.object([&] { ptx::writeDiagnostic(out, *state->source, d); });
    });
    if (options.wantsTimeline)
      ptx::writeText(out, "timeline", found.timeline);
  });
  return text;
}
