// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Report.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"
#include "ptx/Diagnostics/Suppressions.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <set>
#include <tuple>

using namespace ptx;

/// Orders diagnostics by everything in them, so that only exact duplicates are equal.
static bool contentLess(const Diagnostic *a, const Diagnostic *b) {
  auto content = [](const Diagnostic &d) {
    return std::tie(d.range, d.id, d.message, d.entry, d.highlights, d.notes, d.fixes);
  };
  return content(*a) < content(*b);
}

namespace {

/// The findings of a source while its report is built.
class Findings {
public:
  explicit Findings(const DiagnosticOptions &options) : options(options) {}

  void add(DiagnosticList list);
  void suppress(const SourceBuffer &source);
  Report limited();

private:
  void countHidden(Severity severity, uint64_t count);

  const DiagnosticOptions &options;
  Report report;
  std::vector<std::vector<Diagnostic>> found;
  /// The findings to show, in the order of the report.
  std::vector<Diagnostic *> order;
};

} // namespace

void Findings::countHidden(Severity severity, uint64_t count) {
  if (severity == Severity::Error) {
    report.errors += count;
    report.errorsNotShown += count;
  } else if (severity == Severity::Warning) {
    report.warnings += count;
    report.warningsNotShown += count;
  }
}

/// Adds the findings that are enabled, without duplicates.
void Findings::add(DiagnosticList list) {
  for (const DiagInfo &entry : allDiagnostics())
    if (uint32_t count = list.omitted(entry.id))
      countHidden(options.severity(entry.id), count);

  found.push_back(list.take());
  std::set<const Diagnostic *, decltype(&contentLess)> seen(contentLess);
  for (Diagnostic &d : found.back()) {
    d.severity = options.severity(d.id, d.entry);
    if (d.severity != Severity::Ignored && seen.insert(&d).second)
      order.push_back(&d);
  }
  // Findings at one position keep the order in which they were found.
  llvm::stable_sort(order, [](const Diagnostic *a, const Diagnostic *b) {
    return a->range.begin < b->range.begin;
  });
}

/// Removes the findings that comments of `source` suppress, and adds the findings about these
/// comments.
void Findings::suppress(const SourceBuffer &source) {
  DiagnosticList problems;
  Suppressions suppressions(source, problems);
  std::vector<Diagnostic *> shown;
  for (Diagnostic *d : order)
    if (std::optional<llvm::StringRef> reason = suppressions.hide(*d))
      report.suppressed.push_back({std::move(*d), SuppressedDiagnostic::InSource, reason->str()});
    else
      shown.push_back(d);
  order = std::move(shown);
  bool hasErrors =
      llvm::any_of(order, [](const Diagnostic *d) { return d->severity == Severity::Error; });
  // After an error, some checks did not run.
  if (!hasErrors && !suppressions.empty())
    suppressions.reportUnused(options, problems);
  // A program, for example, can have strings that look like comments.
  bool isText = llvm::none_of(
      order, [](const Diagnostic *d) { return d->id == DiagId::UnsupportedEncoding; });
  if (isText && !problems.empty())
    add(std::move(problems));
}

/// Counts a finding. Returns whether it is shown: after `limit` errors, nothing is; 0 means no
/// limit.
static bool countFinding(Report &report, Severity severity, uint32_t limit) {
  bool isError = severity == Severity::Error;
  bool isShown = limit == 0 || report.errors - report.errorsNotShown < limit;
  ++(isError ? report.errors : report.warnings);
  if (!isShown)
    ++(isError ? report.errorsNotShown : report.warningsNotShown);
  return isShown;
}

/// The report, cut off at the limit. Later findings are counted and not kept, since a file can have
/// thousands.
Report Findings::limited() {
  for (Diagnostic *d : order)
    if (countFinding(report, d->severity, options.errorLimit))
      report.diagnostics.push_back(std::move(*d));
  return std::move(report);
}

void ptx::limitReport(Report &report, uint32_t errorLimit) {
  report.errors = report.errorsNotShown;
  report.warnings = report.warningsNotShown;
  llvm::erase_if(report.diagnostics, [&](const Diagnostic &d) {
    return !countFinding(report, d.severity, errorLimit);
  });
}

Report ptx::makeReport(DiagnosticList list, const DiagnosticOptions &options) {
  Findings findings(options);
  findings.add(std::move(list));
  return findings.limited();
}

Report ptx::makeReport(DiagnosticList list, const DiagnosticOptions &options,
                       const SourceBuffer &source) {
  Findings findings(options);
  findings.add(std::move(list));
  findings.suppress(source);
  return findings.limited();
}
