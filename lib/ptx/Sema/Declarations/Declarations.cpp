// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Debug/Metadata.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

StateSpace ptx::spaceOf(const SyntaxUnit &unit, TokenId token) {
  return spaceOf(unit.tokens().kind(token.index)).value_or(StateSpace::Reg);
}

uint8_t ptx::vectorLengthOf(const SyntaxUnit &unit, const Variable &variable) {
  if (!variable.vector)
    return 1;
  uint8_t length = 1;
  unit.text(variable.vector).drop_front(2).getAsInteger(10, length); // `.v4`
  return length;
}

uint64_t ptx::countOfDimension(const SyntaxUnit &unit, ExprId id) {
  if (!id)
    return 0;
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Integer || e.kind == ExprKind::WarpSize)
    return e.countValue();
  std::optional<Constant> value = evaluate(unit, id, ConstantRules::Manual);
  // An expression without a value is an error, and does not count as an open dimension.
  return value && value->isInteger() ? value->bits : 1;
}

/// The value of a 32-bit count.
static uint32_t countOf(const SyntaxUnit &unit, ExprId id) {
  return static_cast<uint32_t>(std::min<uint64_t>(usedCount(countOfDimension(unit, id)), ~0u));
}

static Linkage linkageOf(const SyntaxUnit &unit, TokenId token) {
  if (!token)
    return Linkage::None;
  switch (unit.tokens().kind(token.index)) {
  case TokenKind::Extern:
    return Linkage::Extern;
  case TokenKind::Visible:
    return Linkage::Visible;
  case TokenKind::Weak:
    return Linkage::Weak;
  default:
    return Linkage::Common;
  }
}

uint32_t ptx::elementBytes(const Symbol &symbol) {
  return symbol.type ? info(*symbol.type).width / 8 * symbol.vectorLength : 0;
}

/// The value of the last `.align`; after `.ptr` it is the alignment of the memory to which the
/// parameter points. 0 if there is none. (Manual 5.1.6.3, 5.4.5)
static uint32_t alignDirective(const SyntaxUnit &unit, const Variable &variable, bool ofPointee) {
  uint32_t alignment = 0;
  for (DirectiveId id : variable.qualifiers) {
    const Directive &directive = unit[id];
    bool isAfterPtr = variable.ptr && directive.first.index > variable.ptr.index;
    if (directive.kind == DirectiveKind::Align && directive.operands.count &&
        isAfterPtr == ofPointee)
      alignment = countOf(unit, unit.list(directive.operands)[0]);
  }
  return alignment;
}

uint32_t ptx::pointeeAlignment(const Symbol &parameter) {
  const SyntaxUnit &unit = *parameter.unit;
  return alignDirective(unit, unit[parameter.variable], /*ofPointee=*/true);
}

bool ptx::isNarrowParameter(const Symbol &parameter) {
  if (!parameter.type || parameter.array || parameter.vectorLength > 1)
    return false;
  const TypeInfo &type = info(*parameter.type);
  bool isInteger = type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned;
  return type.kind == TypeKind::Predicate || (isInteger && type.width < 32);
}

/// The bytes of all elements. An initializer determines an omitted first dimension. (Manual 5.4.3)
static uint64_t bytesOf(const SyntaxUnit &unit, const Declarator &declarator,
                        const Symbol &symbol) {
  uint64_t bytes = elementBytes(symbol);
  for (ExprId id : unit.list(declarator.dimensions)) {
    uint64_t count = countOfDimension(unit, id);
    if (!count && declarator.initializer &&
        unit[declarator.initializer].kind == ExprKind::Initializer)
      count = unit[declarator.initializer].list().count;
    bool overflow = false;
    bytes = llvm::SaturatingMultiply(bytes, count, &overflow);
    if (overflow)
      return 0;
  }
  return bytes;
}

/// Calls `visit` with each name of a declaration.
static void forEachName(const SyntaxUnit &unit, const Variable &variable, ParameterKind parameter,
                        bool broken, llvm::function_ref<void(const Symbol &)> visit) {
  Symbol symbol;
  symbol.parameter = parameter;
  symbol.broken = broken;
  symbol.space = spaceOf(unit, variable.space);
  symbol.type = findType(unit.text(variable.type).drop_front());
  if (symbol.space == StateSpace::Tex) // the older way to declare a texture (Manual 5.1.8)
    symbol.type = TypeId::texref;
  symbol.vectorLength = vectorLengthOf(unit, variable);
  symbol.alignment = alignDirective(unit, variable, /*ofPointee=*/false);
  if (symbol.alignment == 0)
    symbol.alignment = elementBytes(symbol);
  symbol.linkage = linkageOf(unit, variable.linkage);
  symbol.unit = &unit;
  symbol.variable = {static_cast<uint32_t>(&variable - unit.variables().begin())};
  for (DeclaratorId id : variable.declarators) {
    const Declarator &declarator = unit[id];
    symbol.name = unit.text(declarator.name);
    symbol.range = unit.range(declarator.name);
    symbol.declaration = {unit.range(variable.type).begin, symbol.range.end};
    symbol.declarator = id;
    symbol.array = declarator.dimensions.count != 0;
    symbol.bytes = bytesOf(unit, declarator, symbol);
    symbol.numbered = declarator.nameCount.valid();
    symbol.count = symbol.numbered ? countOf(unit, declarator.nameCount) : 0;
    visit(symbol);
  }
}

void ptx::declareVariable(const SyntaxUnit &unit, const Variable &variable, ParameterKind parameter,
                          SymbolTable &symbols, bool broken) {
  forEachName(unit, variable, parameter, broken,
              [&](const Symbol &symbol) { symbols.declare(symbol); });
}

void ptx::forEachParameter(const FunctionHeader &header,
                           llvm::function_ref<void(const Symbol &)> visit,
                           const VariableSet &broken) {
  ParameterKind input = header.isEntry() ? ParameterKind::Entry : ParameterKind::Input;
  const SyntaxUnit &unit = header.unit;
  for (VarId id : header.function.results)
    forEachName(unit, unit[id], ParameterKind::Return, broken.contains(id), visit);
  for (VarId id : header.function.parameters)
    forEachName(unit, unit[id], input, broken.contains(id), visit);
}

static bool isNoReturn(const SyntaxUnit &unit, const Function &function) {
  for (DirectiveId id : function.directives)
    if (unit.tokens().kind(unit[id].keyword.index) == TokenKind::NoReturn)
      return true;
  return false;
}

void ptx::declareStatement(const SyntaxUnit &unit, const Stmt &stmt, SymbolTable &symbols) {
  auto declareLabel = [&](TokenId name, SymbolKind kind, FuncId function = {},
                          DirectiveId directive = {}) {
    symbols.declare({.name = unit.text(name),
                     .range = unit.range(name),
                     .kind = kind,
                     .noReturn = function && isNoReturn(unit, unit[function]),
                     .unit = &unit,
                     .function = function,
                     .directive = directive});
  };
  switch (stmt.kind) {
  case StmtKind::Variable:
    return declareVariable(unit, unit[VarId{stmt.index}], ParameterKind::None, symbols);
  case StmtKind::Label:
    return declareLabel(TokenId{stmt.index}, SymbolKind::Label);
  case StmtKind::Function: {
    const FuncId id{stmt.index};
    return declareLabel(unit[id].first, SymbolKind::CallPrototype, id);
  }
  case StmtKind::Directive: {
    const DirectiveId id{stmt.index};
    const Directive &directive = unit[id];
    if (directive.kind == DirectiveKind::BranchTargets)
      declareLabel(directive.first, SymbolKind::BranchTargets, {}, id);
    else if (directive.kind == DirectiveKind::CallTargets)
      declareLabel(directive.first, SymbolKind::CallTargets, {}, id);
    return;
  }
  case StmtKind::Instruction:
  case StmtKind::Block:
  case StmtKind::Loc:
    return;
  }
}

SymbolTable ptx::collectModuleSymbols(const Module &module, const VariableSet &broken) {
  SymbolTable symbols;
  // All declarations of a statement list are in the scope of a block.
  if (module.isFragment())
    return symbols;
  const SyntaxUnit &unit = module.top();
  for (const Stmt &stmt : unit.statements()) {
    if (stmt.kind == StmtKind::Variable) {
      const VarId id{stmt.index};
      declareVariable(unit, unit[id], ParameterKind::None, symbols, broken.contains(id));
    } else if (stmt.kind == StmtKind::Function) {
      const FuncId id{stmt.index};
      const Function &function = unit[id];
      symbols.declare({.name = unit.text(function.name),
                       .range = unit.range(function.name),
                       .kind = unit.isEntry(function) ? SymbolKind::Entry : SymbolKind::Function,
                       .noReturn = isNoReturn(unit, function),
                       .linkage = linkageOf(unit, function.linkage),
                       .unit = &unit,
                       .function = id});
    }
  }
  declareMetadataLabels(unit, symbols);
  return symbols;
}
