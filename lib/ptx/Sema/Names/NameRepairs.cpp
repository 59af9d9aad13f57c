// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Names/NameRepairs.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

//===-- What is done with names ---------------------------------------------------------------===//

NameRepairs::NameRepairs(const BodyScope &scope) : unit(scope.unit) {
  for (uint32_t i = 0; i != unit.tokens().size(); ++i)
    if (unit.tokens().kind(i) == TokenKind::Identifier)
      ++uses[unit.text(TokenId{i})].count;
  for (const Symbol &symbol : scope.symbols().all()) {
    hasRegisterParameters |= symbol.isRegister() && symbol.parameter != ParameterKind::None;
    if (auto found = uses.find(symbol.name);
        found != uses.end() && symbol.parameter == ParameterKind::None)
      --found->second.count;
  }
  for (const Instruction &inst : unit.instructions())
    instruction(inst);
}

/// Whether the forms of `opcode` accept names other than registers outside of brackets.
static bool takesObjects(const FormInfo &form) {
  constexpr uint32_t objects = OperandKind::symbol | OperandKind::function | OperandKind::label |
                               OperandKind::branchtargets | OperandKind::calltargets |
                               OperandKind::callprototype | OperandKind::arguments;
  return llvm::any_of(form.operands(), [](const OperandInfo &operand) {
    return (operand.kinds | operand.alsoTaken) & objects;
  });
}

static bool writesFirst(const FormInfo &form) {
  return !form.operands().empty() && form.operands().front().written;
}

/// For an instruction that PTX does not have, or whose forms differ, any use is possible.
void NameRepairs::instruction(const Instruction &inst) {
  if (inst.guard != GuardKind::None)
    add(inst.guardRegister(), {.isRead = true});
  std::optional<Opcode> opcode = findOpcode(unit.text(inst.opcode));
  NameUses first{.isRead = true}, others{.isRead = true}, inBrackets{.isRead = true};
  others.isObject = !opcode || llvm::any_of(formsOf(*opcode), takesObjects);
  first.isWritten = !opcode || llvm::any_of(formsOf(*opcode), writesFirst);
  first.isRead = !opcode || !llvm::all_of(formsOf(*opcode), writesFirst);
  first.isObject = others.isObject && first.isRead;
  inBrackets.isAddress = true;
  for (uint32_t i = 1; i <= inst.modifierCount; ++i)
    inBrackets.isObject |= unit.text(TokenId{inst.opcode.index + i}).starts_with(".param");
  for (auto [i, id] : llvm::enumerate(unit.list(inst.operands())))
    operand(id, i == 0 ? first : others, inBrackets);
}

void NameRepairs::operand(ExprId id, NameUses place, NameUses inBrackets) {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Member:
    return add(e.token, place);
  case ExprKind::Index:
    add(e.token, inBrackets);
    return operand(e.child(), inBrackets, inBrackets);
  case ExprKind::Unary:
  case ExprKind::Qualified:
    return operand(e.child(), place, inBrackets);
  case ExprKind::Offset:
    return operand(e.lhs(), place, inBrackets);
  case ExprKind::Pair:
    operand(e.lhs(), place, inBrackets);
    return operand(e.rhs(), place, inBrackets);
  case ExprKind::Vector:
  case ExprKind::Arguments:
    for (ExprId element : unit.list(e.list()))
      operand(element, place, inBrackets);
    return;
  case ExprKind::Address:
    for (ExprId element : unit.list(e.list()))
      operand(element, inBrackets, inBrackets);
    return;
  default:
    return;
  }
}

void NameRepairs::add(TokenId name, NameUses place) {
  NameUses &known = uses[unit.text(name)];
  known.isRead |= place.isRead;
  known.isWritten |= place.isWritten;
  known.isObject |= place.isObject;
  known.isAddress |= place.isAddress;
}

/// Whether neither `near` nor any register declared with it is used.
bool NameRepairs::isUnused(const NearName &near) const {
  if (!near.isLocal)
    return false; // it has uses elsewhere
  if (!near.symbol->numbered)
    return usesOf(near.name).count == 0;
  return llvm::none_of(uses, [&](const auto &entry) {
    StringRef number = entry.getKey();
    return entry.getValue().count != 0 && number.consume_front(near.symbol->name) &&
           !number.empty() && llvm::all_of(number, llvm::isDigit);
  });
}

//===-- Whether one is the other --------------------------------------------------------------===//

static StringRef withoutPercent(StringRef name) {
  name.consume_front("%");
  return name;
}

/// Whether the register `near` is certainly the intended name for `written`.
bool NameRepairs::isRegister(StringRef written, const NearName &near) const {
  NameUses wrong = usesOf(written), right = usesOf(near.name);
  bool isPercent = withoutPercent(written) == withoutPercent(near.name);
  if (!isPercent && (near.symbol->numbered || differsInNumbers(written, near.name)))
    return false;
  if (near.symbol->numbered && isUnused(near))
    return true;
  // A percent sign distinguishes registers from variables.
  bool canBeVariable =
      !written.starts_with("%") && (wrong.isObject || (wrong.isAddress && !near.symbol->numbered));
  if (StringRef(near.name).starts_with("%") && canBeVariable)
    return false;
  if (isPercent || isUnused(near))
    return true;
  // A name that is only read, or only written, is not a separate register if `near` lacks that use.
  bool isPart = wrong.isWritten ? !wrong.isRead && wrong.count == 1 && !right.isWritten
                                : !hasRegisterParameters;
  return isPart && slipBetween(written, near.name) == Slip::Certain;
}

bool NameRepairs::isCertain(StringRef written, const NearName &near) const {
  NameUses wrong = usesOf(written);
  // A special register is only read, and not in addresses. All other registers are also written,
  // except for parameters.
  if (!near.symbol)
    return !wrong.isWritten && !wrong.isAddress && !hasRegisterParameters &&
           (near.isSameSpelling || (spellingDistance(written, near.name, 1) == 1 &&
                                    !differsInNumbers(written, near.name)));
  if (!near.isOnlyOne)
    return false;
  // Other modules may depend on names with linkage.
  if (near.symbol->linkage != Linkage::None || near.symbol->kind == SymbolKind::Entry)
    return false;
  if (near.symbol->isRegister())
    return isRegister(written, near);
  if (differsInNumbers(written, near.name))
    return false;
  bool isPercent = withoutPercent(written) == withoutPercent(near.name);
  Slip slip = isPercent ? Slip::Likely : slipBetween(written, near.name);
  return slip == Slip::Certain || (slip == Slip::Likely && isUnused(near));
}

FixIt NameRepairs::repair(StringRef written, SourceRange where, const NearName &near) const {
  FixIt fix{where, near.name, "replace by `" + near.name + "`", Applicability::Unsafe};
  if (!isCertain(written, near))
    return fix;
  fix.applicability = Applicability::Safe;
  // One edit must fix all uses.
  bool isNumbered = near.symbol && near.symbol->numbered;
  if (!near.symbol || !isUnused(near) || (!isNumbered && usesOf(written).count == 1))
    return fix;
  StringRef declared = near.symbol->name;
  // The number belongs to one register.
  StringRef meant = written.drop_back(near.name.size() - declared.size());
  fix.range = near.symbol->range;
  fix.replacement = meant.str();
  fix.description = ("declare `" + meant + "` in place of `" + declared + "`").str();
  return fix;
}
