// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// The label of a list or of a prototype, which is a declaration after a name; empty for other
/// statements.
static llvm::StringRef labelOf(const SyntaxUnit &unit, const Stmt &statement) {
  if (statement.kind == StmtKind::Function && unit.functions().empty() == false) {
    const Function &function = unit[FuncId{statement.index}];
    return unit.tokens().kind(function.keyword.index) == TokenKind::CallPrototype
               ? unit.text(function.first)
               : "";
  }
  if (statement.kind != StmtKind::Directive)
    return "";
  const Directive &directive = unit[DirectiveId{statement.index}];
  bool isList = directive.kind == DirectiveKind::BranchTargets ||
                directive.kind == DirectiveKind::CallTargets;
  return isList ? unit.text(directive.first) : "";
}

void ptx::findDeclarations(const Subject &subject, ChangeList &changes) {
  forEachStatement(subject, [&](Place place) {
    const SyntaxUnit &unit = *place.unit;
    const Stmt &statement = unit[place.statement];
    Change change{TextEdit{place.range()}};
    if (statement.kind == StmtKind::Variable) {
      for (DeclaratorId id : unit[VarId{statement.index}].declarators)
        removeUses(subject, unit.text(unit[id].name), unit[id].nameCount.valid(), change);
    } else if (llvm::StringRef label = labelOf(unit, statement); !label.empty()) {
      removeUses(subject, label, /*numbered=*/false, change);
    } else {
      return;
    }
    changes.add(std::move(change));
  });
}
