// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Properties.h"

#include "ptx/Check/Check.h"
#include "ptx/Check/FixEngine.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using namespace ptx::test;
using llvm::formatv;
using llvm::StringRef;

namespace {

CheckOptions allFindings() {
  CheckOptions options;
  options.diagnostics.errorLimit = 0;
  return options;
}

Report check(const SourceBuffer &source) { return checkSource(source, allFindings()); }

size_t syntaxErrors(const Report &report) {
  return llvm::count_if(report.diagnostics, [](const Diagnostic &d) {
    return d.severity == Severity::Error && info(d.id).code < 2000;
  });
}

/// Every fix that is offered can be made in the text.
Problem checkOffers(const SourceBuffer &source, const Report &report) {
  for (const Diagnostic &d : report.diagnostics)
    for (const FixIt &fix : d.fixes) {
      if (fix.range.begin > fix.range.end || fix.range.end > source.text().size())
        return formatv("the fix of {0} is outside of the file", codeText(d.id));
      if (source.text(fix.range) == StringRef(fix.replacement))
        return formatv("the fix of {0} changes nothing", codeText(d.id));
      if (fix.description.empty())
        return formatv("the fix of {0} does not say what it does", codeText(d.id));
    }
  return "";
}

/// `before` is what there was to report of `source`.
Problem checkFixing(const SourceBuffer &source, const Report &before, bool unsafeToo) {
  FixSelection selection{.unsafeToo = unsafeToo, .rules = {}};
  if (llvm::none_of(before.diagnostics,
                    [&](const Diagnostic &d) { return selection.fixOf(d) != nullptr; }))
    return "";
  FixedText fixed = applyFixes(source, selection, check);
  StringRef which = unsafeToo ? "all fixes" : "the safe fixes";
  if (fixed.applied == 0)
    return fixed.text == source.text() ? Problem()
                                       : formatv("{0}: none, and yet another text", which).str();
  auto text = SourceBuffer::fromString(fixed.text, "fixed");
  Report after = check(*text);
  // An error of the syntax hides others, of which it is not known here how many there are.
  bool isNew = syntaxErrors(before) ? syntaxErrors(after) > syntaxErrors(before)
                                    : after.errors > before.errors;
  if (isNew)
    return formatv("{0} make errors: {1} before, {2} after", which, before.errors, after.errors);
  FixedText again = applyFixes(*text, selection, check);
  if (again.applied != 0)
    return formatv("{0} leave {1} that can be made", which, again.applied);
  return "";
}

} // namespace

Problem ptx::test::checkFixes(const SourceBuffer &source) {
  Report before = check(source);
  Problem problem = checkOffers(source, before);
  for (bool unsafeToo : {false, true})
    if (problem.empty())
      problem = checkFixing(source, before, unsafeToo);
  return problem;
}
