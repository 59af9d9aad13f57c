// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/UnitPrinter.h"

using namespace ptx;

bool UnitPrinter::worthWrapping(uint32_t first, uint32_t last) const {
  unsigned commas = 0;
  for (uint32_t i = first; i <= last && commas < 2; ++i)
    commas += kind(i) == TokenKind::Comma;
  return commas == 2;
}

/// Whether the tokens `first` to `last` fit. Reads at most `columns` bytes.
bool UnitPrinter::rangeFits(uint32_t first, uint32_t last, size_t columns) const {
  size_t width = 0;
  for (uint32_t i = first; i <= last; ++i) {
    width += length(i) + (i != first && blankBefore(i));
    if (width > columns)
      return false;
  }
  return true;
}

bool UnitPrinter::itemFits(uint32_t first, uint32_t last, size_t columns, bool withClosers) const {
  size_t width = 0;
  int nesting = 0;
  for (uint32_t i = first; i <= last; ++i) {
    TokenKind k = kind(i);
    nesting += isOpener(k);
    nesting -= isCloser(k);
    if (nesting < 0 && !withClosers)
      return true;
    width += length(i) + (i != first && blankBefore(i));
    if (width > columns)
      return false;
    if (k == TokenKind::Comma && nesting <= 0)
      return true;
  }
  return true;
}

/// Whether the brackets that start at `open` fit on the line, with the tokens that cannot be
/// separated from them.
bool UnitPrinter::groupFits(uint32_t open, uint32_t last, size_t columns) const {
  size_t width = 0;
  int nesting = 0;
  for (uint32_t i = open; i <= last; ++i) {
    TokenKind k = kind(i);
    if (i != open && nesting <= 0 && !isCloser(k) && k != TokenKind::Comma &&
        k != TokenKind::Semicolon)
      return true;
    nesting += isOpener(k);
    nesting -= isCloser(k);
    width += length(i) + (i != open && blankBefore(i));
    if (width > columns)
      return false;
  }
  return true;
}

/// Writes tokens on the current line, the first without separation. A `group` extends from its
/// bracket to the closing one; other tokens up to a comma, or to the bracket that closes the
/// surrounding list. Returns the last token written.
uint32_t UnitPrinter::writeItem(uint32_t first, uint32_t last, bool group) {
  int nesting = 0;
  for (uint32_t i = first;; ++i) {
    TokenKind k = kind(i);
    nesting += isOpener(k);
    nesting -= isCloser(k);
    if (nesting < 0)
      return i - 1;
    if (i != first && blankBefore(i))
      out.put(' ');
    emit(i);
    if (i == last || (nesting == 0 && (group ? isCloser(k) : k == TokenKind::Comma)))
      return i;
  }
}

void UnitPrinter::wrapped(uint32_t first, uint32_t last, unsigned lead) {
  // A list with line breaks: the statement itself, or brackets that do not fit on one line.
  struct List {
    unsigned indent; // indentation of the lines that start inside
    bool rows;       // an initializer: braces are separate, and each inner list starts a line
    bool breakNext = false; // the next element must start a line
  };
  llvm::SmallVector<List, 8> lists;
  lists.push_back({capped(statementIndent + continuation), false});
  auto columnsLeft = [this](size_t blanks) {
    size_t used = out.column() + blanks;
    return used < maxColumn ? maxColumn - used : 0;
  };

  bool lineStart = lead == 0; // nothing but indentation on the line
  bool itemStart = true;      // the next token starts an element of the innermost list
  for (uint32_t i = first; i <= last; ++i) {
    TokenKind k = kind(i);
    List &list = lists.back();
    if (itemStart && !isCloser(k)) {
      bool mustBreak = list.breakNext || (list.rows && k == TokenKind::LBrace);
      bool fits = !mustBreak && itemFits(i, last, columnsLeft(lead), !list.rows);
      if (mustBreak || (!fits && !lineStart && out.column() + lead > list.indent)) {
        newLine(list.indent);
        lineStart = true;
        fits = itemFits(i, last, columnsLeft(0), !list.rows);
      } else {
        out.blanks(lead);
      }
      list.breakNext = false;
      if (fits) {
        i = writeItem(i, last, false);
        itemStart = kind(i) == TokenKind::Comma;
        lineStart = false;
        lead = 1;
        continue;
      }
      // An element that is longer than a line is broken at its brackets.
    } else if (isCloser(k)) {
      bool rows = list.rows;
      lists.pop_back();
      if (rows)
        newLine(lists.back().rows ? lists.back().indent : statementIndent);
      lists.back().breakNext = true;
    } else if (blankBefore(i)) {
      out.put(' ');
    }

    if (isOpener(k) && groupFits(i, last, columnsLeft(0))) {
      i = writeItem(i, last, true);
      itemStart = lineStart = false;
      continue;
    }
    emit(i);
    itemStart = k == TokenKind::Comma || isOpener(k);
    lead = k == TokenKind::Comma;
    if (isOpener(k)) {
      bool rows = k == TokenKind::LBrace && (list.rows || kind(i - 1) == TokenKind::Assign);
      // The lines of a list that starts a line are below its first element.
      unsigned indent = !rows ? list.indent + lineStart
                              : (list.rows ? list.indent : statementIndent) + indentStep;
      lists.push_back({capped(indent), rows, rows});
    }
    lineStart = false;
  }
}
