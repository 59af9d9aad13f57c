// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_LEX_TOKEN_H
#define PTX_SYNTAX_LEX_TOKEN_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx {

/// The kinds of tokens, with the names and numbers of the grammar's PtxLexer. White space and
/// comments have a kind there but never become tokens.
enum class TokenKind : uint8_t {
#define PTX_TOKEN(name, number) name = number,
#include "ptx/Syntax/TokenKinds.inc"
  /// After the last token. ANTLR's `EOF`, -1, in eight bits.
  EndOfFile = 0xFF,
};

/// The name of `kind` in the lexer grammar.
llvm::StringRef tokenKindName(TokenKind kind);

/// The text of a kind that has only one spelling; empty for other kinds.
llvm::StringRef tokenSpelling(TokenKind kind);

/// One token: offset, kind and length. The text stays in the source buffer.
class Token {
public:
  /// This length and longer ones do not fit; `TokenList::range` computes them by scanning again.
  static constexpr uint32_t longToken = 0xFF'FFFF;

  Token() = default;
  Token(TokenKind kind, uint32_t offset, uint32_t length)
      : start(offset), kindAndLength((length < longToken ? length : longToken) << 8 |
                                     static_cast<uint32_t>(kind)) {}

  TokenKind kind() const { return static_cast<TokenKind>(kindAndLength & 0xFF); }
  /// Byte offset into the source buffer.
  uint32_t offset() const { return start; }
  /// Bytes, or `longToken`.
  uint32_t storedLength() const { return kindAndLength >> 8; }

private:
  uint32_t start = 0;
  uint32_t kindAndLength = 0xFF;
};
static_assert(sizeof(Token) == 8);

/// The tokens of one stretch of source text, in order, closed by an `EndOfFile` token that sits
/// where the stretch ends. The module outside of function bodies is one such stretch, each body
/// another.
class TokenList {
public:
  TokenList() = default;
  TokenList(llvm::StringRef source, llvm::ArrayRef<Token> tokens)
      : source(source), tokens(tokens) {}

  /// Number of tokens, including `EndOfFile`.
  uint32_t size() const { return static_cast<uint32_t>(tokens.size()); }
  const Token &operator[](uint32_t index) const { return tokens[index]; }
  const Token *begin() const { return tokens.begin(); }
  const Token *end() const { return tokens.end(); }

  TokenKind kind(uint32_t index) const { return tokens[index].kind(); }
  SourceRange range(uint32_t index) const {
    const Token &token = tokens[index];
    uint32_t begin = token.offset();
    if (LLVM_UNLIKELY(token.storedLength() == Token::longToken))
      return longRange(begin);
    return {begin, begin + token.storedLength()};
  }
  llvm::StringRef text(uint32_t index) const {
    SourceRange r = range(index);
    return {source.data() + r.begin, r.size()};
  }
  /// The whole source buffer, not this stretch alone.
  llvm::StringRef buffer() const { return source; }

private:
  /// The range of a token whose length is not stored.
  SourceRange longRange(uint32_t begin) const;

  llvm::StringRef source;
  llvm::ArrayRef<Token> tokens;
};

} // namespace ptx

#endif // PTX_SYNTAX_LEX_TOKEN_H
