// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/CppTokens.h"

#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"

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

std::vector<CppToken> ptx::tokenizeCpp(llvm::StringRef text) {
  clang::LangOptions language = options();
  clang::Lexer lexer(clang::SourceLocation(), language, text.begin(), text.begin(), text.end());
  std::vector<CppToken> tokens;
  tokens.reserve(text.size() / 6);
  for (clang::Token token;;) {
    lexer.LexFromRawLexer(token);
    if (token.is(tok::eof))
      return tokens;
    auto end = static_cast<uint32_t>(lexer.getBufferLocation() - text.begin());
    tokens.push_back(
        {{{end - token.getLength(), end}, kindOf(token.getKind())}, token.isAtStartOfLine()});
  }
}
