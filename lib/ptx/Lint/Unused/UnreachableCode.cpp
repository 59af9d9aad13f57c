// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// The first instruction of a block that does more than end control flow, if any. Compilers end
/// each function explicitly, even after a `trap`, and authors do so to be safe.
static std::optional<InstId> firstInstruction(const BodyLintContext &context,
                                              const BasicBlock &block) {
  for (uint32_t i = block.first.index; i != block.end.index; ++i) {
    const Stmt &stmt = context.unit.statements()[i];
    if (stmt.kind != StmtKind::Instruction)
      continue;
    const Signature *signature = context.checked.signatures[stmt.index];
    if (!signature || !signature->view.form->has(Trait::EndsControl))
      return InstId{stmt.index};
  }
  return std::nullopt;
}

/// Reports unreachable instructions, with one diagnostic for consecutive ones. (Manual 9.7.12)
void ptx::checkUnreachableCode(BodyLintContext &context) {
  const ControlFlow &flow = context.flow();
  if (!flow.isExact())
    return;
  bool isKnown = false;
  for (uint32_t block = 0; block != flow.size(); ++block) {
    std::optional<InstId> inst = firstInstruction(context, flow[block]);
    if (!inst)
      continue;
    bool reached = flow.reachable().test(block);
    if (!reached && !isKnown)
      context.diagnostics.emit(diag::UnreachableCode{
          .range = context.unit.range(context.unit[*inst].first(), context.unit[*inst].last)});
    isKnown = !reached;
  }
}
