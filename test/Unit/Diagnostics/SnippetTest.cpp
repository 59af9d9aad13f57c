// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Snippet.h"

#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"

#include <ctime>
#include <random>

using namespace ptx;

namespace {

/// Text and marks on two lines, to be compared as they look.
std::string snippet(std::string text, SourceRange range,
                    llvm::ArrayRef<SourceRange> highlights = {}, unsigned width = 160) {
  auto buffer = SourceBuffer::fromString(std::move(text), "k.ptx");
  auto result = makeSnippet(*buffer, range, highlights, width);
  return result ? ("\n" + llvm::Twine(result->text) + "\n" + result->marks).str() : "none";
}

TEST(Snippet, MarksTheRange) {
  EXPECT_EQ(snippet("add.u32 %r1, %r2, %rd3;", {18, 22}), R"(
add.u32 %r1, %r2, %rd3;
                  ^~~~)");
}

TEST(Snippet, MarksOneCharacter) {
  EXPECT_EQ(snippet("ret;;", {4, 5}), R"(
ret;;
    ^)");
}

TEST(Snippet, EmptyRangeIsACaret) {
  EXPECT_EQ(snippet("ret }", {3, 3}), R"(
ret }
   ^)");
}

TEST(Snippet, CaretMayStandBehindTheLine) {
  for (std::string end : {"", "\n", "\r\n", "\nnext"})
    EXPECT_EQ(snippet("ret" + end, {3, 3}), R"(
ret
   ^)") << llvm::toHex(end);
}

TEST(Snippet, CaretBehindACarriageReturn) {
  EXPECT_EQ(snippet("ret\r\nnext", {4, 4}), R"(
ret
   ^)")
      << "on the line feed";
}

TEST(Snippet, ShowsTheLineOfTheRange) {
  EXPECT_EQ(snippet("one\ntwo\nthree\n", {4, 7}), R"(
two
^~~)");
}

TEST(Snippet, MarksHighlights) {
  EXPECT_EQ(snippet("add.u32 %r1, %r2, %rd3;", {18, 22}, {{0, 7}, {13, 16}}), R"(
add.u32 %r1, %r2, %rd3;
~~~~~~~      ~~~  ^~~~)");
}

TEST(Snippet, HighlightBehindTheRange) {
  EXPECT_EQ(snippet("mov a, b;", {4, 5}, {{7, 8}}), R"(
mov a, b;
    ^  ~)");
}

TEST(Snippet, CaretWinsOverAHighlight) {
  EXPECT_EQ(snippet("mov a, b;", {4, 5}, {{0, 9}}), R"(
mov a, b;
~~~~^~~~~)");
}

TEST(Snippet, HighlightsOnOtherLinesAreNotShown) {
  EXPECT_EQ(snippet("one\ntwo\nthree", {4, 5}, {{0, 3}, {8, 13}, {6, 6}, {900, 901}}), R"(
two
^)");
}

TEST(Snippet, RangeOfSeveralLinesMarksTheFirst) {
  EXPECT_EQ(snippet("call f,\n  (a);", {5, 14}), R"(
call f,
     ^~)");
}

TEST(Snippet, RangeOfSeveralLinesDoesNotMarkBlanksAtTheEnd) {
  EXPECT_EQ(snippet("call f,  \t\n  (a);", {5, 14}), "\ncall f,         \n     ^~");
  EXPECT_EQ(snippet("call f,  \n  (a);", {8, 14}), "\ncall f,  \n        ^");
}

TEST(Snippet, ExpandsTabs) {
  //                 column:  0       8  11 (to 16)
  EXPECT_EQ(snippet("\tadd\t%r1;", {5, 8}), R"(
        add     %r1;
                ^~~)");
  EXPECT_EQ(snippet("\tadd\t%r1;", {4, 5}), R"(
        add     %r1;
           ^~~~~)")
      << "a tab itself";
}

TEST(Snippet, BlankLineHasNone) {
  EXPECT_EQ(snippet("", {0, 0}), "none");
  EXPECT_EQ(snippet("one\n", {4, 4}), "none");
  EXPECT_EQ(snippet("one\n \t\r\ntwo", {5, 5}), "none");
}

TEST(Snippet, BytesOutsideCharactersAreHexadecimal) {
  EXPECT_EQ(snippet(std::string("a\0\x1B\xFF", 4) + "b c", {4, 5}), R"(
a<00><1B><FF>b c
             ^)");
  EXPECT_EQ(snippet("a\xFF\xFE;", {1, 3}), R"(
a<FF><FE>;
 ^~~~~~~~)");
}

TEST(Snippet, CharactersTakeTheirColumns) {
  EXPECT_EQ(snippet("// \xC3\xA9 x", {6, 7}), "\n// \xC3\xA9 x\n     ^");
  EXPECT_EQ(snippet("// \xE6\xBC\xA2 x", {7, 8}), "\n// \xE6\xBC\xA2 x\n      ^") << "wide";
  EXPECT_EQ(snippet("// e\xCC\x81 x", {7, 8}), "\n// e\xCC\x81 x\n     ^") << "combining";
  EXPECT_EQ(snippet("// \xE6\xBC\xA2 x", {4, 5}), "\n// \xE6\xBC\xA2 x\n   ^~") << "within one";
}

TEST(Snippet, TerminalControlIsNotPassedOn) {
  EXPECT_EQ(snippet("a\xC2\x9B\xE2\x80\xAE!", {0, 1}), "\na<C2><9B><E2><80><AE>!\n^");
}

TEST(Snippet, RangesAreClamped) {
  EXPECT_EQ(snippet("ret", {900, 1000}), "\nret\n   ^");
  EXPECT_EQ(snippet("ret", {1, UINT32_MAX}), "\nret\n ^~");
  EXPECT_EQ(snippet("ret", {2, 1}), "\nret\n  ^") << "ends before it begins";
  EXPECT_EQ(snippet("ret", {UINT32_MAX, 0}, {{UINT32_MAX, 0}, {0, UINT32_MAX}}), "\nret\n~~~^");
}

/// Digits, so that a window shows where it was cut.
std::string digits(size_t size) {
  std::string text;
  for (size_t i = 0; i < size; ++i)
    text += static_cast<char>('0' + i % 10);
  return text;
}

TEST(Snippet, LineAsLongAsTheWidthIsWhole) {
  EXPECT_EQ(snippet(digits(40), {39, 40}, {}, 40), R"(
0123456789012345678901234567890123456789
                                       ^)");
}

// 40 columns: 34 without the ellipses, of which 11 are before the caret.
TEST(Snippet, LongLineIsCutOnBothSides) {
  EXPECT_EQ(snippet(digits(100), {50, 52}, {}, 40), R"(
...9012345678901234567890123456789012...
              ^~)");
}

TEST(Snippet, LongLineIsCutOnTheRight) {
  EXPECT_EQ(snippet(digits(41), {2, 3}, {}, 40), R"(
0123456789012345678901234567890123...
  ^)");
}

TEST(Snippet, LongLineIsCutOnTheLeft) {
  EXPECT_EQ(snippet(digits(100), {100, 100}, {}, 40), R"(
...6789012345678901234567890123456789
                                     ^)");
}

TEST(Snippet, MarksEndAtTheCut) {
  EXPECT_EQ(snippet(digits(100), {50, 99}, {{0, 45}}, 40), R"(
...9012345678901234567890123456789012...
   ~~~~~~     ^~~~~~~~~~~~~~~~~~~~~~~)");
}

TEST(Snippet, WidthIsAtLeast40) {
  EXPECT_EQ(snippet(digits(40), {0, 1}, {}, 0), R"(
0123456789012345678901234567890123456789
^)");
}

TEST(Snippet, WindowDoesNotBeginWithinACharacter) {
  std::string text;
  for (int i = 0; i < 300; ++i)
    text += "\xE6\xBC\xA2";                 // 3 bytes, 2 columns
  for (uint32_t at = 450; at < 453; ++at) { // every phase of the far end of the window
    std::string result = snippet(text, {at, at + 1}, {}, 40);
    EXPECT_EQ(result.find('<'), std::string::npos) << result;
    EXPECT_EQ(result.substr(0, 7), "\n...\xE6\xBC\xA2");
  }
}

TEST(Snippet, LinesOfCombiningMarksAreBounded) {
  std::string text = "e";
  for (int i = 0; i < 100'000; ++i)
    text += "\xCC\x81";
  EXPECT_LT(snippet(text, {100'000, 100'002}).size(), 3000u);
}

// A window costs the same wherever it is: 5,000 of them would take minutes if each looked at its
// whole line of 64 MiB. The bound is far above what they take, 0.1 s.
TEST(Snippet, TimeDoesNotDependOnTheLengthOfTheLine) {
  for (char filler : {'x', ' ', '\t', '\x80'}) {
    auto buffer = SourceBuffer::fromString(std::string(64 << 20, filler), "k.ptx");
    SourceRange all{0, UINT32_MAX};
    std::clock_t begin = std::clock();
    for (uint32_t i = 0; i < 5'000; ++i)
      makeSnippet(*buffer, {i * 13'000, i % 2 ? i * 13'000 : UINT32_MAX}, all, 160);
    double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC; // of this process
    EXPECT_LT(seconds, 20.0) << int(filler);
  }
}

TEST(Snippet, AnyBytesAndRangesAreFine) {
  std::mt19937 random(1);
  auto below = [&](uint32_t limit) -> uint32_t { return random() % limit; };
  for (int round = 0; round < 20'000; ++round) {
    std::string text(below(300), '\0');
    for (char &c : text)
      c = below(3) ? "ab\t \r\n\xC3\xA9\xE6"[below(9)] : static_cast<char>(below(256));
    auto offset = [&]() -> uint32_t { return below(16) ? below(350) : UINT32_MAX; };
    auto range = [&] { return SourceRange{offset(), offset()}; };
    SourceRange highlights[] = {range(), range()};
    auto buffer = SourceBuffer::fromString(text, "k.ptx");
    auto result = makeSnippet(*buffer, range(), highlights, 40 + below(100));
    if (!result)
      continue;
    ASSERT_EQ(llvm::count(result->marks, '^'), 1);
    ASSERT_EQ(result->marks.find_first_not_of("^~ "), std::string::npos);
    for (char c : result->text)
      ASSERT_FALSE(c >= 0 && !llvm::isPrint(c)) << int(c);
  }
}

} // namespace
