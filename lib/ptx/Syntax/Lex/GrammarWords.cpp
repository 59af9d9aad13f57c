// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/GrammarWords.h"

using namespace ptx;

std::optional<StateSpace> ptx::spaceOf(TokenKind kind) {
  switch (kind) {
#define PTX_SPACE_WORD(word, space)                                                                \
  case TokenKind::word:                                                                            \
    return StateSpace::space;
#include "ptx/Syntax/GrammarWords.inc"
  default:
    return std::nullopt;
  }
}

const DirectiveInfo *ptx::directiveOf(TokenKind kind) {
  switch (kind) {
#define PTX_DIRECTIVE_WORD(id)                                                                     \
  case TokenKind::id:                                                                              \
    return &info(DirectiveWord::id);
#include "ptx/Syntax/GrammarWords.inc"
  default:
    return nullptr;
  }
}

TokenKind ptx::tokenOf(DirectiveWord word) {
  static constexpr TokenKind tokens[] = {
#define PTX_DIRECTIVE_WORD(id) TokenKind::id,
#include "ptx/Syntax/GrammarWords.inc"
  };
  return tokens[static_cast<size_t>(word)];
}

bool ptx::canBe(TokenKind kind, DirectivePlace place) {
  const DirectiveInfo *directive = directiveOf(kind);
  return directive && directive->canBe(place);
}
