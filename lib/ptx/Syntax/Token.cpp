// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Token.h"

#include "ptx/Syntax/Lexer.h"

using namespace ptx;
using llvm::StringRef;

StringRef ptx::tokenKindName(TokenKind kind) {
  switch (kind) {
#define PTX_TOKEN(name, number)                                                                    \
  case TokenKind::name:                                                                            \
    return #name;
#include "ptx/Syntax/TokenKinds.inc"
  case TokenKind::EndOfFile:
    return "EndOfFile";
  }
  return "";
}

StringRef ptx::tokenSpelling(TokenKind kind) {
  switch (kind) {
#define PTX_SPELLING(name, text)                                                                   \
  case TokenKind::name:                                                                            \
    return text;
#include "ptx/Syntax/TokenKinds.inc"
  default:
    return "";
  }
}

SourceRange TokenList::range(uint32_t index) const {
  const Token &token = tokens[index];
  uint32_t begin = token.offset();
  if (LLVM_UNLIKELY(token.storedLength() == Token::longToken))
    return {begin, tokenEnd(source, begin)};
  return {begin, begin + token.storedLength()};
}
