// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Changes an input as a careless author would: statements move, operands and modifiers are those of
// another place, words of PTX take each other's. What comes out still is mostly statements, so that
// it gets past the parser more often than what changes of bytes leave.

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"
#include "ptx/Isa/Vocabulary/Types.h"
#include "ptx/Syntax/Lex/Lexer.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

using namespace ptx;
using llvm::StringRef;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {

/// A text cut into tokens, to be changed once.
class Mutation {
public:
  Mutation(StringRef input, unsigned seed) : copy(input.str()), text(copy), random(seed) {
    tokenize(text, {0, static_cast<uint32_t>(text.size())}, storage);
    tokens = TokenList(text, storage);
    uint32_t first = 0;
    for (uint32_t i = 0; i != storage.size(); ++i)
      if (endsStatement(tokens.kind(i))) {
        statements.push_back({tokens.range(first).begin, tokens.range(i).end});
        first = i + 1;
      }
  }

  /// The changed text; empty if this kind of change is not possible.
  std::string run() {
    if (storage.size() < 2 || statements.size() < 2)
      return {};
    switch (below(8)) {
    case 0:
      return replace(statement(), "");
    case 1: // again, at another place
      return insert(statement().begin, textOf(statement()));
    case 2: // in the place of another
      return replace(statement(), textOf(statement()));
    case 3:
      return replaceToken(anyToken(), tokenLike(anyToken()));
    case 4:
      return replaceToken(anyToken(), knownWord());
    case 5:
      return replaceToken(anyToken(), "");
    case 6: {
      uint32_t token = anyToken();
      return insert(tokens.range(token).begin, " " + knownWord() + " ");
    }
    default:
      return replaceToken(numberToken(), number());
    }
  }

private:
  static bool endsStatement(TokenKind kind) {
    return kind == TokenKind::Semicolon || kind == TokenKind::LBrace || kind == TokenKind::RBrace ||
           kind == TokenKind::Colon;
  }

  size_t below(size_t limit) { return random() % limit; }
  SourceRange statement() { return statements[below(statements.size())]; }
  std::string textOf(SourceRange range) const { return text.slice(range.begin, range.end).str(); }
  uint32_t anyToken() { return static_cast<uint32_t>(below(storage.size())); }

  /// A token of the kind of `like` if a few tries find another.
  std::string tokenLike(uint32_t like) {
    for (unsigned tries = 0; tries != 20; ++tries)
      if (uint32_t other = anyToken(); tokens.kind(other) == tokens.kind(like))
        return tokens.text(other).str();
    return tokens.text(like).str();
  }
  uint32_t numberToken() {
    for (unsigned tries = 0; tries != 20; ++tries)
      if (uint32_t token = anyToken(); tokens.kind(token) == TokenKind::Integer)
        return token;
    return anyToken();
  }

  std::string number() {
    static constexpr StringRef numbers[] = {
        "0",          "1",          "3",           "4",          "16",
        "31",         "32",         "33",          "64",         "255",
        "256",        "1024",       "4352",        "32765",      "65536",
        "0x7fffffff", "0x80000000", "4294967295",  "4294967296", "0xffffffffffffffff",
        "-1",         "1U",         "1.5",         "0f3F800000", "0d3FF0000000000000",
        "WARP_SZ",    "(1 / 0)",    "(1 ? 2 : 3)", "(.u64) -1",  "~0"};
    return numbers[below(std::size(numbers))].str();
  }

  std::string knownWord() {
    auto one = [&](auto table) { return table[below(table.size())].name.str(); };
    switch (below(5)) {
    case 0:
      return one(allOpcodes());
    case 1:
      return "." + one(allTypes());
    case 2:
      return one(allSpecialRegisters());
    case 3:
      return one(allTargets());
    default:
      // All kinds that are always spelled the same: directives and punctuation.
      for (;;)
        if (StringRef spelling = tokenSpelling(static_cast<TokenKind>(below(128)));
            !spelling.empty())
          return spelling.str();
    }
  }

  std::string replace(SourceRange range, StringRef by) {
    return text.take_front(range.begin).str() + by.str() + text.drop_front(range.end).str();
  }
  std::string insert(uint32_t at, StringRef what) { return replace({at, at}, what); }
  std::string replaceToken(uint32_t token, StringRef by) {
    return replace(tokens.range(token), by);
  }

  /// The lexer wants a NUL after the text, which libFuzzer does not promise.
  std::string copy;
  StringRef text;
  std::minstd_rand random;
  llvm::SmallVector<Token, 0> storage;
  TokenList tokens;
  std::vector<SourceRange> statements;
};

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t maxSize,
                                          unsigned seed) {
  // Bytes change now and then as well, so that the lexer and the recovery see something new.
  if (seed % 8 != 0) {
    std::string changed =
        Mutation(StringRef(reinterpret_cast<const char *>(data), size), seed).run();
    if (!changed.empty() && changed.size() <= maxSize) {
      memcpy(data, changed.data(), changed.size());
      return changed.size();
    }
  }
  return LLVMFuzzerMutate(data, size, maxSize);
}
