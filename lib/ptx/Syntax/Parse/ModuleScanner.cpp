// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/ModuleScanner.h"

#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/StateSpaces.h"
#include "ptx/Support/ByteVector.h"
#include "ptx/Syntax/Lex/Scanner.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace ptx;
using namespace ptx::charscan;
using llvm::StringRef;

namespace {

/// The bytes at which the scan of a body has to look twice.
template <BodyScan scan>
constexpr std::array<bool, 256> stops = [] {
  std::array<bool, 256> table{};
  for (unsigned char c : {'{', '}', '"', '/', '\0'})
    table[c] = true;
  table['\n'] = scan == BodyScan::BracesAndFunctions;
  return table;
}();

/// The first byte from `p` on at which the scan has to look twice; the NUL after the text is one.
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

/// Whether a function starts at the beginning of `rest`, which is that of a line. `.entry`, `.func`
/// and linkage cannot be in a body, so a body that runs into one lacks its closing brace.
/// Linkage before a variable is likelier to be a mistake inside the body.
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
    default: // another one above the letters, or NUL: the end, unless the text holds one
      if (p > end)
        return body(end, false);
      break;
    }
    if (!p) // an unterminated string or comment
      return body(end, false);
  }
}

/// Whether the last of `tokens` comes after the name of an entry.
bool isAfterEntry(llvm::ArrayRef<Token> tokens) {
  return tokens.size() > 2 && tokens[tokens.size() - 2].kind() == TokenKind::Identifier &&
         tokens[tokens.size() - 3].kind() == TokenKind::Entry;
}

/// Where the `)` of the parameters of an entry is, if from `begin`, after the `(`, they are as
/// compilers write them: `.param .u64 .ptr .global .align 8 a, .param .align 4 .b8 b[16]`. In these
/// the parser finds no error. None of them points to constants, which would matter to other bodies.
std::optional<uint32_t> usualListEnd(StringRef source, uint32_t begin) {
  Scanner scanner(source, begin, static_cast<uint32_t>(source.size()));
  TokenKind kind;
  auto advance = [&]() LLVM_ATTRIBUTE_NOINLINE { kind = scanner.next(); };
  auto take = [&](TokenKind wanted) {
    bool isIt = kind == wanted;
    if (isIt)
      advance();
    return isIt;
  };
  auto takeNumber = [&] {
    constexpr uint32_t mostDigits = 9;
    return scanner.stop() - scanner.start() <= mostDigits && source[scanner.start()] != '0' &&
           take(TokenKind::Integer);
  };
  advance();
  if (kind != TokenKind::RParen) {
    do {
      if (!take(TokenKind::Param))
        return std::nullopt;
      while (take(TokenKind::Align))
        if (!takeNumber())
          return std::nullopt;
      take(TokenKind::Vector);
      if (!take(TokenKind::Modifier))
        return std::nullopt;
      if (take(TokenKind::Ptr) && !take(TokenKind::Global))
        take(TokenKind::Shared) || take(TokenKind::Local);
      if (take(TokenKind::Align) && !takeNumber())
        return std::nullopt;
      if (!take(TokenKind::Identifier))
        return std::nullopt;
      while (take(TokenKind::LBracket))
        if (!takeNumber() || !take(TokenKind::RBracket))
          return std::nullopt;
    } while (take(TokenKind::Comma));
  }
  return kind == TokenKind::RParen ? std::optional(scanner.start()) : std::nullopt;
}

} // namespace

/// Where in `range` the scan of a part can begin: a line on which a function starts. Whether it is
/// outside of all bodies and comments is seen when the scan of an earlier part comes to it.
static std::optional<uint32_t> beginIn(StringRef source, SourceRange range) {
  StringRef text = source.take_front(range.end);
  for (size_t line = text.find("\n.", range.begin); line != StringRef::npos;
       line = text.find("\n.", line + 1))
    if (startsFunction(source.drop_front(line + 1)))
      return static_cast<uint32_t>(line) + 1;
  return std::nullopt;
}

ModuleSplitter::ModuleSplitter(StringRef source, BodyScan scan, EntryParameters parameters,
                               size_t partCount)
    : source(source), bodyScan(scan), parameters(parameters), begins{0} {
  // Where there are few functions, the search for one takes as long as the scan would.
  constexpr size_t mostToSearch = 256 << 10;
  size_t partSize = source.size() / partCount, searched = std::min(partSize / 4, mostToSearch);
  for (size_t i = 1; i < partCount && scan == BodyScan::Braces; ++i) {
    auto from = static_cast<uint32_t>(partSize * i);
    if (auto begin = beginIn(source, {from, from + static_cast<uint32_t>(searched)}))
      begins.push_back(*begin);
  }
  parts.resize(begins.size());
}

void ModuleSplitter::scan(size_t index) {
  parts[index] = bodyScan == BodyScan::Braces ? scanPart<BodyScan::Braces>(index)
                                              : scanPart<BodyScan::BracesAndFunctions>(index);
}

template <BodyScan scan> ModuleSplitter::Part ModuleSplitter::scanPart(size_t index) const {
  Part part;
  auto &[tokens, bodies, lacksParameters] = part.split;
  uint32_t end = static_cast<uint32_t>(source.size());
  Scanner scanner(source, begins[index], end);
  // Whether the next `{` opens a body: there was a `.entry` or `.func`, and neither `=` nor a
  // section, which bring braces of their own.
  bool inFunction = false;
  uint32_t depth = 0; // of the braces outside of bodies
  part.next = index + 1;
  for (;;) {
    TokenKind kind = scanner.next();
    if (kind == TokenKind::EndOfFile)
      break;
    uint32_t start = scanner.start();
    for (; part.next != begins.size() && begins[part.next] <= start; ++part.next)
      if (begins[part.next] == start && !inFunction && depth == 0)
        return part;
    tokens.push_back(Token(kind, start, scanner.stop() - start));
    switch (kind) {
    case TokenKind::Entry:
    case TokenKind::Func:
      inFunction = true;
      break;
    case TokenKind::Section:
    case TokenKind::Dwarf:
      inFunction &= kind == TokenKind::Dwarf;
      part.hasSections = true;
      if (lacksParameters) { // all is scanned again
        part.next = begins.size();
        return part;
      }
      break;
    case TokenKind::Assign:
    case TokenKind::IntermediateSection:
    case TokenKind::MetadataSection:
      inFunction = false;
      break;
    case TokenKind::LParen:
      if (parameters == EntryParameters::WithBodies && !part.hasSections && isAfterEntry(tokens))
        if (std::optional<uint32_t> close = usualListEnd(source, scanner.stop())) {
          lacksParameters |= *close != scanner.stop();
          scanner.jump(*close);
        }
      break;
    case TokenKind::RBrace:
      part.isBalanced &= depth != 0;
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
      part.isBalanced &= body.closed;
      if (body.closed)
        tokens.push_back(Token(TokenKind::RBrace, body.range.end, 1));
      scanner.jump(body.closed ? body.range.end + 1 : body.range.end);
      break;
    }
    default:
      break;
    }
  }
  part.next = begins.size();
  tokens.push_back(Token(TokenKind::EndOfFile, end, 0));
  part.isBalanced &= depth == 0;
  return part;
}

ModuleSplit ModuleSplitter::join() {
  Part all = std::move(parts[0]);
  ModuleSplit &split = all.split;
  while (all.next != parts.size()) {
    Part part = std::move(parts[all.next]);
    auto before = static_cast<uint32_t>(split.tokens.size());
    split.tokens.append(part.split.tokens);
    for (ModuleSplit::Body body : part.split.bodies) {
      body.openToken += before;
      split.bodies.push_back(body);
    }
    split.lacksParameters |= part.split.lacksParameters;
    all.isBalanced &= part.isBalanced;
    all.hasSections |= part.hasSections;
    all.next = part.next;
  }
  // Debug sections refer to parameters.
  if (all.hasSections && split.lacksParameters)
    return splitModule(source, bodyScan, EntryParameters::InOutline);
  if (!all.isBalanced && bodyScan == BodyScan::Braces)
    return splitModule(source, BodyScan::BracesAndFunctions, parameters);
  return std::move(split);
}

ModuleSplit ptx::splitModule(StringRef source, BodyScan scan, EntryParameters parameters) {
  ModuleSplitter splitter(source, scan, parameters, 1);
  splitter.scan(0);
  return splitter.join();
}
