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

/// Whether a byte stops the scan of a body for a closer look. Dots are tested separately.
constexpr std::array<bool, 256> isStop = [] {
  std::array<bool, 256> table{};
  for (unsigned char c : {'{', '}', '"', '/', '\0'})
    table[c] = true;
  return table;
}();

/// Whether a byte, or each of several bytes, is the first letter of a directive that starts a
/// function: `.common`, `.entry`, `.extern`, `.func`, `.visible`, `.weak`.
template <class Bytes> auto isLetterOfFunction(Bytes byte) {
  return ((byte >= 'c') & (byte <= 'f')) | (byte == 'v') | (byte == 'w');
}

/// Whether a dot at `p` is the first byte of a word that can start a function. The byte before `p`
/// exists: at least the brace.
bool canStartFunction(const char *p) {
  return *p == '.' && static_cast<int8_t>(p[-1]) <= ' ' && isLetterOfFunction(p[1]);
}

/// The first byte from `p` on that requires a closer look, at the latest the NUL after the text.
/// Few dots start a word: the dots of modifiers follow a letter.
const char *nextStop(const char *p, const char *end) {
  // Braces are greater than all letters, and white space is less than all other characters of PTX.
  auto isOther = [](ByteVector bytes) { return (bytes > 'z') | (bytes == '"') | (bytes == '/'); };
  auto startsWord = [](const char *p, ByteVector bytes) {
    return (bytes == '.') & (bytesAt(p - 1) <= ' ');
  };
  auto mayStop = [&](const char *p) {
    ByteVector bytes = bytesAt(p);
    return isOther(bytes) | startsWord(p, bytes);
  };
  auto stops = [&](const char *p) {
    ByteVector bytes = bytesAt(p);
    return isOther(bytes) | (startsWord(p, bytes) & isLetterOfFunction(bytesAt(p + 1)));
  };
  constexpr ptrdiff_t step = sizeof(ByteVector), steps = 4 * step;
  while (end - p >= steps) {
    if (isAnySet(mayStop(p) | mayStop(p + step) | mayStop(p + 2 * step) | mayStop(p + 3 * step)))
      for (const char *in = p; in != p + steps; in += step)
        if (ByteVector found = stops(in); isAnySet(found))
          return in + firstSet(found);
    p += steps;
  }
  while (!isStop[static_cast<uint8_t>(*p)] && !canStartFunction(p))
    ++p;
  return p;
}

/// Whether `p` is the first non-blank byte of its line. A brace precedes it.
bool isFirstOfLine(const char *p) {
  do
    --p;
  while (*p == ' ' || *p == '\t');
  return *p == '\n';
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

/// Whether the function that starts at `begin` has a body or has a syntax error: a brace precedes
/// the `;` that ends a declaration.
bool definesFunction(StringRef source, uint32_t begin) {
  // A longer header counts as a definition, for linear time.
  constexpr unsigned most = 512;
  Scanner scanner(source, begin, static_cast<uint32_t>(source.size()));
  for (unsigned i = 0; i != most; ++i)
    switch (scanner.next()) {
    case TokenKind::Semicolon:
      return false;
    case TokenKind::LBrace:
    case TokenKind::RBrace:
    case TokenKind::EndOfFile:
      return true;
    default:
      break;
    }
  return true;
}

/// The ends of a body other than its closing brace.
enum class BodyEnd : uint8_t {
  /// Before a line that defines a function.
  Definition,
  /// Before a line that starts a function: a brace is missing.
  Function,
};

/// `begin` is after the opening brace of a body.
ModuleSplit::Body scanBody(StringRef source, uint32_t begin, BodyEnd last) {
  const char *base = source.data();
  const char *end = base + source.size();
  const char *p = base + begin;
  unsigned depth = 1;
  auto body = [&](const char *stop, bool closed) {
    return ModuleSplit::Body{0, {begin, static_cast<uint32_t>(stop - base)}, closed};
  };
  auto endsAt = [&](const char *line) {
    return startsFunction(StringRef(line, static_cast<size_t>(end - line))) &&
           (last == BodyEnd::Function ||
            definesFunction(source, static_cast<uint32_t>(line - base)));
  };
  for (;;) {
    p = nextStop(p, end);
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
    case '.':
      if (isFirstOfLine(p - 1) && endsAt(p - 1))
        return body(p - 1, false);
      break;
    default: // another byte above the letters, or NUL: the end, unless it is part of the text
      if (p > end)
        return body(end, false);
      break;
    }
    if (!p) // an unterminated string or comment
      return body(end, false);
  }
}

/// The module, and whether the braces are balanced.
std::pair<ModuleSplit, bool> scanModule(StringRef source, BodyEnd last) {
  ModuleSplit split;
  auto &[tokens, bodies] = split;
  bool isBalanced = true;
  auto end = static_cast<uint32_t>(source.size());
  Scanner scanner(source, 0, end);
  // Whether the next `{` opens a body: `.entry` or `.func` precedes it, without a `=` or a section,
  // which have braces of their own.
  bool inFunction = false;
  uint32_t depth = 0; // of the open braces outside of bodies
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
      ModuleSplit::Body body = scanBody(source, scanner.stop(), last);
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

ModuleSplit ptx::findBodies(StringRef source) {
  if (auto [split, isBalanced] = scanModule(source, BodyEnd::Definition); isBalanced)
    return std::move(split);
  return scanModule(source, BodyEnd::Function).first;
}
