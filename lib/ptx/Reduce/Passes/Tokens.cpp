// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"
#include "ptx/Syntax/Lex/Lexer.h"

using namespace ptx;

void ptx::findTokens(const Subject &subject, ChangeList &changes) {
  llvm::StringRef text = subject.text();
  llvm::SmallVector<Token, 0> tokens;
  tokenize(text, {0, static_cast<uint32_t>(text.size())}, tokens);
  for (const Token &token : tokens)
    changes.remove({token.offset(), tokenEnd(text, token.offset())});
}
