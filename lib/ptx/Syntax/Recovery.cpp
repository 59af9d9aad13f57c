// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lean parser does about a syntax error: go on as if a missing token were there, or skip
// to where the next construct starts. One broken construct gives one diagnostic.

#include "ptx/Syntax/GrammarWords.h"
#include "ptx/Syntax/SyntaxErrors.h"

#include "ptx/Syntax/PtxParser.h"

#include <utility>

using namespace ptx;

void LeanParser::start(TokenList newTokens, AstBuilder &newBuilder, DiagnosticList &newDiagnostics,
                       bool newIsBody, bool newBodyClosed) {
  tokens = newTokens;
  builder = &newBuilder;
  diagnostics = &newDiagnostics;
  isBody = newIsBody;
  bodyClosed = newBodyClosed;
  functionInside = false;
  _input.next = tokens.begin();
  lastError = ~0u;
  resumeAt = 0;
  headerBroken = false;
  reportedDepth = false;
  unwinding = false;
  depth = 1;
  frames[0] = {{0, 0}, Rule::Module};
}

/// Whether a declaration of variables can start with a token of this kind.
static bool startsDeclaration(TokenKind kind) {
  return spaceOf(kind) || kind == TokenKind::Align || kind == TokenKind::Attribute;
}

/// Whether a statement of a body can start with a token of this kind.
static bool startsStatement(TokenKind kind) {
  switch (kind) {
  case TokenKind::Identifier:
  case TokenKind::Generic:
  case TokenKind::FunctionName:
  case TokenKind::InlinedAt:
  case TokenKind::Call:
  case TokenKind::At:
  case TokenKind::Loc:
  case TokenKind::LocIntermediate:
  case TokenKind::Pragma:
  case TokenKind::LBrace:
  case TokenKind::Backslash:
    return true;
  default:
    return startsDeclaration(kind);
  }
}

/// Whether an item at module scope can start with a token of this kind.
static bool startsItem(TokenKind kind) {
  return canBe(kind, DirectivePlace::ModuleScope) || canBe(kind, DirectivePlace::BeforeVariable) ||
         startsDeclaration(kind);
}

bool LeanParser::onNewLine(uint32_t token) const {
  if (token == 0 || tokens.kind(token) == TokenKind::EndOfFile)
    return true;
  uint32_t from = tokens.range(token - 1).end;
  return tokens.buffer().slice(from, tokens[token].offset()).contains('\n');
}

/// Returns true if the parser goes on as if `wanted` were there, false if it now is the next token.
bool LeanParser::mismatch(TokenKind wanted) {
  if (unwinding)
    return true;
  Rule rule = frames[depth - 1].rule;
  if (rule == Rule::Body || rule == Rule::Block || rule == Rule::FragmentModule)
    if (wanted == TokenKind::RBrace || wanted == TokenKind::EndOfFile)
      return resumeStatements(wanted);
  if (rule == Rule::Module && wanted == TokenKind::EndOfFile)
    return resumeModule();

  uint32_t at = position();
  if (at != lastError) {
    SyntaxErrors(*this).mismatch(wanted);
    lastError = at;
  }
  headerBroken |= wanted == TokenKind::Version || wanted == TokenKind::Target;
  TokenKind found = tokens.kind(at);
  bool lineBreak = onNewLine(at);
  switch (resumeAt != 0 ? TokenKind() : wanted) {
  case TokenKind::Target:
    if (found == TokenKind::Semicolon && tokens.kind(at + 1) == TokenKind::Target) {
      ++_input.next;
      return false;
    }
    break;
  case TokenKind::Semicolon:
    if (lineBreak || found == TokenKind::RBrace)
      return true;
    break;
  case TokenKind::RBracket:
  case TokenKind::RParen:
  case TokenKind::RBrace:
    if (lineBreak || found == TokenKind::Semicolon || found == TokenKind::Comma ||
        found == TokenKind::RBracket || found == TokenKind::RParen || found == TokenKind::LBrace ||
        found == TokenKind::Assign)
      return true;
    break;
  default:
    break;
  }
  unwind();
  return true;
}

/// A statement list met a token that starts no statement and does not close the list. Skips it and
/// goes on with the list.
bool LeanParser::resumeStatements(TokenKind wanted) {
  auto *self = static_cast<PtxParser *>(this);
  Rule rule = frames[depth - 1].rule;
  for (;;) {
    TokenKind found = tokens.kind(position());
    if (found == wanted)
      return false;
    uint32_t at = position();
    // The module outside of bodies has this rule, and there a body holds no tokens: the closing
    // brace is missing. `ModuleParser` says so once it has seen the body.
    if (rule == Rule::Body) {
      lastError = at;
      return true;
    }
    if (found == TokenKind::EndOfFile) {
      if (at != lastError && !(isBody && !bodyClosed))
        SyntaxErrors(*this).mismatch(wanted);
      lastError = at;
      return true;
    }
    if (startsStatement(found)) {
      self->statement();
      if (unwinding) // too deep
        return true;
      if (position() == at) // nothing was taken: the token cannot be used after all
        ++_input.next;
      continue;
    }
    // The scan for the end of the body counted a brace too many: here it really ends.
    if (found == TokenKind::RBrace && isBody && !bodyClosed && lastError != ~0u)
      bodyClosed = true;
    else if (at != lastError)
      SyntaxErrors(*this).notAStatement();
    if ((found == TokenKind::Entry || found == TokenKind::Func ||
         canBe(found, DirectivePlace::BeforeFunction)) &&
        !declaresFunction(at))
      functionInside = isBody;
    lastError = at;
    if (found == TokenKind::RBrace || found == TokenKind::Semicolon)
      ++_input.next;
    else
      skip(Scope::Body, at);
  }
}

/// Whether what starts at `token` ends with a `;` before any brace, as a declaration does.
bool LeanParser::declaresFunction(uint32_t token) const {
  // A longer one is taken for a definition, so that time stays linear.
  constexpr uint32_t most = 512;
  for (uint32_t end = token + most; token != end; ++token)
    switch (tokens.kind(token)) {
    case TokenKind::Semicolon:
      return true;
    case TokenKind::LBrace:
    case TokenKind::RBrace:
    case TokenKind::EndOfFile:
      return false;
    default:
      break;
    }
  return false;
}

/// The same for the items of a module.
bool LeanParser::resumeModule() {
  auto *self = static_cast<PtxParser *>(this);
  for (;;) {
    TokenKind found = tokens.kind(position());
    if (found == TokenKind::EndOfFile)
      return false;
    uint32_t at = position();
    if (startsItem(found)) {
      self->moduleItem();
      if (position() == at)
        ++_input.next;
      continue;
    }
    // What the header lacks has been said.
    bool isLate = headerBroken && (found == TokenKind::Version || found == TokenKind::Target ||
                                   found == TokenKind::AddressSize);
    if (at != lastError && !isLate)
      SyntaxErrors(*this).notAnItem();
    lastError = at;
    ++_input.next;
    skip(Scope::Module, at);
  }
}

void LeanParser::unexpected() {
  if (unwinding)
    return;
  uint32_t at = position();
  if (at != lastError)
    SyntaxErrors(*this).unexpected();
  lastError = at;
  unwind();
}

void LeanParser::tooDeep() {
  if (unwinding)
    return;
  if (!reportedDepth)
    SyntaxErrors(*this).tooDeep();
  reportedDepth = true;
  lastError = position();
  unwind();
}

/// Lets no rule take a token until one recovers.
void LeanParser::unwind() {
  static const Token nowhere(TokenKind(), 0, 0);
  unwinding = true;
  stoppedAt = std::exchange(_input.next, &nowhere);
}

/// Ends a rule that an error passes, or in which it stops. What is too deep has not begun.
void LeanParser::endBrokenRule(Rule rule) {
  if (depth <= maxDepth) {
    if (recovers(rule))
      recover();
    else
      builder->leaveBroken(rule);
  }
  --depth;
}

/// Goes on after the construct of the innermost rule.
void LeanParser::recover() {
  Frame &frame = frames[depth - 1];
  unwinding = false;
  _input.next = stoppedAt;
  builder->abandon(frame.mark);
  Rule rule = std::exchange(frame.rule, Rule::ModuleItem);
  if (uint32_t next = std::exchange(resumeAt, 0); next > frame.mark.firstToken) {
    _input.next = tokens.begin() + next;
    if (tokens.kind(next) == TokenKind::EndOfFile)
      lastError = next;
    return;
  }
  switch (rule) {
  case Rule::Statement:
    return skip(Scope::Body, frame.mark.firstToken);
  case Rule::SectionLine:
    return skip(Scope::Section, frame.mark.firstToken);
  case Rule::VersionDirective:
  case Rule::TargetDirective:
  case Rule::AddressSizeDirective:
    return skipHeaderLine();
  case Rule::Module:
    resumeModule();
    return;
  case Rule::FragmentModule:
    resumeStatements(TokenKind::EndOfFile);
    return;
  default:
    return skip(Scope::Module, frame.mark.firstToken);
  }
}

/// Skips to after the `;` or the balanced `}` that ends the broken construct, or to where the next
/// one starts on a line of its own. The construct starts at the token `first`, which is always
/// passed, so that parsing makes progress.
void LeanParser::skip(Scope scope, uint32_t first) {
  // Braces of the construct that are open already.
  uint32_t braces = 0;
  for (uint32_t i = first; i != position(); ++i) {
    if (tokens.kind(i) == TokenKind::LBrace)
      ++braces;
    else if (tokens.kind(i) == TokenKind::RBrace && braces != 0)
      --braces;
  }
  // That of a vector may be what is broken, `{%r1, %r2;`: it closes on its line or not at all.
  uint32_t vectors = 0;
  if (scope == Scope::Body && tokens.kind(first) != TokenKind::LBrace)
    vectors = std::exchange(braces, 0);
  // Whether the construct can have statements in it: that of a function which lacks its opening
  // brace does.
  auto startsFunction = [this](uint32_t i) {
    return tokens.kind(i) == TokenKind::Entry || tokens.kind(i) == TokenKind::Func;
  };
  bool holdsStatements =
      scope == Scope::Body ||
      (scope == Scope::Module && (startsFunction(first) || startsFunction(first + 1)));
  for (;; ++_input.next) {
    uint32_t at = position();
    TokenKind found = tokens.kind(at);
    if (found == TokenKind::EndOfFile)
      return;
    if (found == TokenKind::RBrace) {
      if (vectors != 0 && braces == 0 && !onNewLine(at)) {
        --vectors;
        continue;
      }
      if (braces == 0 && scope != Scope::Module)
        return;
      if (braces == 1 && vectors != 0) {
        --braces;
        continue;
      }
      // The end of a vector, not of a block.
      TokenKind next = tokens.kind(at + 1);
      if (braces == 1 && holdsStatements && !onNewLine(at + 1) &&
          (next == TokenKind::Semicolon || next == TokenKind::Comma ||
           next == TokenKind::RBracket || next == TokenKind::RParen)) {
        --braces;
        continue;
      }
      if (braces <= 1) {
        ++_input.next;
        if (scope == Scope::Module && tokens.kind(at + 1) == TokenKind::Semicolon &&
            !onNewLine(at + 1))
          ++_input.next;
        return;
      }
      --braces;
      continue;
    }
    bool fresh = at > first && braces == 0;
    if (fresh && found == TokenKind::Unexpected && onNewLine(at)) // a preprocessor line
      return;
    switch (scope) {
    case Scope::Module: {
      // Statements of a body that was closed too early follow each other up to the next item.
      bool item = startsItem(found) && found != TokenKind::Reg && found != TokenKind::Param &&
                  found != TokenKind::Local && found != TokenKind::Pragma;
      bool afterItem = at > first && (tokens.kind(at - 1) == TokenKind::Semicolon ||
                                      tokens.kind(at - 1) == TokenKind::RBrace);
      if (at > first && item && (onNewLine(at) || afterItem))
        return;
      // Most likely a misspelt directive.
      if (fresh && found == TokenKind::Modifier && onNewLine(at) && afterItem)
        return;
      break;
    }
    case Scope::Section:
      if (fresh && (found == TokenKind::Modifier || found == TokenKind::Identifier) &&
          onNewLine(at))
        return;
      break;
    case Scope::Body:
      if (fresh && startsStatement(found) && onNewLine(at))
        return;
      if (braces == 0 && found == TokenKind::Semicolon) {
        ++_input.next;
        return;
      }
      break;
    }
    if (found == TokenKind::LBrace)
      ++braces;
  }
}

/// Skips a broken header directive: to the next directive on a line of its own. A text that has
/// none is not a module, of which more need not be said.
void LeanParser::skipHeaderLine() {
  for (;; ++_input.next) {
    uint32_t at = position();
    TokenKind found = tokens.kind(at);
    if (found == TokenKind::EndOfFile)
      lastError = at;
    if (found == TokenKind::EndOfFile || found == TokenKind::Target ||
        found == TokenKind::AddressSize || (startsItem(found) && onNewLine(at)))
      return;
  }
}
