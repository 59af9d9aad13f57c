// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Module/Prototype.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Calls `report` with the number of each statement of the body that is a pragma of this name, and
/// the range of its string.
template <class Report>
static void forEachPragma(const SyntaxUnit &unit, StringRef name, Report report) {
  auto isNamed = [&](ExprId id) {
    StringRef text = unit.text(unit[id].token).drop_front().drop_back();
    return text.take_until(llvm::isSpace) == name;
  };
  auto isAny = [&](const Directive &directive) {
    return directive.kind == DirectiveKind::Pragma &&
           llvm::any_of(unit.list(directive.operands), isNamed);
  };
  if (llvm::none_of(unit.directives(), isAny))
    return;
  for (auto [i, stmt] : llvm::enumerate(unit.statements())) {
    if (stmt.kind != StmtKind::Directive || !isAny(unit[DirectiveId{stmt.index}]))
      continue;
    for (ExprId id : unit.list(unit[DirectiveId{stmt.index}].operands))
      if (isNamed(id))
        report(i, unit.range(id));
  }
}

/// A description of the instruction at or after statement `from`; empty if it is a load or unknown.
static std::string otherThanLoad(const BodyLintContext &context, size_t from) {
  for (const Stmt &stmt : context.unit.statements().drop_front(from)) {
    if (stmt.kind != StmtKind::Instruction)
      continue;
    const Signature *signature = context.checked.signatures[stmt.index];
    if (!signature || signature->view.form->has(Trait::Loads))
      return "";
    return ("`" + context.unit.text(context.unit[InstId{stmt.index}].opcode) + "`").str();
  }
  return "the end of the body";
}

/// `used_bytes_mask` applies to the load after it. (Manual 12.2)
void ptx::checkIdlePragma(BodyLintContext &context) {
  constexpr llvm::StringLiteral name = "used_bytes_mask";
  forEachPragma(context.unit, name, [&](size_t stmt, SourceRange range) {
    std::string observed = otherThanLoad(context, stmt);
    if (!observed.empty())
      context.diagnostics.emit(
          diag::IdlePragma{.range = range, .name = name, .observed = observed});
  });
}

/// A feature in the body that prevents spilling of registers to shared memory.
static std::string spillingObstacle(const BodyLintContext &context) {
  for (const Signature *signature : context.checked.signatures)
    if (signature && signature->view.form->action == Action::SetRegisterCount)
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
