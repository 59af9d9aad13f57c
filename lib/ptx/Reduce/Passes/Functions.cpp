// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"

#include "llvm/ADT/MapVector.h"

using namespace ptx;

void ptx::findFunctions(const Subject &subject, ChangeList &changes) {
  const SyntaxUnit &top = subject.module().top();
  // A function can be declared several times.
  llvm::MapVector<llvm::StringRef, Change> byName;
  for (const Stmt &statement : top.statements()) {
    if (statement.kind != StmtKind::Function)
      continue;
    const Function &function = top[FuncId{statement.index}];
    byName[top.text(function.name)].push_back({wholeRange(top, function)});
  }
  for (auto &[name, change] : byName) {
    removeUses(subject, name, /*numbered=*/false, change);
    changes.add(std::move(change));
  }
}
