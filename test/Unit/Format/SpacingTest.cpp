// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/Spacing.h"
#include "ptx/Syntax/Lex/Lexer.h"

#include <gtest/gtest.h>

using namespace ptx;
using llvm::StringRef;

namespace {

struct Sample {
  TokenKind kind;
  std::string text;
};

/// Texts of `kind`; none for the kinds that never are in a complete module.
std::vector<std::string> spellingsOf(TokenKind kind) {
  if (StringRef text = tokenSpelling(kind); !text.empty())
    return {text.str()};
  switch (kind) {
  case TokenKind::Vector:
    return {".v2", ".v4"};
  case TokenKind::ConstBank:
    return {".const[1]"};
  case TokenKind::Identifier:
    return {"a", "%r1", "$L", "_x", "e5", "U", "x1e", "DWARF"};
  case TokenKind::Integer:
    return {"0", "7", "17U", "0x1e", "0b1", "017"};
  case TokenKind::Float:
    return {"1.5", "1.", ".5", "1e5", "1.5E-3"};
  case TokenKind::Float32:
    return {"0f3F800000"};
  case TokenKind::Float64:
    return {"0d3FF0000000000000"};
  case TokenKind::String:
    return {"\"s\"", "\"\""};
  case TokenKind::Modifier:
    return {".u32", ".x", ".1e", ".3d", ".16x64b", ".shared::cta", ".debug_str"};
  default:
    return {};
  }
}

std::vector<Sample> samples() {
  std::vector<Sample> all;
#define PTX_TOKEN(name, number)                                                                    \
  for (std::string & text : spellingsOf(TokenKind::name))                                          \
    all.push_back({TokenKind::name, std::move(text)});
#include "ptx/Syntax/TokenKinds.inc"
  return all;
}

/// Whether `text` is read as exactly the tokens `expected`.
bool readsAs(StringRef text, llvm::ArrayRef<const Sample *> expected) {
  llvm::SmallVector<Token, 8> tokens;
  tokenize(text, {0, static_cast<uint32_t>(text.size())}, tokens);
  if (tokens.size() != expected.size())
    return false;
  for (size_t i = 0; i != tokens.size(); ++i)
    if (tokens[i].kind() != expected[i]->kind ||
        text.substr(tokens[i].offset(), tokens[i].storedLength()) != expected[i]->text)
      return false;
  return true;
}

void append(std::string &line, const Sample &left, const Sample &right) {
  if (needsBlank(spacing(left.kind, right.kind), left.text.data()))
    line += ' ';
  line += right.text;
}

TEST(SpacingTest, SamplesAreWhatTheySay) {
  for (const Sample &s : samples())
    EXPECT_TRUE(readsAs(s.text, {&s})) << s.text;
}

// Three tokens, since `.1e` `+` `4` glue although neither pair does.
TEST(SpacingTest, NoThreeTokensGlue) {
  std::vector<Sample> all = samples();
  std::string line;
  for (const Sample &a : all)
    for (const Sample &b : all)
      for (const Sample &c : all) {
        line = a.text;
        append(line, a, b);
        append(line, b, c);
        ASSERT_TRUE(readsAs(line, {&a, &b, &c})) << line;
      }
}

// The one word of more than three tokens.
TEST(SpacingTest, ConstAndBracketsAreNoBank) {
  Sample tokens[] = {{TokenKind::Const, ".const"},
                     {TokenKind::LBracket, "["},
                     {TokenKind::Integer, "1"},
                     {TokenKind::RBracket, "]"}};
  std::string line = tokens[0].text;
  for (size_t i = 1; i != std::size(tokens); ++i)
    append(line, tokens[i - 1], tokens[i]);
  EXPECT_TRUE(readsAs(line, {&tokens[0], &tokens[1], &tokens[2], &tokens[3]})) << line;
}

// The printer writes a mnemonic without asking for the spacing.
TEST(SpacingTest, MnemonicsNeedNoBlanks) {
  std::vector<Sample> modifiers;
  for (const Sample &s : samples())
    if (s.text.front() == '.' && s.kind != TokenKind::Float)
      modifiers.push_back(s);
  for (std::string opcode : {"ld", "x1e", "_x", "%r1", "$L"}) {
    Sample first{TokenKind::Identifier, opcode};
    for (const Sample &a : modifiers)
      for (const Sample &b : modifiers)
        EXPECT_TRUE(readsAs(opcode + a.text + b.text, {&first, &a, &b}))
            << opcode << a.text << b.text;
  }
}

} // namespace
