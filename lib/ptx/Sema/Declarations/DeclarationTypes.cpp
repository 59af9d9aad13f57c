// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which types declarations have, and where.

#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/DeclarationCheck.h"
#include "ptx/Sema/Instructions/Suggestions.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using Place = DeclarationPlace;

/// The untyped bit type for a value of `type`.
static StringRef bitsFor(const TypeInfo &type) {
  return type.width <= 8 ? ".b8" : type.width <= 16 ? ".b16" : type.width <= 32 ? ".b32" : ".b64";
}

/// Whether `ptxas` 13.5 accepts an instruction type for a scalar or an array. It does not check the
/// element types of arrays, but the word must be a type.
static bool isTakenByPtxas(TypeId type, bool isArray) {
  switch (type) {
  case TypeId::e2m1x4:
  case TypeId::e2m3x4:
  case TypeId::e3m2x4:
    return true;
  case TypeId::e4m3:
  case TypeId::e5m2:
  case TypeId::e4m3x2:
  case TypeId::e5m2x2:
  case TypeId::e2m3x2:
  case TypeId::e3m2x2:
  case TypeId::e2m1x2:
  case TypeId::ue8m0x2:
  case TypeId::f32x2:
  case TypeId::u16x2:
  case TypeId::s16x2:
  case TypeId::e4m3x4:
  case TypeId::e5m2x4:
  case TypeId::s2f6x2:
  case TypeId::ue8m0x4:
    return isArray;
  default:
    return false;
  }
}

bool ptx::isWordOfDeclarations(TypeId type) {
  const TypeInfo &of = info(type);
  return of.inRegister || of.inMemory || isTakenByPtxas(type, /*isArray=*/true);
}

bool DeclarationChecker::declaresArrays(const Variable &variable) const {
  for (DeclaratorId id : variable.declarators)
    if (!unit[id].dimensions.count)
      return false;
  return space != StateSpace::Reg && variable.declarators.size();
}

/// The requirements on the version and the target for variables of `type`, which are arrays or in a
/// vector register.
static std::optional<Feature> featureOf(TypeId type, bool isArray, bool isVector) {
  switch (type) {
  case TypeId::f16x2:
    return isVector ? Feature::F16x2Vector : Feature::F16x2Type;
  case TypeId::b128:
    return isArray ? Feature::B128Array : Feature::B128Type;
  case TypeId::texref:
    return Feature::TexrefType;
  case TypeId::samplerref:
    return Feature::SamplerrefType;
  case TypeId::surfref:
    return Feature::SurfrefType;
  default:
    return std::nullopt;
  }
}

/// (Manual 5.2.1, 5.2.3, 5.2.5, 5.3)
bool DeclarationChecker::checkType(const Variable &variable) {
  if (space == StateSpace::Tex)
    return true;
  SourceRange range = unit.range(variable.type);
  StringRef text = unit.text(variable.type);
  if (!type) {
    suggestType(
        range, text.drop_front(),
        diagnostics.emit(diag::UndeclarableType{.range = range,
                                                .type = text,
                                                .problem = "is not a type of PTX",
                                                .expected = "expected one such as `.b32`"}));
    return false;
  }
  const TypeInfo &of = info(*type);
  bool isOfVariables = of.inRegister || of.inMemory;
  if (!isOfVariables && isParameter() && !defined && vectorLength == 1 &&
      isTakenByPtxas(*type, /*isArray=*/true))
    return true; // `ptxas` checks it if the function has a body
  // `ptxas` treats such scalars as two halves, and there are no scalars of two halves in `.param`.
  bool isArray = declaresArrays(variable);
  bool isParameterScalar = space == StateSpace::Param && !isArray;
  if (!isOfVariables && vectorLength == 1 && !isParameterScalar && isTakenByPtxas(*type, isArray)) {
    diagnostics.emit(
        diag::UncheckedDeclaredType{.range = range, .type = text, .expected = bitsFor(of)});
    return true;
  }
  if (!isOfVariables) {
    diagnostics.emit(
        diag::UndeclarableType{.range = range,
                               .type = text,
                               .problem = "is a type of instructions, not of variables",
                               .expected = "expected " + quoted(bitsFor(of))});
    return false;
  }
  bool isChecked = !isParameter() || defined || *type != TypeId::b128;
  if (std::optional<Feature> feature = featureOf(*type, isArray, vectorLength > 1);
      feature && isChecked)
    gates.use(*feature, range);
  if (of.group == TypeGroup::Opaque)
    return checkOpaque(variable);
  if (type == TypeId::pred)
    return checkPredicate(variable);
  constexpr unsigned widest = 128;
  unsigned bits = of.width * vectorLength;
  if (vectorLength == 1 || bits <= widest)
    return true;
  diagnostics.emit(diag::VectorTooWide{.range = unit.range(variable.vector, variable.type),
                                       .type = (unit.text(variable.vector) + " " + text).str(),
                                       .bits = bits});
  return false;
}

/// (Manual 5.3)
bool DeclarationChecker::checkOpaque(const Variable &variable) {
  SourceRange range = unit.range(variable.type);
  StringRef text = unit.text(variable.type);
  if (vectorLength > 1) {
    diagnostics.emit(diag::VectorOfOpaque{.range = range, .type = text});
    return false;
  }
  if (isParameter() && !defined)
    return true;
  bool fits = place == Place::Module ? info(space).holdsObjects : place == Place::EntryParameter;
  bool inBody = place == Place::EntryBody || place == Place::FunctionBody;
  std::string where = inBody          ? "in a body"
                      : isParameter() ? "and a parameter of a function"
                                      : "in " + quoted(spaceText(variable));
  if (fits)
    return true;
  if (!inBody && declaresArrays(variable)) {
    diagnostics.emit(diag::UncheckedObjectArray{
        .range = range, .name = nameOf(variable), .type = text, .where = where});
    checkShapes(variable);
  } else
    diagnostics.emit(diag::OpaqueSpace{
        .range = range, .name = nameOf(variable), .type = text, .observed = where});
  return false;
}

/// (Manual 5.4.1, 5.4.2)
bool DeclarationChecker::checkPredicate(const Variable &variable) {
  auto report = [&](TokenId name, llvm::StringRef observed) {
    diagnostics.emit(diag::PredicateVariable{
        .range = unit.range(name), .name = unit.text(name), .observed = observed});
    return false;
  };
  bool isRead = !isParameter() || defined; // `ptxas` checks the space if there is a body
  if (space != StateSpace::Reg && isRead)
    return report(nameToken(variable), "a " + quoted(spaceText(variable)) + " variable");
  if (vectorLength > 1)
    return report(nameToken(variable), "a vector");
  for (DeclaratorId id : variable.declarators)
    if (unit[id].dimensions.count)
      return report(unit[id].name, "an array");
  return true;
}
