// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The printer of a syntax unit. Private to lib/ptx/Format.

#ifndef PTX_FORMAT_UNITPRINTER_H
#define PTX_FORMAT_UNITPRINTER_H

#include "ptx/Format/OutputBuffer.h"
#include "ptx/Format/Spacing.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <optional>

namespace ptx {

/// Prints the text between the braces of a function. `out` ends with the opening brace, and `begin`
/// is its end in the source.
using BodyPrinter =
    llvm::function_ref<void(const Function &function, uint32_t begin, OutputBuffer &out)>;

/// Prints the top of a module, its bodies by `printsBody` in source order, or a fragment.
void printUnit(const SyntaxUnit &top, BodyPrinter printsBody, OutputBuffer &out);

/// Prints `body`, like a `BodyPrinter`. It depends on nothing else, so bodies can be printed in any
/// order.
void printBody(const SyntaxUnit &body, uint32_t begin, OutputBuffer &out);

inline bool isOpener(TokenKind kind) {
  return kind == TokenKind::LBrace || kind == TokenKind::LBracket || kind == TokenKind::LParen;
}
inline bool isCloser(TokenKind kind) {
  return kind == TokenKind::RBrace || kind == TokenKind::RBracket || kind == TokenKind::RParen;
}

/// The separation of two adjacent tokens without a comment in between.
struct Separation {
  enum Kind : uint8_t {
    Joined, ///< on one line
    Kept,   ///< on one line or not, as in the source
    Line,   ///< the second token begins a line
    End,    ///< like `Line`, but the caller writes the line break
  };
  /// The treatment of blank lines in the source.
  enum BlankLines : uint8_t {
    Dropped,
    AfterComments, ///< one stays after a comment on a line of its own: where a block begins
    Stay,          ///< one stays
  };

  Kind kind;
  /// Indentation of the second token if it begins a line.
  unsigned indent = 0;
  /// Indentation of comments on lines of their own before it.
  unsigned commentIndent = 0;
  /// Indentation of comments that a blank line separates from the token: they belong to the
  /// preceding statement.
  std::optional<unsigned> detachedIndent = {};
  /// Whether a blank is between the two on one line.
  bool blank = true;
  BlankLines blankLines = Stay;
  /// Whether there is always a blank line.
  bool setOff = false;
};

/// Prints one `SyntaxUnit`. Tokens are printed in order; the statements of the tree determine the
/// line breaks and the layout of each line. `cursor` is the end of the last printed token, so
/// comments are searched for between it and the next token.
class UnitPrinter {
public:
  /// `begin` is the end of the text that has been printed before the unit; 0 except for a body.
  /// `printsBody` is null for a body.
  UnitPrinter(const SyntaxUnit &unit, const BodyPrinter *printsBody, uint32_t begin, unsigned depth,
              OutputBuffer &out);

  /// Prints all statements and the comments after them, without a last line break.
  void print();

private:
  static constexpr size_t maxColumn = 100;
  /// Where operands start, relative to the guard or mnemonic.
  static constexpr unsigned operandColumn = 16;
  static constexpr unsigned indentStep = 4;
  /// The additional indentation of a wrapped line, which differs from that of a block.
  static constexpr unsigned continuation = 8;

  static unsigned capped(size_t columns) {
    return static_cast<unsigned>(std::min<size_t>(columns, OutputBuffer::maxBlanks));
  }
  static unsigned indentation(size_t depth) { return capped(indentStep * depth); }

  //===-- Statements: UnitPrinter.cpp ---------------------------------------------------------===//

  void closeBlocks(uint32_t stmt);
  void closeBrace(uint32_t brace);
  void openBrace(uint32_t brace);
  /// Starts the line of a statement whose first token is `first`.
  void startStatement(uint32_t first, unsigned indent);
  void instruction(const Instruction &inst);
  void directive(const Directive &dir);
  /// `.nv_intermediate_source_section` and `.metadata_section`: each entry, block and metadata list
  /// has its own line. Source text does not change.
  void nestedSection(uint32_t first, uint32_t last);
  /// The treatment of a blank line here: a block or the text never starts with one.
  Separation::BlankLines blankLines() const {
    return opening ? Separation::AfterComments : Separation::Stay;
  }
  /// Writes the tokens `first` to `last`, a statement without columns. A directive without `;` does
  /// not wrap: it is one line however long.
  void statement(uint32_t first, uint32_t last, bool wraps);
  /// Writes the tokens `first` to `last` on the current line. Returns false if there is a comment
  /// between them or before `first`; the output must then be discarded.
  bool flat(uint32_t first, uint32_t last);
  bool mnemonic(uint32_t first, uint32_t opcode, uint32_t end);

  /// A position in source and output from which another layout can be tried.
  struct Checkpoint {
    OutputBuffer::Mark mark;
    uint32_t cursor;
  };
  Checkpoint checkpoint() const { return {out.mark(), cursor}; }
  void restore(Checkpoint point) {
    out.rewind(point.mark);
    cursor = point.cursor;
  }

  uint32_t offset(uint32_t token) const { return tokens[token].offset(); }
  uint32_t length(uint32_t token) const {
    uint32_t stored = tokens[token].storedLength();
    return LLVM_LIKELY(stored != Token::longToken) ? stored : tokens.range(token).size();
  }
  TokenKind kind(uint32_t token) const { return tokens.kind(token); }
  /// Whether a blank separates `token` from the one before it on the same line.
  bool blankBefore(uint32_t token) const {
    Spacing between = spacing(kind(token - 1), kind(token));
    return needsBlank(between, source + offset(token - 1));
  }
  void copy(const char *from, uint32_t size) {
    if (LLVM_LIKELY(from <= lastShort))
      out.putShort(from, size);
    else
      out.put(llvm::StringRef(from, size));
  }
  /// Writes a token whose separation has been written.
  void emit(uint32_t token) {
    uint32_t start = offset(token), size = length(token);
    copy(source + start, size);
    cursor = start + size;
  }
  /// Writes the separation, then the token.
  void emit(uint32_t token, const Separation &separation) {
    separate(offset(token), separation);
    emit(token);
  }
  void newLine(unsigned indent) {
    if (LLVM_LIKELY(!fresh))
      out.lineBreak();
    fresh = false;
    out.blanks(indent);
  }
  /// The blanks between a mnemonic, whose statement starts in the column `start`, and the operands.
  unsigned padding(size_t start) const {
    size_t used = out.column() - start;
    return used < operandColumn ? operandColumn - static_cast<unsigned>(used) : 1;
  }

  //===-- Function headers: FunctionHeader.cpp ------------------------------------------------===//

  void function(const Function &func);
  void functionHeader(const Function &func);
  /// Writes a parenthesized list of parameters and returns its `)`. Each has a line of its own if
  /// `split`, or if the list does not fit the line or has a comment inside.
  uint32_t parameterList(uint32_t open, bool blank, bool split);
  uint32_t closingParen(uint32_t open) const;

  //===-- Comments: Comments.cpp --------------------------------------------------------------===//

  /// The contents of the bytes between two tokens: line breaks (counted up to 2), or comments and
  /// line markers, in which case the count is incomplete.
  struct Gap {
    unsigned lines;
    bool trivia;
  };
  Gap scanGap(uint32_t begin, uint32_t end) const {
    Gap gap{0, false};
    for (const char *p = source + begin, *stop = source + end; p < stop; ++p) {
      if (*p == '\n')
        gap.lines += gap.lines < 2;
      else if (*p == '/' || *p == '#')
        return {gap.lines, true};
    }
    return gap;
  }
  bool hasTrivia(uint32_t begin, uint32_t end) const {
    for (const char *p = source + begin, *stop = source + end; p < stop; ++p)
      if (*p == '/' || *p == '#')
        return true;
    return false;
  }
  /// Whether a comment is between any two of the tokens `first` to `last`.
  bool hasTriviaInside(uint32_t first, uint32_t last) const;

  /// Writes the separation between the last token and the one at `end`, including comments.
  void separate(uint32_t end, const Separation &separation) {
    Gap gap = scanGap(cursor, end);
    if (LLVM_UNLIKELY(gap.trivia))
      return separateByComments(end, separation);
    if (separation.kind == Separation::Line ||
        (separation.kind == Separation::Kept && gap.lines != 0)) {
      if (separation.setOff || (separation.blankLines == Separation::Stay && gap.lines == 2))
        emptyLine();
      newLine(separation.indent);
    } else if (separation.kind != Separation::End && separation.blank) {
      out.put(' ');
    }
  }
  void emptyLine() {
    if (!fresh)
      out.lineBreak();
  }
  void separateByComments(uint32_t end, const Separation &separation);
  void comment(const Trivia &trivia);
  /// Writes a statement with a comment inside. `opcode` and `operands` are the tokens where these
  /// begin; both are `first` if the statement is not an instruction.
  void pinned(uint32_t first, uint32_t last, uint32_t opcode, uint32_t operands);
  void pinnedTokens(uint32_t first, uint32_t last, uint32_t opcode, uint32_t operands);
  void measureLastComment();
  unsigned commonCommentColumn() const;
  void pinned(uint32_t first, uint32_t last) { pinned(first, last, first, first); }

  //===-- Lines that are too long: Wrapping.cpp -----------------------------------------------===//

  /// Writes the tokens `first` to `last` on lines of at most `maxColumn` columns where that is
  /// possible: after the mnemonic and `lead` blanks, or with no lead from the start of the line.
  void wrapped(uint32_t first, uint32_t last, unsigned lead);
  uint32_t writeItem(uint32_t first, uint32_t last, bool group);
  /// Whether the tokens contain more than one comma. A shorter list is only long because of a name,
  /// which a line break cannot shorten.
  bool worthWrapping(uint32_t first, uint32_t last) const;
  /// Whether the tokens from `first` up to the next possible line break fit into `columns`.
  bool itemFits(uint32_t first, uint32_t last, size_t columns, bool withClosers) const;
  bool groupFits(uint32_t open, uint32_t last, size_t columns) const;
  bool rangeFits(uint32_t first, uint32_t last, size_t columns) const;

  const SyntaxUnit &unit;
  const TokenList &tokens;
  const BodyPrinter *printsBody;
  OutputBuffer &out;
  const char *source;
  /// The last position in the source from which 16 bytes can be read; null if there is none.
  const char *lastShort;
  uint32_t cursor;
  size_t depth;
  /// Indentation of the current statement.
  unsigned statementIndent = 0;
  /// Whether a block has just been opened, or nothing printed yet.
  bool opening = true;
  /// Whether nothing at all has been printed: no line break here.
  bool fresh;
  /// Whether a blank line always precedes the next statement.
  bool setOff = false;

  /// A `//` after the tokens of a line of a statement: the end of these, and its length.
  struct LineEnd {
    size_t column;
    size_t commentLength;
  };
  /// Those of the statement that is being measured.
  llvm::SmallVector<LineEnd, 0> lineEnds;
  bool measuring = false;
  /// Their column, in the lines up to the byte `commentColumnEnd` of the source; 0 if each follows
  /// after two blanks.
  unsigned commentColumn = 0;
  uint32_t commentColumnEnd = 0;

  struct OpenBlock {
    uint32_t end;
    uint32_t close;
  };
  llvm::SmallVector<OpenBlock, 8> openBlocks;
};

} // namespace ptx

#endif // PTX_FORMAT_UNITPRINTER_H
