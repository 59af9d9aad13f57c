// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Inline/Lints/StatementLints.h"

using namespace ptx;

/// Looks for declarations and labels outside of braces, which a second copy of the statement
/// repeats. A name with `%=` is distinct in each copy. (Manual 5.4.6)
void ptx::lintLeaks(StatementLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  if (context.fragment.statements().size() > 1)
    return;
  auto report = [&](TokenId name) {
    SourceRange range = unit.range(name);
    if (!context.fragment.isDeclaration(range) && !context.fragment.isNumbered(range))
      context.inside.emit(diag::LeakingDeclaration{.range = range, .name = unit.text(name)});
  };
  for (uint32_t i = 0; i < unit.statements().size();) {
    const Stmt &stmt = unit.statements()[i++];
    if (stmt.kind == StmtKind::Block)
      i = unit[BlockId{stmt.index}].end.index;
    else if (stmt.kind == StmtKind::Label)
      report(TokenId{stmt.index});
    else if (stmt.kind == StmtKind::Variable)
      for (DeclaratorId declarator : unit[VarId{stmt.index}].declarators)
        report(unit[declarator].name);
  }
}
