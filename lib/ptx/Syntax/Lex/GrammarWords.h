// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The records of the tokens that are state spaces and directives.

#ifndef PTX_SYNTAX_LEX_GRAMMARWORDS_H
#define PTX_SYNTAX_LEX_GRAMMARWORDS_H

#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Syntax/Lex/Token.h"

#include <optional>

namespace ptx {

/// The state space that a token names; for `.sreg`, the space of registers. None for other tokens.
std::optional<StateSpace> spaceOf(TokenKind kind);

/// The record of the directive that the token names, or null.
const DirectiveInfo *directiveOf(TokenKind kind);

/// The token of a directive's word.
TokenKind tokenOf(DirectiveWord word);

/// Whether a token names a directive that is allowed at `place`.
bool canBe(TokenKind kind, DirectivePlace place);

} // namespace ptx

#endif // PTX_SYNTAX_LEX_GRAMMARWORDS_H
