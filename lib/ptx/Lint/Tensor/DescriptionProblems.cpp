// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/Functions/KernelExtent.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

void ptx::checkUnreadableDescription(ModuleLintContext &context) {
  for (const CommentProblem &problem : context.descriptions.broken())
    context.diagnostics.emit(
        diag::UnreadableDescription{.range = problem.range, .problem = problem.text});
}

void ptx::checkUndeclaredDescription(ModuleLintContext &context) {
  for (const CommentProblem &problem : context.descriptions.undeclared())
    context.diagnostics.emit(
        diag::UndeclaredDescription{.range = problem.range, .what = problem.text});
}

namespace {

/// A number in the description of a kernel, and the directives that can contradict it.
struct DescribedExtent {
  std::optional<TensorMap::Numbers> BodyTensorDescriptions::*told;
  TokenKind exact;
  TokenKind most;
  llvm::StringLiteral what;
};

} // namespace

static constexpr DescribedExtent describedExtents[] = {
    {&BodyTensorDescriptions::cluster, TokenKind::ReqNCtaPerCluster, TokenKind::MaxClusterRank,
     "the number of CTAs in a cluster of "},
    {&BodyTensorDescriptions::block, TokenKind::ReqNTid, TokenKind::MaxNTid,
     "the number of threads in a CTA of "},
};

/// The directives of an entry against its description.
static void checkExtents(ModuleLintContext &context, const Function &entry,
                         const BodyTensorDescriptions &descriptions) {
  const SyntaxUnit &top = context.module.top();
  std::string name = ("`" + top.text(entry.name) + "`").str();
  for (const DescribedExtent &extent : describedExtents) {
    if (!(descriptions.*extent.told))
      continue;
    uint64_t told = productOf(*(descriptions.*extent.told));
    auto check = [&](TokenKind keyword, bool isLimit) {
      std::optional<KernelExtent> stated = kernelExtent(top, entry, keyword);
      if (!stated || told == stated->product || (isLimit && told < stated->product))
        return;
      std::string limit = isLimit ? "at most " : "";
      context.diagnostics.emit(
          diag::DescriptionConflict{.range = stated->range,
                                    .what = (extent.what + name).str(),
                                    .observed = limit + std::to_string(stated->product),
                                    .told = std::to_string(told)});
    };
    check(extent.exact, /*isLimit=*/false);
    check(extent.most, /*isLimit=*/true);
  }
}

/// The description of a kernel must agree with the module.
void ptx::checkDescriptionConflict(ModuleLintContext &context) {
  for (const DescriptionContradiction &found : context.descriptions.contradicted())
    context.diagnostics.emit(diag::DescriptionConflict{
        .range = found.range, .what = found.what, .observed = found.observed, .told = found.told});
  const SyntaxUnit &top = context.module.top();
  for (const Function &function : top.functions())
    // Descriptions exist only if bodies are kept.
    if (const SyntaxUnit *body = top.isEntry(function) ? context.module.bodyOf(function) : nullptr)
      if (const BodyTensorDescriptions *descriptions = context.descriptions.of(*body))
        checkExtents(context, function, *descriptions);
}
