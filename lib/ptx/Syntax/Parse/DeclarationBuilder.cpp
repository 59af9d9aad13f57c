// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the tree builder that makes declarations of variables and functions.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Parse/AstBuilder.h"

using namespace ptx;
using llvm::ArrayRef;

//===-- Variables -----------------------------------------------------------------------------===//

/// The linkage directive before an item at module scope belongs to the item, although it precedes
/// the rule.
TokenId AstBuilder::takeLinkage(Mark &mark) {
  if (mark.items == 0)
    return {};
  Item below = itemBelow(mark);
  if (!below.isToken() || !canBe(below.kind(), DirectivePlace::BeforeVariable))
    return {};
  --mark.items;
  mark.firstToken = below.value;
  return below.token();
}

/// Stores a word of a declaration. Its kind and the previous words determine its role; any other
/// word is the name of a parameter.
static void takeWord(Variable &var, TokenKind kind, TokenId word, TokenId &name) {
  if (kind == TokenKind::Hidden)
    var.hidden = word;
  else if (kind == TokenKind::Vector)
    var.vector = word;
  else if (kind == TokenKind::Modifier)
    (var.ptr && var.type ? var.ptrSpace : var.type) = word;
  else if (kind == TokenKind::Ptr)
    var.ptr = word;
  else if (!var.space)
    var.space = word;
  else if (var.ptr && spaceOf(kind))
    var.ptrSpace = word;
  else
    name = word;
}

/// Builds a declaration from its parts. `parameter` gets the name and dimensions if the declaration
/// has no declarators.
Variable AstBuilder::declaration(Left left, Declarator &parameter) {
  Variable var{};
  var.first = {left.mark.firstToken};
  var.last = {left.nextToken - 1};
  var.declarators.first = static_cast<uint32_t>(arrays.decls.size());
  parameter.dimensions.first = static_cast<uint32_t>(arrays.lists.size());
  for (Item item : since(left.mark)) {
    switch (item.tag) {
    case QualifierTag:
      if (var.qualifiers.count++ == 0)
        var.qualifiers.first = item.value;
      break;
    case DeclaratorTag:
      if (var.declarators.count++ == 0)
        var.declarators.first = item.value;
      break;
    case DimensionTag:
      arrays.lists.push_back({item.value});
      ++parameter.dimensions.count;
      break;
    default:
      takeWord(var, item.kind(), item.token(), parameter.name);
    }
  }
  if (var.space && kindOf(var.space.index) == TokenKind::Sreg)
    diagnostics.emit(diag::SregDeclaration{.range = tokens.range(var.space.index)});
  return var;
}

void AstBuilder::endVariable(Left left) {
  Mark whole = left.mark;
  TokenId linkage = takeLinkage(whole);
  Declarator none{};
  Variable var = declaration(left, none);
  var.linkage = linkage;
  var.first = {whole.firstToken};
  discard(whole);
  if (var.declarators.empty())
    diagnostics.emit(diag::EmptyDeclaration{
        .range = {tokens.range(var.first.index).begin, tokens.range(var.last.index).end}});
  addStmt(StmtKind::Variable, static_cast<uint32_t>(arrays.vars.size()));
  arrays.vars.push_back(var);
}

void AstBuilder::endParameter(Left left) {
  Declarator parameter{};
  Variable var = declaration(left, parameter);
  discard(left.mark);
  if (parameter.name)
    checkName(kindOf(parameter.name.index), parameter.name);
  var.declarators.count = 1;
  arrays.decls.push_back(parameter);
  arrays.vars.push_back(var);
  push(ParameterTag, static_cast<uint32_t>(arrays.vars.size() - 1));
}

void AstBuilder::endDeclarator(Left left) {
  Declarator decl{};
  decl.dimensions.first = static_cast<uint32_t>(arrays.lists.size());
  for (Item item : since(left.mark)) {
    switch (item.tag) {
    case NameCountTag:
      decl.nameCount = {item.value};
      break;
    case DimensionTag:
      arrays.lists.push_back({item.value});
      ++decl.dimensions.count;
      break;
    case InitializerTag:
      decl.initializer = {item.value};
      break;
    default:
      decl.name = item.token();
      checkName(item.kind(), decl.name);
    }
  }
  discard(left.mark);
  arrays.decls.push_back(decl);
  push(DeclaratorTag, static_cast<uint32_t>(arrays.decls.size() - 1));
}

/// Less, the count, Greater
void AstBuilder::endParameterizedName(Left left) {
  ArrayRef<Item> parts = since(left.mark);
  ExprId number;
  if (parts.size() > 1) {
    count(parts[1].token());
    number = toExpr(parts[1]);
  }
  discard(left.mark);
  push(NameCountTag, number.index);
}

void AstBuilder::endFirstDimension(Left left) {
  ExprId number = since(left.mark).empty() ? ExprId() : toExpr(since(left.mark)[0]);
  discard(left.mark);
  push(DimensionTag, number.index);
}

void AstBuilder::endArrayDimensions(Left left) {
  for (uint32_t i = left.mark.items; i != itemCount; ++i)
    if (items[i].tag != DimensionTag)
      items[i] = {toExpr(items[i]).index, DimensionTag};
}

void AstBuilder::endInitializer(Left left) {
  ExprId value = fold(since(left.mark));
  discard(left.mark);
  push(InitializerTag, value.index);
}

//===-- Functions -----------------------------------------------------------------------------===//

void AstBuilder::parameterList(Left left, IdRange<VarId> &range) {
  ArrayRef<Item> parts = since(left.mark);
  range = {parts.empty() ? 0 : parts[0].value, static_cast<uint32_t>(parts.size())};
  discard(left.mark);
}

void AstBuilder::endBody(Left left) {
  bool isClosed = kindOf(left.nextToken - 1) == TokenKind::RBrace;
  bodyOpen = {left.mark.firstToken};
  bodyClose = isClosed ? TokenId{left.nextToken - 1} : TokenId();
  discard(left.mark);
}

/// Adds a function or prototype from its items and the stored state of its lists and its body.
/// `whole` is its start.
void AstBuilder::addFunction(Function func, Left left, Mark whole) {
  func.keyword = {left.mark.firstToken};
  func.last = {left.nextToken - 1};
  for (Item item : since(left.mark).drop_front()) {
    if (item.tag == QualifierTag) {
      func.attributes = {item.value, 1};
    } else if (item.tag == DirectiveTag) {
      if (func.directives.count++ == 0)
        func.directives.first = item.value;
    } else if (item.isToken()) {
      func.name = item.token();
      checkName(item.kind(), func.name);
    }
  }
  func.results = results;
  func.parameters = parameterRange;
  func.open = bodyOpen;
  func.close = bodyClose;
  results = parameterRange = {};
  bodyOpen = bodyClose = {};
  discard(whole);
  addStmt(StmtKind::Function, static_cast<uint32_t>(arrays.funcs.size()));
  arrays.funcs.push_back(func);
}

void AstBuilder::endFunction(Left left) {
  Function func{};
  Mark whole = left.mark;
  func.linkage = takeLinkage(whole);
  func.first = {whole.firstToken};
  addFunction(func, left, whole);
}

void AstBuilder::callPrototype(Left left) {
  Function func{};
  func.first = itemBelow(left.mark).token();
  addFunction(func, left, {left.mark.items - 1, 0});
}
