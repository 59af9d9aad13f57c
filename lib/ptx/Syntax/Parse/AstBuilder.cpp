// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/AstBuilder.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::ArrayRef;

void SyntaxUnit::Arrays::clearNodes() {
  stmts.clear();
  exprs.clear();
  lists.clear();
  words.clear();
  insts.clear();
  vars.clear();
  decls.clear();
  dirs.clear();
  locs.clear();
  blocks.clear();
  funcs.clear();
}

void AstBuilder::begin(llvm::StringRef source, llvm::SmallVector<Token, 0> newTokens) {
  arrays.clearNodes();
  arrays.tokens = std::move(newTokens);
  tokens = TokenList(source, arrays.tokens);
  if (items.empty())
    items.resize(256);
  itemCount = 0;
  guard = GuardKind::None;
  results = parameterRange = {};
  bodyOpen = bodyClose = {};
  openBlocks.clear();
  openSection = {};
}

SyntaxUnit AstBuilder::finish(UnitStorage storage) {
  SyntaxUnit unit;
  auto forEach = [](SyntaxUnit::Arrays &from, SyntaxUnit &to, llvm::ArrayRef<Token> &toTokens,
                    auto visit) {
    visit(from.tokens, toTokens);
    visit(from.stmts, to.stmts);
    visit(from.exprs, to.exprs);
    visit(from.lists, to.lists);
    visit(from.words, to.words);
    visit(from.insts, to.insts);
    visit(from.vars, to.vars);
    visit(from.decls, to.decls);
    visit(from.dirs, to.dirs);
    visit(from.locs, to.locList);
    visit(from.blocks, to.blocks);
    visit(from.funcs, to.funcs);
  };
  // Eight-byte slots: no node is aligned more strictly.
  auto slots = [](const auto &array) { return (array.size() * sizeof(array[0]) + 7) / 8; };
  ArrayRef<Token> keptTokens;
  size_t total = 0;
  forEach(arrays, unit, keptTokens, [&](auto &array, auto &) { total += slots(array); });
  unit.arenaBytes = total * 8;

  // A copy makes the tree compact, and the next unit can reuse the grown arrays, which are still in
  // the cache. For a large unit a copy would double the memory.
  constexpr size_t mostToCopy = 1u << 20;
  if (storage == UnitStorage::Lent) {
    forEach(arrays, unit, keptTokens, [](auto &array, auto &ref) { ref = array; });
  } else if (unit.arenaBytes > mostToCopy) {
    unit.grown = std::make_unique<SyntaxUnit::Arrays>(std::move(arrays));
    arrays = {};
    forEach(*unit.grown, unit, keptTokens, [](auto &array, auto &ref) { ref = array; });
  } else {
    unit.arena.reset(new char[unit.arenaBytes]);
    char *next = unit.arena.get();
    forEach(arrays, unit, keptTokens, [&](auto &array, auto &ref) {
      using T = std::remove_cvref_t<decltype(array[0])>;
      if (!array.empty())
        memcpy(next, array.data(), array.size() * sizeof(T));
      ref = ArrayRef<T>(reinterpret_cast<T *>(next), array.size());
      next += slots(array) * 8;
    });
  }
  unit.tokenList = TokenList(tokens.buffer(), keptTokens);
  unit.table = &words;
  return unit;
}

void AstBuilder::setBody(SyntaxUnit &unit, FuncId function, uint32_t body) {
  // The unit owns the array; all other code has a constant view of it.
  const_cast<Function &>(unit.funcs[function.index]).body = body;
}

void AstBuilder::growItems() { items.resize_for_overwrite(items.size() * 2); }

//===-- Rules ---------------------------------------------------------------------------------===//

void AstBuilder::enter(Rule rule, uint32_t nextToken) {
  if (rule == Rule::Block) {
    openBlocks.push_back(static_cast<uint32_t>(arrays.blocks.size()));
    addStmt(StmtKind::Block, static_cast<uint32_t>(arrays.blocks.size()));
    arrays.blocks.push_back({{nextToken}, {}, {}});
  } else if (rule == Rule::SectionDirective) {
    openSection = {static_cast<uint32_t>(arrays.dirs.size())};
    addStmt(StmtKind::Directive, openSection.index);
    arrays.dirs.push_back({DirectiveKind::Section, {nextToken}, {nextToken}, {nextToken}, {}});
  }
}

void AstBuilder::leaveBroken(Rule rule) {
  if (rule == Rule::Block)
    arrays.blocks[openBlocks.pop_back_val()].end = {static_cast<uint32_t>(arrays.stmts.size())};
}

void AstBuilder::abandon(Mark mark) {
  discard(mark);
  guard = GuardKind::None;
  results = parameterRange = {};
  bodyOpen = bodyClose = {};
}

//===-- Statements ----------------------------------------------------------------------------===//

/// Whether a token of this kind is a name; the operand list of `call` contains names as tokens.
static bool isName(TokenKind kind) {
  return kind == TokenKind::Identifier || kind == TokenKind::Call || kind == TokenKind::Generic ||
         kind == TokenKind::FunctionName || kind == TokenKind::InlinedAt;
}

/// The first word of the instruction with the operand that starts at `mark`. Before the operand
/// there are other operands, which are already nodes, and modifiers.
llvm::StringRef AstBuilder::mnemonicBefore(Mark mark) const {
  for (uint32_t i = mark.items; i != 0; --i)
    if (items[i - 1].isToken() && isName(items[i - 1].kind()))
      return tokens.text(items[i - 1].token().index);
  return {};
}

/// Interns the mnemonic of `inst` and its modifiers.
void AstBuilder::addWords(Instruction &inst, ArrayRef<Item> modifiers) {
  inst.modifiersFirst = static_cast<uint32_t>(arrays.words.size());
  inst.opcodeWord = words.intern(tokens.text(inst.opcode.index));
  for (Item modifier : modifiers)
    arrays.words.push_back(words.intern(tokens.text(modifier.value)));
}

void AstBuilder::endGuard(Left left) {
  guard = since(left.mark).size() == 2 ? GuardKind::Negated : GuardKind::Plain;
  discard(left.mark);
}

void AstBuilder::endInstruction(Left left) {
  Mark mark = left.mark;
  ArrayRef<Item> parts = since(mark);
  if (parts.empty()) // a labelled directive has consumed the label
    return;
  TokenId opcode = parts[0].token();
  if (guard == GuardKind::None && kindOf(opcode.index + 1) == TokenKind::Colon) {
    checkName(kindOf(opcode.index), opcode);
    discard(mark);
    return addStmt(StmtKind::Label, opcode.index);
  }
  Instruction inst;
  inst.opcode = opcode;
  inst.last = {left.nextToken - 1};
  inst.guard = guard;
  inst.isContinued = guard != GuardKind::None && kindOf(opcode.index - 1) == TokenKind::Backslash;
  guard = GuardKind::None;
  parts = parts.drop_front();
  size_t i = 0;
  while (i != parts.size() && parts[i].isToken() && !isName(parts[i].kind()))
    ++i;
  addWords(inst, parts.take_front(i));
  constexpr size_t most = 0xFFFF;
  if (LLVM_UNLIKELY(i > most || parts.size() - i > most)) {
    diagnostics.emit(diag::TooManyOperands{.range = tokens.range(opcode.index),
                                           .what = i > most ? "modifiers" : "operands",
                                           .limit = most});
    arrays.words.truncate(inst.modifiersFirst + std::min(i, most));
    parts = parts.take_front(i + std::min(parts.size() - i, most));
  }
  inst.modifierCount = static_cast<uint16_t>(std::min(i, most));
  ListRef operands = addList(parts.drop_front(i));
  inst.operandsFirst = operands.first;
  inst.operandCount = static_cast<uint16_t>(operands.count);
  discard(mark);
  addStmt(StmtKind::Instruction, static_cast<uint32_t>(arrays.insts.size()));
  arrays.insts.push_back(inst);
}

void AstBuilder::endBlock(Left left) {
  Block &block = arrays.blocks[openBlocks.pop_back_val()];
  if (kindOf(left.nextToken - 1) == TokenKind::RBrace)
    block.close = {left.nextToken - 1};
  block.end = {static_cast<uint32_t>(arrays.stmts.size())};
}

void AstBuilder::endTarget(Left left) {
  ArrayRef<Item> parts = since(left.mark);
  replace(left.mark, parts.size() == 2 && parts[1].tag == NameCountTag
                         ? addExpr(ExprKind::NameRange, parts[0].token(), parts[1].value)
                         : toExpr(parts[0]));
}

void AstBuilder::endLineContinuation(Left left) {
  TokenId backslash = {left.mark.firstToken};
  diagnostics.emit(diag::StrayBackslash{.range = tokens.range(backslash.index)});
  if (guard != GuardKind::None) // a part of the instruction
    return;
  DirectiveId id = addDirective(DirectiveKind::Backslash, left.mark, left.nextToken, backslash, {});
  addStmt(StmtKind::Directive, id.index);
}

/// The value of a count; an error if it does not fit 32 bits. `ptxas` interprets a count of 2^63 or
/// more as a negative number, which it does not reject.
uint32_t AstBuilder::count(TokenId token) {
  if (kindOf(token.index) == TokenKind::WarpSize)
    return 32;
  IntegerLiteral value = parseInteger(tokens.text(token.index));
  SourceRange range = tokens.range(token.index);
  llvm::StringRef number = tokens.text(token.index);
  bool wraps = value.range == LiteralRange::Wraps && value.value <= 0xFFFF'FFFF;
  if (wraps || (isNegativeCount(value.value) && value.range != LiteralRange::Overflow))
    diagnostics.emit(diag::UncheckedNumber{
        .range = range, .what = "number", .number = number, .size = "32 bits"});
  else if (value.range != LiteralRange::Exact || value.value > 0xFFFF'FFFF)
    diagnostics.emit(diag::CountTooLarge{.range = range, .what = "number", .number = number});
  return static_cast<uint32_t>(value.value);
}
