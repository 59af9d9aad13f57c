// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Declarations.h"

using namespace ptx;

/// The state space that the token says; of `.sreg`, which declares nothing, that of registers.
static StateSpace spaceOf(const SyntaxUnit &unit, TokenId token) {
  switch (unit.tokens().kind(token.index)) {
  case TokenKind::Const:
  case TokenKind::ConstBank:
    return StateSpace::Const;
  case TokenKind::Global:
    return StateSpace::Global;
  case TokenKind::Local:
    return StateSpace::Local;
  case TokenKind::Param:
    return StateSpace::Param;
  case TokenKind::Shared:
    return StateSpace::Shared;
  case TokenKind::Tex:
    return StateSpace::Tex;
  default:
    return StateSpace::Reg;
  }
}

static uint8_t vectorLengthOf(const SyntaxUnit &unit, const Variable &variable) {
  if (!variable.vector)
    return 1;
  uint8_t length = 1;
  unit.text(variable.vector).drop_front(2).getAsInteger(10, length); // `.v4`
  return length;
}

/// The value of a count: a number or `WARP_SZ`.
static uint32_t countOf(const SyntaxUnit &unit, ExprId id) {
  constexpr uint32_t warpSize = 32;
  const Expr &e = unit[id];
  if (e.kind == ExprKind::WarpSize)
    return warpSize;
  return static_cast<uint32_t>(std::min<uint64_t>(e.integerValue(), ~0u));
}

void ptx::declareVariable(const SyntaxUnit &unit, const Variable &variable, ParameterKind parameter,
                          SymbolTable &symbols) {
  Symbol symbol;
  symbol.parameter = parameter;
  symbol.space = spaceOf(unit, variable.space);
  symbol.type = findType(unit.text(variable.type).drop_front());
  if (symbol.space == StateSpace::Tex) // the older way to declare a texture (Manual 5.1.8)
    symbol.type = TypeId::texref;
  symbol.vectorLength = vectorLengthOf(unit, variable);
  for (DeclaratorId id : variable.declarators) {
    const Declarator &declarator = unit[id];
    symbol.name = unit.text(declarator.name);
    symbol.range = unit.range(declarator.name);
    symbol.declaration = {unit.range(variable.type).begin, symbol.range.end};
    symbol.array = declarator.dimensions.count != 0;
    symbol.numbered = declarator.nameCount.valid();
    symbol.count = symbol.numbered ? countOf(unit, declarator.nameCount) : 0;
    symbols.declare(symbol);
  }
}

void ptx::declareParameters(const SyntaxUnit &unit, const Function &function,
                            SymbolTable &symbols) {
  bool isEntry = unit.tokens().kind(function.keyword.index) == TokenKind::Entry;
  for (VarId id : function.results)
    declareVariable(unit, unit[id], ParameterKind::Return, symbols);
  for (VarId id : function.parameters)
    declareVariable(unit, unit[id], isEntry ? ParameterKind::Entry : ParameterKind::Input, symbols);
}

SymbolTable ptx::collectModuleSymbols(const Module &module) {
  SymbolTable symbols;
  const SyntaxUnit &unit = module.top();
  for (const Stmt &stmt : unit.statements()) {
    if (stmt.kind == StmtKind::Variable) {
      declareVariable(unit, unit[VarId{stmt.index}], ParameterKind::None, symbols);
    } else if (stmt.kind == StmtKind::Function) {
      const Function &function = unit[FuncId{stmt.index}];
      bool isEntry = unit.tokens().kind(function.keyword.index) == TokenKind::Entry;
      symbols.declare({.name = unit.text(function.name),
                       .range = unit.range(function.name),
                       .kind = isEntry ? SymbolKind::Entry : SymbolKind::Function});
    }
  }
  return symbols;
}
