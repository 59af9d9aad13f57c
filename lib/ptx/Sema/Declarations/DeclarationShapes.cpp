// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dimensions, alignment and attributes of declarations.

#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/ConstantCheck.h"
#include "ptx/Sema/Declarations/DeclarationCheck.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using Place = DeclarationPlace;

//===-- Shapes --------------------------------------------------------------------------------===//

bool DeclarationChecker::checkShapes(const Variable &variable) {
  bool fits = true;
  for (DeclaratorId id : variable.declarators) {
    const Declarator &declarator = unit[id];
    fits &= declarator.dimensions.count ? checkDimensions(variable, declarator)
                                        : checkParameterType(variable, declarator);
  }
  return fits;
}

/// The size of a dimension is a constant expression; `ptxas` accepts only a literal. (Manual 5.4.3)
bool DeclarationChecker::checkDimension(ExprId id) {
  ExprKind kind = unit[id].kind;
  if (kind == ExprKind::Integer || kind == ExprKind::WarpSize)
    return true;
  std::optional<Constant> size =
      checkConstant(unit, id, ConstantUse::Integer, ConstantRules::Manual, diagnostics);
  if (!size)
    return false;
  SourceRange range = unit.range(id);
  if (size->bits != 0 && (size->kind == Constant::Kind::Unsigned || size->asSigned() > 0)) {
    diagnostics.emit(
        diag::PtxasSyntax{.range = range, .what = "an expression as the size of a dimension"});
    return true;
  }
  diagnostics.emit(diag::DimensionValue{
      .range = range, .expression = unit.source(id), .value = constantText(*size)});
  return false;
}

/// (Manual 5.1.1, 5.4.3)
bool DeclarationChecker::checkDimensions(const Variable &variable, const Declarator &declarator) {
  SourceRange range = unit.range(declarator.name);
  StringRef name = unit.text(declarator.name);
  llvm::ArrayRef<ExprId> dimensions = unit.list(declarator.dimensions);
  bool isOpen = countOfDimension(unit, dimensions[0]) == 0;
  if (isParameter() && dimensions.size() > 1)
    diagnostics.emit(diag::RejectedParameterType{.range = unit.range(dimensions[1]),
                                                 .type = "an array of several dimensions",
                                                 .name = name,
                                                 .expected = "one dimension"});
  if (space == StateSpace::Reg) {
    if (isParameter() && (!defined || isOpen))
      return true;
    diagnostics.emit(
        diag::RegisterArray{.range = range, .name = name, .observed = "declared as an array"});
    return false;
  }
  for (ExprId id : dimensions)
    if (id && !checkDimension(id))
      return false;
  // `ptxas` counts the elements of a parameter with 32 bits, of other variables with 64.
  constexpr uint64_t most = 0xFFFF'FFFF;
  if (uint64_t count = countOfDimension(unit, dimensions[0]); isParameter() && count > most) {
    SourceRange where = unit.range(dimensions[0]);
    constexpr StringRef what = "size of a parameter";
    StringRef text = unit.source(dimensions[0]);
    if (isNegativeCount(count))
      diagnostics.emit(
          diag::UncheckedNumber{.range = where, .what = what, .number = text, .size = "32 bits"});
    else
      diagnostics.emit(diag::CountTooLarge{.range = where, .what = what, .number = text});
  }
  for (auto [i, id] : llvm::enumerate(dimensions.drop_front()))
    if (countOfDimension(unit, id) == 0)
      diagnostics.emit(diag::EmptyDimension{.range = unit.range(id), .index = i + 2, .name = name});
  if (!isOpen || isParameter() || isExtern(variable))
    return true;
  bool initialized =
      declarator.initializer && (unit[declarator.initializer].kind != ExprKind::Initializer ||
                                 unit[declarator.initializer].list().count);
  if (initialized)
    return true;
  bool canBeInitialized = info(space).isInitialized;
  StringRef expected = "a size";
  if (place == Place::Module)
    expected = canBeInitialized ? "a size, elements in an initializer, or `.extern`"
                                : "a size, or `.extern`";
  else if (canBeInitialized)
    expected = "a size, or elements in an initializer";
  diagnostics.emit(diag::IncompleteArray{.range = range, .name = name, .expected = expected});
  return true;
}

/// Parameters are scalars or arrays. (Manual 5.1.6, 11.2.2)
bool DeclarationChecker::checkParameterType(const Variable &variable,
                                            const Declarator &declarator) {
  if (space != StateSpace::Param || (isParameter() && !defined))
    return true;
  SourceRange range = unit.range(variable.type);
  StringRef name = unit.text(declarator.name), text = unit.text(variable.type);
  if (vectorLength > 1)
    diagnostics.emit(diag::ParameterType{.range = unit.range(variable.vector, variable.type),
                                         .name = name,
                                         .type = (unit.text(variable.vector) + " " + text).str()});
  else if (type == TypeId::f16x2)
    diagnostics.emit(diag::RejectedParameterType{
        .range = range, .type = quoted(text), .name = name, .expected = "`.b32`"});
  return true;
}

//===-- Alignment and attributes --------------------------------------------------------------===//

/// Whether an address can have the type.
static bool isAddressType(const TypeInfo &type) {
  return type.kind <= TypeKind::Signed && (type.width == 32 || type.width == 64);
}

/// (Manual 5.1.6.3)
void DeclarationChecker::checkPointer(const Variable &variable) {
  if (variable.ptr && type && !isAddressType(info(*type)))
    diagnostics.emit(diag::PointerType{.range = unit.range(variable.ptr),
                                       .name = nameOf(variable),
                                       .type = unit.text(variable.type)});
  if (!variable.ptrSpace)
    return;
  SourceRange range = unit.range(variable.ptrSpace);
  if (std::optional<TypeId> object = findType(unit.text(variable.ptrSpace).drop_front());
      object && info(*object).group == TypeGroup::Opaque) {
    gates.use(Feature::ObjectPointer, range);
    return;
  }
  if (!info(spaceOf(unit, variable.ptrSpace)).isPointed)
    diagnostics.emit(diag::PointerSpace{.range = range, .space = unit.text(variable.ptrSpace)});
}

void DeclarationChecker::checkQualifiers(const Variable &variable) {
  for (DirectiveId id : variable.qualifiers) {
    const Directive &directive = unit[id];
    if (directive.kind == DirectiveKind::Align)
      checkAlignment(variable, directive);
    else if (directive.kind == DirectiveKind::Attribute)
      checkAttributeSpace(variable, directive);
  }
}

/// (Manual 5.1.6.3, 5.4.5)
void DeclarationChecker::checkAlignment(const Variable &variable, const Directive &directive) {
  if (!directive.operands.count)
    return;
  ExprId id = unit.list(directive.operands)[0];
  uint64_t value = usedCount(countOfDimension(unit, id));
  bool afterType = directive.first.index > variable.type.index;
  bool ofFunction = place == Place::FunctionInput || place == Place::FunctionResult;
  if (!llvm::isPowerOf2_64(value)) {
    diagnostics.emit(
        diag::AlignmentPower{.range = unit.range(id), .value = unit.text(unit[id].token)});
  } else if (afterType && !isParameter() && space == StateSpace::Param) {
    diagnostics.emit(
        diag::PtxasSyntax{.range = unit.range(directive.first), .what = "`.align` after the type"});
  } else if (afterType && (ofFunction || !isParameter()) && !variable.ptr) {
    diagnostics.emit(diag::MisplacedAlignment{.range = unit.range(directive.first)});
  }
  constexpr uint64_t largest = 128;
  bool isLimited = space == StateSpace::Param && defined && place != Place::EntryParameter &&
                   place != Place::Module && place != Place::Prototype;
  if (isLimited && value > largest && llvm::isPowerOf2_64(value))
    diagnostics.emit(diag::ParameterAlignment{
        .range = unit.range(id), .name = nameOf(variable), .value = unit.text(unit[id].token)});
}

/// `.managed`, of variables only, and `.unified(uuid1, uuid2)`. (Manual 5.4.8)
void DeclarationChecker::checkAttributes(const Directive &directive, bool ofFunction) {
  for (ExprId id : unit.list(directive.operands)) {
    const Expr &e = unit[id];
    StringRef attribute = unit.text(e.token);
    bool isManaged = attribute == ".managed" && !ofFunction;
    if (!isManaged && attribute != ".unified") {
      diagnostics.emit(diag::UnknownAttribute{.range = unit.range(e.token),
                                              .attribute = attribute,
                                              .what = ofFunction ? "functions" : "variables",
                                              .expected = ofFunction ? "`.unified`"
                                                                     : "`.managed` or `.unified`"});
      continue;
    }
    if (!ofFunction) // all attributes of a function share one gate
      gates.use(isManaged ? Feature::ManagedAttribute : Feature::UnifiedAttribute,
                unit.range(e.token));
    unsigned count = e.list().count;
    if (count != (isManaged ? 0 : 2))
      diagnostics.emit(
          diag::AttributeArguments{.range = unit.range(id),
                                   .attribute = attribute,
                                   .observed = count == 0   ? std::string("no arguments")
                                               : count == 1 ? std::string("1 argument")
                                                            : std::to_string(count) + " arguments",
                                   .expected = isManaged ? "none" : "two integers"});
  }
}

/// (Manual 5.4.8)
void DeclarationChecker::checkAttributeSpace(const Variable &variable, const Directive &directive) {
  gates.use(Feature::Attribute, unit.range(directive.keyword));
  checkAttributes(directive, false);
  if (space == StateSpace::Global)
    return;
  for (ExprId id : unit.list(directive.operands))
    diagnostics.emit(diag::AttributeSpace{.range = unit.range(unit[id].token),
                                          .attribute = unit.text(unit[id].token),
                                          .name = nameOf(variable),
                                          .space = spaceText(variable)});
}
