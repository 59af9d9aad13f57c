// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/DeclarationCheck.h"
#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Module/Prototype.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;
using llvm::StringRef;
using Place = DeclarationPlace;

bool DeclarationChecker::isExtern(const Variable &variable) const {
  return variable.linkage && unit.tokens().kind(variable.linkage.index) == TokenKind::Extern;
}

/// The first declared name, or the type if there is none.
TokenId DeclarationChecker::nameToken(const Variable &variable) const {
  return variable.declarators.size() ? unit[*variable.declarators.begin()].name : variable.type;
}

StringRef DeclarationChecker::nameOf(const Variable &variable) const {
  return unit.text(nameToken(variable));
}

bool DeclarationChecker::check(const Variable &variable, Place where, bool isDefined) {
  if (unit.tokens().kind(variable.space.index) == TokenKind::Sreg)
    return false; // the parser reported that
  place = where;
  defined = isDefined;
  space = spaceOf(unit, variable.space);
  type = findType(unit.text(variable.type).drop_front());
  vectorLength = vectorLengthOf(unit, variable);
  checkLinkage(variable);
  checkPointer(variable);
  checkQualifiers(variable);
  return checkSpace(variable) && checkType(variable) && checkShapes(variable);
}

//===-- State spaces --------------------------------------------------------------------------===//

bool DeclarationChecker::checkSpace(const Variable &variable) {
  if (unit.tokens().kind(variable.space.index) == TokenKind::ConstBank ||
      space == StateSpace::Const)
    checkBank(variable);
  if (place == Place::Module)
    return checkModuleSpace(variable);
  return isParameter() ? canBeParameter() : checkBodySpace(variable);
}

/// (Manual 5.1.1, 5.1.5, 5.1.6, 5.1.8, 7.1.1)
bool DeclarationChecker::checkModuleSpace(const Variable &variable) {
  SourceRange range = unit.range(variable.space);
  const StateSpaceInfo &of = info(space);
  if (!of.atModuleScope) {
    diagnostics.emit(diag::SpaceNotAtModuleScope{.range = range,
                                                 .space = of.word,
                                                 .name = nameOf(variable),
                                                 .expected = "a list of parameters or in a body"});
    return false;
  }
  if (of.moduleGate)
    gates.use(*of.moduleGate, range);
  return space != StateSpace::Tex || checkTexture(variable);
}

/// (Manual 5.1.8)
bool DeclarationChecker::checkTexture(const Variable &variable) {
  std::string observed = vectorLength > 1 ? "a vector"
                         : type == TypeId::u32 || type == TypeId::u64
                             ? ""
                             : "of type " + quoted(unit.text(variable.type));
  for (DeclaratorId id : variable.declarators) {
    if (observed.empty() && !unit[id].dimensions.count)
      continue;
    diagnostics.emit(diag::TextureVariable{.range = unit.range(unit[id].name),
                                           .name = unit.text(unit[id].name),
                                           .observed = observed.empty() ? "an array" : observed});
    return false;
  }
  constexpr PtxVersion withoutSpace{1, 5};
  if (gates.isChecked() && platform.version >= withoutSpace)
    diagnostics.emit(
        diag::RejectedTextureSpace{.range = unit.range(variable.space), .name = nameOf(variable)});
  return true;
}

/// The check of the header reports errors of other functions.
bool DeclarationChecker::canBeParameter() const {
  return place == Place::EntryParameter ? info(space).ofEntry : info(space).ofFunction;
}

/// Up to PTX 1.3, parameters of kernels were declared in their bodies; from PTX 2.0 on, bodies
/// declare the parameters that they pass to calls. (Manual 5.1.6.4, 11.2.1)
bool DeclarationChecker::checkBodySpace(const Variable &variable) {
  SourceRange range = unit.range(variable.space);
  if (!info(space).inBody) {
    diagnostics.emit(
        diag::TextureVariable{.range = range, .name = nameOf(variable), .observed = "in a body"});
    return false;
  }
  constexpr PtxVersion listed{1, 4}, passedOn{2, 0};
  if (space != StateSpace::Param || !gates.isChecked() || platform.version >= passedOn)
    return true;
  if (place == Place::EntryBody && platform.version < listed)
    return true;
  diagnostics.emit(diag::ParameterInBody{
      .range = range,
      .name = nameOf(variable),
      .version = platform.version.str(),
      .expected = place == Place::EntryBody ? "the list after the name" : "an `.entry`"});
  return true;
}

bool ptx::checkConstantBank(StringRef word, SourceRange range, unsigned &bank,
                            DiagnosticList &diagnostics, GateReport &gates) {
  constexpr unsigned lastBank = 10;
  StringRef digits = word.drop_until(llvm::isDigit).take_while(llvm::isDigit);
  if (!gates.use(Feature::ConstantBanks, range))
    return false;
  if (digits.getAsInteger(10, bank) || bank > lastBank) {
    diagnostics.emit(diag::ConstantBank{.range = range,
                                        .name = word,
                                        .observed = "bank " + digits.str(),
                                        .expected = "one of 0 to 10"});
    return false;
  }
  return bank == 0 || gates.use(Feature::FurtherConstantBanks, range);
}

/// Bank 0 has variables of known size; the other banks have variables that are defined elsewhere.
/// (Manual 5.1.3.1)
void DeclarationChecker::checkBank(const Variable &variable) {
  bool hasBank = unit.tokens().kind(variable.space.index) == TokenKind::ConstBank;
  SourceRange range = unit.range(variable.space);
  unsigned bank = 0;
  if (hasBank && !checkConstantBank(spaceText(variable), range, bank, diagnostics, gates))
    return;
  constexpr PtxVersion withoutBanks{2, 2};
  if (!gates.isChecked() || platform.version >= withoutBanks)
    return;
  for (DeclaratorId id : variable.declarators) {
    const Declarator &declarator = unit[id];
    bool open = isExtern(variable) && declarator.dimensions.count &&
                countOfDimension(unit, unit.list(declarator.dimensions)[0]) == 0;
    if (open == (bank != 0))
      continue;
    diagnostics.emit(diag::ConstantBank{.range = unit.range(declarator.name),
                                        .name = unit.text(declarator.name),
                                        .observed = open ? "an array without a size in bank 0"
                                                         : "in bank " + std::to_string(bank) +
                                                               " and no `.extern` array without a "
                                                               "size",
                                        .expected = open ? "another bank" : "bank 0"});
  }
}

/// (Manual 11.6.4)
void DeclarationChecker::checkLinkage(const Variable &variable) {
  if (!variable.linkage || unit.tokens().kind(variable.linkage.index) != TokenKind::Common)
    return;
  bool isOpaque = type && info(*type).group == TypeGroup::Opaque && !declaresArrays(variable);
  if (space == StateSpace::Global && !isOpaque)
    return;
  TokenId blamed = isOpaque ? variable.type : variable.space;
  diagnostics.emit(diag::CommonVariable{.range = unit.range(blamed),
                                        .name = nameOf(variable),
                                        .observed = (isOpaque ? "of type " : "in ") +
                                                    quoted(unit.text(blamed))});
}

//===-- Functions -----------------------------------------------------------------------------===//

VariableSet DeclarationChecker::checkHeader(const FunctionHeader &header) {
  const Function &function = header.function;
  for (DirectiveId id : function.attributes)
    if (unit[id].kind == DirectiveKind::Attribute)
      checkAttributes(unit[id], true);
  bool isEntry = header.isEntry();
  bool isPrototype = header.unit.tokens().kind(function.keyword.index) == TokenKind::CallPrototype;
  VariableSet broken;
  auto checkAll = [&](IdRange<VarId> variables, Place of) {
    for (VarId id : variables)
      if (!check(unit[id], isPrototype ? Place::Prototype : of, function.hasBody()))
        broken.insert(id);
  };
  checkAll(function.results, Place::FunctionResult);
  checkAll(function.parameters, isEntry ? Place::EntryParameter : Place::FunctionInput);
  if (isEntry && function.hasBody())
    checkParameterSize(header);
  return broken;
}

/// (Manual 11.2.1)
void DeclarationChecker::checkParameterSize(const FunctionHeader &entry) {
  Prototype prototype(entry);
  uint64_t bytes = 0;
  for (const Symbol &parameter : prototype.parameters()) {
    // Textures, samplers and surfaces are not passed in parameter memory.
    if (!parameter.type || !info(*parameter.type).width)
      continue;
    uint64_t alignment = std::max<uint64_t>(effectiveAlignment(parameter), 1);
    bool overflow = false;
    bytes = llvm::SaturatingAdd((bytes + alignment - 1) / alignment * alignment, parameter.bytes,
                                &overflow);
    if (overflow)
      break;
  }
  constexpr uint64_t largest = 32764, larger = 4352, large = 256;
  TokenId name = entry.function.name;
  SourceRange range = entry.unit.range(name);
  if (bytes > largest)
    diagnostics.emit(
        diag::ParameterSize{.range = range, .name = entry.unit.text(name), .bytes = bytes});
  else if (bytes > larger)
    gates.use(Feature::Parameters32764, range);
  else if (bytes > large)
    gates.use(Feature::Parameters4352, range);
}
