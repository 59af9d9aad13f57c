// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Functions/KernelExtent.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// The maximum number of threads of a CTA on every target so far, and of its third dimension.
static constexpr uint64_t maxThreads = 1024, maxInZ = 64;

/// Calls `report` with each directive of this kind and the product of its numbers.
template <class Report>
static void forEachExtent(const SyntaxUnit &unit, TokenKind keyword, Report report) {
  for (const Directive &directive : unit.directives())
    if (isDirective(unit, directive, keyword))
      report(directive, productOf(unit, directive));
}

/// No CTA can have the number of threads that `.reqntid` requires. (Manual 10.2, 11.4.3)
void ptx::checkRequiredThreads(ModuleLintContext &context) {
  const SyntaxUnit &unit = context.module.top();
  forEachExtent(unit, TokenKind::ReqNTid, [&](const Directive &directive, uint64_t count) {
    llvm::ArrayRef<ExprId> extents = unit.list(directive.operands);
    uint64_t inZ = extents.size() == 3 ? unit[extents[2]].countValue() : 1;
    bool isDeep = count <= maxThreads && inZ > maxInZ;
    if (count > maxThreads || isDeep)
      context.diagnostics.emit(
          diag::RequiredThreads{.range = unit.range(directive.first, directive.last),
                                .count = isDeep ? inZ : count,
                                .where = isDeep ? " in z" : "",
                                .limit = isDeep ? maxInZ : maxThreads});
  });
}

/// Reports a `.maxntid` above the maximum, which limits nothing. (Manual 11.4.2)
void ptx::checkMaximumThreads(ModuleLintContext &context) {
  const SyntaxUnit &unit = context.module.top();
  forEachExtent(unit, TokenKind::MaxNTid, [&](const Directive &directive, uint64_t count) {
    if (count > maxThreads)
      context.diagnostics.emit(
          diag::MaximumThreads{.range = unit.range(directive.first, directive.last),
                               .count = count,
                               .limit = maxThreads});
  });
}

/// The first target on which a multiprocessor cannot have `ctas` CTAs of `threads` threads. (Manual
/// 11.4.4)
static const TargetInfo *tooSmallTarget(const Platform &platform, uint64_t ctas, uint64_t threads) {
  auto isTooSmall = [&](TargetId target) {
    const TargetInfo &limits = info(target);
    return ctas > limits.ctas || threads > limits.threads / ctas;
  };
  if (platform.gpu)
    return isTooSmall(*platform.gpu) ? &info(*platform.gpu) : nullptr;
  const TargetId *found = llvm::find_if(platform.targets, isTooSmall);
  return found == platform.targets.end() ? nullptr : &info(*found);
}

/// A `.minnctapersm` that requires more than a multiprocessor has is ignored. (Manual 11.4.4)
void ptx::checkExcessiveOccupancy(ModuleLintContext &context) {
  const SyntaxUnit &top = context.module.top();
  for (const Function &function : top.functions()) {
    std::optional<KernelExtent> ctas = kernelExtent(top, function, TokenKind::MinNCtaPerSm);
    std::optional<KernelExtent> threads = kernelExtent(top, function, TokenKind::ReqNTid);
    if (!threads)
      threads = kernelExtent(top, function, TokenKind::MaxNTid);
    if (!ctas || !ctas->product || !threads || !threads->product || threads->product > maxThreads)
      continue;
    const TargetInfo *target =
        tooSmallTarget(context.tables.platform, ctas->product, threads->product);
    if (!target)
      continue;
    bool hasTooManyCtas = ctas->product > target->ctas;
    context.diagnostics
        .emit(diag::ExcessiveOccupancy{.range = ctas->range,
                                       .count = ctas->product,
                                       .threads = threads->product,
                                       .target = target->name,
                                       .limit = hasTooManyCtas ? uint64_t{target->ctas}
                                                               : target->threads,
                                       .what = hasTooManyCtas ? "CTAs" : "threads"})
        .note(threads->range, "the threads of a CTA are given here");
  }
}
