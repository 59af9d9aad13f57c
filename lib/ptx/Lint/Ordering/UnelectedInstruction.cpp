// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// One fact: an earlier branch or exit is conditional, so some threads may not get here.
class PartedThreads {
public:
  explicit PartedThreads(BodyLintContext &context) : context(context), ops(context.asyncOps()) {}
  bool matters(InstId inst) const { return isForOneThread(ops[inst]) || canPart(inst); }
  void step(FactsOnSomeWay &state, InstId inst) const { state.bits |= canPart(inst); }
  void visit(const FactsOnSomeWay &state, InstId inst);

  /// Whether one thread should execute it for all threads. (Manual 9.7.16.5)
  static bool isForOneThread(AsyncOp op) {
    return op == AsyncOp::TensorCommit || info(op).completion == AsyncCompletion::TensorCommit;
  }

private:
  bool canPart(InstId inst) const;

  BodyLintContext &context;
  const AsyncOps &ops;
};

} // namespace

bool PartedThreads::canPart(InstId inst) const {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature)
    return false;
  const FormInfo &form = *signature->view.form;
  return form.has(Trait::BranchesByTable) ||
         ((form.has(Trait::Branches) || form.has(Trait::EndsThread)) &&
          context.unit[inst].guard != GuardKind::None);
}

void PartedThreads::visit(const FactsOnSomeWay &state, InstId inst) {
  if (state.bits || !isForOneThread(ops[inst]) || context.unit[inst].guard != GuardKind::None)
    return;
  const InstrView &view = context.checked.signatures[inst.index]->view;
  context.diagnostics.emit(
      diag::UnelectedInstruction{.range = context.unit.range(context.unit[inst].opcode),
                                 .instruction = view.form->instruction().name});
}

/// An operation that one thread should issue for all threads is repeated by each thread that
/// executes it. (Manual 9.7.16.5)
void ptx::checkUnelectedInstruction(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  auto isAsked = [&](InstId inst) { return PartedThreads::isForOneThread(ops[inst]); };
  if (!context.isEntry() || llvm::none_of(ops.instructions(), isAsked))
    return;
  PartedThreads rule(context);
  if (context.flow().isExact())
    followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
