// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/CppTokens.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
namespace tok = clang::tok;

static CppKind kindOf(tok::TokenKind kind) {
  switch (kind) {
  case tok::raw_identifier:
    return CppKind::Identifier;
  case tok::string_literal:
  case tok::wide_string_literal:
  case tok::utf8_string_literal:
  case tok::utf16_string_literal:
  case tok::utf32_string_literal:
    return CppKind::String;
  case tok::hash:
    return CppKind::Hash;
  case tok::l_paren:
    return CppKind::LeftParen;
  case tok::r_paren:
    return CppKind::RightParen;
  case tok::l_brace:
    return CppKind::LeftBrace;
  case tok::r_brace:
    return CppKind::RightBrace;
  case tok::l_square:
    return CppKind::LeftSquare;
  case tok::r_square:
    return CppKind::RightSquare;
  case tok::colon:
    return CppKind::Colon;
  case tok::coloncolon:
    return CppKind::ColonColon;
  case tok::comma:
    return CppKind::Comma;
  case tok::semi:
    return CppKind::Semicolon;
  case tok::unknown:
    return CppKind::Broken;
  default:
    return CppKind::Other;
  }
}

static clang::LangOptions options() {
  clang::LangOptions options;
  options.LineComment = options.Digraphs = options.RawStringLiterals = true;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.CPlusPlus20 = options.Char8 = true;
  return options;
}

/// The text with blanks in place of long runs of lines joined by backslashes, which real code does
/// not have: clang's lexer recurses for each. Empty if there are none. A token that continues
/// across them becomes two.
static std::string withoutLongJoins(llvm::StringRef text) {
  constexpr size_t most = 1000;
  std::string plain;
  size_t inRow = 0, previousEnd = 0;
  for (size_t at = text.find('\\'); at != llvm::StringRef::npos; at = text.find('\\', at + 1)) {
    llvm::StringRef blank = text.substr(at + 1).take_while(
        [](char c) { return clang::isHorizontalWhitespace(c) || c == '\r'; });
    size_t end = at + 1 + blank.size();
    if (end == text.size() || text[end] != '\n')
      continue;
    ++end;
    inRow = at == previousEnd ? inRow + 1 : 0;
    previousEnd = end;
    if (inRow < most)
      continue;
    if (plain.empty())
      plain = text.str();
    std::fill(plain.begin() + at, plain.begin() + end, ' ');
  }
  return plain;
}

/// Calls `take` with each token from `begin` on, where a line starts, until it returns false.
template <class Take> static void forEachToken(llvm::StringRef text, size_t begin, Take take) {
  clang::LangOptions language = options();
  std::string plain = withoutLongJoins(text);
  if (!plain.empty())
    text = plain;
  clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin() + begin,
                     text.end());
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(tok::eof))
      return;
    auto end = static_cast<uint32_t>(lexer.getBufferLocation() - text.begin());
    if (!take(CppToken{{{end - token.getLength(), end}, kindOf(token.getKind())},
                       token.isAtStartOfLine()}))
      return;
  }
}

std::vector<CppToken> ptx::tokenizeCpp(llvm::StringRef text) {
  std::vector<CppToken> tokens;
  tokens.reserve(text.size() / 6);
  forEachToken(text, 0, [&](const CppToken &token) {
    tokens.push_back(token);
    return true;
  });
  return tokens;
}

/// The index of a token at the start of a line, so that the tokens before it are the same in a text
/// that has the first `same` bytes in common with the old one.
size_t CppTokenCache::firstToRead(size_t same) const {
  // The end of a token depends on a few characters after it, which can be on joined lines.
  constexpr ptrdiff_t ahead = 4;
  auto first = llvm::partition_point(tokens, [&](const CppToken &t) { return t.range.end < same; });
  first -= std::min(ahead, first - tokens.begin());
  while (first != tokens.begin() && !(first != tokens.end() && first->startsLine))
    --first;
  return first - tokens.begin();
}

/// Reads `newText` from the token `first` on, up to a token that the old text also has among its
/// last `tail` bytes, which both texts have in common.
void CppTokenCache::readFrom(llvm::StringRef newText, size_t first, size_t tail) {
  auto shift = static_cast<uint32_t>(newText.size() - text.size()); // modulo 2^32
  size_t kept = tokens.size();                                      // the first token that stays
  std::vector<CppToken> read;
  forEachToken(newText, first == 0 ? 0 : tokens[first].range.begin, [&](const CppToken &token) {
    if (token.range.begin >= newText.size() - tail) {
      uint32_t old = token.range.begin - shift;
      auto same = llvm::partition_point(tokens, [&](auto &t) { return t.range.begin < old; });
      if (same != tokens.end() && same->range.begin == old &&
          same->startsLine == token.startsLine) {
        kept = same - tokens.begin();
        return false;
      }
    }
    read.push_back(token);
    return true;
  });
  for (CppToken &token : llvm::MutableArrayRef(tokens).drop_front(kept)) {
    token.range.begin += shift;
    token.range.end += shift;
  }
  tokens.erase(tokens.begin() + first, tokens.begin() + kept);
  tokens.insert(tokens.begin() + first, read.begin(), read.end());
}

/// The length of the common prefix of the texts.
static size_t sameHead(llvm::StringRef a, llvm::StringRef b) {
  constexpr size_t block = 256; // in blocks, which are compared much faster than single bytes
  size_t same = 0, shorter = std::min(a.size(), b.size());
  while (same + block <= shorter && a.substr(same, block) == b.substr(same, block))
    same += block;
  while (same != shorter && a[same] == b[same])
    ++same;
  return same;
}

/// The length of the common suffix.
static size_t sameTail(llvm::StringRef a, llvm::StringRef b) {
  constexpr size_t block = 256;
  size_t same = 0, shorter = std::min(a.size(), b.size());
  while (same + block <= shorter &&
         a.drop_back(same).take_back(block) == b.drop_back(same).take_back(block))
    same += block;
  while (same != shorter && a[a.size() - same - 1] == b[b.size() - same - 1])
    ++same;
  return same;
}

const std::vector<CppToken> &CppTokenCache::tokenize(llvm::StringRef newText) {
  size_t head = sameHead(text, newText);
  size_t tail = sameTail(llvm::StringRef(text).drop_front(head), newText.drop_front(head));
  readFrom(newText, firstToRead(head), tail);
  text = newText.str();
  return tokens;
}
