// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/AstHash.h"

#include "ptx/Support/Mixer.h"

using namespace ptx;

namespace {

/// Represents an omitted node or token.
constexpr uint64_t absent = 0x5BD1'E995'0000'0001;

/// Hashes the statements of one unit.
class UnitHasher {
public:
  explicit UnitHasher(const SyntaxUnit &unit) : unit(unit) {}

  /// `bodyHashes` are the hashes of the bodies to which functions of the unit refer.
  uint64_t hash(llvm::ArrayRef<uint64_t> bodyHashes);

private:
  uint64_t text(TokenId token) const { return llvm::xxh3_64bits(unit.text(token)); }
  uint64_t expr(ExprId id) const { return id ? exprHashes[id.index] : absent; }
  void hashExpressions();
  uint64_t expression(const Expr &e) const;
  void addList(Mixer &mixer, ListRef list) const;

  // The position of a token in its statement distinguishes `.align 4 .global` from `.global .align
  // 4`, and a header with an empty `()` from one without.
  void addToken(Mixer &mixer, TokenId token, TokenId first) const;

  void addInstruction(Mixer &mixer, const Instruction &inst) const;
  void addVariable(Mixer &mixer, VarId id, TokenId first) const;
  void addDirective(Mixer &mixer, DirectiveId id, TokenId first) const;
  void addLoc(Mixer &mixer, const Loc &loc) const;
  void addFunction(Mixer &mixer, const Function &func) const;

  const SyntaxUnit &unit;
  llvm::SmallVector<uint64_t, 0> exprHashes;
};

/// Children have lower ids than their parents, so a pass in ascending order visits them first.
void UnitHasher::hashExpressions() {
  exprHashes.reserve(unit.expressions().size());
  for (const Expr &e : unit.expressions())
    exprHashes.push_back(expression(e));
}

uint64_t UnitHasher::expression(const Expr &e) const {
  Mixer mixer(static_cast<uint64_t>(e.kind));
  mixer.add(text(e.token));
  switch (e.kind) {
  case ExprKind::Integer:
  case ExprKind::Float:
    mixer.add(e.integerValue());
    mixer.add(static_cast<uint64_t>(e.detail) << 16 | e.flags);
    break;
  case ExprKind::Member:
    mixer.add(text(e.component()));
    break;
  default:
    break;
  }
  if (exprShape(e.kind) == ExprShape::List) {
    addList(mixer, e.list());
  } else {
    for (ExprId child : unit.children(e))
      mixer.add(expr(child));
  }
  return mixer.result();
}

void UnitHasher::addList(Mixer &mixer, ListRef list) const {
  mixer.add(list.count);
  for (ExprId id : unit.list(list))
    mixer.add(expr(id));
}

void UnitHasher::addToken(Mixer &mixer, TokenId token, TokenId first) const {
  mixer.add(token ? text(token) : absent);
  mixer.add(token ? token.index - first.index : absent);
}

void UnitHasher::addInstruction(Mixer &mixer, const Instruction &inst) const {
  mixer.add(static_cast<uint64_t>(inst.guard));
  if (inst.guard != GuardKind::None)
    mixer.add(text(inst.guardRegister()));
  mixer.add(text(inst.opcode));
  mixer.add(inst.modifierCount);
  for (uint32_t i = 0; i != inst.modifierCount; ++i)
    mixer.add(text({inst.opcode.index + 1 + i}));
  addList(mixer, inst.operands());
}

void UnitHasher::addVariable(Mixer &mixer, VarId id, TokenId first) const {
  const Variable &var = unit[id];
  for (TokenId token :
       {var.linkage, var.hidden, var.space, var.vector, var.type, var.ptr, var.ptrSpace})
    addToken(mixer, token, first);
  mixer.add(var.qualifiers.size());
  for (DirectiveId qualifier : var.qualifiers)
    addDirective(mixer, qualifier, first);
  mixer.add(var.declarators.size());
  for (DeclaratorId declarator : var.declarators) {
    const Declarator &decl = unit[declarator];
    addToken(mixer, decl.name, first);
    mixer.add(expr(decl.nameCount));
    addList(mixer, decl.dimensions);
    mixer.add(expr(decl.initializer));
  }
}

void UnitHasher::addDirective(Mixer &mixer, DirectiveId id, TokenId first) const {
  const Directive &directive = unit[id];
  mixer.add(static_cast<uint64_t>(directive.kind));
  addToken(mixer, directive.first, first);
  addToken(mixer, directive.keyword, first);
  addList(mixer, directive.operands);
  // For these directives the tree has only the tokens.
  if (directive.kind == DirectiveKind::MetadataSection ||
      directive.kind == DirectiveKind::IntermediateSource)
    for (TokenId token = directive.first; token.index != directive.last.index;)
      mixer.add(text({++token.index}));
}

void UnitHasher::addLoc(Mixer &mixer, const Loc &loc) const {
  const uint32_t values[] = {loc.file, loc.line, loc.column};
  TokenId token = loc.first;
  for (uint32_t value : values) {
    mixer.add(text({++token.index}));
    mixer.add(value);
  }
  mixer.add(loc.inlined.valid());
  if (loc.inlined)
    addDirective(mixer, loc.inlined, loc.first);
}

void UnitHasher::addFunction(Mixer &mixer, const Function &func) const {
  // For a `.callprototype`, `first` is the label.
  for (TokenId token : {func.first, func.linkage, func.keyword, func.name, func.open, func.close})
    addToken(mixer, token, func.first);
  auto addAll = [&](const auto &range, auto add) {
    mixer.add(range.size());
    for (auto id : range)
      (this->*add)(mixer, id, func.first);
  };
  addAll(func.attributes, &UnitHasher::addDirective);
  addAll(func.results, &UnitHasher::addVariable);
  addAll(func.parameters, &UnitHasher::addVariable);
  addAll(func.directives, &UnitHasher::addDirective);
}

uint64_t UnitHasher::hash(llvm::ArrayRef<uint64_t> bodyHashes) {
  hashExpressions();
  Mixer mixer(unit.statements().size());
  for (uint32_t i = 0; i != unit.statements().size(); ++i) {
    const Stmt &stmt = unit[StmtId{i}];
    TokenId first = unit.firstToken(StmtId{i});
    mixer.add(static_cast<uint64_t>(stmt.kind));
    mixer.add(unit.lastToken(StmtId{i}).index - first.index);
    switch (stmt.kind) {
    case StmtKind::Instruction:
      addInstruction(mixer, unit[InstId{stmt.index}]);
      break;
    case StmtKind::Label:
      mixer.add(text({stmt.index}));
      break;
    case StmtKind::Variable:
      addVariable(mixer, {stmt.index}, first);
      break;
    case StmtKind::Block: {
      const Block &block = unit[BlockId{stmt.index}];
      mixer.add(block.end.index - i);
      mixer.add(block.close.valid());
      break;
    }
    case StmtKind::Loc:
      addLoc(mixer, unit[LocId{stmt.index}]);
      break;
    case StmtKind::Directive:
      addDirective(mixer, {stmt.index}, first);
      break;
    case StmtKind::Function: {
      const Function &func = unit[FuncId{stmt.index}];
      addFunction(mixer, func);
      mixer.add(func.body < bodyHashes.size() ? bodyHashes[func.body] : absent);
      break;
    }
    }
  }
  return mixer.result();
}

} // namespace

uint64_t ptx::hashSyntax(const SyntaxUnit &top, llvm::ArrayRef<SyntaxUnit> bodies) {
  llvm::SmallVector<uint64_t, 0> bodyHashes;
  for (const SyntaxUnit &body : bodies)
    bodyHashes.push_back(UnitHasher(body).hash({}));
  return UnitHasher(top).hash(bodyHashes);
}

uint64_t ptx::hashSyntax(const Module &module) { return hashSyntax(module.top(), module.bodies()); }
