// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Prototype.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Calls `report` with the number of each statement of the body that is a pragma of this name, and
/// the range of its string.
template <class Report>
static void forEachPragma(const SyntaxUnit &unit, StringRef name, Report report) {
  bool isAnywhere = llvm::any_of(
      unit.directives(), [](const Directive &d) { return d.kind == DirectiveKind::Pragma; });
  if (!isAnywhere)
    return;
  for (auto [i, stmt] : llvm::enumerate(unit.statements())) {
    if (stmt.kind != StmtKind::Directive)
      continue;
    const Directive &directive = unit[DirectiveId{stmt.index}];
    if (directive.kind != DirectiveKind::Pragma)
      continue;
    for (ExprId id : unit.list(directive.operands)) {
      StringRef text = unit.text(unit[id].token).drop_front().drop_back();
      if (text.take_until(llvm::isSpace) == name)
        report(i, unit.range(id));
    }
  }
}

/// What the first instruction from statement `from` on is, unless it is a load or not known.
static std::string otherThanLoad(const BodyLintContext &context, size_t from) {
  for (const Stmt &stmt : context.unit.statements().drop_front(from)) {
    if (stmt.kind != StmtKind::Instruction)
      continue;
    const Signature *signature = context.checked.signatures[stmt.index];
    if (!signature || signature->view.form->opcode == Opcode::ld ||
        signature->view.form->opcode == Opcode::ldu)
      return "";
    return ("`" + context.unit.text(context.unit[InstId{stmt.index}].opcode) + "`").str();
  }
  return "the end of the body";
}

/// `used_bytes_mask` speaks of the load behind it. (Manual 12.2)
void ptx::checkIdlePragma(BodyLintContext &context) {
  constexpr llvm::StringLiteral name = "used_bytes_mask";
  forEachPragma(context.unit, name, [&](size_t stmt, SourceRange range) {
    std::string observed = otherThanLoad(context, stmt);
    if (!observed.empty())
      context.diagnostics.emit(
          diag::IdlePragma{.range = range, .name = name, .observed = observed});
  });
}

/// What registers cannot be spilled to shared memory with, if the body has it.
static std::string spillingObstacle(const BodyLintContext &context) {
  for (const Signature *signature : context.checked.signatures)
    if (signature && signature->view.form->opcode == Opcode::setmaxnreg)
      return "`setmaxnreg`";
  for (uint32_t i = 0; i != context.unit.expressions().size(); ++i) {
    const Symbol *symbol = context.scope.symbol(context.scope.binding({i}));
    if (symbol && symbol->isMemory() && symbol->space == StateSpace::Shared && symbol->array &&
        symbol->linkage == Linkage::Extern && Prototype::isIncomplete(*symbol))
      return ("the dynamic shared memory `" + symbol->name + "`").str();
  }
  return "";
}

/// (Manual 12.3)
void ptx::checkSpillingConflict(BodyLintContext &context) {
  constexpr llvm::StringLiteral name = "enable_smem_spilling";
  forEachPragma(context.unit, name, [&](size_t, SourceRange range) {
    std::string observed = spillingObstacle(context);
    if (!observed.empty())
      context.diagnostics.emit(
          diag::SpillingConflict{.range = range, .name = name, .observed = observed});
  });
}
