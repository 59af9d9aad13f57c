// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

/// One more than the highest number with which `stem` is used.
static uint64_t countOf(const Subject &subject, llvm::StringRef stem) {
  uint64_t count = 0;
  for (const Place &place : subject.uses(stem, /*numbered=*/true)) {
    TokenId last = place.unit->lastToken(place.statement);
    for (TokenId token = place.unit->firstToken(place.statement); token.index <= last.index;
         ++token.index) {
      llvm::StringRef name = place.unit->text(token);
      uint64_t number;
      if (name.consume_front(stem) && !name.getAsInteger(10, number))
        count = std::max(count, number + 1);
    }
  }
  return count;
}

void ptx::findRegisters(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units())
    for (const Variable &variable : unit->variables())
      for (DeclaratorId id : variable.declarators) {
        const Declarator &declarator = (*unit)[id];
        if (!declarator.nameCount.valid() ||
            (*unit)[declarator.nameCount].kind != ExprKind::Integer)
          continue;
        uint64_t count = countOf(subject, unit->text(declarator.name));
        if (count < (*unit)[declarator.nameCount].integerValue())
          changes.replace(unit->range(declarator.nameCount), std::to_string(count));
      }
}
