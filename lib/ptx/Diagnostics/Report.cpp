// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Report.h"

#include "ptx/Diagnostics/Catalog.h"
#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Diagnostics/Options.h"

#include "llvm/ADT/STLExtras.h"

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

Report ptx::makeReport(DiagnosticList list, const DiagnosticOptions &options) {
  Report report;
  auto countHidden = [&](Severity severity, uint64_t count) {
    if (severity == Severity::Error)
      report.errorsNotShown += count;
    else if (severity == Severity::Warning)
      report.warningsNotShown += count;
  };
  for (const DiagInfo &entry : allDiagnostics())
    countHidden(options.severity(entry.id), list.omitted(entry.id));

  std::vector<Diagnostic> found = list.take();
  std::vector<Diagnostic *> order;
  std::set<const Diagnostic *, decltype(&contentLess)> seen(contentLess);
  for (Diagnostic &d : found) {
    d.severity = options.severity(d.id);
    if (d.severity != Severity::Ignored && seen.insert(&d).second)
      order.push_back(&d);
  }
  // At one position, addresses tell the order in which they were found.
  llvm::sort(order, [](const Diagnostic *a, const Diagnostic *b) {
    return std::tie(a->range.begin, a) < std::tie(b->range.begin, b);
  });

  for (Diagnostic *d : order) {
    if (options.errorLimit && report.errors >= options.errorLimit) {
      countHidden(d->severity, 1);
      continue;
    }
    ++(d->severity == Severity::Error ? report.errors : report.warnings);
    report.diagnostics.push_back(std::move(*d));
  }
  report.errors += report.errorsNotShown;
  report.warnings += report.warningsNotShown;
  return report;
}
