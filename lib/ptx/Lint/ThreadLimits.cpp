// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/KernelExtent.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// The threads that a CTA has at most on every target so far.
static constexpr uint64_t maxThreads = 1024;

/// Calls `report` with the range and the product of the numbers of each directive of this kind
/// whose product is beyond the limit.
template <class Report>
static void forEachBeyond(const SyntaxUnit &unit, TokenKind keyword, Report report) {
  for (const Directive &directive : unit.directives())
    if (isDirective(unit, directive, keyword))
      if (uint64_t product = productOf(unit, directive); product > maxThreads)
        report(unit.range(directive.first, directive.last), product);
}

/// No launch can have as many threads as `.reqntid` asks for. (Manual 11.4.3)
void ptx::checkRequiredThreads(ModuleLintContext &context) {
  forEachBeyond(context.module.top(), TokenKind::ReqNTid, [&](SourceRange range, uint64_t count) {
    context.diagnostics.emit(
        diag::RequiredThreads{.range = range, .count = count, .limit = maxThreads});
  });
}

/// `.maxntid` limits nothing. (Manual 11.4.2)
void ptx::checkMaximumThreads(ModuleLintContext &context) {
  forEachBeyond(context.module.top(), TokenKind::MaxNTid, [&](SourceRange range, uint64_t count) {
    context.diagnostics.emit(
        diag::MaximumThreads{.range = range, .count = count, .limit = maxThreads});
  });
}
