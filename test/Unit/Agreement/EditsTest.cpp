// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Edits.h"

#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

/// The range of `word` in `text`.
static SourceRange rangeOf(StringRef text, StringRef word) {
  auto at = static_cast<uint32_t>(text.find(word));
  return {at, at + static_cast<uint32_t>(word.size())};
}

TEST(EditsTest, AReplacedToken) {
  StringRef text = "{\n\tadd.u64 %r1, %r2;\n}";
  auto edit = findEdit("add.u32 %r1,%r2;  ->  add.u64 %r1, %r2;", text);
  ASSERT_TRUE(edit);
  EXPECT_TRUE(edit->single);
  EXPECT_EQ(edit->changed, rangeOf(text, ".u64"));
  EXPECT_TRUE(edit->isCoveredBy(rangeOf(text, ".u64")));
  EXPECT_TRUE(edit->isCoveredBy(rangeOf(text, "u64")));
  EXPECT_TRUE(edit->isCoveredBy(rangeOf(text, "add.u64")));
  EXPECT_FALSE(edit->isCoveredBy(rangeOf(text, "add")));
  EXPECT_FALSE(edit->isCoveredBy(rangeOf(text, "%r1")));
  SourceRange both[] = {rangeOf(text, "%r1"), rangeOf(text, ".u64")};
  EXPECT_TRUE(edit->isCoveredBy(both));
}

TEST(EditsTest, ARemovedTokenLeavesItsNeighbours) {
  StringRef text = "abs.f16x2 %r1, %r2;";
  auto edit = findEdit("abs.ftz.f16x2 %r1,%r2;  ->  abs.f16x2 %r1, %r2;", text);
  ASSERT_TRUE(edit);
  EXPECT_TRUE(edit->single);
  EXPECT_TRUE(edit->changed.empty());
  EXPECT_EQ(edit->before, rangeOf(text, "abs"));
  EXPECT_EQ(edit->after, rangeOf(text, ".f16x2"));
  EXPECT_TRUE(edit->isCoveredBy(rangeOf(text, "abs")));
  EXPECT_TRUE(edit->isCoveredBy(rangeOf(text, ".f16x2")));
  EXPECT_TRUE(edit->isCoveredBy(SourceRange{3, 3})); // where it was
  EXPECT_FALSE(edit->isCoveredBy(rangeOf(text, "%r2")));
}

TEST(EditsTest, SeveralTokens) {
  StringRef text = "@p abs.f32 %f1, %f2;";
  auto edit = findEdit("abs.f32 %f1,%f2;  ->  @p abs.f32 %f1, %f2;", text);
  ASSERT_TRUE(edit);
  EXPECT_FALSE(edit->single);
  EXPECT_EQ(edit->changed, rangeOf(text, "@p"));
  EXPECT_TRUE(edit->isCoveredBy(rangeOf(text, "p")));
  EXPECT_FALSE(edit->isCoveredBy(rangeOf(text, "abs")));
}

TEST(EditsTest, TheLineNumberCounts) {
  StringRef text = "ret;\nexit;\nret;\n";
  auto edit = findEdit("line 3: bra;  ->  ret;", text);
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->changed, (SourceRange{11, 14}));
  EXPECT_FALSE(findEdit("line 2: bra;  ->  ret;", text)) << "another text is there";
  EXPECT_FALSE(findEdit("line 3: ret ;  ->  ret;", text)) << "no token differs";
}
