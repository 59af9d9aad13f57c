// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the lean parser does about a syntax error: go on as if a missing token were there, or skip
// to where the next construct starts. One broken construct gives one diagnostic.

#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

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
  next = tokens.begin();
  lastError = ~0u;
  resumeAt = 0;
  headerBroken = false;
  reportedDepth = false;
  skippedSpans.clear();
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

/// Returns true if the parser continues as if `wanted` were present, false if it is now the next
/// token.
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
      ++next;
      return false;
    }
    break;
  case TokenKind::Semicolon:
    if (lineBreak || found == TokenKind::RBrace)
      return continueBroken();
    break;
  case TokenKind::RBracket:
  case TokenKind::RParen:
  case TokenKind::RBrace:
    if (lineBreak || found == TokenKind::Semicolon || found == TokenKind::Comma ||
        found == TokenKind::RBracket || found == TokenKind::RParen || found == TokenKind::LBrace ||
        found == TokenKind::Assign)
      return continueBroken();
    break;
  default:
    break;
  }
  unwind();
  return true;
}

/// Continues as if a missing token were present. Names in the statement so far count as declared,
/// so that the missing token is the only error about them.
bool LeanParser::continueBroken() {
  for (unsigned i = depth - 1; i != 0; --i)
    if (Rule rule = frames[i].rule;
        rule == Rule::Statement || rule == Rule::ModuleItem || rule == Rule::SectionLine) {
      uint32_t first = frames[i].mark.firstToken;
      if (skippedSpans.empty() || skippedSpans.back().first != first)
        skippedSpans.push_back({first, first});
      skippedSpans.back().end = position();
      break;
    }
  return true;
}

/// The next token of a statement list neither starts a statement nor closes the list. Skips it and
/// continues with the list.
bool LeanParser::resumeStatements(TokenKind wanted) {
  auto *self = static_cast<PtxParser *>(this);
  Rule rule = frames[depth - 1].rule;
  for (;;) {
    TokenKind found = tokens.kind(position());
    if (found == wanted)
      return false;
    uint32_t at = position();
    // When the text outside of bodies is parsed, a body contains no tokens: the closing brace is
    // missing. `BodyReader` reports that after parsing the body.
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
      if (position() == at) // nothing was consumed: the token cannot be used
        ++next;
      continue;
    }
    // The scan for the end of the body counted an extra brace; the body ends here.
    if (found == TokenKind::RBrace && isBody && !bodyClosed && lastError != ~0u)
      bodyClosed = true;
    else if (at != lastError)
      SyntaxErrors(*this).notAStatement();
    lastError = at;
    if (found == TokenKind::RBrace || found == TokenKind::Semicolon)
      ++next;
    else
      skip(Scope::Body, at);
    skippedSpans.push_back({at, position()});
  }
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
        ++next;
      continue;
    }
    // Errors of the header were already reported.
    bool isLate = headerBroken && (found == TokenKind::Version || found == TokenKind::Target ||
                                   found == TokenKind::AddressSize);
    if (at != lastError && !isLate)
      SyntaxErrors(*this).notAnItem();
    lastError = at;
    ++next;
    skip(Scope::Module, at);
    skippedSpans.push_back({at, position()});
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

/// Makes every rule fail until an enclosing rule recovers.
void LeanParser::unwind() {
  static const Token nowhere(TokenKind(), 0, 0);
  unwinding = true;
  stoppedAt = std::exchange(next, &nowhere);
}

/// Ends a rule during error recovery, or the rule that recovers. A rule that is nested too deep has
/// not begun.
void LeanParser::endBrokenRule(Rule rule) {
  if (depth <= maxDepth) {
    if (recovers(rule))
      recover();
    else
      builder->leaveBroken(rule);
  }
  --depth;
}

/// Continues after the construct of the innermost rule.
void LeanParser::recover() {
  Frame frame = frames[depth - 1];
  frames[depth - 1].rule = Rule::ModuleItem;
  unwinding = false;
  next = stoppedAt;
  builder->abandon(frame.mark);
  uint32_t stopped = position();
  resumeAfter(frame);
  // A list records what it skips itself.
  if (frame.rule != Rule::Module && frame.rule != Rule::FragmentModule)
    skippedSpans.push_back({frame.mark.firstToken, std::max(stopped, position())});
}

/// Finds the token after the construct of `frame`.
void LeanParser::resumeAfter(Frame frame) {
  if (uint32_t token = std::exchange(resumeAt, 0); token > frame.mark.firstToken) {
    next = tokens.begin() + token;
    if (tokens.kind(token) == TokenKind::EndOfFile)
      lastError = token;
    return;
  }
  switch (frame.rule) {
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

/// A broken construct that is skipped: its braces and its end.
class LeanParser::BrokenConstruct {
public:
  /// It starts at the token `first` and includes all tokens that the parser has passed.
  BrokenConstruct(const LeanParser &parser, Scope scope, uint32_t first);

  enum class Step : uint8_t { Inside, EndsBefore, EndsAfter };

  /// The role of the token `at` in the construct. Must be called for consecutive tokens.
  Step step(uint32_t at);

private:
  Step closingBrace(uint32_t at);
  bool closesVector(uint32_t at) const;
  Step moduleStep(uint32_t at) const;

  TokenKind kind(uint32_t at) const { return parser.tokens.kind(at); }
  bool startsFunction(uint32_t at) const {
    return kind(at) == TokenKind::Entry || kind(at) == TokenKind::Func;
  }
  /// Whether the token is neither in braces nor the first.
  bool isFresh(uint32_t at) const { return at > first && braces == 0; }

  const LeanParser &parser;
  Scope scope;
  uint32_t first;
  /// The number of open braces.
  uint32_t braces = 0;
  /// The number of open braces of vectors. The broken construct may be a vector, `{%r1, %r2;`,
  /// which closes on its line or not at all.
  uint32_t vectors = 0;
  /// Whether the construct can contain statements, as a function without its opening brace does.
  bool holdsStatements;
};

LeanParser::BrokenConstruct::BrokenConstruct(const LeanParser &parser, Scope scope, uint32_t first)
    : parser(parser), scope(scope), first(first) {
  for (uint32_t i = first; i != parser.position(); ++i) {
    if (kind(i) == TokenKind::LBrace)
      ++braces;
    else if (kind(i) == TokenKind::RBrace && braces != 0)
      --braces;
  }
  if (scope == Scope::Body && kind(first) != TokenKind::LBrace)
    vectors = std::exchange(braces, 0);
  holdsStatements = scope == Scope::Body || (scope == Scope::Module &&
                                             (startsFunction(first) || startsFunction(first + 1)));
}

/// Whether the brace is the end of a vector, not of a block.
bool LeanParser::BrokenConstruct::closesVector(uint32_t at) const {
  TokenKind next = kind(at + 1);
  return holdsStatements && !parser.onNewLine(at + 1) &&
         (next == TokenKind::Semicolon || next == TokenKind::Comma || next == TokenKind::RBracket ||
          next == TokenKind::RParen);
}

LeanParser::BrokenConstruct::Step LeanParser::BrokenConstruct::closingBrace(uint32_t at) {
  if (vectors != 0 && braces == 0 && !parser.onNewLine(at)) {
    --vectors;
    return Step::Inside;
  }
  if (braces == 0 && scope != Scope::Module)
    return Step::EndsBefore;
  bool endsVector = braces == 1 && (vectors != 0 || closesVector(at));
  if (braces <= 1 && !endsVector)
    return Step::EndsAfter;
  --braces;
  return Step::Inside;
}

/// The statements of a body that was closed too early extend to the next item.
LeanParser::BrokenConstruct::Step LeanParser::BrokenConstruct::moduleStep(uint32_t at) const {
  TokenKind found = kind(at);
  bool item = startsItem(found) && found != TokenKind::Reg && found != TokenKind::Param &&
              found != TokenKind::Local && found != TokenKind::Pragma;
  bool afterItem =
      at > first && (kind(at - 1) == TokenKind::Semicolon || kind(at - 1) == TokenKind::RBrace);
  if (at > first && item && (parser.onNewLine(at) || afterItem))
    return Step::EndsBefore;
  // Most likely a misspelt directive.
  if (isFresh(at) && found == TokenKind::Modifier && parser.onNewLine(at) && afterItem)
    return Step::EndsBefore;
  return Step::Inside;
}

LeanParser::BrokenConstruct::Step LeanParser::BrokenConstruct::step(uint32_t at) {
  TokenKind found = kind(at);
  if (found == TokenKind::EndOfFile)
    return Step::EndsBefore;
  if (found == TokenKind::RBrace)
    return closingBrace(at);
  bool startsLine = isFresh(at) && parser.onNewLine(at);
  if (startsLine && found == TokenKind::Unexpected) // a preprocessor line
    return Step::EndsBefore;
  Step step = Step::Inside;
  switch (scope) {
  case Scope::Module:
    step = moduleStep(at);
    break;
  case Scope::Section:
    if (startsLine && (found == TokenKind::Modifier || found == TokenKind::Identifier))
      step = Step::EndsBefore;
    break;
  case Scope::Body:
    if (startsLine && startsStatement(found))
      step = Step::EndsBefore;
    else if (braces == 0 && found == TokenKind::Semicolon)
      step = Step::EndsAfter;
    break;
  }
  if (step == Step::Inside && found == TokenKind::LBrace)
    ++braces;
  return step;
}

/// Skips to the position after the `;` or the balanced `}` that ends the broken construct, or to
/// the next construct that starts on its own line. The construct starts at the token `first`, which
/// is always passed, so that parsing makes progress.
void LeanParser::skip(Scope scope, uint32_t first) {
  using Step = BrokenConstruct::Step;
  BrokenConstruct construct(*this, scope, first);
  Step step = Step::Inside;
  while ((step = construct.step(position())) == Step::Inside)
    ++next;
  if (step == Step::EndsBefore)
    return;
  bool isBrace = tokens.kind(position()) == TokenKind::RBrace;
  ++next;
  if (isBrace && scope == Scope::Module && tokens.kind(position()) == TokenKind::Semicolon &&
      !onNewLine(position()))
    ++next;
}

/// Skips a broken header directive up to the next directive on its own line. A text without one is
/// not a module and gets no other errors.
void LeanParser::skipHeaderLine() {
  for (;; ++next) {
    uint32_t at = position();
    TokenKind found = tokens.kind(at);
    if (found == TokenKind::EndOfFile)
      lastError = at;
    if (found == TokenKind::EndOfFile || found == TokenKind::Target ||
        found == TokenKind::AddressSize || (startsItem(found) && onNewLine(at)))
      return;
  }
}
