// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Outcome.h"

#include "ptx/Check/Check.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using namespace ptx::test;

static bool isOf(const Diagnostic &d, llvm::StringRef group) {
  std::optional<DiagGroup> found = findDiagnosticGroup(group);
  return found && info(d.id).groups.contains(*found);
}

static FirstError makeError(const Diagnostic &d, const SourceBuffer &source) {
  FirstError error{d.id, source.lineColumn(d.range.begin).line, d.message, {d.range}, true};
  for (const Note &note : d.notes)
    error.ranges.push_back(note.range);
  return error;
}

Outcome ptx::test::check(const SourceBuffer &source, bool ptxasCompat) {
  CheckOptions options;
  options.diagnostics.ptxasCompat = ptxasCompat;
  options.diagnostics.errorLimit = 0;
  Outcome outcome;
  for (const Diagnostic &d : checkSource(source, options).diagnostics) {
    if (d.severity == Severity::Error) {
      if (!outcome.error)
        outcome.error = makeError(d, source);
      outcome.error->beyondPtxas &= isOf(d, "beyond-ptxas");
    } else if (d.severity == Severity::Warning) {
      outcome.warnsOfPtxas |= isOf(d, "ptxas-rejects");
    }
  }
  return outcome;
}

std::string ptx::test::describe(const FirstError &error) {
  return llvm::formatv("{0} [{1} {2}]", error.message, codeText(error.rule), info(error.rule).name);
}
