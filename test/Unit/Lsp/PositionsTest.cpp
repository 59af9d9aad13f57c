// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Positions.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::lsp;
using testing::ElementsAre;

namespace {

std::vector<uint32_t> startsOf(const LineTable &lines) {
  std::vector<uint32_t> starts;
  for (uint32_t i = 0; i < lines.count(); ++i)
    starts.push_back(lines.start(i));
  return starts;
}

/// The position of `offset`, and the offset of that position.
struct Both {
  Both(llvm::StringRef text, PositionEncoding encoding)
      : text(text), lines(text), map(text, lines, encoding) {}

  Position at(uint32_t offset) { return map.position(offset); }
  uint32_t at(int line, int column) { return map.offset(Position(line, column)); }

  llvm::StringRef text;
  LineTable lines;
  PositionMap map;
};

} // namespace

TEST(LineTable, EveryKindOfLineBreak) {
  EXPECT_THAT(startsOf(LineTable("")), ElementsAre(0));
  EXPECT_THAT(startsOf(LineTable("a\nb")), ElementsAre(0, 2));
  EXPECT_THAT(startsOf(LineTable("a\r\nb\r\n")), ElementsAre(0, 3, 6));
  EXPECT_THAT(startsOf(LineTable("a\rb\r\r\n\n")), ElementsAre(0, 2, 4, 6, 7));
}

TEST(LineTable, UpdateJoinsAndSplitsLineBreaks) {
  // "a\rb" becomes "a\r\nb": the two breaks are one.
  LineTable lines("a\rb");
  lines.update("a\r\nb", 2, 2, 3);
  EXPECT_THAT(startsOf(lines), ElementsAre(0, 3));
  // ... and "a\rx\nb" again two.
  lines.update("a\rx\nb", 2, 2, 3);
  EXPECT_THAT(startsOf(lines), ElementsAre(0, 2, 4));
  // "\n" is put before "\n", and "\r" before that.
  LineTable other("\nq");
  other.update("\r\nq", 0, 0, 1);
  EXPECT_THAT(startsOf(other), ElementsAre(0, 2));
}

TEST(PositionMap, Utf16CountsSurrogates) {
  // e with acute: 2 bytes, 1 unit; the letter U+1D518: 4 bytes, 2 units.
  Both both("\xC3\xA9\xF0\x9D\x94\x98x\ny", PositionEncoding::Utf16);
  EXPECT_EQ(both.at(2), Position(0, 1));
  EXPECT_EQ(both.at(6), Position(0, 3));
  EXPECT_EQ(both.at(7), Position(0, 4));
  EXPECT_EQ(both.at(8), Position(1, 0));
  EXPECT_EQ(both.at(0, 1), 2u);
  EXPECT_EQ(both.at(0, 3), 6u);
  EXPECT_EQ(both.at(0, 2), 2u) << "within a pair is before it";
  EXPECT_EQ(both.at(0, 4), 7u);
}

TEST(PositionMap, Utf8AndUtf32) {
  llvm::StringRef text = "\xC3\xA9\xF0\x9D\x94\x98x";
  Both bytes(text, PositionEncoding::Utf8);
  EXPECT_EQ(bytes.at(6), Position(0, 6));
  EXPECT_EQ(bytes.at(0, 6), 6u);
  EXPECT_EQ(bytes.at(0, 4), 2u) << "within a character is before it";
  Both characters(text, PositionEncoding::Utf32);
  EXPECT_EQ(characters.at(6), Position(0, 2));
  EXPECT_EQ(characters.at(0, 2), 6u);
}

TEST(PositionMap, ClampsToTheLineAndTheText) {
  Both both("ab\r\ncd\re", PositionEncoding::Utf16);
  EXPECT_EQ(both.at(0, 99), 2u) << "before the line break";
  EXPECT_EQ(both.at(1, 99), 6u);
  EXPECT_EQ(both.at(2, 99), 8u);
  EXPECT_EQ(both.at(3, 0), 8u) << "after the last line is the end";
  EXPECT_EQ(both.at(-1, 5), 0u);
  EXPECT_EQ(both.at(1, -1), 4u);
  EXPECT_EQ(both.at(99), Position(2, 1));
}

TEST(PositionMap, TabsCountOne) {
  Both both("\t\tret;", PositionEncoding::Utf16);
  EXPECT_EQ(both.at(2), Position(0, 2));
}

TEST(PositionMap, AnyOrderOfQuestions) {
  Both both("\xC3\xA9\xC3\xA9\xC3\xA9\n\xC3\xA9", PositionEncoding::Utf16);
  EXPECT_EQ(both.at(6), Position(0, 3));
  EXPECT_EQ(both.at(2), Position(0, 1));
  EXPECT_EQ(both.at(4), Position(0, 2));
  EXPECT_EQ(both.at(9), Position(1, 1));
  EXPECT_EQ(both.at(0), Position(0, 0));
}
