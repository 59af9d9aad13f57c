// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/Lexer.h"

#include "ptx/Support/SourceBuffer.h"

#include "gmock/gmock.h"

using namespace ptx;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// The tokens of `text` as `Kind text`.
std::vector<std::string> lex(std::string text) {
  auto source = SourceBuffer::fromString(std::move(text), "test.ptx");
  llvm::SmallVector<Token, 0> tokens;
  tokenize(source->text(), {0, static_cast<uint32_t>(source->text().size())}, tokens);
  TokenList list(source->text(), tokens);
  std::vector<std::string> shown;
  for (uint32_t i = 0; i != list.size(); ++i)
    shown.push_back((tokenKindName(list.kind(i)) + " " + list.text(i)).str());
  return shown;
}

/// What `ptxas` says of these names is recorded: each is legal, or an error at the second part.
TEST(Lexer, Identifiers) {
  for (const char *name :
       {"a",  "_a",  "$a", "%a", "$1", "%1",  "_1",        "__",      "_$",  "%_",
        "%$", "a$b", "a1", "A",  "$$", "_0x", "$L__BB0_1", "version", "b32", "if"})
    EXPECT_THAT(lex(name), ElementsAre("Identifier " + std::string(name)));
  EXPECT_THAT(lex("_ $ %"), ElementsAre("Sink _", "Unexpected $", "Percent %"));
  EXPECT_THAT(lex("a%b"), ElementsAre("Identifier a", "Identifier %b"));
  EXPECT_THAT(lex("a.b"), ElementsAre("Identifier a", "Modifier .b"));
  EXPECT_THAT(lex("%%a"), ElementsAre("Percent %", "Identifier %a"));
  EXPECT_THAT(lex(std::string(100'000, 'x')), testing::SizeIs(1));
}

/// Names that the grammar knows, and near misses. (Manual 4.4 is case-sensitive.)
TEST(Lexer, KnownNames) {
  EXPECT_THAT(lex("call generic function_name inlined_at WARP_SZ"),
              ElementsAre("Call call", "Generic generic", "FunctionName function_name",
                          "InlinedAt inlined_at", "WarpSize WARP_SZ"));
  for (const char *name :
       {"calls", "Call", "generi", "warp_sz", "WARP_SZ_", "inlined_a", "function_names"})
    EXPECT_THAT(lex(name), ElementsAre("Identifier " + std::string(name)));
}

/// Glued to a letter or digit, `%` begins a name; else it is the operator.
TEST(Lexer, PercentSign) {
  EXPECT_THAT(lex("7%4"), ElementsAre("Integer 7", "Identifier %4"));
  EXPECT_THAT(lex("7 % 4"), ElementsAre("Integer 7", "Percent %", "Integer 4"));
}

TEST(Lexer, Integers) {
  for (const char *number : {"0", "7", "42U", "0x1F", "0X1fU", "0b101", "0B1U", "017", "00", "0U"})
    EXPECT_THAT(lex(number), ElementsAre("Integer " + std::string(number)));
}

TEST(Lexer, Floats) {
  for (const char *number : {"1.5", "1.", ".5", "1e5", "1.e5", "1.0E+5", ".5e-3", "08.5", "09e1"})
    EXPECT_THAT(lex(number), ElementsAre("Float " + std::string(number)));
  EXPECT_THAT(lex("0f3F800000 0F3f800000"),
              ElementsAre("Float32 0f3F800000", "Float32 0F3f800000"));
  EXPECT_THAT(lex("0d3FF0000000000000"), ElementsAre("Float64 0d3FF0000000000000"));
}

/// A number ends where it no longer can be one. What follows is a token of its own, at which
/// `ptxas` reports the syntax error.
TEST(Lexer, MalformedNumbers) {
  EXPECT_THAT(lex("08"), ElementsAre("Integer 0", "Integer 8"));
  EXPECT_THAT(lex("0778"), ElementsAre("Integer 077", "Integer 8"));
  EXPECT_THAT(lex("0x"), ElementsAre("Integer 0", "Identifier x"));
  EXPECT_THAT(lex("0xg"), ElementsAre("Integer 0", "Identifier xg"));
  EXPECT_THAT(lex("0b2"), ElementsAre("Integer 0", "Identifier b2"));
  EXPECT_THAT(lex("1u"), ElementsAre("Integer 1", "Identifier u"));
  EXPECT_THAT(lex("1UL"), ElementsAre("Integer 1U", "Identifier L"));
  EXPECT_THAT(lex("1.5f"), ElementsAre("Float 1.5", "Identifier f"));
  EXPECT_THAT(lex("1e"), ElementsAre("Integer 1", "Identifier e"));
  EXPECT_THAT(lex("0f3F80000"), ElementsAre("Integer 0", "Identifier f3F80000"));
  EXPECT_THAT(lex("0f3F8000000"), ElementsAre("Float32 0f3F800000", "Integer 0"));
  EXPECT_THAT(lex("0d3FF"), ElementsAre("Integer 0", "Identifier d3FF"));
}

TEST(Lexer, DottedWords) {
  EXPECT_THAT(lex("ld.global.v4.f32"),
              ElementsAre("Identifier ld", "Global .global", "Vector .v4", "Modifier .f32"));
  EXPECT_THAT(lex(".globals .v3 .v22 .Reg"),
              ElementsAre("Modifier .globals", "Modifier .v3", "Modifier .v22", "Modifier .Reg"));
  // The parts of a qualified word belong together, unless a blank parts them.
  EXPECT_THAT(lex(".shared::cta .mbarrier::complete_tx::bytes"),
              ElementsAre("Modifier .shared::cta", "Modifier .mbarrier::complete_tx::bytes"));
  EXPECT_THAT(lex(".shared ::cta .shared:: cta"),
              ElementsAre("Shared .shared", "Colon :", "Colon :", "Identifier cta",
                          "Shared .shared", "Colon :", "Colon :", "Identifier cta"));
  // A digit after the dot begins a number only if all of it is one.
  EXPECT_THAT(
      lex(".3d .16x64b .5 .1e4 .1d"),
      ElementsAre("Modifier .3d", "Modifier .16x64b", "Float .5", "Float .1e4", "Modifier .1d"));
  EXPECT_THAT(lex(". entry"), ElementsAre("Unexpected .", "Identifier entry"));
}

TEST(Lexer, ConstantBanks) {
  EXPECT_THAT(lex(".const[10]"), ElementsAre("ConstBank .const[10]"));
  EXPECT_THAT(lex(".const [1]"),
              ElementsAre("Const .const", "LBracket [", "Integer 1", "RBracket ]"));
  EXPECT_THAT(lex(".const[]"), ElementsAre("Const .const", "LBracket [", "RBracket ]"));
}

TEST(Lexer, Operators) {
  EXPECT_THAT(lex("<<<=>>>===!=!&&&|||"),
              ElementsAre("ShiftL <<", "LessEqual <=", "ShiftR >>",
                          "GreaterEqual >=", "EqualEqual ==", "NotEqual !=", "Not !", "AmpAmp &&",
                          "Amp &", "PipePipe ||", "Pipe |"));
  EXPECT_THAT(lex("@@DWARF @!p"), ElementsAre("Dwarf @@DWARF", "At @", "Not !", "Identifier p"));
}

/// Form feed and ^Z are white space to `ptxas`; a vertical tab and other control characters are
/// not.
TEST(Lexer, WhiteSpace) {
  EXPECT_THAT(lex("a\t\r\n\f\x1A b"), ElementsAre("Identifier a", "Identifier b"));
  EXPECT_THAT(lex("a\vb"), ElementsAre("Identifier a", "Unexpected \v", "Identifier b"));
  EXPECT_THAT(lex(" \n"), IsEmpty());
}

/// A comment parts tokens, does not nest, and a backslash does not continue it.
TEST(Lexer, Comments) {
  EXPECT_THAT(lex("re/**/t"), ElementsAre("Identifier re", "Identifier t"));
  EXPECT_THAT(lex("/* /* */ a"), ElementsAre("Identifier a"));
  EXPECT_THAT(lex("// a \\\nb"), ElementsAre("Identifier b"));
  EXPECT_THAT(lex("/***/a/*/*/b//"), ElementsAre("Identifier a", "Identifier b"));
  EXPECT_THAT(lex("a /* b\nc"), ElementsAre("Identifier a", "UnterminatedComment /* b\nc"));
  EXPECT_THAT(lex("/*/"), ElementsAre("UnterminatedComment /*/"));
}

/// Strings have no escapes and may hold line breaks.
TEST(Lexer, Strings) {
  EXPECT_THAT(lex("\"a\nb\"c"), ElementsAre("String \"a\nb\"", "Identifier c"));
  EXPECT_THAT(lex("\"a\\\"b"), ElementsAre("String \"a\\\"", "Identifier b"));
  EXPECT_THAT(lex("\"\" \"x"), ElementsAre("String \"\"", "UnterminatedString \"x"));
}

/// `# N "file"` is what a preprocessor leaves, with the end of its line; every other `#` is an
/// error in `ptxas`.
TEST(Lexer, LineMarkers) {
  EXPECT_THAT(lex("# 1 \"a.cu\"\na"), ElementsAre("Identifier a"));
  EXPECT_THAT(lex("# 1 \"a.cu\" 1 3\r\na"), ElementsAre("Identifier a"));
  EXPECT_THAT(lex("# 1 \"a.cu\""), ElementsAre("Unexpected #", "Integer 1", "String \"a.cu\""));
  EXPECT_THAT(lex("#define A"), ElementsAre("Unexpected #", "Identifier define", "Identifier A"));
  EXPECT_THAT(lex("# 5"), ElementsAre("Unexpected #", "Integer 5"));
}

TEST(Lexer, OddBytes) {
  EXPECT_THAT(lex("a\xC3\xA9"), ElementsAre("Identifier a", "Unexpected \xC3", "Unexpected \xA9"));
  EXPECT_THAT(lex(std::string("a\0b", 3)),
              ElementsAre("Identifier a", std::string("Unexpected \0", 12), "Identifier b"));
}

/// A token of 16 MB or more does not store its length; the list finds it again.
TEST(Lexer, VeryLongToken) {
  std::string name(Token::longToken + 5, 'a');
  auto source = SourceBuffer::fromString("b " + name + " c", "test.ptx");
  llvm::SmallVector<Token, 0> tokens;
  tokenize(source->text(), {0, static_cast<uint32_t>(source->text().size())}, tokens);
  ASSERT_EQ(tokens.size(), 3u);
  EXPECT_EQ(tokens[1].storedLength(), Token::longToken);
  EXPECT_EQ(TokenList(source->text(), tokens).range(1),
            (SourceRange{2, 2 + static_cast<uint32_t>(name.size())}));
}

/// Only the range is read, although the text goes on after it.
TEST(Lexer, PartOfText) {
  llvm::StringRef text = "{ ab.cd } x";
  llvm::SmallVector<Token, 0> tokens;
  tokenize(text, {1, 8}, tokens);
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].offset(), 2u);
  EXPECT_EQ(tokens[1].offset(), 4u);
}

TEST(Lexer, SingleTokens) {
  llvm::StringRef text = "a /* c */ .reg ;";
  Token token = nextToken(text, 1, static_cast<uint32_t>(text.size()));
  EXPECT_EQ(token.kind(), TokenKind::Reg);
  EXPECT_EQ(token.offset(), 10u);
  EXPECT_EQ(tokenEnd(text, 10), 14u);
  Token none = nextToken(text, 1, 10);
  EXPECT_EQ(none.kind(), TokenKind::EndOfFile);
  EXPECT_EQ(none.offset(), 10u);
}

TEST(Lexer, Trivia) {
  llvm::StringRef text = " // one\n/* two\n */ # 3 \"four\" 5\n";
  llvm::SmallVector<Trivia, 4> trivia;
  collectTrivia(text, {0, static_cast<uint32_t>(text.size())}, trivia);
  ASSERT_EQ(trivia.size(), 3u);
  auto shown = [&](size_t i) { return text.slice(trivia[i].range.begin, trivia[i].range.end); };
  EXPECT_EQ(trivia[0].kind, TriviaKind::LineComment);
  EXPECT_EQ(shown(0), "// one");
  EXPECT_EQ(trivia[1].kind, TriviaKind::BlockComment);
  EXPECT_EQ(shown(1), "/* two\n */");
  EXPECT_EQ(trivia[2].kind, TriviaKind::LineMarker);
  EXPECT_EQ(shown(2), "# 3 \"four\" 5");
}

TEST(Lexer, Spellings) {
  EXPECT_EQ(tokenSpelling(TokenKind::Semicolon), ";");
  EXPECT_EQ(tokenSpelling(TokenKind::LBracket), "[");
  EXPECT_EQ(tokenSpelling(TokenKind::AbiPreserveControl), ".abi_preserve_control");
  EXPECT_EQ(tokenSpelling(TokenKind::Identifier), "");
  EXPECT_EQ(tokenSpelling(TokenKind::EndOfFile), "");
}

} // namespace
