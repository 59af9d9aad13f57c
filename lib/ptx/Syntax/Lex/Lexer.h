// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_LEX_LEXER_H
#define PTX_SYNTAX_LEX_LEXER_H

#include "ptx/Syntax/Lex/Token.h"

#include "llvm/ADT/SmallVector.h"

namespace ptx {

/// Tokenizes the bytes `range` of `source` and appends the tokens, without a closing `EndOfFile`.
///
/// The text must be followed by a NUL byte, as `SourceBuffer` guarantees. Any byte is safe: text
/// that matches no rule of grammar/PtxLexer.g4 becomes a token of kind `Unexpected`,
/// `UnterminatedString` or `UnterminatedComment`, which the parser explains. (Manual 4.1 to 4.5)
void tokenize(llvm::StringRef source, SourceRange range, llvm::SmallVectorImpl<Token> &tokens);

/// The token that starts at `offset` or after the white space and comments there. If there is none
/// before `end`, an `EndOfFile` token at `end`.
Token nextToken(llvm::StringRef source, uint32_t offset, uint32_t end);

/// The end of the token that starts at `offset`.
uint32_t tokenEnd(llvm::StringRef source, uint32_t offset);

/// Text between two tokens other than white space.
enum class TriviaKind : uint8_t { LineComment, BlockComment, LineMarker };

/// One comment or line marker. The range of a line comment or line marker excludes the line break.
struct Trivia {
  TriviaKind kind;
  SourceRange range;
};

/// Appends the comments and line markers in `gap`, the bytes between two adjacent tokens.
void collectTrivia(llvm::StringRef source, SourceRange gap, llvm::SmallVectorImpl<Trivia> &trivia);

} // namespace ptx

#endif // PTX_SYNTAX_LEX_LEXER_H
