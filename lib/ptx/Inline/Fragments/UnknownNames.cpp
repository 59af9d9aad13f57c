// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/UnknownNames.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Inline/Fragments/PtxText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class UnknownNames {
public:
  UnknownNames(const Fragment &fragment, const SyntaxUnit &unit, const CheckedUnit &checked,
               const llvm::StringSet<> &leaked, bool isInModule, DiagnosticList &diagnostics)
      : fragment(fragment), unit(unit), checked(checked), leaked(leaked), isInModule(isInModule),
        diagnostics(diagnostics) {}

  void run();

private:
  void check(ExprId id, bool canBeVariable);
  bool isOfCompiler(StringRef name) const;
  void report(TokenId name);

  const Fragment &fragment;
  const SyntaxUnit &unit;
  const CheckedUnit &checked;
  const llvm::StringSet<> &leaked;
  bool isInModule;
  DiagnosticList &diagnostics;
  llvm::StringSet<> reported;
};

} // namespace

/// Whether `nvcc` can have declared the register for the code around.
bool UnknownNames::isOfCompiler(StringRef name) const {
  StringRef stem = name.rtrim("0123456789");
  return isInModule && stem.size() != name.size() &&
         llvm::is_contained({"%p", "%r", "%rd", "%rs", "%f", "%fd"}, stem);
}

void UnknownNames::report(TokenId token) {
  StringRef name = unit.text(token);
  SourceRange range = unit.range(token);
  bool isOperand = fragment.syntax().isOperand(name);
  if ((isOperand && fragment.statementAt(range.begin).isExtended) || name == "_" ||
      leaked.contains(declaredStem(name)) || leaked.contains("") || !reported.insert(name).second)
    return;
  if (!isOperand && isOfCompiler(name)) {
    diagnostics.emit(diag::CompilerRegister{.range = range, .name = name});
    return;
  }
  Diagnostic &d = diagnostics.emit(diag::UnknownName{.range = range, .name = name});
  if (isOperand)
    d.note(range, "without a colon after the template, it is no operand");
}

/// Looks for names in an operand. Where a variable or a function can be, the module around can have
/// it, but no variable of C++ has a name with a percent sign.
void UnknownNames::check(ExprId id, bool canBeVariable) {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Member:
    canBeVariable = false; // which has no members
    [[fallthrough]];
  case ExprKind::Name:
    if (!checked.scope.binding(id) &&
        (!canBeVariable || (isInModule && unit.text(e.token).starts_with("%"))))
      report(e.token);
    return;
  case ExprKind::Pair:
    check(e.lhs(), canBeVariable);
    return check(e.rhs(), canBeVariable);
  case ExprKind::Offset:
    return check(e.lhs(), canBeVariable);
  case ExprKind::Unary:
    return check(e.child(), canBeVariable);
  case ExprKind::Vector:
  case ExprKind::Address:
    // The elements of a vector are registers.
    for (ExprId child : unit.list(e.list()))
      check(child, canBeVariable && e.kind != ExprKind::Vector);
    return;
  default:
    return;
  }
}

/// Whether some form of `opcode` has a place for the name of a variable, a function or a label.
static bool takesNames(Opcode opcode) {
  constexpr uint32_t names = OperandKind::symbol | OperandKind::function | OperandKind::label |
                             OperandKind::branchtargets | OperandKind::calltargets |
                             OperandKind::callprototype | OperandKind::metadata;
  return llvm::any_of(formsOf(opcode), [](const FormInfo &form) {
    return llvm::any_of(form.operands(),
                        [](const OperandInfo &operand) { return operand.kinds & names; });
  });
}

void UnknownNames::run() {
  constexpr uint32_t others = OperandKind::arguments | OperandKind::address | OperandKind::object;
  for (auto [i, inst] : llvm::enumerate(unit.instructions())) {
    InstId id{static_cast<uint32_t>(i)};
    if (inst.guard != GuardKind::None && !checked.scope.guard(id))
      report(inst.guardRegister());
    const Signature *signature = checked.signatures[i];
    if (!signature)
      continue;
    bool takesVariables = takesNames(signature->view.form->opcode);
    for (auto [place, operand] : llvm::zip(signature->places, unit.list(inst.operands()))) {
      const OperandInfo &info = *signature->operands[place.first].info;
      // The labels around the statement are the compiler's own.
      bool isLabel = info.kinds == OperandKind::label;
      bool isSource = takesVariables && !info.written;
      check(operand, !isLabel && (isSource || place.bracketed || info.kinds & others));
    }
  }
}

void ptx::reportUnknownNames(const Fragment &fragment, const Module &module,
                             const SemaResult &checked, const llvm::StringSet<> &leaked,
                             bool isInModule, DiagnosticList &diagnostics) {
  UnknownNames(fragment, module.top(), *checked.top, leaked, isInModule, diagnostics).run();
}
