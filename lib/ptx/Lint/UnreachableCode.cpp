// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// The first instruction of a block; none if it has none.
static std::optional<InstId> firstInstruction(const SyntaxUnit &unit, const BasicBlock &block) {
  for (uint32_t i = block.first.index; i != block.end.index; ++i)
    if (const Stmt &stmt = unit.statements()[i]; stmt.kind == StmtKind::Instruction)
      return InstId{stmt.index};
  return std::nullopt;
}

/// Instructions that control cannot reach; one diagnostic for those that follow each other.
/// (Manual 9.7.12)
void ptx::checkUnreachableCode(BodyLintContext &context) {
  const ControlFlow &flow = context.flow();
  if (!flow.isExact())
    return;
  bool isKnown = false;
  for (uint32_t block = 0; block != flow.size(); ++block) {
    std::optional<InstId> inst = firstInstruction(context.unit, flow[block]);
    if (!inst)
      continue;
    bool reached = flow.reachable().test(block);
    if (!reached && !isKnown)
      context.diagnostics.emit(diag::UnreachableCode{
          .range = context.unit.range(context.unit[*inst].first(), context.unit[*inst].last)});
    isKnown = !reached;
  }
}
