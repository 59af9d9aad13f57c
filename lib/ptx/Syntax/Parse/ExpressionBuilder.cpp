// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the tree builder that makes expressions: leaves, and operators folded by precedence.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Parse/AstBuilder.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::ArrayRef;

ExprId AstBuilder::leaf(TokenKind kind, TokenId token) {
  switch (kind) {
  case TokenKind::Integer:
  case TokenKind::Float:
  case TokenKind::Float32:
  case TokenKind::Float64:
    return literal(kind, token);
  case TokenKind::Sink:
    return addExpr(ExprKind::Sink, token);
  case TokenKind::WarpSize:
    return addExpr(ExprKind::WarpSize, token);
  case TokenKind::String:
    return addExpr(ExprKind::String, token);
  case TokenKind::Modifier:
    return addExpr(ExprKind::SectionName, token);
  default:
    checkName(kind, token);
    return addExpr(ExprKind::Name, token);
  }
}

void AstBuilder::ptxasRejects(SourceRange range, llvm::StringRef what) {
  diagnostics.emit(diag::PtxasSyntax{.range = range, .what = what});
}

/// `ptxas` reserves the two keywords of `.loc`.
void AstBuilder::checkName(TokenKind kind, TokenId token) {
  if (LLVM_UNLIKELY(kind == TokenKind::FunctionName || kind == TokenKind::InlinedAt))
    ptxasRejects(tokens.range(token.index), kind == TokenKind::FunctionName
                                                ? "`function_name` as a name"
                                                : "`inlined_at` as a name");
}

ExprId AstBuilder::literal(TokenKind kind, TokenId token) {
  llvm::StringRef text = tokens.text(token.index);
  SourceRange where = tokens.range(token.index);
  if (kind == TokenKind::Integer) {
    IntegerLiteral value = parseInteger(text);
    uint16_t flags = value.isUnsigned ? Expr::unsignedFlag : 0;
    if (value.range != LiteralRange::Exact) {
      flags |= Expr::inexactFlag;
      if (value.range == LiteralRange::Overflow)
        diagnostics.emit(diag::IntegerOverflow{.range = where, .number = text});
      else
        diagnostics.emit(diag::IntegerWraps{.range = where, .number = text, .value = value.value});
    }
    return addExpr(ExprKind::Integer, token, static_cast<uint32_t>(value.value),
                   static_cast<uint32_t>(value.value >> 32), static_cast<uint8_t>(value.notation),
                   flags);
  }
  FloatLiteral value = parseFloat(text);
  if (value.range == LiteralRange::Overflow)
    diagnostics.emit(diag::FloatOverflow{.range = where, .number = text});
  else if (value.range == LiteralRange::Underflow)
    diagnostics.emit(diag::FloatUnderflow{.range = where, .number = text});
  return addExpr(ExprKind::Float, token, static_cast<uint32_t>(value.bits),
                 static_cast<uint32_t>(value.bits >> 32), static_cast<uint8_t>(value.notation),
                 value.range == LiteralRange::Exact ? 0 : Expr::inexactFlag);
}

ListRef AstBuilder::addList(ArrayRef<Item> expressions) {
  ListRef list{static_cast<uint32_t>(arrays.lists.size()),
               static_cast<uint32_t>(expressions.size())};
  auto ids = llvm::map_range(expressions, [this](Item item) { return toExpr(item); });
  arrays.lists.append(ids.begin(), ids.end());
  return list;
}

/// The precedence of a binary operator, as in C; 0 for other tokens. (Manual table 5)
static unsigned precedence(TokenKind op) {
  switch (op) {
  case TokenKind::Star:
  case TokenKind::Slash:
  case TokenKind::Percent:
    return 10;
  case TokenKind::Plus:
  case TokenKind::Minus:
    return 9;
  case TokenKind::ShiftL:
  case TokenKind::ShiftR:
    return 8;
  case TokenKind::Less:
  case TokenKind::Greater:
  case TokenKind::LessEqual:
  case TokenKind::GreaterEqual:
    return 7;
  case TokenKind::EqualEqual:
  case TokenKind::NotEqual:
    return 6;
  case TokenKind::Amp:
    return 5;
  case TokenKind::Caret:
    return 4;
  case TokenKind::Pipe:
    return 3;
  case TokenKind::AmpAmp:
    return 2;
  case TokenKind::PipePipe:
    return 1;
  default:
    return 0;
  }
}

/// Removes prefix operators and a primary from the front of `flat`.
ExprId AstBuilder::foldTerm(ArrayRef<Item> &flat) {
  size_t prefixes = 0;
  auto isPrefix = [](Item item) {
    return item.isToken() && (item.kind() == TokenKind::Plus || item.kind() == TokenKind::Minus ||
                              item.kind() == TokenKind::Not || item.kind() == TokenKind::Tilde);
  };
  while (prefixes + 1 < flat.size() && isPrefix(flat[prefixes]))
    ++prefixes;
  ExprId term = toExpr(flat[prefixes]);
  for (size_t i = prefixes; i != 0; --i)
    term = addExpr(ExprKind::Unary, flat[i - 1].token(), term.index, 0, flat[i - 1].tag);
  flat = flat.drop_front(prefixes + 1);
  return term;
}

ExprId AstBuilder::fold(ArrayRef<Item> flat) {
  if (flat.size() == 1)
    return toExpr(flat[0]);
  if (flat.empty()) // a construct that was repaired after an error
    return addExpr(ExprKind::Sink, {0});
  // Operators whose right side is not yet complete, each with its left side.
  struct Pending {
    ExprId left;
    Item op;
  };
  llvm::SmallVector<Pending, 8> pending;
  ExprId value = foldTerm(flat);
  auto reduce = [&](unsigned least) {
    while (!pending.empty() && precedence(pending.back().op.kind()) >= least) {
      Pending p = pending.pop_back_val();
      value = addExpr(ExprKind::Binary, p.op.token(), p.left.index, value.index, p.op.tag);
    }
  };
  while (flat.size() > 1 && flat[0].isToken() && precedence(flat[0].kind())) {
    reduce(precedence(flat[0].kind()));
    pending.push_back({value, flat[0]});
    flat = flat.drop_front();
    value = foldTerm(flat);
  }
  reduce(1);
  if (flat.size() == 3 && flat[0].isToken() && flat[0].kind() == TokenKind::Question) {
    Item parts[] = {{value.index, ExprTag}, flat[1], flat[2]};
    ListRef list = addList(parts);
    value = addExpr(ExprKind::Conditional, flat[0].token(), list.first, list.count);
  }
  return value;
}

//===-- Rules ---------------------------------------------------------------------------------===//

/// Coordinates of textures and surfaces that `ptxas` accepts only in braces: all but names. Other
/// instructions with a list in brackets have no coordinates, or require braces.
void AstBuilder::checkCoordinates(Mark mark, ListRef list) {
  static constexpr llvm::StringLiteral withCoordinates[] = {"tex", "tld4", "suld", "sust", "sured"};
  if (list.count > 3 || !llvm::is_contained(withCoordinates, mnemonicBefore(mark)))
    return;
  for (uint32_t i = 1; i != list.count; ++i) {
    const Expr &part = arrays.exprs[arrays.lists[list.first + i].index];
    if (part.kind != ExprKind::Vector && part.kind != ExprKind::Name)
      ptxasRejects(tokens.range(part.token.index), "a coordinate without braces here");
  }
}

void AstBuilder::endAddress(Left left) {
  ListRef list = addList(since(left.mark));
  if (list.count > 1)
    checkCoordinates(left.mark, list);
  replace(left.mark, addExpr(ExprKind::Address, {left.mark.firstToken}, list.first, list.count));
}

void AstBuilder::endList(Left left) {
  ListRef list = addList(since(left.mark));
  ExprKind kind = left.rule == Rule::Vector          ? ExprKind::Vector
                  : left.rule == Rule::CallArguments ? ExprKind::Arguments
                                                     : ExprKind::Initializer;
  replace(left.mark, addExpr(kind, {left.mark.firstToken}, list.first, list.count));
}

// Suffixes: they include the item before them.

void AstBuilder::endComponent(Left left) {
  TokenId component = since(left.mark)[0].token();
  replaceWithBase(left.mark,
                  addExpr(ExprKind::Member, itemBelow(left.mark).token(), component.index));
}

void AstBuilder::endAddressQualifier(Left left) {
  TokenId qualifier = since(left.mark)[0].token();
  replaceWithBase(left.mark,
                  addExpr(ExprKind::Qualified, qualifier, itemBelow(left.mark).expr().index));
}

void AstBuilder::endIndex(Left left) {
  ExprId index = fold(since(left.mark));
  replaceWithBase(left.mark, addExpr(ExprKind::Index, itemBelow(left.mark).token(), index.index));
}

/// Base, operator, right side
void AstBuilder::endPair(Left left) {
  ExprId base = toExpr(itemBelow(left.mark));
  TokenId op = since(left.mark)[0].token();
  ExprId right = fold(since(left.mark).drop_front());
  ExprKind kind = left.rule == Rule::AddressOffset ? ExprKind::Offset : ExprKind::Pair;
  replaceWithBase(left.mark, addExpr(kind, op, base.index, right.index));
}

void AstBuilder::endFieldValue(Left left) {
  ExprId value = fold(since(left.mark));
  replaceWithBase(left.mark, addExpr(ExprKind::Field, itemBelow(left.mark).token(), value.index));
}

void AstBuilder::endMaskedAddress(Left left) {
  Item base = itemBelow(left.mark);
  ExprId mask = toExpr(base);
  ExprId inner = fold(since(left.mark));
  replaceWithBase(left.mark, addExpr(ExprKind::Mask, base.token(), mask.index, inner.index));
}

void AstBuilder::endGenericName(Left left) {
  ExprId inner = toExpr(since(left.mark).back());
  replace(left.mark, addExpr(ExprKind::Generic, {left.mark.firstToken}, inner.index));
}

void AstBuilder::endConstantAtom(Left left) {
  uint32_t first = left.mark.firstToken;
  if (kindOf(first) != TokenKind::LParen || since(left.mark).empty())
    return;
  if (kindOf(first + 1) == TokenKind::Modifier)
    return; // a cast, complete already
  ExprId inner = toExpr(since(left.mark)[0]);
  replace(left.mark, addExpr(ExprKind::Paren, {first}, inner.index));
}

void AstBuilder::endCast(Left left) {
  ArrayRef<Item> flat = since(left.mark);
  TokenId type = flat[0].token();
  ExprId operand = fold(flat.drop_front());
  replace(left.mark, addExpr(ExprKind::Cast, type, operand.index));
}
