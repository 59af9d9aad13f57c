// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/Functions/KernelExtent.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// The number of threads or CTAs, and the directive that specifies it; no directive if the
/// description of the kernel specifies it.
struct Extent {
  uint64_t product;
  std::optional<SourceRange> directive;
  bool isLimit; ///< the actual number can be smaller

  std::string text() const { return (isLimit ? "at most " : "") + std::to_string(product); }
  void note(Diagnostic &diagnostic) const {
    if (directive)
      diagnostic.note(*directive, "stated here");
  }
};

} // namespace

/// The size from the directives `exact` or `most` of the entry; otherwise from its description.
static std::optional<Extent>
extentOf(BodyLintContext &context, TokenKind exact, TokenKind most,
         std::optional<TensorMap::Numbers> BodyTensorDescriptions::*described) {
  const SyntaxUnit &top = context.module.top();
  for (TokenKind keyword : {exact, most})
    if (std::optional<KernelExtent> extent = kernelExtent(top, *context.function, keyword))
      return Extent{extent->product, extent->range, keyword == most};
  if (context.descriptions && context.descriptions->*described)
    return Extent{productOf(*(context.descriptions->*described)), std::nullopt, false};
  return std::nullopt;
}

static std::optional<Extent> threadsOf(BodyLintContext &context) {
  return extentOf(context, TokenKind::ReqNTid, TokenKind::MaxNTid, &BodyTensorDescriptions::block);
}

static std::optional<Extent> clusterOf(BodyLintContext &context) {
  return extentOf(context, TokenKind::ReqNCtaPerCluster, TokenKind::MaxClusterRank,
                  &BodyTensorDescriptions::cluster);
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

/// A warpgroup is four warps. (Manual 9.7.15.1)
void ptx::checkBlockSize(BodyLintContext &context) {
  constexpr uint64_t warpgroup = 128;
  if (!context.isEntry() || !context.asyncOps().has(AsyncOp::WgmmaMma))
    return;
  std::optional<Extent> threads = threadsOf(context);
  if (!threads || threads->product >= warpgroup)
    return;
  InstId mma = *findFirst(
      context, [&](InstId inst) { return context.asyncOps()[inst] == AsyncOp::WgmmaMma; });
  Diagnostic &diagnostic = context.diagnostics.emit(
      diag::BlockSize{.range = context.unit.range(context.unit[mma].opcode),
                      .instruction = nameOf(context, mma),
                      .observed = threads->text()});
  threads->note(diagnostic);
}

/// Two CTAs of a cluster are a pair. (Manual 9.7.16.5.1)
void ptx::checkClusterSize(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || ops.isEmpty())
    return;
  std::optional<Extent> cluster = clusterOf(context);
  if (!cluster || cluster->product % 2 == 0 || (cluster->isLimit && cluster->product != 1))
    return;
  std::optional<InstId> pair = findFirst(context, [&](InstId inst) {
    return ops[inst] != AsyncOp::None &&
           context.checked.signatures[inst.index]->view.has(Modifier::cta_group_2);
  });
  if (!pair)
    return;
  Diagnostic &diagnostic = context.diagnostics.emit(diag::ClusterSize{
      .range = context.unit.range(context.unit[*pair].opcode), .count = cluster->product});
  cluster->note(diagnostic);
}

/// A multicast writes to CTAs of the cluster, one for each bit of its mask. A mask of more than 16
/// bits is a separate error. (Manual 9.7.9.27.1.2, 11.7.1)
void ptx::checkExcessiveCtaMask(BodyLintContext &context) {
  constexpr unsigned maskBits = 16;
  if (!context.isEntry() || !context.uses(Trait::LimitsCtaMask))
    return;
  std::optional<Extent> cluster = clusterOf(context);
  if (!cluster || cluster->product == 0 || cluster->product >= maskBits)
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    const OperandInfo *info = signature ? operandOf(signature->view, AsyncRole::Mask) : nullptr;
    if (!info || info->id != OperandId::ctaMask)
      continue;
    ExprId operand = findOperand(context.checked, {i}, *info);
    if (!operand)
      continue;
    KnownValue mask = context.values().operand({i}, operand);
    unsigned highest = mask.bits.One.getActiveBits();
    if (mask.isNever() || highest <= cluster->product || highest > maskBits)
      continue;
    std::string value =
        mask.isConstant() ? describe(mask) : "one with bit " + std::to_string(highest - 1);
    Diagnostic &diagnostic = context.diagnostics.emit(diag::ExcessiveCtaMask{
        .range = context.unit.range(operand), .value = value, .count = cluster->text()});
    context.values().explain(diagnostic, {i}, operand);
    cluster->note(diagnostic);
  }
}
