// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/ControlFlowRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Module/Prototype.h"

using namespace ptx;

/// The end of the function's body.
static SourceRange endOf(const BodyLintContext &context) {
  return context.module.top().range(context.function->last);
}

/// Control reaches the end of a body, where there is no instruction. `ptxas` adds a `ret` there.
/// (Manual 9.7.12)
void ptx::checkMissingReturn(BodyLintContext &context) {
  if (context.function && context.flow().isExact() && context.flow().reachesEnd())
    context.diagnostics.emit(diag::MissingReturn{
        .range = endOf(context), .name = context.module.top().text(context.function->name)});
}

/// A function that is declared not to return, but returns. (Manual 11.4.6)
void ptx::checkReturnFromNoreturn(BodyLintContext &context) {
  if (!context.function)
    return;
  const SyntaxUnit &top = context.module.top();
  std::optional<DirectiveId> directive = findDirective(top, *context.function, TokenKind::NoReturn);
  if (!directive || !context.flow().isExact())
    return;
  llvm::StringRef name = top.text(context.function->name);
  auto report = [&](SourceRange range) {
    context.diagnostics.emit(diag::ReturnFromNoreturn{.range = range, .name = name})
        .note(top.range(top[*directive].keyword), "declared here");
  };
  const ControlFlow &flow = context.flow();
  for (uint32_t block : flow.reachable().set_bits())
    for (uint32_t i = flow[block].first.index; i != flow[block].end.index; ++i) {
      const Stmt &stmt = context.unit.statements()[i];
      if (stmt.kind != StmtKind::Instruction)
        continue;
      const Signature *signature = context.checked.signatures[stmt.index];
      if (signature && signature->view.form->has(Trait::Returns))
        report(context.unit.range(context.unit[InstId{stmt.index}].opcode));
    }
  if (flow.reachesEnd())
    report(endOf(context));
}
