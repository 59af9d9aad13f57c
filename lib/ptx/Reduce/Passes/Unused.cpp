// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// Whether the declaration `place` is the only one of its name.
static bool isUnused(const Subject &subject, const Place &place, llvm::StringRef name,
                     bool numbered) {
  return llvm::all_of(subject.uses(name, numbered), [&](const Place &use) {
    return use.unit == place.unit && use.statement == place.statement;
  });
}

/// Removes unused names of a declaration, or the whole declaration.
static void findUnusedOf(const Subject &subject, const Place &place, const Variable &variable,
                         ChangeList &changes) {
  const SyntaxUnit &unit = *place.unit;
  llvm::SmallVector<ListItem> items;
  llvm::SmallVector<size_t> unused;
  for (DeclaratorId id : variable.declarators) {
    const Declarator &declarator = unit[id];
    // A comma precedes the next name; the end of the statement follows the last one.
    if (!items.empty())
      items.back().last = {declarator.name.index - 2};
    if (isUnused(subject, place, unit.text(declarator.name), declarator.nameCount.valid()))
      unused.push_back(items.size());
    items.push_back({declarator.name, {variable.last.index - 1}});
  }
  if (unused.size() == items.size())
    return changes.remove(place.range());
  for (size_t index : unused)
    changes.remove(itemWithComma(unit, items, index));
}

void ptx::findUnused(const Subject &subject, ChangeList &changes) {
  forEachStatement(subject, [&](Place place) {
    const SyntaxUnit &unit = *place.unit;
    const Stmt &statement = unit[place.statement];
    if (statement.kind == StmtKind::Variable)
      findUnusedOf(subject, place, unit[VarId{statement.index}], changes);
    else if (statement.kind == StmtKind::Label &&
             isUnused(subject, place, unit.text(TokenId{statement.index}), /*numbered=*/false))
      changes.remove(place.range());
  });
}
