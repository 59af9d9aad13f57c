// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// Whether the first part of an expression can replace it with a similar meaning.
static bool hasParts(ExprKind kind) {
  switch (kind) {
  case ExprKind::Index:
  case ExprKind::Offset:
  case ExprKind::Unary:
  case ExprKind::Cast:
  case ExprKind::Binary:
  case ExprKind::Conditional:
  case ExprKind::Paren:
  case ExprKind::Pair:
  case ExprKind::Qualified:
  case ExprKind::Generic:
  case ExprKind::Mask:
    return true;
  default:
    return false;
  }
}

static void addParts(const SyntaxUnit &unit, ExprId id, ChangeList &changes) {
  const Expr &expression = unit[id];
  if (expression.kind == ExprKind::Index) {
    uint32_t bracket = unit.range(unit.firstToken(id)).end;
    return changes.remove({bracket, unit.range(id).end});
  }
  for (ExprId part : unit.children(expression))
    if (part.valid())
      changes.replace(unit.range(id), unit.source(part));
}

/// Optional operands, which are at the end, and registers that a number can replace.
static void addOperands(const SyntaxUnit &unit, const Instruction &instruction,
                        ChangeList &changes) {
  llvm::ArrayRef<ExprId> operands = unit.list(instruction.operands());
  llvm::SmallVector<ListItem> items;
  for (ExprId id : operands)
    if (id.valid())
      items.push_back({unit.firstToken(id), unit.lastToken(id)});
  for (size_t i = 1; i < items.size(); ++i)
    changes.remove(itemWithComma(unit, items, i));
  for (ExprId id : operands.drop_front(operands.empty() ? 0 : 1))
    if (id.valid() && (unit[id].kind == ExprKind::Name || unit[id].kind == ExprKind::Member))
      changes.replace(unit.range(id), "0");
}

void ptx::findExpressions(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units())
    for (uint32_t i = 0; i < unit->expressions().size(); ++i)
      if (hasParts(unit->expressions()[i].kind))
        addParts(*unit, {i}, changes);
  forEachInstruction(subject, [&](const SyntaxUnit &unit, const Instruction &instruction) {
    addOperands(unit, instruction, changes);
  });
}
