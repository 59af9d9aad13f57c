// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"

using namespace ptx;

namespace {

/// Facts for each address that instructions of both kinds use: one for each kind, which holds if an
/// instruction of the kind with this address precedes.
class MixedAddresses {
public:
  explicit MixedAddresses(BodyLintContext &context);
  bool matters(InstId inst) const;
  void step(FactsOnEveryPath &state, InstId inst) const;
  void visit(const FactsOnEveryPath &state, InstId inst);
  bool isMixed() const { return isUsed[0] && isUsed[1]; }

private:
  /// The address of an instruction, and whether the instruction is a `multimem`.
  struct Use {
    uint64_t bit;
    bool isMultimem;
  };
  /// The facts of the addresses `bits`, of which there are at most 32.
  static uint64_t factsOf(uint64_t bits, bool isMultimem) { return isMultimem ? bits << 32 : bits; }

  BodyLintContext &context;
  MemoryPlaces places;
  llvm::DenseMap<uint32_t, Use> uses; // by instruction
  bool isUsed[2] = {false, false};
  uint64_t reported = 0;
};

} // namespace

/// Whether the instruction accesses memory without `multimem`.
static bool isPlainAccess(const Signature *signature) {
  return signature && accessesMemory(*signature->view.form);
}

MixedAddresses::MixedAddresses(BodyLintContext &context) : context(context) {
  // Addresses of `multimem` first, so that others cannot use up the bits.
  for (bool isMultimem : {true, false})
    for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
      if (isMultimem ? context.asyncOps()[{i}] != AsyncOp::MultimemAccess
                     : !isPlainAccess(context.checked.signatures[i]))
        continue;
      std::optional<MemoryPlace> place = findPlace(context, {i}, findAddress(context.checked, {i}));
      if (!place || (place->symbol && !place->loaded))
        continue;
      place->offset = 0; // the whole range of a multicast address counts as one address
      uint64_t bit = isMultimem ? places.add(place, 1) : places.withBaseOf(place);
      if (!bit || bit >> 32)
        continue;
      uses[i] = {bit, isMultimem};
      isUsed[isMultimem] = true;
    }
}

bool MixedAddresses::matters(InstId inst) const {
  return uses.contains(inst.index) || places.forgottenBy(context, inst);
}

void MixedAddresses::step(FactsOnEveryPath &state, InstId inst) const {
  if (auto use = uses.find(inst.index); use != uses.end())
    state.bits |= factsOf(use->second.bit, use->second.isMultimem);
  uint64_t forgotten = places.forgottenBy(context, inst);
  state.bits &= ~(factsOf(forgotten, true) | factsOf(forgotten, false));
}

void MixedAddresses::visit(const FactsOnEveryPath &state, InstId inst) {
  auto use = uses.find(inst.index);
  if (use == uses.end())
    return;
  auto [bit, isMultimem] = use->second;
  if (reported & bit || !(state.bits & factsOf(bit, !isMultimem)))
    return;
  reported |= bit;
  ExprId address = findAddress(context.checked, inst);
  context.diagnostics.emit(diag::MultimemMix{.range = context.unit.range(address),
                                             .name = context.unit.source(address),
                                             .here = isMultimem ? "`multimem`" : "a single GPU",
                                             .there = isMultimem ? "a single GPU" : "`multimem`"});
}

/// A multicast address is only for `multimem`. Reports an address with both uses on a path, with
/// the same value. (Manual 9.7.9.14)
void ptx::checkMultimemMix(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::MultimemAccess) || !context.flow().isExact())
    return;
  MixedAddresses rule(context);
  if (rule.isMixed())
    followForward<FactsOnEveryPath>(context.checked, context.flow(), rule);
}
