// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::findStatements(const Subject &subject, ChangeList &changes) {
  forEachStatement(subject, [&](Place place) {
    const Stmt &statement = (*place.unit)[place.statement];
    if (statement.kind == StmtKind::Instruction) {
      changes.remove(place.range());
    } else if (statement.kind == StmtKind::Label) {
      // A label is removed with its branches, since it cannot be removed alone if it has any.
      Change change{TextEdit{place.range()}};
      removeUses(subject, place.unit->text(TokenId{statement.index}), /*numbered=*/false, change);
      changes.add(std::move(change));
    }
  });
}
