// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

static void addDirective(const SyntaxUnit &unit, DirectiveId id, ChangeList &changes) {
  changes.remove(unit.range(unit[id].first, unit[id].last));
}

static void addToken(const SyntaxUnit &unit, TokenId token, ChangeList &changes) {
  if (token.valid())
    changes.remove(unit.range(token));
}

/// A directive that is a statement, or a section with its lines.
static void addStatement(const SyntaxUnit &unit, uint32_t index, ChangeList &changes) {
  const Directive &directive = unit[DirectiveId{unit.statements()[index].index}];
  if (directive.kind == DirectiveKind::Version || directive.kind == DirectiveKind::Target)
    return;
  uint32_t last = index;
  if (directive.kind == DirectiveKind::Section)
    while (last + 1 < unit.statements().size() &&
           unit.statements()[last].kind == StmtKind::Directive &&
           unit[DirectiveId{unit.statements()[last].index}].kind != DirectiveKind::SectionEnd)
      ++last;
  changes.remove({unit.range(StmtId{index}).begin, unit.range(StmtId{last}).end});
}

static void addHeader(const SyntaxUnit &unit, const Function &function, ChangeList &changes) {
  addToken(unit, function.linkage, changes);
  for (DirectiveId id : function.attributes)
    addDirective(unit, id, changes);
  for (DirectiveId id : function.directives)
    addDirective(unit, id, changes);
}

static void addVariable(const SyntaxUnit &unit, const Variable &variable, ChangeList &changes) {
  addToken(unit, variable.linkage, changes);
  addToken(unit, variable.hidden, changes);
  for (DirectiveId id : variable.qualifiers)
    addDirective(unit, id, changes);
  if (!variable.ptr.valid())
    return;
  // `.ptr .global .align 8` is removed as a whole, too.
  TokenId end = variable.declarators.empty() ? variable.last : unit[variable.declarators[0]].name;
  changes.remove({unit.range(variable.ptr).begin, unit.range(end).begin});
  addToken(unit, variable.ptrSpace, changes);
}

void ptx::findDirectives(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units()) {
    for (uint32_t i = 0; i < unit->statements().size(); ++i) {
      StmtKind kind = unit->statements()[i].kind;
      if (kind == StmtKind::Directive)
        addStatement(*unit, i, changes);
      else if (kind == StmtKind::Loc)
        changes.remove(unit->range(StmtId{i}));
    }
    for (const Function &function : unit->functions())
      addHeader(*unit, function, changes);
    for (const Variable &variable : unit->variables())
      addVariable(*unit, variable, changes);
  }
}
