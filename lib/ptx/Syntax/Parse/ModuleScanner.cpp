// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/ModuleScanner.h"

#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Support/ByteVector.h"
#include "ptx/Syntax/Lex/Scanner.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace ptx;
using namespace ptx::charscan;
using llvm::StringRef;

namespace {

/// The bytes at which the scan of a body requires a closer look.
template <BodyScan scan>
constexpr std::array<bool, 256> stops = [] {
  std::array<bool, 256> table{};
  for (unsigned char c : {'{', '}', '"', '/', '\0'})
    table[c] = true;
  table['\n'] = scan == BodyScan::BracesAndFunctions;
  return table;
}();

/// The first byte from `p` on that requires a closer look; the NUL after the text is one.
template <BodyScan scan> const char *nextStop(const char *p, const char *end) {
  if constexpr (scan == BodyScan::Braces) {
    // Braces are above all letters.
    auto stopsAt = [](const char *p) {
      ByteVector bytes = bytesAt(p);
      return (bytes > 'z') | (bytes == '"') | (bytes == '/');
    };
    constexpr ptrdiff_t step = sizeof(ByteVector), steps = 4 * step;
    while (end - p >= steps && !isAnySet(stopsAt(p) | stopsAt(p + step) | stopsAt(p + 2 * step) |
                                         stopsAt(p + 3 * step)))
      p += steps;
    for (; end - p >= step; p += step)
      if (ByteVector found = stopsAt(p); isAnySet(found))
        return p + firstSet(found);
  }
  while (!stops<scan>[static_cast<uint8_t>(*p)])
    ++p;
  return p;
}

/// Whether a function starts at the start of `rest`, which is the start of a line. `.entry`,
/// `.func` and linkage cannot be in a body, so the closing brace of a body before one is missing.
/// Linkage before a variable is more likely a mistake inside the body.
bool startsFunction(StringRef rest) {
  auto word = [](StringRef text, StringRef wanted) {
    if (!text.starts_with(wanted))
      return false;
    text = text.drop_front(wanted.size());
    return text.empty() || !(is(text[0], Word) || text.starts_with("::"));
  };
  for (const DirectiveInfo &linkage : allDirectives())
    if (linkage.canBe(DirectivePlace::BeforeFunction) && word(rest, linkage.word)) {
      rest = rest.drop_front(linkage.word.size()).ltrim(" \t\r\n");
      return rest.starts_with(".") && !word(rest, info(DirectiveWord::Align).word) &&
             llvm::none_of(allStateSpaces(),
                           [&](const StateSpaceInfo &space) { return word(rest, space.word); });
    }
  return word(rest, info(DirectiveWord::Entry).word) || word(rest, info(DirectiveWord::Func).word);
}

/// `begin` is after the opening brace of a body.
template <BodyScan scan> ModuleSplit::Body scanBody(StringRef source, uint32_t begin) {
  const char *base = source.data();
  const char *end = base + source.size();
  const char *p = base + begin;
  unsigned depth = 1;
  auto body = [&](const char *stop, bool closed) {
    return ModuleSplit::Body{0, {begin, static_cast<uint32_t>(stop - base)}, closed};
  };
  for (;;) {
    p = nextStop<scan>(p, end);
    switch (*p++) {
    case '{':
      ++depth;
      break;
    case '}':
      if (--depth == 0)
        return body(p - 1, true);
      break;
    case '"':
      p = stringEnd(p, end);
      break;
    case '/':
      if (*p == '/')
        p = lineCommentEnd(p + 1, end);
      else if (*p == '*')
        p = blockCommentEnd(p + 1, end);
      break;
    case '\n':
      while (*p == ' ' || *p == '\t')
        ++p;
      if (*p == '.' && startsFunction(StringRef(p, static_cast<size_t>(end - p))))
        return body(p, false);
      break;
    default: // another one above the letters, or NUL: the end, unless it is in the text
      if (p > end)
        return body(end, false);
      break;
    }
    if (!p) // an unterminated string or comment
      return body(end, false);
  }
}

/// The module, and whether every brace has its counterpart.
template <BodyScan scan> std::pair<ModuleSplit, bool> scanModule(StringRef source) {
  ModuleSplit split;
  auto &[tokens, bodies] = split;
  bool isBalanced = true;
  auto end = static_cast<uint32_t>(source.size());
  Scanner scanner(source, 0, end);
  // Whether the next `{` opens a body: there was a `.entry` or `.func`, and neither `=` nor a
  // section, which have their own braces.
  bool inFunction = false;
  uint32_t depth = 0; // of the braces outside of bodies
  for (TokenKind kind; (kind = scanner.next()) != TokenKind::EndOfFile;) {
    tokens.push_back(Token(kind, scanner.start(), scanner.stop() - scanner.start()));
    switch (kind) {
    case TokenKind::Entry:
    case TokenKind::Func:
      inFunction = true;
      break;
    case TokenKind::Section:
    case TokenKind::Assign:
    case TokenKind::IntermediateSection:
    case TokenKind::MetadataSection:
      inFunction = false;
      break;
    case TokenKind::RBrace:
      isBalanced &= depth != 0;
      depth -= depth != 0;
      break;
    case TokenKind::LBrace: {
      if (!inFunction) {
        ++depth;
        break;
      }
      inFunction = false;
      ModuleSplit::Body body = scanBody<scan>(source, scanner.stop());
      body.openToken = static_cast<uint32_t>(tokens.size()) - 1;
      bodies.push_back(body);
      isBalanced &= body.closed;
      if (body.closed)
        tokens.push_back(Token(TokenKind::RBrace, body.range.end, 1));
      scanner.jump(body.closed ? body.range.end + 1 : body.range.end);
      break;
    }
    default:
      break;
    }
  }
  tokens.push_back(Token(TokenKind::EndOfFile, end, 0));
  return {std::move(split), isBalanced && depth == 0};
}

} // namespace

ModuleSplit ptx::splitModule(StringRef source, BodyScan scan) {
  if (scan == BodyScan::Braces)
    if (auto [split, isBalanced] = scanModule<BodyScan::Braces>(source); isBalanced)
      return std::move(split);
  return scanModule<BodyScan::BracesAndFunctions>(source).first;
}
