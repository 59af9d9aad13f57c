// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

using namespace ptx;

void ptx::findInitializers(const Subject &subject, ChangeList &changes) {
  for (const SyntaxUnit *unit : subject.units()) {
    for (const Variable &variable : unit->variables())
      for (DeclaratorId id : variable.declarators) {
        ExprId initializer = (*unit)[id].initializer;
        if (!initializer.valid())
          continue;
        TokenId equals{unit->firstToken(initializer).index - 1};
        changes.remove({unit->range(equals).begin, unit->range(initializer).end});
      }
    for (const Expr &list : unit->expressions()) {
      if (list.kind != ExprKind::Initializer)
        continue;
      llvm::SmallVector<ListItem> items;
      for (ExprId item : unit->children(list))
        items.push_back({unit->firstToken(item), unit->lastToken(item)});
      for (size_t i = 0; i < items.size(); ++i)
        changes.remove(itemWithComma(*unit, items, i));
    }
  }
}
