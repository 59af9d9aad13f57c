// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/Initializers.h"
#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/ConstantCheck.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace ptx;
using llvm::StringRef;
using Kind = Constant::Kind;

/// Whether `ptxas` accepts scalars of this instruction type.
static bool isTakenAsScalar(TypeId type) {
  return type == TypeId::e2m1x4 || type == TypeId::e2m3x4 || type == TypeId::e3m2x4;
}

void InitializerChecker::check(const Variable &variable) {
  for (DeclaratorId id : variable.declarators)
    if (unit[id].initializer)
      check(variable, unit[id]);
}

void InitializerChecker::check(const Variable &variable, const Declarator &declarator) {
  std::optional<TypeId> declared = findType(unit.text(variable.type).drop_front());
  if (!declared)
    return;
  type = *declared;
  bool ofVariables = info(type).inMemory || type == TypeId::pred;
  isPacked = !ofVariables || type == TypeId::f16x2;
  vectorLength = vectorLengthOf(unit, variable);
  name = declarator.name;
  // The check of the declaration reports other types that do not exist.
  bool exists = ofVariables || declarator.dimensions.count || isTakenAsScalar(type);
  if (exists && isAllowed(variable))
    checkElements(declarator);
}

/// (Manual 5.4.4, 11.6.1)
bool InitializerChecker::isAllowed(const Variable &variable) {
  StateSpace space = spaceOf(unit, variable.space);
  std::string reason;
  if (!info(space).isInitialized)
    reason = "it is in " + quoted(unit.text(variable.space)) +
             ", and only `.global` and `.const` variables have one";
  else if (variable.linkage && unit.tokens().kind(variable.linkage.index) == TokenKind::Extern)
    reason = "it is `.extern`, and defined elsewhere";
  else
    return type != TypeId::pred; // not a variable in memory; already reported
  diagnostics.emit(diag::InitializerNotAllowed{
      .range = unit.range(name), .name = unit.text(name), .reason = reason});
  return false;
}

//===-- Shapes --------------------------------------------------------------------------------===//

void InitializerChecker::checkElements(const Declarator &declarator) {
  dimensions = unit.list(declarator.dimensions);
  typeReported = false;
  bool isObject = info(type).group == TypeGroup::Opaque;
  auto levels = static_cast<uint32_t>(dimensions.size() + (vectorLength > 1));
  pending.push_back({declarator.initializer, 0});
  while (!pending.empty()) {
    Element element = pending.pop_back_val();
    bool isField = unit[element.id].kind == ExprKind::Field;
    if (isObject && isField) // `ptxas` accepts the elements of an array without braces
      checkField(element.id, /*isLoose=*/true);
    else if (isField && element.level < levels)
      checkMisplacedField(element.id);
    else if (isObject && element.level == levels)
      checkObject(element.id);
    else if (element.level < levels)
      checkList(element);
    else
      checkValue(element.id);
  }
}

/// A list with at most as many elements as the dimension; for a vector, exactly as many.
void InitializerChecker::checkList(const Element &element) {
  bool isVector = element.level == dimensions.size();
  const Expr &e = unit[element.id];
  StringRef what = isVector ? "a vector" : "an array";
  if (e.kind != ExprKind::Initializer) {
    diagnostics.emit(diag::InitializerShape{.range = unit.range(element.id),
                                            .observed = "a single value",
                                            .what = what,
                                            .expected = "a list in braces"});
    return;
  }
  llvm::ArrayRef<ExprId> list = unit.list(e.list());
  uint64_t size = isVector ? vectorLength : countOfDimension(unit, dimensions[element.level]);
  bool isOpen = !isVector && element.level == 0 && size == 0;
  if (!isOpen && (list.size() > size || (isVector && list.size() < size))) {
    SourceRange excess =
        list.size() > size ? SourceRange{unit.range(list[size]).begin, unit.range(list.back()).end}
                           : unit.range(element.id);
    diagnostics.emit(diag::InitializerCount{.range = excess,
                                            .observed = std::to_string(list.size()) +
                                                        (list.size() == 1 ? " value" : " values"),
                                            .what = (what + " of " + llvm::Twine(size)).str()});
    return;
  }
  for (ExprId id : llvm::reverse(list))
    pending.push_back({id, element.level + 1});
}

//===-- Values --------------------------------------------------------------------------------===//

/// Reports the first element of the wrong type.
void InitializerChecker::reportType(ExprId id, StringRef observed, StringRef expected) {
  if (std::exchange(typeReported, true))
    return;
  diagnostics.emit(diag::InitialValueType{.range = unit.range(id),
                                          .observed = observed,
                                          .name = unit.text(name),
                                          .type = ("." + info(type).name).str(),
                                          .expected = expected});
}

void InitializerChecker::checkValue(ExprId id) {
  if (type == TypeId::f16 || isPacked) {
    // `ptxas` does not check lists of packed values.
    bool isList = unit[id].kind == ExprKind::Initializer || unit[id].kind == ExprKind::Field;
    if (!(isPacked && isList) && !std::exchange(typeReported, true))
      diagnostics.emit(diag::InitializerNotAllowed{
          .range = unit.range(name),
          .name = unit.text(name),
          .reason = "it is of type " + quoted(("." + info(type).name).str())});
    return;
  }
  switch (unit[id].kind) {
  case ExprKind::Initializer:
    diagnostics.emit(diag::InitializerShape{.range = unit.range(id),
                                            .observed = "a list in braces",
                                            .what = "a scalar",
                                            .expected = "a single value"});
    return;
  case ExprKind::Field:
    return checkMisplacedField(id);
  case ExprKind::Mask:
    return checkMask(id);
  case ExprKind::Name:
  case ExprKind::Offset:
  case ExprKind::Generic:
    return checkAddress(id, false);
  default:
    return checkNumber(id);
  }
}

void InitializerChecker::checkNumber(ExprId id) {
  std::optional<Constant> value = checkConstant(unit, id, ConstantUse::Any, rules, diagnostics);
  if (!value)
    return;
  TypeKind kind = info(type).kind;
  bool wantsFloat = kind == TypeKind::Float;
  if (kind != TypeKind::Bits && value->isInteger() == wantsFloat)
    return reportType(id, quoted(unit.source(id)),
                      wantsFloat ? "a floating-point number" : "an integer");
  checkRange(id, *value);
}

void InitializerChecker::reportStored(ExprId id, StringRef stored) {
  diagnostics.emit(diag::InitialValueRange{.range = unit.range(id),
                                           .value = quoted(unit.source(id)),
                                           .type = ("." + info(type).name).str(),
                                           .stored = stored});
}

/// Bits that do not fit are cut off, which is never intended.
void InitializerChecker::checkRange(ExprId id, const Constant &value) {
  unsigned width = info(type).width;
  if (value.isInteger()) {
    constexpr unsigned widest = 64;
    if (width >= widest)
      return;
    int64_t number = value.asSigned(), end = int64_t(1) << width;
    if (number < -(end / 2) || number >= end)
      reportStored(id, std::to_string(value.bits & static_cast<uint64_t>(end - 1)));
    return;
  }
  bool isSingle = value.kind == Kind::Single;
  if (width < 32) {
    if (value.asDouble() != 0)
      reportStored(id, "0");
  } else if (width == 32 && !isSingle) {
    if (std::isfinite(value.asDouble()) && std::isinf(static_cast<float>(value.asDouble())))
      reportStored(id, "an infinity");
  } else if (type == TypeId::f64 && isSingle && value.bits && rules == ConstantRules::Manual) {
    diagnostics.emit(diag::ConstantValueDiffers{.range = unit.range(id),
                                                .expression = unit.source(id),
                                                .manual = constantText(value),
                                                .ptxas = constantText({Kind::Double, value.bits})});
  }
}

/// One byte of an address or of a number.
void InitializerChecker::checkMask(ExprId id) {
  ExprId mask = unit[id].lhs(), operand = unit[id].rhs();
  gates.use(Feature::InitialMask, unit.range(id));
  uint64_t bits = countOfDimension(unit, mask);
  constexpr uint64_t byte = 0xFF;
  bool selectsByte = false;
  for (unsigned shift = 0; shift != 64; shift += 8)
    selectsByte |= bits == byte << shift;
  if (!selectsByte)
    diagnostics.emit(diag::MaskValue{.range = unit.range(mask), .mask = unit.source(mask)});
  ExprKind kind = unit[operand].kind;
  if (kind == ExprKind::Name || kind == ExprKind::Offset || kind == ExprKind::Generic)
    return checkAddress(operand, true);
  gates.use(Feature::InitialMaskedNumber, unit.range(operand));
  if (checkConstant(unit, operand, ConstantUse::Integer, rules, diagnostics) &&
      info(type).kind == TypeKind::Float)
    reportType(id, "a byte of " + quoted(unit.source(operand)), "a floating-point number");
}

/// `symbol`, `symbol+offset`, `generic(symbol)` or `generic(symbol)+offset`.
void InitializerChecker::checkAddress(ExprId id, bool masked) {
  ExprId base = id;
  if (unit[id].kind == ExprKind::Offset) {
    base = unit[id].lhs();
    checkConstant(unit, unit[id].rhs(), ConstantUse::Integer, rules, diagnostics);
  }
  bool isGeneric = unit[base].kind == ExprKind::Generic;
  TokenId token = unit[isGeneric ? unit[base].child() : base].token;
  const Symbol *symbol = checkSymbol(token);
  if (!symbol || symbol->broken)
    return;
  if (isGeneric)
    gates.use(Feature::InitialGeneric, unit.range(base));
  if (symbol->kind == SymbolKind::Variable)
    gates.use(Feature::InitialAddress, unit.range(token));
  else
    gates.use(symbol->kind == SymbolKind::Entry ? Feature::InitialEntry : Feature::InitialFunction,
              unit.range(token));
  if (symbol->type && info(*symbol->type).kind == TypeKind::Opaque)
    diagnostics.emit(diag::ObjectInitialValue{
        .range = unit.range(token), .name = unit.text(token), .type = typeText(*symbol)});
  bool fits = type == TypeId::u32 || type == TypeId::u64 || (masked && type == TypeId::u8);
  if (!fits)
    return reportType(id, "the address of " + quoted(unit.text(token)),
                      masked ? "`.u8`" : "`.u32` or `.u64`");
  if (symbol->isFunction() && unit[id].kind != ExprKind::Name)
    diagnostics.emit(diag::InitialSymbol{.range = unit.range(id),
                                         .name = unit.text(token),
                                         .observed = "a function",
                                         .expected = "its name alone"});
}

/// The reason why initializers cannot contain the address of `symbol`; empty if they can.
static std::string unfitness(const Symbol &symbol) {
  if (symbol.isFunction())
    return "";
  if (symbol.kind != SymbolKind::Variable)
    return "a label";
  if (symbol.space == StateSpace::Reg)
    return "a register";
  if (!info(symbol.space).isInitialized)
    return "in " + quoted(info(symbol.space).word);
  return "";
}

/// The symbol to which the name refers, if initializers can contain its address. A variable is
/// declared before its own initializer, as in C. (Manual 5.4.4)
const Symbol *InitializerChecker::checkSymbol(TokenId token) {
  StringRef text = unit.text(token);
  const Symbol *symbol = find(text, unit.range(token).begin);
  const Symbol *later = symbol ? nullptr : find(text, ~0u);
  if (!symbol && !later) {
    diagnostics.emit(diag::UnknownName{.range = unit.range(token), .name = text});
    return nullptr;
  }
  if (!symbol) {
    diagnostics.emit(diag::UsedBeforeDeclared{.range = unit.range(token), .name = text})
        .note(later->range, quoted(text) + " declared here");
    return nullptr;
  }
  std::string observed = unfitness(*symbol);
  if (observed.empty() || symbol->broken)
    return symbol;
  diagnostics
      .emit(diag::InitialSymbol{.range = unit.range(token),
                                .name = text,
                                .observed = observed,
                                .expected = "a variable in `.global` or `.const`, or a function"})
      .note(symbol->range, quoted(text) + " declared here");
  return nullptr;
}
