// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Clusters/ClusterFacts.h"

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Lint/Addresses/MemoryStrength.h"
#include "ptx/Lint/Functions/KernelExtent.h"

using namespace ptx;

uint64_t ptx::clusterSize(const BodyLintContext &context) {
  if (!context.function)
    return 0;
  std::optional<KernelExtent> size =
      kernelExtent(context.module.top(), *context.function, TokenKind::ReqNCtaPerCluster);
  return size ? size->product : 0;
}

ExprId ptx::remoteAddress(BodyLintContext &context, InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature || signature->view.form->action == Action::MapAddress)
    return {};
  if (const ObjectUse *use = context.objectOf(inst))
    return use->isRemote ? use->operand : ExprId();
  if (!accessesMemory(*signature->view.form) || !signature->view.has(Modifier::shared_cluster))
    return {};
  ExprId address = findAddress(context.checked, inst);
  if (!address)
    return {};
  KnownValue value = context.values().operand(inst, address);
  return value.object == AddressWindow::SharedCluster ? address : ExprId();
}

/// The instruction that computes the register, if it is the same on all paths.
static InstId definitionOf(BodyLintContext &context, InstId inst, ExprId name) {
  if (context.unit[name].kind == ExprKind::Offset)
    name = context.unit[name].lhs();
  uint32_t reg =
      context.unit[name].kind == ExprKind::Name ? context.registers().find(name) : Registers::none;
  if (reg == Registers::none)
    return {};
  ReachingDefinitions &reaching = context.values().definitions();
  const ValueSource &source = reaching[reaching.before(inst, reg)];
  bool isKnown =
      source.kind == ValueSource::Definition && context.checked.signatures[source.inst.index];
  return isKnown ? source.inst : InstId();
}

/// Whether the operand is `%cluster_ctarank`, or a copy of it.
static bool isOwnRank(BodyLintContext &context, InstId inst, ExprId operand) {
  SymbolRef ref =
      context.unit[operand].kind == ExprKind::Name ? context.scope.binding(operand) : SymbolRef();
  if (ref && ref.isSpecial())
    return ref.specialRegister() == SpecialRegister::cluster_ctarank;
  InstId copy = definitionOf(context, inst, operand);
  return copy && context.view(copy).form->action == Action::Move &&
         isOwnRank(context, copy, context.unit.list(context.unit[copy].operands())[1]);
}

/// The `mapa` that computes the address, or the base of the address.
static InstId mappingOf(BodyLintContext &context, InstId inst, ExprId address) {
  constexpr unsigned mostSteps = 8;
  InstId map = definitionOf(context, inst, address);
  for (unsigned steps = 0; map && steps != mostSteps; ++steps) {
    Action action = context.view(map).form->action;
    if (action == Action::MapAddress)
      return map;
    bool isHandedOn = action == Action::Move || action == Action::Add;
    map = isHandedOn
              ? definitionOf(context, map, context.unit.list(context.unit[map].operands())[1])
              : InstId();
  }
  return {};
}

/// Whether the rank, as `map` reads it, is that of the executing CTA and a number other than 0.
static bool isOtherRank(BodyLintContext &context, InstId map, ExprId operand) {
  InstId rank = definitionOf(context, map, operand);
  if (!rank)
    return false;
  Action action = context.view(rank).form->action;
  llvm::ArrayRef<ExprId> operands = context.unit.list(context.unit[rank].operands());
  bool keepsDifference =
      action == Action::BitXor || action == Action::Add || action == Action::Subtract;
  if (!keepsDifference || operands.size() != 3 || !isOwnRank(context, rank, operands[1]))
    return false;
  std::optional<Constant> by = context.scope.constant(operands[2]);
  return by && by->isInteger() && by->bits != 0;
}

std::optional<std::string> ptx::findPeer(BodyLintContext &context, InstId inst, ExprId address) {
  InstId map = mappingOf(context, inst, address);
  if (!map)
    return std::nullopt;
  ExprId operand = view::MapAddress::of(context.checked, map)->b();
  if (isOtherRank(context, map, operand))
    return "another CTA";
  KnownValue rank = context.values().operand(map, operand);
  bool isCertain =
      rank.isConstant() && clusterSize(context) > 1 && context.threadSets().isCertainlyRun(inst);
  return isCertain ? std::optional("CTA " + std::to_string(rank.constant())) : std::nullopt;
}

bool ptx::canSynchronizeClusters(BodyLintContext &context, InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature)
    return true;
  switch (context.asyncOps()[inst]) {
  case AsyncOp::ClusterArrive:
  case AsyncOp::ClusterWait:
  case AsyncOp::MbarrierWait:
  case AsyncOp::GridWait:
  case AsyncOp::Call:
    return true;
  default:
    return signature->view.form->has(Trait::AccessesAtomically) ||
           (accessesMemory(*signature->view.form) &&
            (isStrongAccess(signature->view) || isVolatileAccess(signature->view)));
  }
}
