// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

namespace {

/// A directive of an entry with numbers, and their product.
struct Extent {
  const Directive *directive;
  uint64_t product;
};

} // namespace

/// The directive `keyword` of the function, if there is one.
static std::optional<Extent> extentOf(BodyLintContext &context, TokenKind keyword) {
  const SyntaxUnit &top = context.module.top();
  for (DirectiveId id : context.function->directives) {
    const Directive &directive = top[id];
    if (directive.kind != DirectiveKind::Performance ||
        top.tokens().kind(directive.keyword.index) != keyword)
      continue;
    uint64_t product = 1;
    for (ExprId number : top.list(directive.operands))
      product = llvm::SaturatingMultiply(product, top[number].countValue());
    return Extent{&directive, product};
  }
  return std::nullopt;
}

/// The first instruction for which `holds`.
template <class Predicate>
static std::optional<InstId> findFirst(BodyLintContext &context, Predicate holds) {
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    if (holds(InstId{i}))
      return InstId{i};
  return std::nullopt;
}

static std::string nameOf(BodyLintContext &context, InstId inst) {
  return context.checked.signatures[inst.index]->view.form->instruction().name.str();
}

/// A warpgroup are four warps. (Manual 9.7.15.1)
void ptx::checkBlockSize(BodyLintContext &context) {
  constexpr uint64_t warpgroup = 128;
  if (!context.isEntry() || !context.asyncOps().has(AsyncOp::WgmmaMma))
    return;
  for (TokenKind keyword : {TokenKind::ReqNTid, TokenKind::MaxNTid}) {
    std::optional<Extent> threads = extentOf(context, keyword);
    if (!threads || threads->product >= warpgroup)
      continue;
    InstId mma = *findFirst(
        context, [&](InstId inst) { return context.asyncOps()[inst] == AsyncOp::WgmmaMma; });
    std::string observed = keyword == TokenKind::MaxNTid ? "at most " : "";
    const SyntaxUnit &top = context.module.top();
    context.diagnostics
        .emit(diag::BlockSize{.range = context.unit.range(context.unit[mma].opcode),
                              .instruction = nameOf(context, mma),
                              .observed = observed + std::to_string(threads->product)})
        .note(top.range(threads->directive->first, threads->directive->last), "stated here");
    return;
  }
}

/// Two CTAs of a cluster are a pair. (Manual 9.7.16.5.1)
void ptx::checkClusterSize(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || ops.isEmpty())
    return;
  std::optional<Extent> cluster = extentOf(context, TokenKind::ReqNCtaPerCluster);
  if (!cluster || cluster->product % 2 == 0)
    return;
  std::optional<InstId> pair = findFirst(context, [&](InstId inst) {
    return ops[inst] != AsyncOp::None &&
           llvm::is_contained(context.checked.signatures[inst.index]->view.modifiers,
                              Modifier::cta_group_2);
  });
  if (!pair)
    return;
  const SyntaxUnit &top = context.module.top();
  context.diagnostics
      .emit(diag::ClusterSize{.range = context.unit.range(context.unit[*pair].opcode),
                              .count = cluster->product})
      .note(top.range(cluster->directive->first, cluster->directive->last), "stated here");
}
