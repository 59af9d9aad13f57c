// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/Token.h"

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
