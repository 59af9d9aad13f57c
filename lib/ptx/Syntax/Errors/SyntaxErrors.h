// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Words the errors of the lean parser. Private to lib/ptx/Syntax.

#ifndef PTX_SYNTAX_ERRORS_SYNTAXERRORS_H
#define PTX_SYNTAX_ERRORS_SYNTAXERRORS_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/Parse/LeanParser.h"

#include <optional>

namespace ptx {

/// The expected syntax at the parser's position.
struct ExpectedSyntax {
  std::string what;
  /// The location, in the words of a message: " after the operands of `add`".
  std::string where = "";
  /// Whether an operand is accepted.
  bool isOperand = false;
  /// Whether only `;` is accepted.
  bool isEnd = false;
  /// Whether the operands of an instruction precede it.
  bool followsOperands = false;
};

/// Explains one syntax error from the state of the parser: the active rules, the token found and,
/// if a single token was expected, the expected token.
class SyntaxErrors {
public:
  explicit SyntaxErrors(LeanParser &parser) : parser(parser) {}

  /// The token found is not the token `wanted`.
  void mismatch(TokenKind wanted);
  /// The token found starts none of the alternatives of the innermost rule.
  void unexpected();
  /// No statement starts with the token found.
  void notAStatement();
  /// No item at module scope starts with the token found.
  void notAnItem();
  void tooDeep();

private:
  bool lexical();
  void stray();
  bool hasOperands() const;
  bool hasFixedCount(uint32_t opcode) const;
  bool malformedNumber();
  bool isTurnedName(llvm::StringRef text, uint32_t end) const;
  /// Reports the error and returns true if its cause is known.
  bool explain(TokenKind wanted) { return likelyCause(wanted) || lexical(); }
  /// Reports the expected syntax, unless the cause of the error is known.
  void report(llvm::StringRef expected, llvm::StringRef where);
  void reportExpected(const ExpectedSyntax &expected, TokenKind wanted);
  SourceRange placeOf(const ExpectedSyntax &expected) const;
  void suggestKeyword(Diagnostic &diagnostic) const;
  void addHints(Diagnostic &diagnostic, const ExpectedSyntax &expected) const;
  bool hintAtMinus(Diagnostic &diagnostic, const ExpectedSyntax &expected) const;
  bool hintAtBracket(Diagnostic &diagnostic) const;
  bool hintAtRemainder(Diagnostic &diagnostic) const;
  std::string bracketHint() const;
  std::string found() const;
  std::string shown(uint32_t token) const;
  std::optional<uint32_t> mnemonic() const;
  uint32_t endOfModifiers(uint32_t token) const;
  std::string instruction() const;
  void placeAfterOperands(ExpectedSyntax &expected) const;
  ExpectedSyntax expectedHere() const;
  ExpectedSyntax expectedToken(TokenKind wanted) const;
  std::string tokenWords(TokenKind wanted) const;
  ExpectedSyntax expectedEnd() const;
  std::string context(TokenKind wanted) const;
  bool startsOperand() const;
  bool followsEnd() const;
  void fixBracket(TokenKind wanted, Diagnostic &d) const;
  bool closesLater() const;
  // LostLetter.cpp.
  void fixLostLetter(uint32_t number, Diagnostic &d) const;
  llvm::StringRef typeOfOperands(uint32_t first) const;
  llvm::StringRef declaredType(llvm::StringRef name, uint32_t end) const;
  /// Whether an instruction has several operands in brackets, such as a texture and its
  /// coordinates.
  static bool hasListInBrackets(Opcode opcode);
  /// Whether a mnemonic with modifiers, and thus a statement, starts here.
  bool startsMnemonic() const;

  /// The maximum number of tokens that are read again if a statement turns out to have ended
  /// earlier, so that the time stays linear.
  static constexpr uint32_t maxReadAgain = 12;
  /// The start of a text in backticks.
  static std::string inBackticks(llvm::StringRef text);

  // Each returns whether it has found and reported its cause.
  bool likelyCause(TokenKind wanted);
  bool notPtx();
  /// As in the token list. After its last token, every index means the end of the file.
  TokenKind kindAt(uint32_t token) const;
  llvm::StringRef textAt(uint32_t token) const;

  bool foreignStatement();
  bool missingAt();
  bool negatedGuard();
  bool reportMissingAt(uint32_t name, SourceRange range);
  bool endedDeclaration();
  bool missingColon();
  bool endedEarlier();
  bool splitMnemonic();
  bool singleColon();
  bool joinedGuard();
  bool missingComma(TokenKind wanted);
  bool missingCommaOfTarget();
  bool openAddress();
  bool registerArithmetic();
  bool unknownVector();
  bool missingSpace();
  bool wrongName();
  bool tooManyCounts();
  bool isAtName() const;
  std::optional<uint32_t> wrongLabel() const;
  bool isInDottedOperand() const;
  std::optional<uint32_t> dottedSectionName() const;
  std::optional<uint32_t> nameStart() const;
  bool outsideOfBody();
  std::optional<uint32_t> firstWord() const;
  /// Whether the token directly follows the previous one.
  bool touches(uint32_t token) const;
  /// Whether a dotted word is a fundamental type.
  static bool isTypeName(llvm::StringRef word);

  Rule rule(unsigned up = 0) const {
    return up + 1 < parser.depth ? parser.frames[parser.depth - 1 - up].rule : Rule::Module;
  }
  /// The frame of the nearest enclosing statement-like rule, 0 if there is none.
  unsigned statementFrame() const;
  TokenKind kind() const { return parser.tokens.kind(parser.position()); }
  SourceRange here() const { return parser.tokens.range(parser.position()); }

  LeanParser &parser;
};

} // namespace ptx

#endif // PTX_SYNTAX_ERRORS_SYNTAXERRORS_H
