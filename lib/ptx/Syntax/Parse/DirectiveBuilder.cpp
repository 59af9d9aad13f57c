// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the tree builder that makes directives.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Parse/AstBuilder.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::ArrayRef;

DirectiveId AstBuilder::addDirective(DirectiveKind kind, Mark mark, uint32_t nextToken,
                                     TokenId keyword, ArrayRef<Item> operands) {
  ListRef list = addList(operands);
  arrays.dirs.push_back({kind, {mark.firstToken}, {nextToken - 1}, keyword, list});
  return {static_cast<uint32_t>(arrays.dirs.size() - 1)};
}

/// Builds a directive from a rule that consists of a keyword and its operands.
DirectiveId AstBuilder::takeDirective(DirectiveKind kind, Left left) {
  DirectiveId id = addDirective(kind, left.mark, left.nextToken, {left.mark.firstToken},
                                since(left.mark).drop_front());
  discard(left.mark);
  return id;
}

//===-- Parts of declarations -----------------------------------------------------------------===//

void AstBuilder::endQualifier(Left left) {
  bool isAlignment = left.rule == Rule::Alignment;
  if (ArrayRef<Item> parts = since(left.mark); isAlignment && parts.size() > 1)
    count(parts[1].token());
  DirectiveId id =
      takeDirective(isAlignment ? DirectiveKind::Align : DirectiveKind::Attribute, left);
  push(QualifierTag, id.index);
}

void AstBuilder::endAttribute(Left left) {
  TokenId name = since(left.mark)[0].token();
  ListRef list = addList(since(left.mark).drop_front());
  replace(left.mark, addExpr(ExprKind::Attribute, name, list.first, list.count));
}

void AstBuilder::endPerformance(Left left) {
  for (Item part : since(left.mark).drop_front())
    if (part.kind() != TokenKind::String)
      count(part.token());
  push(DirectiveTag, takeDirective(DirectiveKind::Performance, left).index);
}

/// In the header of an entry, or a statement.
void AstBuilder::endPragma(Left left) {
  DirectiveId id = takeDirective(DirectiveKind::Pragma, left);
  if (left.parent == Rule::EntryDirective)
    push(DirectiveTag, id.index);
  else
    addStmt(StmtKind::Directive, id.index);
}

//===-- Of the module -------------------------------------------------------------------------===//

static DirectiveKind moduleDirective(Rule rule) {
  switch (rule) {
  case Rule::VersionDirective:
    return DirectiveKind::Version;
  case Rule::TargetDirective:
    return DirectiveKind::Target;
  case Rule::AddressSizeDirective:
    return DirectiveKind::AddressSize;
  case Rule::AliasDirective:
    return DirectiveKind::Alias;
  default:
    return DirectiveKind::File;
  }
}

void AstBuilder::endVersion(Left left) {
  SourceRange number = tokens.range(left.nextToken - 1);
  llvm::StringRef between =
      tokens.buffer().slice(tokens.range(left.mark.firstToken).end, number.begin);
  if (between.contains('\n'))
    ptxasRejects(number, "a line break after `.version`");
  else if (between.contains('/'))
    ptxasRejects(number, "a comment after `.version`");
  endModuleDirective(left);
}

void AstBuilder::endModuleDirective(Left left) {
  bool hasNumber = left.rule == Rule::FileDirective || left.rule == Rule::AddressSizeDirective;
  if (hasNumber && since(left.mark).size() > 1)
    count(since(left.mark)[1].token());
  addStmt(StmtKind::Directive, takeDirective(moduleDirective(left.rule), left).index);
}

//===-- In bodies -----------------------------------------------------------------------------===//

/// `.branchtargets`, `.calltargets` and `.callprototype`. The label is the item before them on the
/// stack.
void AstBuilder::endLabelled(Left left) {
  TokenKind kind = kindOf(left.mark.firstToken);
  TokenId label = itemBelow(left.mark).token();
  checkName(kindOf(label.index), label);
  if (kind == TokenKind::CallPrototype)
    return callPrototype(left);
  Mark whole = {left.mark.items - 1, label.index};
  DirectiveId id = addDirective(
      kind == TokenKind::BranchTargets ? DirectiveKind::BranchTargets : DirectiveKind::CallTargets,
      whole, left.nextToken, {left.mark.firstToken}, since(left.mark).drop_front());
  discard(whole);
  addStmt(StmtKind::Directive, id.index);
}

/// Loc, file, line, column, [the inlined location]
void AstBuilder::endLoc(Left left) {
  ArrayRef<Item> parts = since(left.mark);
  Loc loc{{left.mark.firstToken}, 0, 0, 0, {}};
  if (parts.size() >= 4) {
    loc.file = count(parts[1].token());
    loc.line = count(parts[2].token());
    loc.column = count(parts[3].token());
  }
  if (parts.back().tag == InlinedTag)
    loc.inlined = {parts.back().value};
  discard(left.mark);
  addStmt(StmtKind::Loc, static_cast<uint32_t>(arrays.locs.size()));
  arrays.locs.push_back(loc);
}

/// FunctionName, name, [Plus, Integer,] InlinedAt, file, line, column
void AstBuilder::endInlinedLocation(Left left) {
  llvm::SmallVector<Item, 8> parts(since(left.mark).drop_front());
  ExprId name = toExpr(parts[0]);
  if (parts.size() > 2 && parts[1].kind() == TokenKind::Plus) {
    ExprId offset = toExpr(parts[2]);
    name = addExpr(ExprKind::Offset, parts[1].token(), name.index, offset.index);
    parts.erase(parts.begin() + 1, parts.begin() + 3);
  }
  parts[0] = {name.index, ExprTag};
  if (parts.size() > 1)
    parts.erase(parts.begin() + 1);
  DirectiveId id = addDirective(DirectiveKind::InlinedAt, left.mark, left.nextToken,
                                {left.mark.firstToken}, parts);
  discard(left.mark);
  push(InlinedTag, id.index);
}

void AstBuilder::endIntermediateLoc(Left left) {
  for (Item number : since(left.mark).drop_front())
    count(number.token());
  addStmt(StmtKind::Directive, takeDirective(DirectiveKind::IntermediateLoc, left).index);
}

//===-- Of debug information ------------------------------------------------------------------===//

/// Dwarf, then the word that determines the rest
void AstBuilder::endDwarf(Left left) {
  ArrayRef<Item> parts = since(left.mark);
  bool section = parts[1].kind() == TokenKind::Section;
  DirectiveId id = addDirective(section ? DirectiveKind::DwarfSection : DirectiveKind::Dwarf,
                                left.mark, left.nextToken, parts[1].token(), parts.drop_front(2));
  discard(left.mark);
  addStmt(StmtKind::Directive, id.index);
}

/// The contents are not part of the tree.
void AstBuilder::addWholeDirective(DirectiveKind kind, Left left) {
  DirectiveId id = addDirective(kind, left.mark, left.nextToken, {left.mark.firstToken}, {});
  discard(left.mark);
  addStmt(StmtKind::Directive, id.index);
}

void AstBuilder::endIntermediateSection(Left left) {
  addWholeDirective(DirectiveKind::IntermediateSource, left);
}

void AstBuilder::endMetadataSection(Left left) {
  for (Item item : since(left.mark))
    if (item.kind() == TokenKind::Integer || item.kind() == TokenKind::WarpSize)
      count(item.token());
  addWholeDirective(DirectiveKind::MetadataSection, left);
}

void AstBuilder::endSection(Left left) {
  if (since(left.mark).size() > 1) {
    ListRef name = addList(since(left.mark).slice(1, 1));
    arrays.dirs[openSection.index].operands = name;
    arrays.dirs[openSection.index].last = {left.mark.firstToken + 2};
  }
  discard(left.mark);
  uint32_t end = left.nextToken - 1;
  DirectiveId id =
      addDirective(DirectiveKind::SectionEnd, {itemCount, end}, left.nextToken, {end}, {});
  addStmt(StmtKind::Directive, id.index);
}

void AstBuilder::endSectionLine(Left left) {
  ArrayRef<Item> parts = since(left.mark);
  bool label = kindOf(left.mark.firstToken) != TokenKind::Modifier;
  DirectiveId id =
      addDirective(label ? DirectiveKind::SectionLabel : DirectiveKind::SectionData, left.mark,
                   left.nextToken, {left.mark.firstToken}, label ? parts : parts.drop_front());
  discard(left.mark);
  addStmt(StmtKind::Directive, id.index);
}

/// [Minus] Integer; name or section name, [Plus Integer]; name, Minus, name
void AstBuilder::endSectionValue(Left left) {
  ArrayRef<Item> parts = since(left.mark);
  ExprId value;
  if (parts.size() == 3) {
    ExprId left = toExpr(parts[0]);
    ExprId right = toExpr(parts[2]);
    value = addExpr(parts[1].kind() == TokenKind::Plus ? ExprKind::Offset : ExprKind::Difference,
                    parts[1].token(), left.index, right.index);
  } else {
    value = fold(parts);
  }
  replace(left.mark, value);
}
