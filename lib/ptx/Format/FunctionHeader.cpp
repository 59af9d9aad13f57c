// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/UnitPrinter.h"

using namespace ptx;

void UnitPrinter::function(const Function &func) {
  uint32_t first = func.first.index;
  if (kind(func.keyword.index) == TokenKind::CallPrototype) {
    startStatement(first, indentation(depth));
    return statement(first, func.last.index, true);
  }
  // A function with a body is a separate paragraph.
  setOff |= func.hasBody() && !opening;
  startStatement(first, 0);
  functionHeader(func);
  if (!func.hasBody())
    return;
  emit(func.open.index, {.kind = Separation::Line, .blankLines = Separation::Dropped});
  (*printsBody)(func, cursor, out);
  out.lineBreak();
  emit(func.close.index);
  setOff = true;
}

/// Writes everything before the body; for a declaration, its `;` too.
void UnitPrinter::functionHeader(const Function &func) {
  uint32_t end = func.hasBody() ? func.open.index : func.last.index + 1;
  uint32_t name = func.name.index;
  // The results are between the keyword, or its attributes, and the name.
  uint32_t results = func.keyword.index + 1;
  if (kind(results) == TokenKind::Attribute)
    results = closingParen(results + 1) + 1;
  if (kind(func.keyword.index) == TokenKind::Entry || kind(results) != TokenKind::LParen)
    results = end;
  uint32_t parameters = name + 1 < end && kind(name + 1) == TokenKind::LParen ? name + 1 : end;

  uint32_t nextDirective = 0;
  emit(func.first.index);
  for (uint32_t i = func.first.index + 1; i < end; ++i) {
    if (i == results) {
      i = parameterList(i, true, false);
    } else if (i == parameters) {
      i = parameterList(i, false, func.parameters.size() > 1);
    } else {
      bool directive = nextDirective != func.directives.size() &&
                       unit[func.directives[nextDirective]].first.index == i;
      nextDirective += directive;
      emit(i, {.kind = directive ? Separation::Line : Separation::Joined,
               .blank = blankBefore(i),
               .blankLines = Separation::Dropped});
    }
  }
}

uint32_t UnitPrinter::closingParen(uint32_t open) const {
  unsigned nesting = 0;
  for (uint32_t i = open;; ++i) {
    if (kind(i) == TokenKind::LParen)
      ++nesting;
    else if (kind(i) == TokenKind::RParen && --nesting == 0)
      return i;
  }
}

uint32_t UnitPrinter::parameterList(uint32_t open, bool blank, bool split) {
  uint32_t close = closingParen(open);
  emit(open, {.kind = Separation::Joined, .blank = blank, .blankLines = Separation::Dropped});
  if (close == open + 1) {
    emit(close, {.kind = Separation::Joined, .blank = false, .blankLines = Separation::Dropped});
    return close;
  }
  if (!split) {
    // The line also contains a `;`.
    uint32_t last = kind(close + 1) == TokenKind::Semicolon ? close + 1 : close;
    bool fits = out.column() <= maxColumn && rangeFits(open + 1, last, maxColumn - out.column());
    split = !fits || hasTriviaInside(open, close);
  }
  unsigned nesting = 0;
  for (uint32_t i = open + 1; i <= close; ++i) {
    bool begins = i == open + 1 || i == close || (nesting == 0 && kind(i - 1) == TokenKind::Comma);
    emit(i, {.kind = split && begins ? Separation::Line : Separation::Joined,
             .indent = i == close ? 0 : indentStep,
             .commentIndent = indentStep,
             .blank = blankBefore(i),
             .blankLines = Separation::Dropped});
    nesting += kind(i) == TokenKind::LParen;
    nesting -= kind(i) == TokenKind::RParen;
  }
  return close;
}
