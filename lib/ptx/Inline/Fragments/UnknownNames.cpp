// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/UnknownNames.h"
#include "ptx/Diagnostics/InlineRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class UnknownNames {
public:
  UnknownNames(const Fragment &fragment, const SyntaxUnit &unit, const CheckedUnit &checked,
               const llvm::StringSet<> &leaked, bool isInModule,
               llvm::function_ref<bool(StringRef)> declares, DiagnosticList &diagnostics)
      : fragment(fragment), unit(unit), checked(checked), leaked(leaked), isInModule(isInModule),
        declares(declares), diagnostics(diagnostics) {}

  void run();

private:
  void check(ExprId id, bool canBeVariable);
  bool isOfCompiler(StringRef name) const;
  bool lacksSign(ExprId id) const;
  void report(TokenId name);

  const Fragment &fragment;
  const SyntaxUnit &unit;
  const CheckedUnit &checked;
  const llvm::StringSet<> &leaked;
  bool isInModule;
  llvm::function_ref<bool(StringRef)> declares;
  DiagnosticList &diagnostics;
  llvm::StringSet<> reported;
};

} // namespace

/// Whether `nvcc` may have declared the register for the surrounding code.
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
  if (std::string special = "%" + name.str(); findSpecialRegister(special))
    suggest(d, range, StringRef(special));
}

/// Whether the operand is the name of a special register without its `%`, and not of a variable.
bool UnknownNames::lacksSign(ExprId id) const {
  const Expr &e = unit[id];
  return isInModule && e.kind == ExprKind::Name && !checked.scope.binding(id) &&
         findSpecialRegister(("%" + unit.text(e.token)).str()) && !declares(unit.text(e.token));
}

/// Finds names in an operand. The enclosing module may declare a variable or a function, but no C++
/// variable has a name with a percent sign.
void UnknownNames::check(ExprId id, bool canBeVariable) {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Member:
    canBeVariable = false; // vectors have no members
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

/// Whether some form of `opcode` has an operand for the name of a variable, a function or a label.
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
      // The labels around the statement are generated by the compiler.
      bool isLabel = info.kinds == OperandKind::label;
      bool isSource = takesVariables && !info.written;
      bool isPlain = !place.bracketed && !(info.kinds & (others | OperandKind::function));
      check(operand, !isLabel && (isSource || place.bracketed || info.kinds & others) &&
                         !(isPlain && lacksSign(operand)));
    }
  }
}

void ptx::reportUnknownNames(const Fragment &fragment, const Module &module,
                             const SemaResult &checked, const llvm::StringSet<> &leaked,
                             bool isInModule, llvm::function_ref<bool(StringRef)> declares,
                             DiagnosticList &diagnostics) {
  UnknownNames(fragment, module.top(), *checked.top, leaked, isInModule, declares, diagnostics)
      .run();
}

bool ptx::declaresVariable(StringRef source, StringRef name) {
  auto isPartOfWord = [&](size_t at) {
    return at < source.size() && (llvm::isAlnum(source[at]) || source[at] == '_');
  };
  for (size_t at = 0; (at = source.find(name, at)) != StringRef::npos; at += name.size()) {
    StringRef before = source.take_front(at);
    if (before.ends_with("@")) // of LLVM IR
      return true;
    if (isPartOfWord(at + name.size()) || (at > 0 && isPartOfWord(at - 1)))
      continue;
    // Not the parameter of a function for the GPU.
    constexpr size_t longest = 256;
    StringRef declaration = before.take_back(longest);
    declaration = declaration.drop_front(declaration.find_last_of(";{}") + 1);
    bool isOfGpu = llvm::any_of(
        std::initializer_list<StringRef>{"__shared__", "__device__", "__constant__", "__managed__"},
        [&](StringRef word) { return declaration.contains(word); });
    if (isOfGpu && declaration.count('(') == declaration.count(')'))
      return true;
  }
  return false;
}
