// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/DeclarationCheck.h"
#include "ptx/Diagnostics/Catalog.h"
#include "ptx/Diagnostics/DeclarationRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Words.h"
#include "ptx/Sema/ConstantCheck.h"
#include "ptx/Sema/Declarations.h"
#include "ptx/Sema/Prototype.h"
#include "ptx/Sema/Suggestions.h"

#include "llvm/ADT/STLExtras.h"
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
    return false; // the parser has said so
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

/// The check of the header says what is wrong with others.
bool DeclarationChecker::canBeParameter() const {
  return place == Place::EntryParameter ? info(space).ofEntry : info(space).ofFunction;
}

/// Parameters of kernels were declared in their bodies up to PTX 1.3; from PTX 2.0 on, bodies
/// declare what they pass on. (Manual 5.1.6.4, 11.2.1)
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

/// Bank 0 holds variables of known size, the others what is declared elsewhere. (Manual 5.1.3.1)
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

//===-- Types ---------------------------------------------------------------------------------===//

/// The type of untyped bits that holds a value of `type`.
static StringRef bitsFor(const TypeInfo &type) {
  return type.width <= 8 ? ".b8" : type.width <= 16 ? ".b16" : type.width <= 32 ? ".b32" : ".b64";
}

/// Whether `ptxas` 13.0 lets a scalar, or an array, have a type that is one of instructions: arrays
/// it does not look into, but it has to know the word.
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
    return isArray;
  default:
    return false;
  }
}

bool DeclarationChecker::declaresArrays(const Variable &variable) const {
  for (DeclaratorId id : variable.declarators)
    if (!unit[id].dimensions.count)
      return false;
  return space != StateSpace::Reg && variable.declarators.size();
}

/// What the version and the target must have for variables of `type`, which are arrays or in a
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
    return true; // `ptxas` reads it where the function has a body
  // Of two halves, as it takes these, there are no scalars in `.param`.
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
  auto report = [&](TokenId name, std::string observed) {
    diagnostics.emit(diag::PredicateVariable{
        .range = unit.range(name), .name = unit.text(name), .observed = observed});
    return false;
  };
  bool isRead = !isParameter() || defined; // `ptxas` reads the space where there is a body
  if (space != StateSpace::Reg && isRead)
    return report(nameToken(variable), "a " + quoted(spaceText(variable)) + " variable");
  if (vectorLength > 1)
    return report(nameToken(variable), "a vector");
  for (DeclaratorId id : variable.declarators)
    if (unit[id].dimensions.count)
      return report(unit[id].name, "an array");
  return true;
}

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

/// The size of a dimension is a constant expression, for `ptxas` a literal. (Manual 5.4.3)
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

/// Whether an address can be of the type.
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
  uint64_t value = countOfDimension(unit, id);
  bool behindType = directive.first.index > variable.type.index;
  bool ofFunction = place == Place::FunctionInput || place == Place::FunctionResult;
  if (!llvm::isPowerOf2_64(value)) {
    diagnostics.emit(
        diag::AlignmentPower{.range = unit.range(id), .value = unit.text(unit[id].token)});
  } else if (behindType && !isParameter() && space == StateSpace::Param) {
    diagnostics.emit(
        diag::PtxasSyntax{.range = unit.range(directive.first), .what = "`.align` after the type"});
  } else if (behindType && (ofFunction || !isParameter()) && !variable.ptr) {
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
    if (!ofFunction) // those of a function have one gate for all
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

//===-- Functions -----------------------------------------------------------------------------===//

VariableSet DeclarationChecker::checkHeader(const Function &function) {
  for (DirectiveId id : function.attributes)
    if (unit[id].kind == DirectiveKind::Attribute)
      checkAttributes(unit[id], true);
  bool isEntry = unit.isEntry(function);
  bool isPrototype = unit.tokens().kind(function.keyword.index) == TokenKind::CallPrototype;
  VariableSet broken;
  auto checkAll = [&](IdRange<VarId> variables, Place of) {
    for (VarId id : variables)
      if (!check(unit[id], isPrototype ? Place::Prototype : of, function.hasBody()))
        broken.insert(id);
  };
  checkAll(function.results, Place::FunctionResult);
  checkAll(function.parameters, isEntry ? Place::EntryParameter : Place::FunctionInput);
  if (isEntry && function.hasBody())
    checkParameterSize(function);
  return broken;
}

/// (Manual 11.2.1)
void DeclarationChecker::checkParameterSize(const Function &entry) {
  SymbolTable parameters;
  declareParameters(unit, entry, parameters);
  uint64_t bytes = 0;
  for (const Symbol &parameter : parameters.all()) {
    // Objects are not passed in parameter memory.
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
  SourceRange range = unit.range(entry.name);
  if (bytes > largest)
    diagnostics.emit(
        diag::ParameterSize{.range = range, .name = unit.text(entry.name), .bytes = bytes});
  else if (bytes > larger)
    gates.use(Feature::Parameters32764, range);
  else if (bytes > large)
    gates.use(Feature::Parameters4352, range);
}
