// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// A fact for each of at most 64 bulk copies: nobody has waited for it.
class CopiesAtExit {
public:
  explicit CopiesAtExit(BodyLintContext &context);
  bool matters(InstId inst) const;
  void step(FactsOnSomeWay &state, InstId inst) const;
  void visit(const FactsOnSomeWay &state, InstId inst);

private:
  bool leaves(InstId inst) const;

  BodyLintContext &context;
  const AsyncOps &ops;
  std::vector<InstId> copies; // by bit
  llvm::DenseMap<uint32_t, uint64_t> bits;
  bool reported = false;
};

} // namespace

CopiesAtExit::CopiesAtExit(BodyLintContext &context) : context(context), ops(context.asyncOps()) {
  for (uint32_t i = 0; i != context.unit.instructions().size() && copies.size() != 64; ++i)
    if (ops[{i}] == AsyncOp::BulkStore) {
      bits[i] = uint64_t(1) << copies.size();
      copies.push_back({i});
    }
}

bool CopiesAtExit::leaves(InstId inst) const {
  const Signature *signature = context.checked.signatures[inst.index];
  return signature && signature->view.form->has(Trait::EndsThread);
}

bool CopiesAtExit::matters(InstId inst) const {
  return ops[inst] == AsyncOp::BulkStore || ops[inst] == AsyncOp::BulkWait || leaves(inst);
}

void CopiesAtExit::step(FactsOnSomeWay &state, InstId inst) const {
  if (ops[inst] == AsyncOp::BulkWait)
    state.bits = 0;
  state.bits |= bits.lookup(inst.index);
}

void CopiesAtExit::visit(const FactsOnSomeWay &state, InstId inst) {
  if (!leaves(inst) || !state.bits || reported)
    return;
  reported = true;
  const Instruction &copy =
      context.unit[copies[static_cast<size_t>(llvm::countr_zero(state.bits))]];
  context.diagnostics.emit(diag::BulkStoreAtExit{.range = context.unit.range(copy.opcode)})
      .note(context.unit.range(context.unit[inst].opcode), "the kernel can end here");
}

/// A kernel that ends with bulk copies that nobody has waited for; the first is told.
/// (Manual 9.7.9.25.1)
void ptx::checkBulkStoreAtExit(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || !ops.has(AsyncOp::BulkStore) || ops.has(AsyncOp::Call) ||
      !context.flow().isExact())
    return;
  CopiesAtExit rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
