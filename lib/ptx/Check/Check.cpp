// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/Check.h"

#include "ptx/Check/SourceLines.h"
#include "ptx/Check/SplitInput.h"
#include "ptx/Support/SourceBuffer.h"

#include <iterator>

using namespace ptx;

static void shift(SourceRange &range, uint32_t by) {
  range.begin += by;
  range.end += by;
}

/// Shifts all ranges in `report` by the start of its part in the whole input.
static void shift(Diagnostic &d, uint32_t by) {
  shift(d.range, by);
  for (SourceRange &range : d.highlights)
    shift(range, by);
  for (Note &note : d.notes)
    shift(note.range, by);
  for (FixIt &fix : d.fixes)
    shift(fix.range, by);
}

static void shift(Report &report, uint32_t by) {
  for (Diagnostic &d : report.diagnostics)
    shift(d, by);
  for (SuppressedDiagnostic &d : report.suppressed)
    shift(d.diagnostic, by);
}

static void append(Report &report, Report &&part) {
  report.diagnostics.insert(report.diagnostics.end(),
                            std::make_move_iterator(part.diagnostics.begin()),
                            std::make_move_iterator(part.diagnostics.end()));
  std::move(part.suppressed.begin(), part.suppressed.end(), std::back_inserter(report.suppressed));
  report.errors += part.errors;
  report.warnings += part.warnings;
  report.errorsNotShown += part.errorsNotShown;
  report.warningsNotShown += part.warningsNotShown;
}

Report ptx::reportOn(const CheckedSource &checked, DiagnosticList found,
                     const CheckOptions &options) {
  Report report = makeReport(std::move(found), options.diagnostics, checked.module->source());
  if (checked.sema)
    addSourceLines(*checked.module, checked.sema->debug, report);
  return report;
}

/// The report of `source`, which is not split.
static Report reportOnWhole(const SourceBuffer &source, const CheckOptions &options,
                            const CheckRun &run) {
  CheckRun sized{run.workers.forBytes(source.text().size()), run.stats, run.uses, run.visitor,
                 run.cache};
  CheckedSource checked = checkPasses(source, options, sized, Trees::Dropped);
  if (run.further)
    checked.diagnostics.append(std::move(*run.further));
  Report report;
  run.stats.time(Phase::Report,
                 [&] { report = reportOn(checked, std::move(checked.diagnostics), options); });
  return report;
}

Report ptx::checkParts(const SourceBuffer &source,
                       llvm::function_ref<Report(const SourceBuffer &part)> check) {
  Report report;
  for (SourceRange range : splitInput(source.text())) {
    auto part = SourceBuffer::fromString(source.text(range).str(), source.name().str());
    Report found = check(*part);
    shift(found, range.begin);
    append(report, std::move(found));
  }
  return report;
}

Report ptx::checkSource(const SourceBuffer &source, const CheckOptions &options,
                        const CheckRun &run) {
  auto check = [&](const SourceBuffer &part) { return reportOnWhole(part, options, run); };
  return options.split ? checkParts(source, check) : check(source);
}

Report ptx::checkSource(const SourceBuffer &source, const CheckOptions &options) {
  Workers workers(1);
  Stats stats;
  return checkSource(source, options, {workers, stats});
}
