// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Passes/Passes.h"
#include "ptx/Syntax/Lex/Lexer.h"

using namespace ptx;

/// Adds the comments between two places; if there are none, the blank lines.
static void addTrivia(llvm::StringRef text, SourceRange gap, ChangeList &changes) {
  llvm::SmallVector<Trivia, 4> trivia;
  collectTrivia(text, gap, trivia);
  size_t first = text.slice(gap.begin, gap.end).find('\n');
  size_t last = text.slice(gap.begin, gap.end).rfind('\n');
  if (trivia.empty() && first < last)
    changes.remove({gap.begin + static_cast<uint32_t>(first) + 1,
                    gap.begin + static_cast<uint32_t>(last) + 1});
  // A comment can be the only separation of two tokens.
  for (const Trivia &each : trivia)
    changes.replace(each.range, each.range == gap ? " " : "");
}

void ptx::findComments(const Subject &subject, ChangeList &changes) {
  llvm::StringRef text = subject.text();
  auto size = static_cast<uint32_t>(text.size());
  uint32_t end = 0;
  for (Token token = nextToken(text, 0, size); token.kind() != TokenKind::EndOfFile;
       token = nextToken(text, end, size)) {
    addTrivia(text, {end, token.offset()}, changes);
    end = tokenEnd(text, token.offset());
  }
  addTrivia(text, {end, size}, changes);
}
