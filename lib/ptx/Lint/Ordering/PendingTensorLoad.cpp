// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// A fact for each of at most 64 `tcgen05.ld`: it can still be under way.
class OvertakenLoads {
public:
  explicit OvertakenLoads(BodyLintContext &context);
  bool matters(InstId inst) const;
  void step(FactsOnEveryWay &state, InstId inst) const;
  void visit(const FactsOnEveryWay &state, InstId inst);

private:
  bool canOvertake(InstId inst) const;

  BodyLintContext &context;
  const AsyncOps &ops;
  std::vector<InstId> loads;                   // by bit
  llvm::DenseMap<uint32_t, uint64_t> bits;     // by instruction
  llvm::DenseMap<uint32_t, uint64_t> loadedBy; // by register
  uint64_t reported = 0;
};

} // namespace

OvertakenLoads::OvertakenLoads(BodyLintContext &context)
    : context(context), ops(context.asyncOps()) {
  for (uint32_t i = 0; i != context.unit.instructions().size() && loads.size() != 64; ++i) {
    if (ops[{i}] != AsyncOp::TensorLoad || context.unit[InstId{i}].guard != GuardKind::None)
      continue;
    uint64_t bit = uint64_t(1) << loads.size();
    loads.push_back({i});
    bits[i] = bit;
    for (const RegisterAccess &access : context.accesses()[InstId{i}])
      if (access.writes())
        loadedBy[access.reg] |= bit;
  }
}

/// Whether the instruction is asynchronous and can write what a load before it still reads.
bool OvertakenLoads::canOvertake(InstId inst) const {
  switch (ops[inst]) {
  case AsyncOp::TensorMma:
  case AsyncOp::TensorStore:
  case AsyncOp::TensorCopy:
  case AsyncOp::TensorShift:
    return true;
  default:
    return false;
  }
}

bool OvertakenLoads::matters(InstId inst) const {
  return canOvertake(inst) || bits.contains(inst.index) || ops[inst] == AsyncOp::TensorWaitLoad ||
         ops[inst] == AsyncOp::Call ||
         llvm::any_of(context.accesses()[inst],
                      [&](const RegisterAccess &access) { return loadedBy.contains(access.reg); });
}

void OvertakenLoads::step(FactsOnEveryWay &state, InstId inst) const {
  if (ops[inst] == AsyncOp::TensorWaitLoad || ops[inst] == AsyncOp::Call)
    state.bits = 0;
  // Who reads what was loaded waits for it, and who writes it says that nobody wants it.
  for (const RegisterAccess &access : context.accesses()[inst])
    state.bits &= ~loadedBy.lookup(access.reg);
  state.bits |= bits.lookup(inst.index);
}

void OvertakenLoads::visit(const FactsOnEveryWay &state, InstId inst) {
  uint64_t overtaken = state.bits & ~reported;
  if (!canOvertake(inst) || !overtaken)
    return;
  for (const RegisterAccess &access : context.accesses()[inst])
    overtaken &= ~loadedBy.lookup(access.reg);
  if (!overtaken)
    return;
  reported |= overtaken;
  const Instruction &load =
      context.unit[loads[static_cast<unsigned>(llvm::countr_zero(overtaken))]];
  llvm::StringRef name = context.checked.signatures[inst.index]->view.form->instruction().name;
  context.diagnostics
      .emit(diag::PendingTensorLoad{.range = context.unit.range(context.unit[inst].opcode),
                                    .instruction = name})
      .note(context.unit.range(load.opcode), "loaded here");
}

/// `tcgen05.ld` is in order with who reads its registers, and with nothing else: what writes tensor
/// memory after it has to wait. (Manual 9.7.16.6.4.5)
void ptx::checkPendingTensorLoad(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::TensorLoad) || !context.flow().isExact())
    return;
  OvertakenLoads rule(context);
  followForward<FactsOnEveryWay>(context.checked, context.flow(), rule);
}
