// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The parts of a source besides declarations and instructions: directives, comments, and the
// original source.

#include "ptx/Syntax/Lex/Lexer.h"
#include "ptxkit/Check.h"
#include "ptxkit/State.h"

using namespace ptxkit;
using detail::State;

static Directive directiveOf(const ptx::SyntaxUnit &unit, const ptx::Directive &directive) {
  return {detail::view(unit.text(directive.keyword)),
          detail::rangeOf(unit.range(directive.first, directive.last))};
}

/// Appends the directives among the statements of `unit`.
static void appendDirectives(const ptx::SyntaxUnit &unit, std::vector<Directive> &result) {
  for (uint32_t i = 0; i != unit.statements().size(); ++i) {
    ptx::StmtId id{i};
    const ptx::Stmt &stmt = unit[id];
    if (stmt.kind == ptx::StmtKind::Directive)
      result.push_back(directiveOf(unit, unit[ptx::DirectiveId{stmt.index}]));
    else if (stmt.kind == ptx::StmtKind::Loc)
      result.push_back({detail::view(unit.text(unit.firstToken(id))), //
                        detail::rangeOf(unit.range(id))});
  }
}

std::vector<Directive> Check::directives() const {
  std::vector<Directive> result;
  const ptx::Module *module = state->checked.module.get();
  if (module && !module->isFragment())
    appendDirectives(module->top(), result);
  return result;
}

std::vector<Directive> Function::directives() const {
  const auto &[function, body] = state->functions[index];
  std::vector<Directive> result;
  if (function) {
    const ptx::SyntaxUnit &top = state->checked.module->top();
    for (ptx::DirectiveId id : function->directives)
      result.push_back(directiveOf(top, top[id]));
  }
  if (body)
    appendDirectives(body->unit, result);
  return result;
}

std::vector<Comment> Check::comments() const {
  std::vector<Comment> result;
  if (!state->checked.module)
    return result;
  llvm::StringRef text = state->source->text();
  auto size = static_cast<uint32_t>(text.size());
  llvm::SmallVector<ptx::Trivia> found;
  for (uint32_t at = 0; at != size;) {
    ptx::Token token = ptx::nextToken(text, at, size);
    ptx::collectTrivia(text, {at, token.offset()}, found);
    at = token.kind() == ptx::TokenKind::EndOfFile ? size : ptx::tokenEnd(text, token.offset());
  }
  for (const ptx::Trivia &each : found)
    result.push_back({detail::rangeOf(each.range), each.kind == ptx::TriviaKind::LineMarker});
  return result;
}

std::optional<Origin> Check::origin(uint32_t offset) const {
  const ptx::CheckedSource &checked = state->checked;
  if (!state->lines && checked.sema)
    state->lines = std::make_unique<ptx::SourceLines>(*checked.module, checked.sema->debug);
  if (state->lines)
    if (std::optional<ptx::SourceLines::Found> found = state->lines->of(offset))
      return Origin{found->origin.file, found->origin.line, found->origin.column};
  const ptx::Origin *given =
      ptx::originOf(state->source->lineColumn(offset).line, state->input.origins);
  return given ? std::optional(Origin{given->file, given->line, given->column}) : std::nullopt;
}
