// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/UnitPrinter.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

// The white space of PTX. A carriage return or form feed at the end of a line is as invisible as a
// blank.
static constexpr StringRef whiteSpace = " \t\r\f\x1A";

bool UnitPrinter::hasTriviaInside(uint32_t first, uint32_t last) const {
  uint32_t end = offset(first) + length(first);
  for (uint32_t i = first + 1; i <= last; ++i) {
    if (hasTrivia(end, offset(i)))
      return true;
    end = offset(i) + length(i);
  }
  return false;
}

/// Writes the text of a comment or line marker. Its line breaks become LF, and invisible characters
/// at the ends of its lines are removed.
void UnitPrinter::comment(const Trivia &trivia) {
  StringRef text = tokens.buffer().slice(trivia.range.begin, trivia.range.end);
  if (trivia.kind != TriviaKind::BlockComment)
    return out.put(text.rtrim(whiteSpace));
  for (;;) {
    auto [line, rest] = text.split('\n');
    if (line.size() == text.size())
      return out.put(text);
    out.put(line.rtrim(whiteSpace));
    out.lineBreak();
    text = rest;
  }
}

/// Whether the line breaks between a comment and the next token are kept, so that the token starts
/// a line.
static bool keepsBreak(Separation::Kind kind, bool isLeading, bool hasBreak) {
  switch (kind) {
  case Separation::Joined:
    return isLeading && hasBreak;
  case Separation::Kept:
    return hasBreak;
  case Separation::Line:
    return !isLeading || hasBreak;
  case Separation::End:
    break;
  }
  return false;
}

void UnitPrinter::separateByComments(uint32_t end, const Separation &separation) {
  llvm::SmallVector<Trivia, 4> comments;
  collectTrivia(tokens.buffer(), {cursor, end}, comments);
  auto linesBetween = [this](uint32_t from, uint32_t to) { return scanGap(from, to).lines; };

  bool setOff = separation.setOff;
  for (uint32_t from = cursor; const Trivia &c : comments) {
    setOff &= linesBetween(from, c.range.begin) < 2;
    from = c.range.end;
  }
  setOff &= linesBetween(comments.back().range.end, end) < 2;

  bool emptyLines = separation.blankLines == Separation::Stay;
  auto breakLine = [&](unsigned lines, unsigned indent) {
    if (setOff || (emptyLines && lines == 2))
      emptyLine();
    setOff = false;
    newLine(indent);
  };

  // The comments so far belong to the preceding code: a blank line follows.
  uint32_t detachedEnd = cursor;
  if (separation.detachedIndent)
    for (uint32_t to = end; const Trivia &c : llvm::reverse(comments)) {
      if (linesBetween(c.range.end, to) == 2) {
        detachedEnd = c.range.end;
        break;
      }
      to = c.range.begin;
    }

  bool wholeLine = false; // the next token cannot share the line of the last comment
  bool leading = false;   // the comments of the current line are at its start
  uint32_t from = cursor;
  for (const Trivia &c : comments) {
    bool marker = c.kind == TriviaKind::LineMarker;
    unsigned lines = linesBetween(from, c.range.begin);
    if (marker || wholeLine || lines != 0 || fresh) {
      bool detached = c.range.begin < detachedEnd;
      unsigned indent = detached ? *separation.detachedIndent : separation.commentIndent;
      breakLine(lines, marker ? 0 : indent);
      leading = true;
      emptyLines = separation.blankLines != Separation::Dropped;
    } else if (c.kind == TriviaKind::LineComment) {
      if (measuring)
        lineEnds.push_back({out.column(), c.range.size()});
      bool isAligned = c.range.begin < commentColumnEnd && out.column() < commentColumn;
      out.blanks(isAligned ? commentColumn - static_cast<unsigned>(out.column()) : 2);
    } else if (separation.kind == Separation::Line || separation.kind == Separation::End ||
               !StringRef("([{").contains(out.last())) {
      out.put(' ');
    }
    comment(c);
    wholeLine = c.kind != TriviaKind::BlockComment;
    from = c.range.end;
  }

  if (separation.kind == Separation::End)
    return;
  unsigned lines = linesBetween(from, end);
  if (wholeLine || keepsBreak(separation.kind, leading, lines != 0))
    breakLine(lines, separation.indent);
  else if (!StringRef(",;)]}").contains(source[end]))
    out.put(' ');
}

/// The column of the comments at the ends of the lines of a statement, equal for all of them; 0 if
/// a line would become too long.
unsigned UnitPrinter::commonCommentColumn() const {
  size_t most = 0, least = SIZE_MAX;
  for (LineEnd line : lineEnds) {
    most = std::max(most, line.column);
    least = std::min(least, line.column);
  }
  size_t column = most + 2;
  bool fits = column - least <= OutputBuffer::maxBlanks &&
              llvm::all_of(lineEnds,
                           [&](LineEnd line) { return column + line.commentLength <= maxColumn; });
  return fits ? static_cast<unsigned>(column) : 0;
}

/// Records a `//` comment that follows the last token on its line.
void UnitPrinter::measureLastComment() {
  StringRef rest = tokens.buffer().drop_front(cursor);
  StringRef line = rest.take_front(rest.find('\n'));
  StringRef text = line.trim(whiteSpace);
  commentColumnEnd = cursor;
  if (!text.starts_with("//"))
    return;
  commentColumnEnd += static_cast<uint32_t>(line.size());
  lineEnds.push_back({out.column(), text.size()});
}

/// A comment explains the tokens around it, often by the line that they share. So a statement with
/// a comment keeps its line breaks. Comments at the ends of its lines are aligned: their column
/// depends on no other statement.
void UnitPrinter::pinned(uint32_t first, uint32_t last, uint32_t opcode, uint32_t operands) {
  Checkpoint start = checkpoint();
  lineEnds.clear();
  commentColumn = 0;
  measuring = true;
  pinnedTokens(first, last, opcode, operands);
  measuring = false;
  measureLastComment();
  if (lineEnds.size() < 2)
    return;
  commentColumn = commonCommentColumn();
  restore(start);
  pinnedTokens(first, last, opcode, operands);
}

void UnitPrinter::pinnedTokens(uint32_t first, uint32_t last, uint32_t opcode, uint32_t operands) {
  bool declaration = opcode == operands;
  size_t start = out.column();
  size_t nesting = 0, braces = 0;
  for (uint32_t i = first; i <= last; ++i) {
    TokenKind current = kind(i);
    if (i == first) {
      emit(i);
    } else if (Gap gap = scanGap(cursor, offset(i));
               i == operands && i != last && !gap.trivia && gap.lines == 0) {
      out.blanks(padding(start));
      emit(i);
    } else {
      Separation separation{.kind = Separation::Kept};
      // The elements of an initializer are indented like statements of a block.
      bool initializer = declaration && braces != 0;
      size_t levels = initializer ? braces : nesting;
      size_t step = initializer ? indentStep : 1;
      size_t base = statementIndent + (initializer ? 0 : continuation);
      separation.commentIndent = capped(base + levels * step);
      separation.indent =
          isCloser(current) ? capped(base + (levels - 1) * step) : separation.commentIndent;
      separation.blank = i < operands ? i == opcode : i == operands || blankBefore(i);
      if (current == TokenKind::RBrace)
        separation.blankLines = Separation::Dropped;
      else if (kind(i - 1) == TokenKind::LBrace)
        separation.blankLines = Separation::AfterComments;
      emit(i, separation);
    }
    nesting += isOpener(current);
    nesting -= isCloser(current);
    braces += current == TokenKind::LBrace;
    braces -= current == TokenKind::RBrace;
  }
}
