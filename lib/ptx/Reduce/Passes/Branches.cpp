// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

#include "llvm/ADT/DenseMap.h"

using namespace ptx;

/// The labels of a unit, with their statements.
static llvm::DenseMap<llvm::StringRef, uint32_t> labelsOf(const SyntaxUnit &unit) {
  llvm::DenseMap<llvm::StringRef, uint32_t> labels;
  for (uint32_t i = 0; i < unit.statements().size(); ++i)
    if (unit.statements()[i].kind == StmtKind::Label)
      labels[unit.text(TokenId{unit.statements()[i].index})] = i;
  return labels;
}

/// The removal of the branch `from`, and of the statements up to the label `to`, with the branches
/// to labels among them. Declarations remain.
static Change skipping(const Subject &subject, const SyntaxUnit &unit, uint32_t from, uint32_t to) {
  Change change;
  for (uint32_t i = from; i < to; ++i) {
    const Stmt &statement = unit.statements()[i];
    if (statement.kind == StmtKind::Label)
      removeUses(subject, unit.text(TokenId{statement.index}), /*numbered=*/false, change);
    if (statement.kind == StmtKind::Instruction || statement.kind == StmtKind::Label)
      change.push_back({unit.range(StmtId{i})});
  }
  return change;
}

void ptx::findBranches(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units()) {
    llvm::DenseMap<llvm::StringRef, uint32_t> labels = labelsOf(*unit);
    for (uint32_t i = 0; i < unit->statements().size(); ++i) {
      const Instruction *branch = instructionAt({unit, StmtId{i}});
      llvm::ArrayRef<ExprId> operands =
          branch ? unit->list(branch->operands()) : llvm::ArrayRef<ExprId>();
      if (operands.size() != 1 || !operands[0].valid())
        continue;
      auto label = labels.find(unit->source(operands[0]));
      if (label != labels.end() && label->second > i)
        changes.add(skipping(subject, *unit, i, label->second));
    }
  }
}
